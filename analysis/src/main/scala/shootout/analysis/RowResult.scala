package shootout.analysis

import shootout.result.*

/** A number by which a contender is judged.
  *
  * @param half
  *   half of its 95% interval, as a difference of logarithms
  * @param guess
  *   true if there is one repetition only, so that the interval rests on what we know of other brokers
  * @param starts
  *   the values of single repetitions, by their number. Disturbed ones are left out if there are others
  */
case class Number(value: Double, half: Double, guess: Boolean, starts: Map[Int, Double] = Map.empty):
  /** The start of the interval. Both ends are factors of the value, so it never reaches zero. */
  def low: Double = value / math.exp(half)
  def high: Double = value * math.exp(half)

  /** Its ratio to an independent number. */
  def over(other: Number): Ratio = Ratio(value / other.value, math.hypot(half, other.half), guess || other.guess)

/** A reason to doubt a number.
  *
  * @param name
  *   its name in the data, or in words
  * @param flag
  *   none if the whole row has it and not a single result
  */
case class Doubt(name: String, letter: String, flag: Option[Flag]):
  def makesUncertain: Boolean = this == Doubt.FailedAtTimes || flag.exists(Doubt.Uncertain)

object Doubt:
  /** Some repetitions failed. If half of them failed, the load has failed. */
  val FailedAtTimes: Doubt = Doubt("failed at times", "F", None)

  /** The number is not uncertain, but the broker did less work. */
  val Unstored: Doubt = Doubt("delivered before it was stored", "D", None)

  /** These flags make the number itself uncertain. The others describe a whole run. */
  val Uncertain: Set[Flag] =
    Set(Flag.GeneratorBound, Flag.Noisy, Flag.Errors, Flag.RateMissed, Flag.Busy, Flag.Unstable, Flag.SeparateGroups)

  def of(flag: Flag): Doubt = Doubt(flag.word, flag.letter, Some(flag))

  /** Each letter once. */
  def all(flags: List[FlagResult]): List[Doubt] =
    flags.map(m => of(m.flag)).distinctBy(_.letter).sortBy(_.letter)

/** Whether a contender sustained a rate of a rate sweep in most repetitions.
  *
  * @param because
  *   why the rate was not sustained in some repetitions
  * @param ended
  *   the flags of the lower rate that ended the sweep
  */
case class SweepStep(axis: String, held: Boolean, because: Option[String], ended: List[Doubt])

object SweepStep:
  /** None if the load belongs to no rate sweep.
    *
    * @param workloads
    *   one for each repetition
    * @param others
    *   all workloads of the contender
    */
  def of(workloads: List[JudgedWorkload], others: List[JudgedWorkload]): Option[SweepStep] =
    val climbing = workloads.filter(_.rateSweep.isDefined)
    climbing.headOption.flatMap(_.rateSweep).map: rateSweep =>
      val ended =
        for
          workload <- climbing
          beyond <- workload.rateSweep.flatMap(_.beyond).toList
          one <- others
          if one.result.id == beyond && one.result.group == workload.result.group &&
            one.result.repetition == workload.result.repetition
        yield one
      val lost = climbing.find(!_.isSustained)
      val because = lost.flatMap(_.whyNotSustained)
      SweepStep(
        rateSweep.axis,
        MeanResult.mostSustain(workloads),
        because.filter(_.nonEmpty),
        Doubt.all(ended.flatMap(_.flags))
      )

/** A percentile is known if at least ten messages lie beyond it. With fewer, it is little more than the highest
  * latency, which a single message decides.
  */
enum Percentile(val percent: Int, val of: LatencySummary => Double):
  case P95 extends Percentile(95, _.usP95)
  case P99 extends Percentile(99, _.usP99)

  /** The number of messages that it needs: 200 for p95, 1,000 for p99. */
  def needed: Int = 100 * Percentile.Beyond / (100 - percent)
  def isKnown(latency: LatencySummary): Boolean = latency.count >= needed

object Percentile:
  val Beyond = 10

