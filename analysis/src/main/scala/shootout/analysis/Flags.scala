package shootout.analysis

import shootout.result.*
import shootout.units.{DestinationType, Json}

/** Reasons to doubt a number, each with its letter in tables. */
enum Flag(val letter: String):
  /** The generator did more than half of what it can do alone, had little CPU time left, or sent late. The broker may
    * be faster than this.
    */
  case GeneratorBound extends Flag("G")

  /** The mean over the samples is not well known, or the samples have a trend. */
  case Noisy extends Flag("N")

  /** Errors, losses, duplicates, or a wrong order where order is promised. */
  case Errors extends Flag("E")

  /** An open loop could not send at its rate, or its messages were not delivered at that rate. */
  case RateMissed extends Flag("R")

  /** There is one repetition, so we do not know how much another one would differ. */
  case Single extends Flag("1")

  /** Client and broker took CPU time from each other. */
  case Shared extends Flag("S")

  /** Other processes than broker and client used much of the machine's CPU time. */
  case Busy extends Flag("B")

  /** Broker and load generator share the machine, and the load generator used CPU time that the broker could have used.
    */
  case LoadShare extends Flag("L")

  /** The rate jumped between levels, or the backlog grew in every sample. One number does not describe that. */
  case Unstable extends Flag("U")

  /** Broker and load generator were in different scheduling groups. */
  case SeparateGroups extends Flag("A")

  /** Its name in files. */
  def word: String = Json.snake(toString)

object Flag:
  given Json.ReadWriter[Flag] = Json.wordCodec(Flag.values)

/** A flag and the reason for it.
  *
  * @param letter
  *   the flag's letter in tables
  * @param because
  *   the reason in words, with numbers
  * @param measured
  *   the value that is beyond `threshold`; null if the flag has no value
  */
case class FlagResult(flag: Flag, letter: String, because: String, measured: Option[Double], threshold: Option[Double])
    derives Json.ReadWriter

/** The thresholds of flags.
  *
  * @param generatorLimitShare
  *   `G`: the rate, as a share of the generator limit
  * @param clientCpuShare
  *   `G`: the generator's CPU time, as a share of what it could have used
  * @param variation
  *   `N`: the standard deviation of the samples, divided by their mean
  * @param trendProbability
  *   `N`: the probability that chance alone makes such a trend; a trend counts below this
  * @param rateShare
  *   `R`: the rate that was sent or consumed, as a share of the offered rate or of the deliveries due
  * @param unmeasuredShare
  *   `R`: the deliveries that never came, as a share of those that were due
  * @param depthGrowth
  *   `R`: the growth of the backlog over the samples, as a share of what was sent
  * @param scheduleDelayShare
  *   `G`: the p99 of the schedule delay, as a share of the p99 of the latency
  * @param foreignShare
  *   `B`: the CPU time of processes other than broker and generator, as a share of the machine's
  * @param stealShare
  *   `B`: the CPU time that the hypervisor took away, as a share of the machine's
  * @param precision
  *   `N`: half of the 95% confidence interval of the mean rate within a workload, divided by the mean; it replaces
  *   `variation` if it is known
  * @param loadShare
  *   `L`: the CPU time of the generator, as a share of a saturated machine's
  * @param loadExcess
  *   `L`: the CPU time of the generator beyond what these messages cost it against the null broker, as a share of a
  *   saturated machine's
  * @param loadWait
  *   `L`: the time that the generator's threads waited for a CPU, as a share of the mean latency
  */
case class Thresholds(
    generatorLimitShare: Double,
    clientCpuShare: Double,
    variation: Double,
    trendProbability: Double,
    rateShare: Double,
    unmeasuredShare: Double,
    depthGrowth: Double,
    scheduleDelayShare: Double,
    foreignShare: Double,
    stealShare: Double,
    precision: Double,
    loadShare: Double,
    loadExcess: Double,
    loadWait: Double
) derives Json.ReadWriter

