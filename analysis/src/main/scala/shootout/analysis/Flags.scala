package shootout.analysis

import shootout.result.*
import shootout.units.{DestinationType, Json, Word}
import Numbers.{inPercent, twoDigits}

/** Reasons to doubt a number, each with its letter in tables. */
enum Flag(val letter: String) extends Word:
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

  /** This flag because of a value that is beyond its threshold. */
  def beyond(threshold: Double, measured: Double)(because: String): FlagResult =
    FlagResult(this, letter, because, Some(measured), Some(threshold))

  /** This flag if the value is above its threshold. */
  def above(threshold: Double, measured: Double)(because: => String): Option[FlagResult] =
    Option.when(measured > threshold)(beyond(threshold, measured)(because))

  /** This flag without a value. */
  def because(reason: String): FlagResult = FlagResult(this, letter, reason, None, None)

/** A flag and the reason for it. */
case class FlagResult(
    flag: Flag,
    /** the flag's letter in tables */
    letter: String,
    /** the reason in words, with numbers */
    because: String,
    /** the value that is beyond `threshold`; null if the flag has no value */
    measured: Option[Double],
    threshold: Option[Double]
) derives Json.ReadWriter

/** The thresholds of flags. */
case class Thresholds(
    /** `G`: the rate, as a share of the generator limit. Above half, queueing in the generator is no longer small. */
    generatorLimitShare: Double = 0.5,
    /** `G`: the generator's CPU time, as a share of what it could have used. Above 80%, only pauses are left. */
    clientCpuShare: Double = 0.8,
    /** `N`: the standard deviation of the samples, divided by their mean */
    variation: Double = 0.1,
    /** `N`: the probability that chance alone makes such a trend; a trend counts below this. It is 1% and not 5%,
      * because a run tests hundreds of workloads.
      */
    trendProbability: Double = 0.01,
    /** `R`: the rate that was sent or consumed, as a share of the offered rate or of the deliveries due */
    rateShare: Double = 0.95,
    /** `R`: the deliveries that never came, as a share of those due. If 1% are missing, the p99 is unknown. */
    unmeasuredShare: Double = 0.01,
    /** `R`: the growth of the backlog over the samples, as a share of what was sent */
    depthGrowth: Double = 0.01,
    /** `G`: the p99 of the schedule delay, as a share of the p99 of the latency */
    scheduleDelayShare: Double = 0.5,
    /** `B`: the CPU time of processes other than broker and generator, as a share of the machine's. On a quiet machine
      * with two cores, the system itself takes 1 to 5% with Apollo and RabbitMQ, and up to 9% to write the data of
      * Artemis to disk.
      */
    foreignShare: Double = 0.15,
    /** `B`: the CPU time that the hypervisor took away, as a share of the machine's */
    stealShare: Double = 0.05,
    /** `N`: half of the 95% confidence interval of the mean rate within a workload, divided by the mean; it replaces
      * `variation` if it is known
      */
    precision: Double = 0.1,
    /** `L`: the CPU time of the generator, as a share of a saturated machine's. Without the load generator, a broker
      * might be 1.5 times as fast: 1 / (1 - 1/3). In a quick run on two cores, all STOMP workloads stay below 30%, and
      * one in five JMS workloads is above.
      */
    loadShare: Double = 1.0 / 3,
    /** `L`: the CPU time of the generator beyond what these messages cost it against the null broker, as a share of a
      * saturated machine's. A broker might be a sixth faster without it.
      */
    loadExcess: Double = 0.15,
    /** `L`: the time that the generator's threads waited for a CPU, as a share of the mean latency. A quarter of the
      * time that a message takes is then not the broker's.
      */
    loadWait: Double = 0.25
) derives Json.ReadWriter

