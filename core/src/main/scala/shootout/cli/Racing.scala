package shootout.cli

import shootout.analysis.{JudgedResult, Judgement, Race}
import shootout.campaign.{Pair, PlannedWork, PreparedRun}
import shootout.result.{ResultFile, ResultStore}

/** A broker over a protocol that is measured again, and the ids of its workloads. */
final case class RaceEntry(pair: Pair, workloads: Set[String], work: PlannedWork)

/** One round of a race, see [[Race]]. */
final case class RaceRound(repetition: Int, entries: List[RaceEntry]):
  val work: PlannedWork = entries.map(_.work).foldLeft(PlannedWork.none)(_ + _)
  def words: String = s"${entries.map(_.pair.label).mkString(", ")} again, because they are close"

/** Decides from the results so far what is measured again. */
object Racing:
  def round(prepared: PreparedRun, repetition: Int): RaceRound =
    val files = results(prepared)
    val judgement = Judgement(files.map((_, file) => JudgedResult(file)))
    val entries =
      for entrant <- Race.next(judgement) yield
        val (pair, _) = files(entrant.contender.file)
        val runs = prepared.runs(pair).filter(_.workloads.exists(workload => entrant.workloads(workload.id)))
        RaceEntry(pair, entrant.workloads, PlannedWork(runs.map(_.workloads.size).sum, prepared.seconds(runs)))
    RaceRound(repetition, entries.filter(_.work.workloads > 0))

  /** No earlier result has this repetition, so a continued run loses none. */
  def nextRepetition(prepared: PreparedRun): Int =
    1 + results(prepared).flatMap((_, file) => file.workloads.map(_.repetition)).maxOption.getOrElse(0)

  private def results(prepared: PreparedRun): List[(Pair, ResultFile)] =
    val settings = prepared.settings
    settings.pairs.flatMap(pair => ResultStore.read(settings.resultFile(pair)).toOption.map(pair -> _))