/** Gives a measured result its flags. It is a pure function, so the same file always gets the same flags. */
object Flags:
  /** Above half of the generator limit, queueing in the generator itself is no longer small. Above 80% of its CPU time,
    * only pauses are left. A trend needs 1% and not 5%, because a run tests hundreds of workloads.
    */
  val thresholds: Thresholds = Thresholds(
    generatorLimitShare = 0.5,
    clientCpuShare = 0.8,
    variation = 0.1,
    trendProbability = 0.01,
    rateShare = 0.95,
    unmeasuredShare = Saturation.UnmeasuredShare,
    depthGrowth = Saturation.DepthGrowth,
    scheduleDelayShare = Disturbance.ScheduleDelayShare,
    foreignShare = Disturbance.ForeignShare,
    stealShare = Disturbance.StealShare,
    precision = 0.1,
    loadShare = LoadShare.Share,
    loadExcess = LoadShare.Excess,
    loadWait = LoadShare.Wait
  )

  /** @param sharedWithBroker
    *   load and broker ran on one machine
    * @param single
    *   the run has one repetition
    */
  def of(workload: WorkloadResult, sharedWithBroker: Boolean, single: Boolean): List[FlagResult] =
    if !workload.isMeasured then Nil
    else
      generatorBound(workload).toList ++
        noisy(workload) ++
        Faults.flag(workload) ++
        Saturation.flag(workload) ++
        Option.when(single)(Flags.single) ++
        Option.when(sharedWithBroker)(shared) ++
        Disturbance.flag(workload) ++
        Scheduling.flag(workload) ++
        Stability.flag(workload) ++
        (if sharedWithBroker then LoadShare.flag(workload) else None)

  private[analysis] def flag(flag: Flag, because: String, measured: Double, threshold: Double): FlagResult =
    FlagResult(flag, flag.letter, because, Some(measured), Some(threshold))

  private[analysis] val single: FlagResult =
    FlagResult(
      Flag.Single,
      Flag.Single.letter,
      "measured once: how far a repetition would be off is not known",
      None,
      None
    )

  private val shared: FlagResult =
    FlagResult(Flag.Shared, Flag.Shared.letter, "client and broker ran on one machine", None, None)

  private[analysis] def percent(share: Double): String = s"${math.round(share * 100)} %"

  /** A generator limit cannot be below a rate that was reached. If the generator did more with a broker than without
    * one, the measured limit, which takes only seconds, is too low. Then the true limit is unknown, and only CPU time
    * counts.
    */
  private def generatorBound(workload: WorkloadResult): Option[FlagResult] =
    val generatorLimit =
      generatorLimitShare(workload).filter(share => share <= 1 && share > thresholds.generatorLimitShare).map { share =>
        val because = s"the generator was at ${percent(share)} of what it reaches without a broker"
        flag(Flag.GeneratorBound, because, share, thresholds.generatorLimitShare)
      }
    generatorLimit.orElse(workload.resources.flatMap(exhausted)).orElse(Disturbance.late(workload))

  /** Messages produced and consumed, as a share of those that the generator handles alone. None if that is unknown. */
  def generatorLimitShare(workload: WorkloadResult): Option[Double] =
    for
      summary <- workload.summary if workload.isMeasured
      generatorLimit <- workload.generatorLimit
      limit = generatorLimit.producedPerS + generatorLimit.consumedPerS if limit > 0
    yield (summary.produced.meanPerS + summary.consumed.meanPerS) / limit

  private def exhausted(r: ResourceSummary): Option[FlagResult] =
    val share = r.client.cpuCores / r.clientCoresUsable
    Option.when(share > thresholds.clientCpuShare) {
      val because =
        s"the generator used ${percent(share)} of the ${cores(r.clientCoresUsable)} that its clients could use"
      flag(Flag.GeneratorBound, because, share, thresholds.clientCpuShare)
    }

  private def cores(n: Int): String = if n == 1 then "one core" else s"$n cores"

  private def noisy(workload: WorkloadResult): Option[FlagResult] =
    val rates = workload.samples.map(s => if workload.load.consumers > 0 then s.consumedPerS else s.producedPerS)
    val judged = workload.basis.steady && workload.steps.isEmpty && workload.crash.isEmpty
    def noise = Noise.of(rates, workload.samples.map(s => s.tS - s.intervalS / 2))
    if !judged then None
    else climbing(workload).orElse(imprecise(workload)).orElse(noise.flatMap(n => varied(workload, n).orElse(trend(n))))

  private def climbing(workload: WorkloadResult): Option[FlagResult] =
    workload.sampling.filter(_.steady.contains(false)).map { s =>
      val because =
        f"the rate was not steady yet when the samples began, after the most warm-up there is (${s.warmUpS}%.1f s)"
      FlagResult(Flag.Noisy, Flag.Noisy.letter, because, None, None)
    }

  private def imprecise(workload: WorkloadResult): Option[FlagResult] =
    for
      precision <- workload.sampling.flatMap(_.precision)
      if precision > thresholds.precision
    yield
      val because =
        s"the mean over the samples is known to ${percent(precision)} only (half of its 95 % confidence interval)"
      flag(Flag.Noisy, because, precision, thresholds.precision)

  /** The precision of the mean says more than the variation, but it is known only if the load finds its own rate. */
  private def varied(workload: WorkloadResult, noise: Noise): Option[FlagResult] =
    Option.when(workload.sampling.flatMap(_.precision).isEmpty && noise.variation > thresholds.variation) {
      val because = s"the samples differ by ${percent(noise.variation)} (standard deviation of their mean rate)"
      flag(Flag.Noisy, because, noise.variation, thresholds.variation)
    }

  private def trend(noise: Noise): Option[FlagResult] =
    noise.trend.filter(t => t.probability < thresholds.trendProbability && t.change.abs > thresholds.variation).map {
      trend =>
        val because =
          s"the rate ${if trend.change > 0 then "rose" else "fell"} by ${percent(trend.change.abs)} over the samples"
        flag(Flag.Noisy, because, trend.probability, thresholds.trendProbability)
    }

