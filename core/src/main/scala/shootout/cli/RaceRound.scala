package shootout.cli

import shootout.analysis.{JudgedResult, Judgement, RaceEntrants}
import shootout.campaign.*

/** A broker over a protocol that is measured again, and the ids of its workloads. */
final case class RaceEntry(pair: Pair, workloads: Set[String], work: PlannedWork)

/** One round of a race, see [[RaceEntrants]].
  *
  * @param undecided
  *   how many verdicts more starts could decide
  */
final case class RaceRound(repetition: Int, entries: List[RaceEntry], undecided: Int):
  val work: PlannedWork = RaceRound.work(entries)
  def words: String = s"${entries.map(_.pair.label).mkString(", ")} again, because they are close"

/** Decides from the results so far what is measured again. */
object RaceRound:
  /** The next round, with as many undecided verdicts as fit into the time.
    *
    * @param seconds
    *   the time that is left
    */
  def next(prepared: PreparedRun, repetition: Int, seconds: Double): RaceRound =
    val files = prepared.settings.results
    val undecided = RaceEntrants.undecided(Judgement(files.map((_, file) => JudgedResult(file))))
    val wanted = undecided.map(_.map(entrant => files(entrant.contender.file)._1 -> entrant.workloads))
    val chosen = wanted.foldLeft(List.empty[(Pair, Set[String])]) { (chosen, more) =>
      if work(entries(prepared, chosen ++ more)).seconds <= seconds then chosen ++ more else chosen
    }
    RaceRound(repetition, entries(prepared, chosen), undecided.size)

  def work(entries: List[RaceEntry]): PlannedWork = entries.map(_.work).foldLeft(PlannedWork.none)(_ + _)

  /** One for each pair. */
  private def entries(prepared: PreparedRun, wanted: List[(Pair, Set[String])]): List[RaceEntry] =
    for
      pair <- wanted.map(_._1).distinct
      ids = wanted.collect { case (`pair`, ids) => ids }.flatten.toSet
      runs = prepared.runs(pair).filter(_.workloads.exists(workload => ids(workload.id)))
      if runs.nonEmpty
    yield RaceEntry(pair, ids, PlannedWork(runs.map(_.workloads.size).sum, prepared.seconds(runs)))

  /** No earlier result has this repetition, so a continued run loses none. */
  def nextRepetition(prepared: PreparedRun): Int =
    1 + prepared.settings.results.flatMap((_, file) => file.workloads.map(_.repetition)).maxOption.getOrElse(0)
