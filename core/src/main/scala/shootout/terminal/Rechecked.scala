package shootout.terminal

import picocli.CommandLine.Help
import picocli.CommandLine.Help.Ansi
import shootout.analysis.{JudgedCell, Mark}
import shootout.campaign.Pair
import shootout.host.Progress
import shootout.result.Criterion

/** A load as a short run saw it, beside what it looks like for long: by what the report judges it. That is the p99 of round trips, and of loads at a
  * fixed rate (and whether that was held: their throughput is what was asked for); of all others the throughput.
  *
  * @param long
  *   none if it failed
  */
final private[terminal] case class Rechecked(pair: Pair, short: JudgedCell, long: Option[JudgedCell]):
  val byTail: Boolean = short.result.load.requestReply || short.result.load.openLoop

  /** Whether the long look says the same of the rate; none if it is not fixed. */
  val agreed: Option[Boolean] =
    Rechecked.held(short).map(held => long.flatMap(Rechecked.held).contains(held))

  /** A p99 at a rate that was not held is the length of a queue. */
  val isCompared: Boolean = !(short :: long.toList).exists(Rechecked.held(_).contains(false))

  val ratio: Option[Double] =
    for
      cell <- long if isCompared
      a <- number(short)
      b <- number(cell) if b > 0
    yield a / b

  def number(cell: JudgedCell): Option[Double] =
    if byTail then cell.summary.flatMap(cell.result.load.tail).map(_.usP99) else Some(Rechecked.rate(cell))

  def near: Boolean =
    ratio.exists(r => if byTail then within(r, Rechecked.NearTail) else math.abs(r - 1) <= Rechecked.Near)

  def far: Boolean = isCompared && !ratio.exists(within(_, Rechecked.Far))

  def marks: String = short.marks.map(_.mark).filter(Rechecked.Doubts).map(_.letter).mkString

  private def within(ratio: Double, factor: Double): Boolean = ratio <= factor && ratio >= 1 / factor

private[terminal] object Rechecked:
  private val Near = 0.2
  private val NearShare = 0.9

  /** Between two starts of a broker a tail differs by more than a mean does. */
  private val NearTail = 1.5
  private val Far = 2.0
  private val Doubts = Set(Mark.GeneratorBound, Mark.Noisy, Mark.Errors, Mark.Busy, Mark.RateMissed)

  /** Messages consumed per second, or produced where nobody consumes. */
  def rate(cell: JudgedCell): Double = cell.summary.fold(0.0)(Criterion.delivered(cell.result.load, _).meanPerS)

  /** Of a fixed rate; one that does not climb is held if it has no mark that says otherwise. */
  private def held(cell: JudgedCell): Option[Boolean] =
    val unmarked = Option.when(cell.result.load.openLoop)(!cell.marks.exists(_.mark == Mark.RateMissed))
    cell.sustained.map(_.held).orElse(unmarked)

  def passes(rows: List[Rechecked]): Boolean =
    val near = rows.filter(!_.byTail).map(_.near)
    List(near, rows.flatMap(_.agreed)).forall(said => said.count(identity) >= NearShare * said.size) &&
    rows.forall(r => !r.far || r.marks.nonEmpty)

  /** A line for each thing that loads are judged by. */
  def verdict(rows: List[Rechecked]): List[String] =
    val (tails, rates) = rows.partition(_.byTail)
    val agreed = rows.flatMap(_.agreed)
    def line(judged: String, of: List[Rechecked], near: String) =
      val (far, unmarked) = (of.count(_.far), of.count(r => r.far && r.marks.isEmpty))
      Option.when(of.nonEmpty)(
        s"$judged: ${of.count(_.near)} of ${of.size} loads are within $near of the long measurement; " +
          s"off by a factor of 2 or more: $far, of these without a mark: $unmarked."
      )
    line("Judged by throughput", rates, "20 %").toList ++
      line("Judged by p99", tails.filter(_.isCompared), s"a factor of $NearTail") ++
      Option.when(agreed.nonEmpty)(
        s"Fixed rates: ${agreed.count(identity)} of ${agreed.size} were held by both measurements, or by neither."
      )

  def table(rows: List[Rechecked]): List[String] =
    val columns = List("row", "load", "short", "long", "short/long", "marks")
    val table = Help.TextTable.forColumnWidths(Help.defaultColorScheme(Ansi.OFF), 24, 44, 14, 14, 17, 8)
    table.addRowValues(columns*)
    for r <- rows.sortBy(r => (r.pair.label, r.short.result.id)) do
      val long = r.long.fold("failed")(shown(r, _))
      table.addRowValues(r.pair.label, r.short.result.id, shown(r, r.short), long, compared(r), r.marks)
    table.toString.linesIterator.toList

  private def shown(row: Rechecked, cell: JudgedCell): String =
    if held(cell).contains(false) then "not held"
    else
      row.number(cell).fold("")(n => if row.byTail then f"p99 ${n / 1e3}%.2f ms" else s"${Progress.rate(n)}/s")

  private def compared(row: Rechecked): String =
    row.ratio.fold(if row.isCompared || row.agreed.contains(true) then "" else "held once")(x => f"$x%.2f")