/** The flag `E`: the audit or the connections found faults. */
object Faults:
  /** The share of owed deliveries. If more of them are left in the broker, what was consumed is not what the broker can
    * carry.
    */
  private val UndrainedShare = 0.5

  /** Order is promised for the messages of one producer, to the subscribers of a topic and to the only consumer of a
    * queue. If several consumers share a queue and one of them leaves, the others get its messages in any order.
    */
  def orderIsPromised(workload: WorkloadResult): Boolean =
    workload.load.destinationType == DestinationType.Topic || workload.load.consumers <= workload.load.destinations

  def flag(workload: WorkloadResult): Option[FlagResult] =
    val found = (workload.crash match
      case Some(crash) => afterCrash(crash, workload.audit)
      case None => workload.summary.toList.map(_.errors -> Fault.Errors.title) ++ audited(workload) ++ cutOff(workload)
    ).filter(_._1 > 0)
    val stood = standstill(workload)
    if found.isEmpty then stood
    else
      val because = found.map((n, what) => s"$n $what").mkString(", ")
      val whole = (because :: stood.map(_.because).toList).mkString("; ")
      Some(Flags.flag(Flag.Errors, whole, found.map(_._1).sum.toDouble, 0))

  /** Consumers got nothing, or only a small part of what was sent. What an earlier linked phase leaves is for a later
    * one.
    */
  private def standstill(workload: WorkloadResult): Option[FlagResult] =
    for
      audit <- workload.audit if workload.load.consumers > 0 && workload.crash.isEmpty && audit.expected > 0
      left = audit.undrained.toDouble / audit.expected
      silent = workload.summary.exists(s => s.consumed.maxPerS == 0 && s.produced.maxPerS > 0)
      if silent || (workload.isLastPhase && !workload.basis.consumersThink && left > UndrainedShare)
    yield
      val nothing = Option.when(silent)("nothing was consumed in any sample, though messages were sent")
      val missing =
        Option.when(audit.undrained > 0)(
          s"${audit.undrained} of ${audit.expected} deliveries (${Flags.percent(left)}) ${notThere(workload)}"
        )
      Flags.flag(Flag.Errors, (nothing ++ missing).mkString("; "), left, UndrainedShare)

  /** Messages that had not come yet are not lost. */
  private def notThere(workload: WorkloadResult): String =
    val ended = workload.drain.filter(_.outcome == DrainOutcome.LimitReached)
    ended.fold("were missing at the end")(d => f"had not come yet when the drain ended, after ${d.durationS}%.0f s")

  private def cutOff(workload: WorkloadResult): List[(Long, String)] = workload.cutOff.toList.flatMap { cut =>
    List(cut.producers -> "producers", cut.consumers -> "consumers")
      .map((n, who) => n.toLong -> s"$who that did not close and were cut off")
  }

  private def audited(workload: WorkloadResult): List[(Long, String)] = workload.audit.toList.flatMap { a =>
    counted(a, Fault.Lost, Fault.Duplicated) ++ damaged(a) ++
      (if orderIsPromised(workload) then counted(a, Fault.Reordered) else Nil)
  }

  /** After a broker was killed, broken connections and second deliveries are normal. Lost confirmed messages are not.
    */
  private def afterCrash(crash: CrashResult, audit: Option[AuditResult]): List[(Long, String)] =
    (crash.lostConfirmed -> "confirmed, then lost") :: audit.toList.flatMap(damaged)

  private def damaged(a: AuditResult): List[(Long, String)] =
    counted(a, Fault.Corrupted, Fault.Foreign, Fault.Misrouted)

  private def counted(a: AuditResult, faults: Fault*): List[(Long, String)] =
    faults.toList.map(fault => a.count(fault) -> fault.title)

