package shootout.report.compare

import shootout.report.*
import shootout.result.{Fault, Status}

/** What one side made of a cell, over its repetitions.
  *
  * @param told
  *   `measured` if any repetition was, else the status of the first, in the word of the file; `None` without any
  * @param failed
  *   repetitions that failed
  * @param lost
  *   messages lost or corrupted
  * @param marks
  *   doubts, as the result file has them
  * @param silent
  *   it was measured, and delivered nothing: that is a failure
  * @param tooFew
  *   percentiles that are not known, for there were too few messages
  * @param notHeld
  *   of a cell that climbs: why its rate was not held in half of the repetitions or more
  */
case class SideOutcome(
    told: Option[String],
    reason: Option[String],
    repetitions: Int,
    failed: Int,
    lost: Long,
    marks: List[ujson.Value],
    readings: Map[Measure, List[Reading]],
    silent: Boolean,
    tooFew: Set[Measure] = Set(),
    notHeld: Option[String] = None
):
  /** None: absent, or only newer tools know the word. */
  def status: Option[Status] = told.flatMap(Status.of)
  def isMeasured: Boolean = status.contains(Status.Measured)
  def words: String = told.getOrElse("absent")

  /** One for each repetition that has it. */
  def of(measure: Measure): List[Reading] = readings.getOrElse(measure, Nil)

/** One measure of a cell. */
case class Row(measure: Measure, change: Change):
  def verdict: ChangeVerdict = change.verdict(measure.more)

/** A measure that only one side has.
  *
  * @param why
  *   the other one has none
  */
case class Lone(measure: Measure, old: Option[Double], now: Option[Double], why: String)

/** One cell on both sides.
  *
  * @param otherLoad
  *   what was changed in its load, in words: then its numbers are not compared
  * @param note
  *   what a reader of the numbers should know
  * @param worse
  *   what got worse beyond the numbers: it fails now, or loses messages
  */
case class CellComparison(
    id: String,
    title: String,
    old: SideOutcome,
    now: SideOutcome,
    otherLoad: List[String],
    rows: List[Row],
    lone: List[Lone],
    note: Option[String],
    worse: List[String]
):
  /** There is no number to show. */
  def isEmpty: Boolean = rows.isEmpty && lone.isEmpty

/** All cells of two results. */
case class PairComparison(
    pair: FilePair,
    cells: List[CellComparison],
    differences: List[Difference],
    notes: List[String]
):
  /** What decides first; `None` if no cell was measured on both sides. */
  def overall: Option[Overall] = Overall.of(cells)

  def title: String =
    val (a, b) = (Sides.title(pair.old), Sides.title(pair.now))
    if a == b then a else s"$a -> $b"

