package shootout.analysis

import shootout.result.*
import shootout.units.Json

/** The outcome of a workload on one side, over its repetitions. */
case class SideOutcome(
    /** measured if any repetition was measured, else the status of the first one; none if there is no repetition */
    status: Option[Status],
    reason: Option[String],
    repetitions: Int,
    /** the number of repetitions that failed */
    failed: Int,
    /** messages lost or corrupted */
    lost: Long,
    flags: List[FlagResult],
    readings: Map[Measure, List[Reading]],
    /** true if it was measured but delivered nothing, which counts as a failure */
    silent: Boolean,
    /** the percentiles for which there were too few messages */
    tooFew: Set[Measure] = Set(),
    /** for a step of a rate sweep: why its rate was not sustained, in at least half of the repetitions */
    notHeld: Option[String] = None
):
  def isMeasured: Boolean = status.contains(Status.Measured)
  def words: String = status.fold("absent")(_.word)

  /** One reading for each repetition that has the measure. */
  def of(measure: Measure): List[Reading] = readings.getOrElse(measure, Nil)

object SideOutcome:
  def of(file: JudgedResult, workloads: List[JudgedWorkload]): SideOutcome =
    val (measured, others) = workloads.partition(c => c.isMeasured && c.summary.isDefined)
    val missing = Option.when(!file.file.broker.available)(file.file.broker)
    val results = measured.map(_.result)
    SideOutcome(
      status = (measured ++ others).headOption.map(_.status).orElse(missing.map(_ => Status.Failed)),
      reason = others.flatMap(_.result.reason).headOption.orElse(missing.flatMap(_.reason)),
      repetitions = workloads.size,
      failed = others.count(_.status == Status.Failed),
      lost = workloads.map(workload => lost(workload.result)).sum,
      flags = workloads.flatMap(_.flags).distinct,
      readings = measured.flatMap(readings).groupMap(_.measure)(_.reading),
      silent = measured.nonEmpty && results.forall(Measure.silent),
      tooFew = results.flatMap(Measure.tooFew).toSet,
      notHeld = notHeld(workloads)
    )

  /** If a repetition did not sustain its rate, only its rates count, because its latencies show the length of a queue.
    */
  private def readings(workload: JudgedWorkload): List[Measured] =
    val all = Measure.of(workload.result)
    if workload.rateSweep.isEmpty || workload.isSustained then all
    else all.filter(_.measure.unit == MeasureUnit.PerSecond)

  private def notHeld(workloads: List[JudgedWorkload]): Option[String] =
    val lost = MeanResult.tried(workloads).find(!_.isSustained)
    lost.filter(_ => workloads.exists(_.rateSweep.isDefined) && !MeanResult.mostSustain(workloads))
      .map(_.whyNotSustained.getOrElse(""))

  private def lost(workload: WorkloadResult): Long =
    def audited(faults: List[Fault]) = faults.map(fault => workload.audit.fold(0L)(_.count(fault))).sum
    val (lost, others) = Fault.audited.filter(_.isLoss).partition(_ == Fault.Lost)
    // The losses of a killed broker are in both places.
    audited(lost).max(workload.crash.fold(0L)(_.lostConfirmed)) + audited(others)

/** A measure of a workload that both sides have. */
case class Row(measure: Measure, change: Change):
  def verdict: ChangeVerdict = change.verdict(measure.more)

/** A measure that only one side has.
  *
  * @param why
  *   why the other side does not have it
  */
case class Lone(measure: Measure, old: Option[Double], now: Option[Double], why: String)

/** A workload on both sides. */
case class WorkloadComparison(
    id: String,
    title: String,
    old: SideOutcome,
    now: SideOutcome,
    /** what differs in its load, in words; if anything does, its numbers are not compared */
    otherLoad: List[String],
    rows: List[Row],
    lone: List[Lone],
    /** what a reader of the numbers should know */
    note: Option[String],
    /** what got worse apart from numbers: for example, it fails now or loses messages */
    worse: List[String]
):
  /** Whether there is no number to show. */
  def isEmpty: Boolean = rows.isEmpty && lone.isEmpty