/** Gives a measured result its flags. It is a pure function, so the same file always gets the same flags. */
object Flags:
  val thresholds: Thresholds = Thresholds()

  /** @param sharedWithBroker
    *   load and broker ran on one machine
    * @param single
    *   the run has one repetition
    */
  def of(workload: WorkloadResult, sharedWithBroker: Boolean, single: Boolean): List[FlagResult] =
    if !workload.isMeasured then Nil
    else
      List(
        generatorBound(workload),
        noisy(workload),
        Faults.flag(workload),
        Saturation.flag(workload),
        Option.when(single)(Flags.single),
        Option.when(sharedWithBroker)(Flag.Shared.because("client and broker ran on one machine")),
        busy(workload),
        separateGroups(workload),
        Stability.flag(workload),
        if sharedWithBroker then LoadShare.flag(workload) else None
      ).flatten

  private[analysis] val single: FlagResult =
    Flag.Single.because("measured once: how far a repetition would be off is not known")

  /** Whether the load stays the same from the first sample to the last. */
  private[analysis] def isSteady(workload: WorkloadResult): Boolean =
    workload.basis.steady && workload.steps.isEmpty && workload.crash.isEmpty

  private[analysis] def rates(workload: WorkloadResult): List[Double] =
    workload.samples.map(Criterion.delivered(workload.load, _))

  /** How many queues the messages are spread over, of which the depth of a sample is one: with several topics, it is
    * the backlog of one of them.
    */
  private[analysis] def queues(load: LoadResult): Int =
    if load.destinationType == DestinationType.Topic then load.destinations else 1

  /** A generator limit cannot be below a rate that was reached. If the generator did more with a broker than without
    * one, the measured limit, which takes only seconds, is too low. Then the true limit is unknown, and only CPU time
    * counts.
    */
  private def generatorBound(workload: WorkloadResult): Option[FlagResult] =
    val generatorLimit = generatorLimitShare(workload).filter(_ <= 1).flatMap: share =>
      Flag.GeneratorBound.above(thresholds.generatorLimitShare, share):
        s"the generator was at ${inPercent(share)} of what it reaches without a broker"
    generatorLimit.orElse(workload.resources.flatMap(exhausted)).orElse(late(workload))

  /** Messages produced and consumed, as a share of those that the generator handles alone. None if that is unknown. */
  def generatorLimitShare(workload: WorkloadResult): Option[Double] =
    for
      summary <- workload.summary if workload.isMeasured
      generatorLimit <- workload.generatorLimit
      limit = generatorLimit.producedPerS + generatorLimit.consumedPerS if limit > 0
    yield (summary.produced.meanPerS + summary.consumed.meanPerS) / limit

  private def exhausted(r: ResourceSummary): Option[FlagResult] =
    val share = r.client.cpuCores / r.clientCoresUsable
    val cores = if r.clientCoresUsable == 1 then "one core" else s"${r.clientCoresUsable} cores"
    Flag.GeneratorBound.above(thresholds.clientCpuShare, share):
      s"the generator used ${inPercent(share)} of the $cores that its clients could use"

  /** If window or network held back more messages than this, the p99 of the schedule delay is about those messages. */
  private val HeldBackShare = 0.005

  /** Whether messages of an open loop left so late that the generator, and not the broker, caused their latency. */
  private def late(workload: WorkloadResult): Option[FlagResult] =
    for
      summary <- workload.summary
      delay <- summary.scheduleDelay
      if summary.heldBackShare.exists(_ <= HeldBackShare)
      latency <- summary.endToEnd.orElse(summary.roundTrip).orElse(summary.send).map(_.usP99).filter(_ > 0)
      share = delay.usP99 / latency
      flag <- Flag.GeneratorBound.above(thresholds.scheduleDelayShare, share):
        s"p99 of the delay with which messages left, ${Math.round(delay.usP99)} us, is ${inPercent(share)} " +
          "of the latency's: the generator was late, not the broker"
    yield flag

  private def noisy(workload: WorkloadResult): Option[FlagResult] =
    def middles = workload.samples.map(s => s.tS - s.intervalS / 2)
    // The precision of the mean says more than the variation, but it is known only if the load finds its own rate.
    def uncertain = workload.sampling.flatMap(_.precision) match
      case Some(precision) => imprecise(precision)
      case None => Student.variation(rates(workload)).flatMap(varied)
    if !isSteady(workload) then None
    else climbing(workload).orElse(uncertain).orElse(Trend.of(rates(workload), middles).flatMap(trend))

  private def climbing(workload: WorkloadResult): Option[FlagResult] =
    workload.sampling.filter(_.steady.contains(false)).map: s =>
      Flag.Noisy.because(
        f"the rate was not steady yet when the samples began, after the most warm-up there is (${s.warmUpS}%.1f s)"
      )

  private def imprecise(precision: Double): Option[FlagResult] =
    Flag.Noisy.above(thresholds.precision, precision):
      s"the mean over the samples is known to ${inPercent(precision)} only (half of its 95 % confidence interval)"

  private def varied(variation: Double): Option[FlagResult] =
    Flag.Noisy.above(thresholds.variation, variation):
      s"the samples differ by ${inPercent(variation)} (standard deviation of their mean rate)"

  private def trend(of: Trend): Option[FlagResult] =
    val way = if of.change > 0 then "rose" else "fell"
    Option.when(of.probability < thresholds.trendProbability && of.change.abs > thresholds.variation):
      Flag.Noisy.beyond(thresholds.trendProbability, of.probability):
        s"the rate $way by ${inPercent(of.change.abs)} over the samples"

  private def busy(workload: WorkloadResult): Option[FlagResult] = workload.resources.flatMap: r =>
    val foreign = r.foreignShare.flatMap: share =>
      Flag.Busy.above(thresholds.foreignShare, share):
        s"other processes used ${inPercent(share)} of the machine's CPU time"
    def stolen = Flag.Busy.above(thresholds.stealShare, r.stealShare):
      s"the hypervisor gave ${inPercent(r.stealShare)} of the machine's CPU time to others"
    foreign.orElse(stolen)

  /** Each group gets the same share of CPU time, so with more than one, the load generator wakes up for every message.
    */
  private def separateGroups(workload: WorkloadResult): Option[FlagResult] =
    workload.resources.flatMap(_.schedulingGroups).flatMap: groups =>
      Flag.SeparateGroups.above(1, groups):
        s"broker and load were in $groups scheduling groups; in one group the same broker may be 2 to 3 times as fast"