/** The flag `R`: the broker did not carry the rate of an open loop, so the latency is the length of a queue. */
private object Saturation:
  /** If 1% of the latencies are missing, the p99 is unknown. */
  val UnmeasuredShare = 0.01

  /** The growth of the backlog as a share of what was sent. */
  val DepthGrowth = 0.01

  /** If more than this share of the messages went late because the window or the network was full, the queue is in
    * front of the broker.
    */
  private val MostlyHeldBack = 0.5

  /** Up to this many messages may just be in flight. */
  private val FewMessages = 10

  def flag(workload: WorkloadResult): Option[FlagResult] =
    for
      summary <- workload.summary
      target <- summary.targetPerS if target > 0
      seconds = workload.samples.map(_.intervalS).sum
      flag <- unsent(summary, target)
        .orElse(unconsumed(summary, seconds))
        .orElse(unmeasured(summary, seconds))
        // If the rate changes on purpose, so does the depth.
        .orElse(if workload.basis.steady then growing(workload, summary, seconds) else None)
    yield flag

  private def missed(because: String, measured: Double, threshold: Double): FlagResult =
    Flags.flag(Flag.RateMissed, because, measured, threshold)

  private def unsent(summary: Summary, target: Double): Option[FlagResult] =
    val (share, least) = (summary.produced.meanPerS / target, Flags.thresholds.rateShare)
    Option.when(share < least)(missed(s"sent at ${Flags.percent(share)} of the offered rate", share, least))

  private def unconsumed(summary: Summary, seconds: Double): Option[FlagResult] =
    for
      owed <- summary.owedPerS
      (share, least) = (summary.consumed.meanPerS / owed, Flags.thresholds.rateShare)
      if share < least && (owed - summary.consumed.meanPerS) * seconds > FewMessages
    yield missed(s"consumed at ${Flags.percent(share)} of the rate that was due", share, least)

  private def unmeasured(summary: Summary, seconds: Double): Option[FlagResult] =
    for
      owed <- summary.owedPerS
      missing <- summary.unmeasured
      share = missing / (owed * seconds)
      if share > UnmeasuredShare && missing > FewMessages
    yield
      val because =
        s"$missing deliveries that were due never came, or not before the drain ended, so no latency includes them"
      missed(because, share, UnmeasuredShare)

  /** A queue that grows over the samples, by a least-squares line. It is the broker's backlog. If a window keeps that
    * short, it is the messages that wait to be sent.
    */
  private def growing(workload: WorkloadResult, summary: Summary, seconds: Double): Option[FlagResult] =
    val heldBack = summary.heldBackShare.exists(_ > MostlyHeldBack)
    val depths = if heldBack then arrears(workload, summary) else workload.samples.map(_.depth.toDouble)
    // With several topics, depth is the backlog of one of them.
    val queues = if workload.load.destinationType == DestinationType.Topic then workload.load.destinations else 1
    for
      trend <- Noise.of(depths, workload.samples.map(_.tS)).flatMap(_.trend)
      if trend.probability < Flags.thresholds.trendProbability
      grown = trend.change * depths.sum / depths.size
      share = grown / (summary.produced.meanPerS * seconds / queues)
      if grown > FewMessages && share > DepthGrowth
    yield
      val because =
        s"the queue grew by ${math.round(grown)} messages over the samples, ${Flags.percent(share)} of those sent"
      missed(because, share, DepthGrowth)

  /** How many messages were due but not sent at the end of each sample. With consumers: how many deliveries were due
    * but not made.
    */
  private def arrears(workload: WorkloadResult, summary: Summary): List[Double] =
    val due = summary.owedPerS.orElse(summary.targetPerS).getOrElse(0.0)
    val done =
      workload.samples.map(s => (if summary.owedPerS.isDefined then s.consumedPerS else s.producedPerS) * s.intervalS)
    workload.samples.map(_.intervalS).scanLeft(0.0)(_ + _).tail.zip(done.scanLeft(0.0)(_ + _).tail).map((t, n) =>
      due * t - n
    )