/** How a contender did with a load, over all its repetitions. */
case class RowResult(
    contender: Contender,
    /** that of most repetitions; none if the load was not run */
    status: Option[Status],
    /** true if the load is for another programming interface */
    foreign: Boolean,
    /** why some repetitions were not measured */
    reason: Option[String],
    /** the messages per second that were due; none without an offered rate */
    target: Option[Double],
    rates: Map[String, Number],
    /** the p99 of each kind of latency, if there are enough messages */
    tails: Map[String, Number],
    /** the p95 of each kind of latency, if there are enough messages */
    p95s: Map[String, Number],
    /** the kinds of latency with too few messages for a p99, and how many messages there are */
    tooFew: Map[String, Long],
    /** how receivers fell behind senders, in words, if they did */
    behind: Option[String],
    faults: Map[Fault, Long],
    flags: List[Doubt],
    hold: Option[SweepStep],
    ownRate: Boolean,
    killed: Boolean,
    /** the share of owed deliveries that were missing when waiting ended; none if unknown */
    undelivered: Option[Double],
    /** the bytes that the broker wrote to disks per produced message; none if unknown */
    written: Option[Double],
    /** the broker's CPU time per message, see [[Measure.cpuUs]] */
    cpuUs: Option[Double],
    /** the cores that the broker kept busy */
    cpuCores: Option[Double],
    /** how long one repetition takes, without the start of the broker */
    seconds: Double
):
  def isMeasured: Boolean = status.contains(Status.Measured)

  /** Whether its broker took part, successfully or not. */
  def isTried: Boolean = isMeasured || status.contains(Status.Failed)

  /** Whether a flag makes the number itself uncertain. Other flags describe a whole run. */
  def uncertain: Boolean = flags.exists(_.makesUncertain)

  /** Whether the broker promises that a confirmed message is on a disk, but wrote clearly less than the messages
    * contain. Then it delivered them before it had to store them, and the number says nothing about storing.
    */
  def unexercised(load: LoadComparison): Boolean =
    load.stored && contender.synced && written.zip(load.messageBytes).exists((bytes, size) =>
      bytes < RowResult.StoredShare * size
    )

