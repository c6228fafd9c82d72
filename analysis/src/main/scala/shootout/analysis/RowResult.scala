package shootout.analysis

import shootout.result.*

/** A number that a row is judged by.
  *
  * @param half
  *   half of its 95 % interval, as a share of the value
  * @param guess
  *   the interval is a guess, for there is one repetition
  */
case class Number(value: Double, half: Double, guess: Boolean):
  /** Where its interval begins and ends, on the scale of factors, so that it never reaches below zero. */
  def low: Double = value / math.exp(half)
  def high: Double = value * math.exp(half)

/** A reason to doubt a number.
  *
  * @param name
  *   as data has it, or in words
  * @param flag
  *   none: it is given to a row and not to a single result
  */
case class Doubt(name: String, letter: String, flag: Option[Flag]):
  def makesUncertain: Boolean = this == Doubt.FailedAtTimes || flag.exists(Doubt.Uncertain)

object Doubt:
  /** Some repetitions failed; with half of them the load has failed. */
  val FailedAtTimes: Doubt = Doubt("failed at times", "F", None)

  /** No uncertain number, but one of less work. */
  val Unstored: Doubt = Doubt("delivered before it was stored", "D", None)

  /** They make the number itself uncertain; the others are true of a whole run. */
  val Uncertain: Set[Flag] =
    Set(Flag.GeneratorBound, Flag.Noisy, Flag.Errors, Flag.RateMissed, Flag.Busy, Flag.Unstable, Flag.SeparateGroups)

  def of(flag: Flag): Doubt = Doubt(flag.word, flag.letter, Some(flag))

  /** Each letter once. */
  def all(flags: List[FlagResult]): List[Doubt] =
    flags.map(m => of(m.flag)).distinctBy(_.letter).sortBy(_.letter)

/** Whether a row sustained the rate of a step of a rate sweep, in most of its repetitions.
  *
  * @param because
  *   why it was not sustained in some of them
  * @param ended
  *   flags of the lower step that was not sustained, if that ended the sweep
  */
case class SweepStep(axis: String, held: Boolean, because: Option[String], ended: List[Doubt])

object SweepStep:
  /** None: the load belongs to no rate sweep.
    *
    * @param workloads
    *   one for each repetition
    * @param others
    *   all workloads of the row
    */
  def of(workloads: List[JudgedWorkload], others: List[JudgedWorkload]): Option[SweepStep] =
    for
      first <- workloads.find(_.rateSweep.isDefined)
      rateSweep <- first.rateSweep
    yield
      val climbing = workloads.filter(_.rateSweep.isDefined)
      val ended =
        for
          workload <- climbing
          beyond <- workload.rateSweep.flatMap(_.beyond).toList
          one <- others
          if one.result.id == beyond && one.result.group == workload.result.group &&
            one.result.repetition == workload.result.repetition
        yield one
      val lost = climbing.find(!_.isSustained)
      val because = lost.flatMap(workload => workload.sustained.flatMap(_.because).orElse(workload.result.reason))
      SweepStep(
        rateSweep.axis,
        MeanResult.mostSustain(workloads),
        because.filter(_.nonEmpty),
        Doubt.all(ended.flatMap(_.flags))
      )

/** What a message cost the broker, over all measured repetitions.
  *
  * @param cpuUs
  *   microseconds of CPU time for each message that was delivered, or produced where nobody consumes
  * @param cores
  *   processors that were busy with it
  */
case class CostPerMessage(cpuUs: Option[Double], cores: Option[Double])

object CostPerMessage:
  def of(workloads: List[WorkloadResult]): CostPerMessage =
    CostPerMessage(mean(workloads.flatMap(cpuUs)), mean(workloads.flatMap(broker).map(_.cpuCores)))

  /** By the messages that went all the way, so that one that is sent and received is one piece of work. */
  def cpuUs(workload: WorkloadResult): Option[Double] =
    for
      used <- broker(workload)
      summary <- workload.summary
      done = Criterion.delivered(workload.load, summary).meanPerS if done > 0
    yield used.cpuCores * 1e6 / done

  private def broker(workload: WorkloadResult): Option[ProcessSummary] = workload.resources.flatMap(_.broker)
  private def mean(values: List[Double]): Option[Double] = Option.when(values.nonEmpty)(values.sum / values.size)

/** When a percentile is known: at least ten messages lie beyond it. Of fewer it is little more than the highest latency, which a single
  * message decides.
  */
enum Percentile(val percent: Int, val of: LatencySummary => Double):
  case P95 extends Percentile(95, _.usP95)
  case P99 extends Percentile(99, _.usP99)

  /** How many messages it needs: 200 for p95, 1,000 for p99. */
  def needed: Int = 100 * Percentile.Beyond / (100 - percent)
  def isKnown(latency: LatencySummary): Boolean = latency.count >= needed

object Percentile:
  val Beyond = 10

/** What a row made of a load, over all its repetitions.
  *
  * @param status
  *   of most repetitions; none: it was not run
  * @param foreign
  *   the load is for another programming interface
  * @param reason
  *   why some of its repetitions were not measured
  * @param target
  *   messages a second that were due; none without a rate of its own
  * @param tails
  *   the p99 of each kind of latency, where there are enough messages to know it
  * @param p95s
  *   the same
  * @param tooFew
  *   kinds of latency that were measured, of too few messages to know their p99, and of how many
  * @param behind
  *   in words, if receivers fell behind senders
  * @param undelivered
  *   of the deliveries that were owed, the share that never came, or not before the wait for them ended; none if unknown
  * @param written
  *   bytes that the broker wrote to disks for each message produced; none if unknown
  */