/** The flag `E`: the audit or the connections found faults. */
private object Faults:
  /** The share of owed deliveries. If more of them are left in the broker, what was consumed is not what the broker can
    * carry.
    */
  private val UndrainedShare = 0.5

  def flag(workload: WorkloadResult): Option[FlagResult] =
    val found = (workload.crash match
      // After a kill, broken connections and second deliveries are normal. Lost confirmed messages are not.
      case Some(crash) => (crash.lostConfirmed -> "confirmed, then lost") :: workload.audit.toList.flatMap(damaged)
      case None => workload.summary.toList.map(_.errors -> Fault.Errors.title) ++ audited(workload) ++ cutOff(workload)
    ).filter(_._1 > 0)
    val stood = standstill(workload)
    if found.isEmpty then stood
    else
      val counts = found.map((n, what) => s"$n $what").mkString(", ")
      val because = (counts :: stood.map(_.because).toList).mkString("; ")
      Some(Flag.Errors.beyond(0, found.map(_._1).sum.toDouble)(because))

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
          s"${audit.undrained} of ${audit.expected} deliveries (${inPercent(left)}) ${notThere(workload)}"
        )
      Flag.Errors.beyond(UndrainedShare, left)((nothing ++ missing).mkString("; "))

  /** Messages that had not come yet are not lost. */
  private def notThere(workload: WorkloadResult): String =
    val ended = workload.drain.filter(_.outcome == DrainOutcome.LimitReached)
    ended.fold("were missing at the end")(d => f"had not come yet when the drain ended, after ${d.durationS}%.0f s")

  private def cutOff(workload: WorkloadResult): List[(Long, String)] = workload.cutOff.toList.flatMap: cut =>
    List(cut.producers -> "producers", cut.consumers -> "consumers")
      .map((n, who) => n.toLong -> s"$who that did not close and were cut off")

  private def audited(workload: WorkloadResult): List[(Long, String)] = workload.audit.toList.flatMap: a =>
    counted(a, Fault.Lost, Fault.Duplicated) ++ damaged(a) ++
      (if orderIsPromised(workload.load) then counted(a, Fault.Reordered) else Nil)

  /** Order is promised for the messages of one producer, to the subscribers of a topic and to the only consumer of a
    * queue. If several consumers share a queue and one of them leaves, the others get its messages in any order.
    */
  private def orderIsPromised(load: LoadResult): Boolean =
    load.destinationType == DestinationType.Topic || load.consumers <= load.destinations

  private def damaged(a: AuditResult): List[(Long, String)] =
    counted(a, Fault.Corrupted, Fault.Foreign, Fault.Misrouted)

  private def counted(a: AuditResult, faults: Fault*): List[(Long, String)] =
    faults.toList.map(fault => a.count(fault) -> fault.title)