/** The flag `B`, and the part of the flag `G` that is about time: something else than the broker determined the number.
  */
private object Disturbance:
  /** As a share of the machine. On a quiet machine with two cores, the system itself takes 1 to 5% with Apollo and
    * RabbitMQ, and up to 9% to write the data of Artemis to disk.
    */
  val ForeignShare = 0.15
  val StealShare = 0.05

  val ScheduleDelayShare = 0.5

  /** If window or network held back more messages than this, the p99 of the schedule delay is about those messages. */
  private val HeldBackShare = 0.005

  def flag(workload: WorkloadResult): Option[FlagResult] = workload.resources.flatMap { r =>
    val foreign = r.foreignShare.filter(_ > ForeignShare).map { share =>
      val because = s"other processes used ${Flags.percent(share)} of the machine's CPU time"
      Flags.flag(Flag.Busy, because, share, ForeignShare)
    }
    def stolen = Option.when(r.stealShare > StealShare) {
      val because = s"the hypervisor gave ${Flags.percent(r.stealShare)} of the machine's CPU time to others"
      Flags.flag(Flag.Busy, because, r.stealShare, StealShare)
    }
    foreign.orElse(stolen)
  }

  /** Whether messages of an open loop left so late that the generator, and not the broker, caused their latency. */
  def late(workload: WorkloadResult): Option[FlagResult] =
    for
      summary <- workload.summary
      delay <- summary.scheduleDelay
      held <- summary.heldBackShare if held <= HeldBackShare
      latency <- response(summary)
      share = delay.usP99 / latency if share > ScheduleDelayShare
    yield
      val because =
        s"p99 of the delay with which messages left, ${Math.round(delay.usP99)} us, is ${Flags.percent(share)} " +
          "of the latency's: the generator was late, not the broker"
      Flags.flag(Flag.GeneratorBound, because, share, ScheduleDelayShare)

  private def response(summary: Summary): Option[Double] =
    summary.endToEnd.orElse(summary.roundTrip).orElse(summary.send).map(_.usP99).filter(_ > 0)

/** The flag `L`: broker and load generator share the machine, and the load generator used CPU time that the broker
  * could have used. The number depends on the client, but it is not uncertain: the same broker, machine and client
  * reproduce it.
  */
private object LoadShare:
  /** On a machine this busy, the CPU time of one process is missing for the others. */
  private val Saturated = 0.9

  /** Without the load generator, a broker might be 1.5 times as fast: 1 / (1 - 1/3). In a quick run on two cores, all
    * STOMP workloads stay below 30%, and one in five JMS workloads is above.
    */
  val Share: Double = 1.0 / 3

  /** A broker might be a sixth faster if the load cost as little here as it does without a broker. */
  val Excess = 0.15

  /** A quarter of the time that a message takes is then not the broker's. */
  val Wait = 0.25

  def flag(workload: WorkloadResult): Option[FlagResult] =
    for
      resources <- workload.resources
      flag <- taken(resources).orElse(wasted(workload, resources)).orElse(waited(workload, resources))
    yield flag

  private def of(because: String, measured: Double, threshold: Double): FlagResult =
    Flags.flag(Flag.LoadShare, because, measured, threshold)

  private def taken(r: ResourceSummary): Option[FlagResult] =
    for share <- r.clientShare if r.busyShare >= Saturated && share > Share
    yield of(s"the load took ${Flags.percent(share)} of this machine, of which ${idle(r)}", share, Share)

  private def idle(r: ResourceSummary): String =
    val left = math.max(0.0, 1 - r.busyShare)
    if left < 0.005 then "nothing was left" else s"${Flags.percent(left)} was left"

  /** Closed loops only. At a low offered rate, the generator may wake up for each message, which it does not do at the
    * generator limit.
    */
  private def wasted(workload: WorkloadResult, r: ResourceSummary): Option[FlagResult] =
    for
      share <- r.clientShare if r.busyShare >= Saturated && !workload.load.openLoop
      needed <- workload.generatorLimit.flatMap(_.clientCpuUsPerMessage)
      cost <- r.client.cpuUsPerMessage if cost > 0
      excess = share * (1 - needed / cost) if excess > Excess
    yield
      val because =
        s"the load took ${Flags.percent(share)} of this machine, ${micros(cost)} us per message, but only " +
          s"${micros(needed)} us against the null broker; ${idle(r)}"
      of(because, excess, Excess)

  /** Two significant digits, because without a broker, a message of 20 B costs hundredths of a microsecond. */
  private def micros(us: Double): String =
    java.math.BigDecimal(us).round(java.math.MathContext(2)).stripTrailingZeros.toPlainString

  private def waited(workload: WorkloadResult, r: ResourceSummary): Option[FlagResult] =
    for
      delay <- r.client.rate(ProcessCounter.WaitedNanos)
      summary <- workload.summary
      latency <- shortest(summary)
      handled = summary.produced.meanPerS + summary.consumed.meanPerS if handled > 0
      each = delay * 1000 / handled
      share = each / latency if share > Wait
    yield
      val took = r.clientShare.fold("")(s => s"; it took ${Flags.percent(s)} of this machine")
      val because =
        f"the load's threads waited $delay%.0f ms in each second for a processor, $each%.0f us a message, " +
          f"which is ${Flags.percent(share)} of the mean latency of $latency%.0f us$took"
      of(because, share, Wait)

  /** The shortest mean latency of all kinds. It contains the least queueing. */
  private def shortest(summary: Summary): Option[Double] =
    List(
      summary.endToEnd,
      summary.send,
      summary.roundTrip
    ).flatten.filter(_.count > 0).map(_.usMean).filter(_ > 0).minOption