object RowResult:
  /** Messages that are written and messages that are sent in the same seconds are not the same, so a few percent less
    * mean nothing. Only the body counts, because a store adds 4 B in one of our systems and hundreds in others, and a
    * higher limit would wrongly accuse the first. With small messages, this finds only brokers that store next to
    * nothing. The group `stored` shows how much storing costs.
    */
  val StoredShare = 0.8

  private val Tails = LatencyKind.values.toList.filter(_.judgedAs.isDefined)

  /** @param workloads
    *   one for each repetition; empty if the load was not run
    * @param foreign
    *   true if the load is for another programming interface
    */
  def of(contender: Contender, workloads: List[JudgedWorkload], foreign: Boolean): RowResult =
    val (measured, others) = workloads.partition(c => c.isMeasured && c.summary.isDefined)
    val results = measured.map(_.result)
    val summaries = results.flatMap(_.summary)
    val failed = others.filter(_.status == Status.Failed)
    val mean = workloads.headOption.flatMap(workload => contender.judged.mean(workload.result.id))
    val agreeing = MeanResult.agreeing(workloads).map(_.result)
    val disturbed = measured.filter(_.flags.exists(_.flag == Flag.Busy)).map(_.result.repetition).toSet
    def known(at: Percentile) =
      Tails.flatMap(kind => percentile(agreeing, mean, kind, at, disturbed).map(kind.key -> _)).toMap
    def few(kind: LatencyKind) =
      mean.flatMap(_.latency(kind)).filterNot(Percentile.P99.isKnown).map(kind.key -> _.count)
    RowResult(
      contender,
      status =
        if measured.size > failed.size then Some(Status.Measured) else (failed ++ others).headOption.map(_.status),
      foreign = foreign,
      reason = (failed ++ others).headOption.flatMap(_.result.reason).filter(_.nonEmpty),
      target = meanOf(summaries.flatMap(_.targetPerS)),
      rates = List(
        rate(results, _.produced, disturbed).map("produced" -> _),
        rate(results, _.consumed, disturbed).map("consumed" -> _)
      ).flatten.toMap,
      tails = known(Percentile.P99),
      p95s = known(Percentile.P95),
      tooFew = Tails.flatMap(few).toMap,
      behind = Backlog.of(results),
      faults = faults(results),
      flags = Doubt.all(mean.toList.flatMap(_.flags)) ++
        Option.when(measured.nonEmpty && failed.nonEmpty)(Doubt.FailedAtTimes),
      hold = SweepStep.of(workloads, contender.judged.workloads),
      ownRate = workloads.exists(_.result.offered.isDefined),
      killed = workloads.exists(_.result.crash.isDefined),
      undelivered = undelivered(results),
      written = written(results),
      cpuUs = meanOf(results.flatMap(Measure.cpuUs(_))),
      cpuCores = meanOf(results.flatMap(_.resources).flatMap(_.broker).map(_.cpuCores)),
      seconds = workloads.headOption.map(_.result.timing).fold(0.0)(timing =>
        timing.warmUpS + timing.samples * timing.sampleIntervalMs / 1000
      )
    )

  /** The mean over repetitions. The samples of a single one may differ more than starts usually do. */
  private def rate(workloads: List[WorkloadResult], of: Summary => RateSummary, disturbed: Set[Int]): Option[Number] =
    val rates = for workload <- workloads; summary <- workload.summary yield workload -> of(summary)
    val starts = rates.map((workload, rate) => workload.repetition -> rate.meanPerS).toMap
    val samples =
      rates.collect { case (workload, rate) if workload.samples.sizeIs > 1 => rate.stdevPerS / rate.meanPerS }
    meanOf(starts.values.toList).filter(_ > 0).map(number(_, starts, disturbed, Spread.Rate, samples.headOption))

  /** @param variation
    *   the coefficient of variation of the samples of the first repetition, if there are several
    */
  private def number(
      value: Double,
      starts: Map[Int, Double],
      disturbed: Set[Int],
      spread: Spread,
      variation: Option[Double]
  ): Number =
    val quiet = starts.removedAll(disturbed)
    val counted = if quiet.isEmpty then starts else quiet
    val half = StartInterval.half(counted.values.toList.filter(_ > 0).map(math.log), spread.typical)
    val single = counted.sizeIs == 1
    Number(value, if single then (half :: variation.toList).max else half, guess = single, counted)

  /** A percentile of all repetitions together, if enough messages lie beyond it. Its interval comes from the
    * percentiles of single repetitions.
    */
  private def percentile(
      results: List[WorkloadResult],
      mean: Option[MeanResult],
      kind: LatencyKind,
      at: Percentile,
      disturbed: Set[Int]
  ): Option[Number] =
    val starts =
      for result <- results; latency <- result.summary.flatMap(_.latency(kind))
      yield result.repetition -> at.of(latency)
    for
      latency <- mean.flatMap(_.latency(kind)) if at.isKnown(latency)
      value = at.of(latency) if value > 0
    yield number(value, starts.toMap, disturbed, Spread.Tail, variation = None)

  /** All faults of messages and connections, without zeros. */
  private def faults(workloads: List[WorkloadResult]): Map[Fault, Long] =
    val errors = Fault.Errors -> workloads.flatMap(_.summary).map(_.errors).sum
    val audited = Fault.audited.map(fault => fault -> workloads.flatMap(_.audit).map(_.count(fault)).sum)
    (errors :: audited).filter((_, times) => times > 0).toMap

  /** The share of undelivered messages over all repetitions. Of linked phases, only the last one shows it. */
  private def undelivered(workloads: List[WorkloadResult]): Option[Double] =
    val audits = workloads.filter(_.isLastPhase).flatMap(_.audit)
    val owed = audits.map(_.expected).sum
    Option.when(owed > 0)(audits.map(audit => audit.lost + audit.undrained).sum.toDouble / owed)

  private def written(workloads: List[WorkloadResult]): Option[Double] = meanOf(
    for
      workload <- workloads
      broker <- workload.resources.flatMap(_.broker)
      bytes <- broker.rate(ProcessCounter.WrittenBytes)
      produced <- workload.summary.map(_.produced.meanPerS) if produced > 0
    yield bytes / produced
  )

/** Whether receivers kept up with senders. If they did not, messages wait for their receivers. Their latency is then
  * the length of a queue and says nothing about the broker.
  */
object Backlog:
  /** Receivers fall behind if they take less than this share of what is sent. */
  private val KeepingUp = 0.95

  /** Receivers also fall behind if their mean backlog is more than this many seconds of their work. */
  private val LongestS = 1.0

  /** How receivers fell behind, in words, if they did in at least half of the repetitions. The words are about the
    * first of these.
    */
  def of(workloads: List[WorkloadResult]): Option[String] =
    val behind = workloads.flatMap(words)
    behind.headOption.filter(_ => 2 * behind.size >= workloads.size)

  private def words(workload: WorkloadResult): Option[String] =
    val (sent, received) = (rate(workload, _.produced), rate(workload, _.consumed))
    val depths = workload.samples.map(_.depth.toDouble)
    val waiting = if depths.isEmpty then 0.0 else depths.sum / depths.size
    if workload.load.consumers < 1 then None
    else if received < KeepingUp * sent then
      Some(s"receivers took ${math.floor(100 * received / sent).toInt} % of what was sent")
    else if waiting > LongestS * received then
      Some(s"the mean backlog was ${Numbers.digits(waiting / received)} s of work for the receivers")
    else None

  private def rate(workload: WorkloadResult, of: Summary => RateSummary): Double =
    workload.summary.fold(0.0)(of(_).meanPerS)