/** The flag `R`: the broker did not carry the rate of an open loop, so the latency is the length of a queue. */
private object Saturation:
  import Flags.thresholds

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

  private def unsent(summary: Summary, target: Double): Option[FlagResult] =
    val share = summary.produced.meanPerS / target
    Option.when(share < thresholds.rateShare):
      Flag.RateMissed.beyond(thresholds.rateShare, share)(s"sent at ${inPercent(share)} of the offered rate")

  private def unconsumed(summary: Summary, seconds: Double): Option[FlagResult] =
    for
      owed <- summary.owedPerS
      share = summary.consumed.meanPerS / owed
      if share < thresholds.rateShare && (owed - summary.consumed.meanPerS) * seconds > FewMessages
    yield Flag.RateMissed.beyond(
      thresholds.rateShare,
      share
    )(s"consumed at ${inPercent(share)} of the rate that was due")

  private def unmeasured(summary: Summary, seconds: Double): Option[FlagResult] =
    for
      owed <- summary.owedPerS
      missing <- summary.unmeasured if missing > FewMessages
      flag <- Flag.RateMissed.above(thresholds.unmeasuredShare, missing / (owed * seconds)):
        s"$missing deliveries that were due never came, or not before the drain ended, so no latency includes them"
    yield flag

  /** A queue that grows over the samples, by a least-squares line. It is the broker's backlog. If a window keeps that
    * short, it is the messages that wait to be sent.
    */
  private def growing(workload: WorkloadResult, summary: Summary, seconds: Double): Option[FlagResult] =
    val heldBack = summary.heldBackShare.exists(_ > MostlyHeldBack)
    val depths = if heldBack then arrears(workload, summary) else workload.samples.map(_.depth.toDouble)
    for
      trend <- Trend.of(depths, workload.samples.map(_.tS))
      if trend.probability < thresholds.trendProbability
      grown = trend.change * depths.sum / depths.size if grown > FewMessages
      share = grown / (summary.produced.meanPerS * seconds / Flags.queues(workload.load))
      flag <- Flag.RateMissed.above(thresholds.depthGrowth, share):
        s"the queue grew by ${math.round(grown)} messages over the samples, ${inPercent(share)} of those sent"
    yield flag

  /** How many messages were due but not sent at the end of each sample. With consumers: how many deliveries were due
    * but not made.
    */
  private def arrears(workload: WorkloadResult, summary: Summary): List[Double] =
    val due = summary.owedPerS.orElse(summary.targetPerS).getOrElse(0.0)
    val done =
      workload.samples.map(s => (if summary.owedPerS.isDefined then s.consumedPerS else s.producedPerS) * s.intervalS)
    def soFar(values: List[Double]) = values.scanLeft(0.0)(_ + _).tail
    soFar(workload.samples.map(_.intervalS)).zip(soFar(done)).map((t, n) => due * t - n)

/** The flag `L`: broker and load generator share the machine, and the load generator used CPU time that the broker
  * could have used. The number depends on the client, but it is not uncertain: the same broker, machine and client
  * reproduce it.
  */