/** The flag `A`: broker and load generator were in different scheduling groups. */
private object Scheduling:
  /** Each group gets the same share of CPU time, so with more than one, the load generator wakes up for every message.
    */
  def flag(workload: WorkloadResult): Option[FlagResult] =
    workload.resources.flatMap(_.schedulingGroups).filter(_ > 1).map { groups =>
      val because =
        s"broker and load were in $groups scheduling groups; in one group the same broker may be 2 to 3 times as fast"
      Flags.flag(Flag.SeparateGroups, because, groups, 1)
    }

/** The flag `U`: another second would give another number. */
private object Stability:
  /** The factor between two successive samples. */
  val JumpFactor = 2.0

  /** A pause for garbage collection may cause two jumps. */
  private val FewestJumps = 3

  /** The growth of the backlog over the samples, as a share of what was sent. */
  val GrowthShare = 0.1
  private val FewestSamples = 5

  /** Only for loads that do not change on purpose. */
  def flag(workload: WorkloadResult): Option[FlagResult] =
    val judged =
      workload.basis.steady && workload.steps.isEmpty && workload.crash.isEmpty &&
        workload.samples.sizeIs >= FewestSamples
    if judged then jumping(workload).orElse(growing(workload)) else None

  private def jumping(workload: WorkloadResult): Option[FlagResult] =
    val rates = workload.samples.map(s => if workload.load.consumers > 0 then s.consumedPerS else s.producedPerS)
    val jumps = rates.zip(rates.tail).count((a, b) => math.max(a, b) > JumpFactor * math.min(a, b))
    Option.when(jumps >= FewestJumps) {
      val because =
        s"the rate jumped between ${perSecond(rates.min)} and ${perSecond(rates.max)} msg/s from sample to sample"
      Flags.flag(Flag.Unstable, because, rates.max / math.max(1, rates.min), JumpFactor)
    }

  /** Closed loops only. If the backlog of an open loop grows, its rate was not sustained, for which there is another
    * flag.
    */
  private def growing(workload: WorkloadResult): Option[FlagResult] =
    val depths = workload.samples.map(_.depth)
    // With several topics, depth is the backlog of one of them.
    val queues = if workload.load.destinationType == DestinationType.Topic then workload.load.destinations else 1
    val sent = workload.samples.map(s => s.producedPerS * s.intervalS).sum / queues
    val share = if sent > 0 then (depths.last - depths.head) / sent else 0
    val grows = depths.zip(depths.tail).forall((before, after) => after > before)
    Option.when(workload.load.consumers > 0 && !workload.load.openLoop && grows && share > GrowthShare) {
      val because = s"the backlog grew in every sample, from ${depths.head} to ${depths.last} messages"
      Flags.flag(Flag.Unstable, because, share, GrowthShare)
    }

  private def perSecond(rate: Double): String = math.round(rate).toString