/** All workloads of two results. */
case class PairComparison(
    old: JudgedResult,
    now: JudgedResult,
    workloads: List[WorkloadComparison],
    differences: List[Difference],
    notes: List[String]
):
  /** The decisive number. None if no workload was measured on both sides. */
  def overall: Option[Overall] = Overall.of(workloads)

  def title: String =
    val (a, b) = (PairComparison.title(old.file), PairComparison.title(now.file))
    if a == b then a else s"$a -> $b"

object PairComparison:
  /** How much two offered rates may differ and still count as the same. */
  private val RateTolerance = 0.05

  def of(old: JudgedResult, now: JudgedResult): PairComparison =
    val ids = (old.workloads ++ now.workloads).map(_.result.id).distinct
    PairComparison(
      old,
      now,
      ids.map(workload(_, old, now)),
      Comparability.differences(old.file, now.file),
      List("old" -> old, "new" -> now).collect {
        case (side, judged) if !judged.file.complete => s"the $side result is not complete"
      }
    )

  /** Broker, version and protocol. */
  def title(file: ResultFile): String =
    val name = Contender.title(file)
    val version = Option(file.broker.version).filter(v => v.nonEmpty && !name.contains(v))
    s"${(name :: version.toList).mkString(" ")} (${Contender.protocolTitle(file)})"

  private def workload(id: String, old: JudgedResult, now: JudgedResult): WorkloadComparison =
    val (oldWorkloads, newWorkloads) =
      (old.workloads.filter(_.result.id == id), now.workloads.filter(_.result.id == id))
    val (before, after) = (SideOutcome.of(old, oldWorkloads), SideOutcome.of(now, newWorkloads))
    val (oldResults, newResults) = (oldWorkloads.map(_.result), newWorkloads.map(_.result))
    val both = oldResults.headOption.zip(newResults.headOption)
    val otherLoad = both.toList.flatMap((a, b) => differences(a.load, b.load))
    val measures =
      for
        measure <- (oldResults ++ newResults).filter(c => c.isMeasured).flatMap(Measure.of).map(_.measure).distinct
        if otherLoad.isEmpty && before.isMeasured && after.isMeasured
        // At a rate that is not sustained, latency is the length of a queue.
        if measure.unit == MeasureUnit.PerSecond || before.notHeld.isEmpty && after.notHeld.isEmpty
      yield measure
    val rows =
      for measure <- measures; change <- Change.between(before.of(measure), after.of(measure))
      yield Row(measure, change)
    val prefetch = both.flatMap((a, b) => prefetchNote(a, b))
    val notes = otherRate(oldResults, newResults).toList ++ prefetch
    WorkloadComparison(
      id,
      (newResults ++ oldResults).headOption.fold(id)(_.title),
      before,
      after,
      otherLoad,
      rows,
      measures.flatMap(lone(_, before, after)),
      Option.when(notes.nonEmpty)(notes.mkString("; ")),
      worse(before, after)
    )

  private def lone(measure: Measure, old: SideOutcome, now: SideOutcome): Option[Lone] =
    def mean(side: SideOutcome) = meanOf(side.of(measure).map(_.value))
    def why(side: SideOutcome, name: String, nothing: String) =
      if side.tooFew(measure) then s"too few messages in $name"
      else if side.silent then nothing
      else s"not known in $name"
    (mean(old), mean(now)) match
      case (None, after @ Some(_)) => Some(Lone(measure, None, after, why(old, "old", "from nothing")))
      case (before @ Some(_), None) => Some(Lone(measure, before, None, why(now, "new", "to nothing")))
      case _ => None

  /** Rates that are shares of a maximum change with it. Then latencies are compared at different loads. */
  private def otherRate(old: List[WorkloadResult], now: List[WorkloadResult]): Option[String] =
    for
      a <- old.flatMap(_.offered).map(_.targetPerS).headOption
      b <- now.flatMap(_.offered).map(_.targetPerS).headOption
      if (a - b).abs > RateTolerance * a.max(b)
    yield s"at a share of the maximum, which has changed: ${Numbers.si(a)}/s before, ${Numbers.si(b)}/s now"

  /** A prefetch is part of the load that asks for it. It makes no other load if a broker kept its own because clients
    * cannot set it, but readers should know.
    */
  private def prefetchNote(old: WorkloadResult, now: WorkloadResult): Option[String] =
    def applied(workload: WorkloadResult) = !workload.prefetchApplied.contains(false)
    for
      asked <- now.load.settings.get("prefetch").flatMap(_.numOpt)
      kept = List("old" -> old, "new" -> now).filterNot((_, workload) => applied(workload)).map((side, _) => side)
      if kept.nonEmpty
    yield s"the load asks for a prefetch of ${asked.toLong}; the broker kept its own in ${kept.mkString(" and ")}"

  private val Unable = Set(Status.Failed, Status.Unsupported)

  private def worse(old: SideOutcome, now: SideOutcome): List[String] =
    val why = now.reason.fold("")(reason => s": $reason")
    List(
      Option.when(old.isMeasured && now.status.exists(Unable))(s"measured before, now ${now.words}$why"),
      Option.when(old.isMeasured && !old.silent && now.silent)("failed: it delivers nothing now, but did before"),
      Option.when(old.isMeasured && now.isMeasured && old.failed == 0 && now.failed > 0)(
        s"${now.failed} of ${now.repetitions} repetitions failed$why"
      ),
      now.notHeld.filter(_ => old.isMeasured && old.notHeld.isEmpty && now.failed == 0).map(because =>
        s"its rate was sustained before, but not now: $because"
      ),
      Option.when(
        old.isMeasured && old.lost == 0 && now.lost > 0
      )(s"${now.lost} messages lost or corrupted, none before")
    ).flatten

  /** What differs between the declared loads. */
  private def differences(old: LoadResult, now: LoadResult): List[String] =
    val (a, b) = (Json.writeJs(old).obj, Json.writeJs(now).obj)
    for
      key <- a.keySet.intersect(b.keySet).toList.sorted
      if a(key) != b(key)
    yield s"${key.replace('_', ' ')} ${ujson.write(a(key))} -> ${ujson.write(b(key))}"

