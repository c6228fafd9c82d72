package shootout.campaign

import shootout.result.*
import shootout.verdict.{Circumstances, Held, Marking, Means}

import java.nio.file.Path
import scala.util.control.NonFatal

/** What is said of each result beyond its own numbers: how far it is from the generator's ceiling, its marks, and the mean
  * over its repetitions. All of it follows from what is saved, so that it can be said later.
  */
final class CellJudge(sharedWithBroker: Boolean, repetitions: Int, ceilings: Ceilings):
  /** With everything judged that is not yet. What cannot be judged, for whatever bug, stays as it was measured, and says so. */
  def settled(file: ResultFile): ResultFile = file.cells.filter(_.unjudged.isDefined).foldLeft(file)(settle)

  private def settle(file: ResultFile, result: CellResult): ResultFile =
    def having(judged: CellResult) = file.cells.map(c => if c eq result then judged else c)
    try
      val cells = having(judged(result))
      file.copy(cells = cells, means = means(file.means, cells, result.id))
    catch case NonFatal(bug) => file.copy(cells = having(result.copy(unjudged = Some(CellJudge.because(bug)))))

  def judged(result: CellResult): CellResult =
    val steady = result.basis.forall(_.steady)
    val consumersThink = result.basis.exists(_.consumersThink)
    val circumstances = Circumstances(sharedWithBroker, single = repetitions == 1, steady, consumersThink)
    val limited = result.copy(ceiling = ceiling(result), unjudged = None)
    val marks = Marking.of(limited, circumstances)
    limited.copy(marks = marks, climb = climb(result, marks).orElse(result.climb))

  private def climb(result: CellResult, marks: List[MarkResult]): Option[ClimbResult] =
    for
      basis <- result.basis
      climb <- basis.climb
      summary <- result.summary if result.status == Status.Measured
    yield
      val saturated = marks.find(_.mark == Mark.RateMissed).map(_.because)
      Held.of(summary, result.load, basis.copies, saturated, climb)

  private def ceiling(result: CellResult): Option[CeilingResult] =
    for
      summary <- result.summary if result.status == Status.Measured
      ceiling <- (result.id :: result.basis.toList.flatMap(_.sameButRate)).flatMap(ceilings.of).headOption
      limit = ceiling.producedPerS + ceiling.consumedPerS
      if limit > 0
    yield
      val handled = summary.produced.meanPerS + summary.consumed.meanPerS
      CeilingResult(ceiling.producedPerS, ceiling.consumedPerS, handled / limit, ceiling.cpuUsPerMessage)

  /** The means of all cells; of `earlier` those that do not change with this result. */
  def means(earlier: List[MeanResult], cells: List[CellResult], changed: String): List[MeanResult] =
    val others = earlier.map(m => m.id -> m).toMap - changed
    cells.map(_.id).distinct.flatMap(id => others.get(id).orElse(Means.of(cells.filter(_.id == id))))

object CellJudge:
  /** What a result says that is saved before it is judged. */
  val Pending = "the run ended before they were judged"

  private def because(bug: Throwable): String =
    s"a bug of this tool: $bug; please report it, with the result file"

  def of(file: ResultFile, ceilings: Ceilings): CellJudge =
    CellJudge(file.environment.sharedWithBroker, file.settings.repetitions, ceilings)

  /** Judges what was saved unjudged: the run was killed in between, or had a bug. The file is written anew only if that changes something.
    *
    * @return
    *   how many results were judged; Left: why the file cannot be used
    */
  def again(path: Path): Either[String, Int] = ResultStore.read(path).map { file =>
    def left(of: ResultFile) = of.cells.count(_.unjudged.isDefined)
    val out = path.toAbsolutePath.getParent
    val ceilings = Ceilings.beside(out, file.protocol, file.environment.host)
    val settled = of(file, ceilings).settled(file)
    if settled != file then ResultStore.write(path, settled)
    left(file) - left(settled)
  }