object PairComparison:
  /** How much two offered rates may differ and still count as the same. */
  private val RateTolerance = 0.05

  def of(pair: FilePair): PairComparison =
    val (old, now) = (pair.old.json, pair.now.json)
    val ids = (old.listAt("cells") ++ now.listAt("cells")).flatMap(_.textAt("id")).distinct
    def cells(file: ujson.Value, id: String) = file.listAt("cells").filter(_.textAt("id").contains(id))
    PairComparison(
      pair,
      ids.map(id =>
        cell(id, cells(old, id), outcome(old, cells(old, id)), cells(now, id), outcome(now, cells(now, id)))
      ),
      Machines.differences(old, now),
      List("old" -> old, "new" -> now).flatMap(notes)
    )

  private def cell(
      id: String,
      oldCells: List[ujson.Value],
      old: SideOutcome,
      newCells: List[ujson.Value],
      now: SideOutcome
  ): CellComparison =
    val title = (newCells ++ oldCells).flatMap(_.textAt("title")).headOption.getOrElse(id)
    val otherLoad = (for a <- oldCells.headOption; b <- newCells.headOption yield differences(a, b)).getOrElse(Nil)
    val measures =
      for
        measure <- (oldCells ++ newCells).filter(hasNumbers).flatMap(Measure.of).map((measure, _) => measure).distinct
        if otherLoad.isEmpty && old.isMeasured && now.isMeasured
        // at a rate that is not held, latency is the length of a queue
        if measure.unit == MeasureUnit.PerSecond || old.notHeld.isEmpty && now.notHeld.isEmpty
      yield measure
    val rows =
      for measure <- measures; change <- Change.between(old.of(measure), now.of(measure)) yield Row(measure, change)
    val prefetch = for a <- oldCells.headOption; b <- newCells.headOption; note <- Prefetch.note(a, b) yield note
    val notes = otherRate(oldCells, newCells).toList ++ prefetch
    val note = Option.when(notes.nonEmpty)(notes.mkString("; "))
    CellComparison(id, title, old, now, otherLoad, rows, measures.flatMap(lone(_, old, now)), note, worse(old, now))

  private def lone(measure: Measure, old: SideOutcome, now: SideOutcome): Option[Lone] =
    def mean(side: SideOutcome) = Change.mean(side.of(measure))
    def why(side: SideOutcome, name: String, nothing: String) =
      if side.tooFew(measure) then s"too few messages in $name"
      else if side.silent then nothing
      else s"not known in $name"
    (mean(old), mean(now)) match
      case (None, after @ Some(_)) => Some(Lone(measure, None, after, why(old, "old", "from nothing")))
      case (before @ Some(_), None) => Some(Lone(measure, before, None, why(now, "new", "to nothing")))
      case _ => None

  /** Rates that are shares of a maximum change with it: then latencies are compared at another load. */
  private def otherRate(old: List[ujson.Value], now: List[ujson.Value]): Option[String] =
    def target(cells: List[ujson.Value]) = cells.flatMap(_.numberAt("offered", "target_per_s")).headOption
    for
      a <- target(old)
      b <- target(now)
      if (a - b).abs > RateTolerance * a.max(b)
    yield s"at a share of the maximum, which was another one: ${Numbers.si(a)}/s before, ${Numbers.si(b)}/s now"

  private def hasNumbers(cell: ujson.Value): Boolean = cell.isMeasured && cell.at("summary").isDefined

  private def outcome(file: ujson.Value, cells: List[ujson.Value]): SideOutcome =
    val (measured, others) = cells.partition(hasNumbers)
    val broker = file.at("broker").filter(_.at("available").exists(_.boolOpt.contains(false)))
    val status = measured.headOption.orElse(others.headOption).flatMap(_.textAt("status"))
    SideOutcome(
      told = status.orElse(broker.map(_ => Status.Failed.word)),
      reason = others.flatMap(_.textAt("reason")).headOption.orElse(broker.flatMap(_.textAt("reason"))),
      repetitions = cells.size,
      failed = others.count(_.status.contains(Status.Failed)),
      lost = cells.map(lost).sum,
      marks = cells.flatMap(_.listAt("marks")).distinct,
      readings = measured.flatMap(readings).groupMap((measure, _) => measure)((_, reading) => reading),
      silent = measured.nonEmpty && measured.forall(Measure.silent),
      tooFew = measured.flatMap(Measure.tooFew).toSet,
      notHeld = notHeld(cells)
    )

  /** Of a repetition that did not hold its rate none but rates: its latencies show the length of a queue. */
  private def readings(cell: ujson.Value) =
    val all = Measure.of(cell)
    if cell.at("climb").isEmpty || held(cell) then all else all.filter(_._1.unit == MeasureUnit.PerSecond)

  private def held(cell: ujson.Value): Boolean = cell.at("climb", "held").exists(_.boolOpt.contains(true))

  private def notHeld(cells: List[ujson.Value]): Option[String] =
    // a repetition that was stopped says nothing of the rate
    val tried = cells.filter(cell => cell.at("climb").isDefined || !cell.status.contains(Status.Skipped))
    val lost = tried.filterNot(held)
    lost.headOption
      .filter(_ => cells.exists(_.at("climb").isDefined) && 2 * lost.size >= tried.size)
      .map(cell => cell.textAt("climb", "because").orElse(cell.textAt("reason")).getOrElse(""))

  private def lost(cell: ujson.Value): Long =
    def number(keys: String*) = cell.numberAt(keys*).fold(0L)(_.toLong)
    val (lost, others) = Fault.audited.filter(_.isLoss).partition(_ == Fault.Lost)
    def audited(faults: List[Fault]) = faults.map(fault => number("audit", fault.word)).sum
    // what a killed broker lost stands in both places
    audited(lost).max(number("crash", "lost_confirmed")) + audited(others)

  private val Unable = Set(Status.Failed, Status.Unsupported)

  private def worse(old: SideOutcome, now: SideOutcome): List[String] =
    val why = now.reason.fold("")(reason => s": $reason")
    List(
      Option.when(old.isMeasured && now.status.exists(Unable))(s"measured before, now ${now.words}$why"),
      Option.when(old.isMeasured && !old.silent && now.silent)("failed: it delivered nothing, and did before"),
      Option.when(old.isMeasured && now.isMeasured && old.failed == 0 && now.failed > 0)(
        s"${now.failed} of ${now.repetitions} repetitions failed$why"
      ),
      now.notHeld.filter(_ => old.isMeasured && old.notHeld.isEmpty && now.failed == 0).map(because =>
        s"its rate was held before, now it is not: $because"
      ),
      Option.when(
        old.isMeasured && old.lost == 0 && now.lost > 0
      )(s"${now.lost} messages lost or corrupted, before none")
    ).flatten

  /** What differs in the declared load; keys that only a newer tool writes are left out. */
  private def differences(old: ujson.Value, now: ujson.Value): List[String] =
    val (a, b) = (Prefetch.declaredLoad(old), Prefetch.declaredLoad(now))
    for
      key <- a.keySet.intersect(b.keySet).toList.sorted
      if a(key) != b(key)
    yield s"${key.replace('_', ' ')} ${ujson.write(a(key))} -> ${ujson.write(b(key))}"

  private def notes(side: String, file: ujson.Value): List[String] =
    Option.when(!file.at("complete").forall(_.boolOpt.contains(true)))(s"the $side result is not complete").toList