case class RowResult(
    contender: Contender,
    status: Option[Status],
    foreign: Boolean,
    reason: Option[String],
    target: Option[Double],
    rates: Map[String, Number],
    tails: Map[String, Number],
    p95s: Map[String, Number],
    tooFew: Map[String, Long],
    behind: Option[String],
    faults: Map[Fault, Long],
    flags: List[Doubt],
    hold: Option[SweepStep],
    ownRate: Boolean,
    killed: Boolean,
    undelivered: Option[Double],
    written: Option[Double],
    cost: CostPerMessage
):
  def isMeasured: Boolean = status.contains(Status.Measured)

  /** Its broker took part, with whatever success. */
  def isTried: Boolean = isMeasured || status.contains(Status.Failed)

  /** One of its flags makes the number itself uncertain; the others hold for a whole run. */
  def uncertain: Boolean = flags.exists(_.makesUncertain)

  /** The broker promises that a confirmed message is on a disk, and wrote clearly less than the messages hold: they were delivered before they
    * had to be stored, so the number says nothing of storing.
    */
  def unexercised(load: LoadComparison): Boolean =
    load.stored && contender.synced && written.zip(load.messageBytes).exists((bytes, size) =>
      bytes < RowResult.StoredShare * size
    )

object RowResult:
  /** What is written and what is sent in the same seconds are not the same messages, so a few percent less say nothing. No more is asked for
    * than the body: what a store adds to it is 4 B in one of the shipped systems and hundreds in others, so a sum for all would accuse
    * the first. Of small messages this finds only rows that store next to none; how much storing costs, the group `stored` tells.
    */
  val StoredShare = 0.8

  /** With a single repetition nobody knows how far the next start of a broker would be off; at least so much, to each side. */
  val Guess = 0.1

  /** The same of a p99, or a p95: a tail differs more between two starts than a mean does. */
  val GuessOfTail = 0.25

  private val Tails = LatencyKind.values.toList.filter(_.judgedAs.isDefined)

  /** @param workloads
    *   one for each repetition; none if the load was not run
    * @param foreign
    *   the load is for another programming interface
    */
  def of(contender: Contender, workloads: List[JudgedWorkload], foreign: Boolean): RowResult =
    val (measured, others) = workloads.partition(c => c.isMeasured && c.summary.isDefined)
    val results = measured.map(_.result)
    val summaries = results.flatMap(_.summary)
    val failed = others.filter(_.status == Status.Failed)
    val mean = workloads.headOption.flatMap(workload => contender.judged.mean(workload.result.id))
    val agreeing = MeanResult.agreeing(workloads).flatMap(_.summary)
    def known(at: Percentile) =
      Tails.flatMap(kind => percentile(agreeing, mean, kind, at).map(kind.key -> _)).toMap
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
        rate(results, _.produced).map("produced" -> _),
        rate(results, _.consumed).map("consumed" -> _)
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
      cost = CostPerMessage.of(results)
    )

  private def meanOf(values: List[Double]) = Option.when(values.nonEmpty)(values.sum / values.size)

  /** The mean over repetitions; of a single one, its own. */
  private def rate(workloads: List[WorkloadResult], of: Summary => RateSummary): Option[Number] =
    val rates = workloads.flatMap(_.summary).map(of)
    val each = rates.map(_.meanPerS)
    def spread = workloads.headOption.filter(_.samples.sizeIs > 1).flatMap(_ => rates.headOption).fold(0.0)(_.stdevPerS)
    meanOf(each).filter(_ > 0).map: value =>
      Student.half(each).fold(Number(value, Guess.max(spread / value), guess = true)): half =>
        Number(value, half / value, guess = false)

  /** A percentile of all repetitions together, if enough messages lie beyond it. The interval comes from those of the repetitions, each of
    * which is one draw.
    */
  private def percentile(
      summaries: List[Summary],
      mean: Option[MeanResult],
      kind: LatencyKind,
      at: Percentile
  ): Option[Number] =
    val each = summaries.flatMap(_.latency(kind)).map(at.of)
    for
      latency <- mean.flatMap(_.latency(kind)) if at.isKnown(latency)
      value = at.of(latency) if value > 0
    yield Student.half(each).fold(Number(value, GuessOfTail, guess = true))(half =>
      Number(value, half / value, guess = false)
    )

  /** Everything that went wrong with messages, without zeros. */
  private def faults(workloads: List[WorkloadResult]): Map[Fault, Long] =
    val errors = Fault.Errors -> workloads.flatMap(_.summary).map(_.errors).sum
    val audited = Fault.audited.map(fault => fault -> workloads.flatMap(_.audit).map(_.count(fault)).sum)
    (errors :: audited).filter((_, times) => times > 0).toMap

  /** Over all repetitions. Of linked phases only the last one can tell. */
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

/** Whether receivers kept up with senders. Where they did not, a message waits for its receiver, and the time from its send to its receipt
  * is the length of a queue: it says nothing of the broker.
  */
object Backlog:
  /** Receivers who take less than this share of what is sent fall behind. */
  private val KeepingUp = 0.95

  /** As do those with a backlog of so many seconds of their work, on average. */
  private val LongestS = 1.0

  /** In words, if they fell behind in at least half of these repetitions; of the first that they did. */
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
      Some(s"messages for ${Numbers.digits(waiting / received)} s of the receivers waited")
    else None

  private def rate(workload: WorkloadResult, of: Summary => RateSummary): Double =
    workload.summary.fold(0.0)(of(_).meanPerS)