/** The regressions for which a build should fail.
  *
  * @param found
  *   the regressions, in words
  * @param none
  *   what to print if there are none; it also says where a regression could not have been seen
  */
case class Regressions(found: List[String], none: String)

object Regressions:
  /** Finds means over all workloads, and single numbers, that are worse by more than `percent` even at the better end
    * of their interval. Also finds workloads that now fail, deliver nothing or lose messages.
    */
  def beyond(percent: Double, pairs: List[PairComparison]): Regressions =
    val means =
      for pair <- pairs; mean <- pair.overall if mean.surelyWorseBy.exists(_ > percent)
      yield s"${pair.title}, ${mean.words}"
    val workloads =
      for
        pair <- pairs
        workload <- pair.workloads
        words <- workload.rows.filter(_.surelyWorse(percent)).map(describe) ++ workload.worse
      yield s"${pair.title}, ${workload.id}: $words"
    val rows = pairs.flatMap(_.workloads).flatMap(_.rows)
    // The same factor in both directions.
    val blind = rows.count(_.change.half.forall(_ > math.log(1 + percent / 100)))
    val limit = Numbers.digits(percent).replaceAll("\\.0+$", "")
    val unseen = if blind == 0 then ""
    else s"; in $blind of ${rows.size} numbers, the interval is too wide to see one"
    Regressions(means ++ workloads, s"Regressions: none above $limit %$unseen.")

  extension (row: Row)
    private def surelyWorse(percent: Double): Boolean = row.change.surelyWorseBy(row.measure.more).exists(_ > percent)

  private def describe(row: Row): String =
    val change = row.change
    val unit = row.measure.unit
    val wide = change.interval.filter((low, high) => low < high).fold("")((low, high) =>
      s", 95 %: ${Numbers.percent(low)} to ${Numbers.percent(high)} %"
    )
    val percent = s"${Numbers.percent(change.percent)} %$wide"
    s"${row.measure.name} ${unit.show(change.old)} -> ${unit.show(change.now)} ($percent)"