private object LoadShare:
  import Flags.thresholds

  /** On a machine this busy, the CPU time of one process is missing for the others. */
  private val Saturated = 0.9

  def flag(workload: WorkloadResult): Option[FlagResult] =
    for
      resources <- workload.resources
      flag <- taken(resources).orElse(wasted(workload, resources)).orElse(waited(workload, resources))
    yield flag

  private def taken(r: ResourceSummary): Option[FlagResult] =
    for
      share <- r.clientShare if r.busyShare >= Saturated
      flag <- Flag.LoadShare.above(thresholds.loadShare, share):
        s"the load took ${inPercent(share)} of this machine, of which ${idle(r)}"
    yield flag

  private def idle(r: ResourceSummary): String =
    val left = math.max(0.0, 1 - r.busyShare)
    if left < 0.005 then "nothing was left" else s"${inPercent(left)} was left"

  /** Closed loops only. At a low offered rate, the generator may wake up for each message, which it does not do at the
    * generator limit. Without a broker, a message of 20 B costs hundredths of a microsecond.
    */
  private def wasted(workload: WorkloadResult, r: ResourceSummary): Option[FlagResult] =
    for
      share <- r.clientShare if r.busyShare >= Saturated && !workload.load.openLoop
      needed <- workload.generatorLimit.flatMap(_.clientCpuUsPerMessage)
      cost <- r.client.cpuUsPerMessage if cost > 0
      flag <- Flag.LoadShare.above(thresholds.loadExcess, share * (1 - needed / cost)):
        s"the load took ${inPercent(share)} of this machine, ${twoDigits(cost)} us per message, but only " +
          s"${twoDigits(needed)} us against the null broker; ${idle(r)}"
    yield flag

  private def waited(workload: WorkloadResult, r: ResourceSummary): Option[FlagResult] =
    for
      delay <- r.client.rate(ProcessCounter.WaitedNanos)
      summary <- workload.summary
      latency <- shortest(summary)
      handled = summary.produced.meanPerS + summary.consumed.meanPerS if handled > 0
      each = delay * 1000 / handled
      took = r.clientShare.fold("")(s => s"; it took ${inPercent(s)} of this machine")
      flag <- Flag.LoadShare.above(thresholds.loadWait, each / latency):
        f"the load's threads waited $delay%.0f ms in each second for a processor, $each%.0f us a message, " +
          f"which is ${inPercent(each / latency)} of the mean latency of $latency%.0f us$took"
    yield flag

  /** The shortest mean latency of all kinds, in microseconds. It contains the least queueing. */
  private def shortest(summary: Summary): Option[Double] =
    val known = List(summary.endToEnd, summary.send, summary.roundTrip).flatten.filter(_.count > 0)
    known.map(_.usMean).filter(_ > 0).minOption

/** The flag `U`: another second would give another number. */
private object Stability:
  /** The factor between two successive samples. */
  private val JumpFactor = 2.0

  /** A pause for garbage collection may cause two jumps. */
  private val FewestJumps = 3

  /** The growth of the backlog over the samples, as a share of what was sent. */
  private val GrowthShare = 0.1
  private val FewestSamples = 5

  /** Only for loads that do not change on purpose. */
  def flag(workload: WorkloadResult): Option[FlagResult] =
    if Flags.isSteady(workload) && workload.samples.sizeIs >= FewestSamples then
      jumping(Flags.rates(workload)).orElse(growing(workload))
    else None

  private def jumping(rates: List[Double]): Option[FlagResult] =
    val jumps = rates.zip(rates.tail).count((a, b) => math.max(a, b) > JumpFactor * math.min(a, b))
    val (lowest, highest) = (math.round(rates.min), math.round(rates.max))
    Option.when(jumps >= FewestJumps):
      Flag.Unstable.beyond(JumpFactor, rates.max / math.max(1, rates.min)):
        s"the rate jumped between $lowest and $highest msg/s from sample to sample"

  /** Closed loops only. If the backlog of an open loop grows, its rate was not sustained, for which there is another
    * flag.
    */
  private def growing(workload: WorkloadResult): Option[FlagResult] =
    val depths = workload.samples.map(_.depth)
    val sent = workload.samples.map(s => s.producedPerS * s.intervalS).sum / Flags.queues(workload.load)
    val share = if sent > 0 then (depths.last - depths.head) / sent else 0
    val grows = depths.zip(depths.tail).forall((before, after) => after > before)
    if workload.load.consumers > 0 && !workload.load.openLoop && grows then
      Flag.Unstable.above(GrowthShare, share):
        s"the backlog grew in every sample, from ${depths.head} to ${depths.last} messages"
    else None
