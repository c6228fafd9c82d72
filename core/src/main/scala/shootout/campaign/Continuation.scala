package shootout.campaign

import shootout.result.{CellResult, LatencyLogs, ResultFile, ResultStore, Status}
import shootout.scenario.Cell
import shootout.units.Counted

import java.nio.file.Files

/** What `--continue` keeps of an earlier result file, and why not the rest.
  *
  * @param dropped
  *   results that would not be what this run measures, each with the reason
  * @param gone
  *   results of cells that no scenario has any more
  * @param otherwise
  *   results that are kept though they were timed differently, for `--only` does not select them
  */
final case class Continuation(
    pair: Pair,
    file: ResultFile,
    dropped: List[(CellResult, String)],
    gone: List[CellResult],
    otherwise: List[CellResult]
):
  private def isUnchanged: Boolean = dropped.isEmpty && gone.isEmpty

  /** Results that are not kept. */
  private def unfit: List[CellResult] = dropped.map(_._1) ++ gone

  /** For people; nothing if all fits. */
  def lines: List[String] =
    val again = dropped.groupMap(_._2)(_._1).toList.sortBy((_, of) => file.cells.indexOf(of.head)).map((why, of) =>
      s"${pair.label}: ${Continuation.cells(of)} measured again, for $why: ${Continuation.names(of)}"
    )
    val left = Option.when(gone.nonEmpty) {
      s"${pair.label}: ${Continuation.cells(gone)} left out, for the scenarios have no such load: ${Continuation.names(gone)}"
    }
    val kept = Option.when(otherwise.nonEmpty) {
      s"${pair.label}: ${Continuation.cells(otherwise)} kept with another timing, for --only does not select them: ${Continuation.names(otherwise)}"
    }
    again ++ left ++ kept

  /** The file without what does not fit, with the groups of today's scenarios. */
  private[campaign] def remaining(judgement: CellJudge): ResultFile =
    val out = unfit.toSet
    val cells = file.cells.filterNot(out)
    val changed = out.map(_.id)
    val means = changed.foldLeft(file.means)((means, id) => judgement.means(means, cells, id))
    file.copy(cells = cells, means = means, complete = false)

object Continuation:
  private val Shown = 5
  private val NoFingerprint = "nothing tells what they were measured with (an older version of this tool wrote them)"

  /** Moves what does not fit out of the way, once for the whole run: the file as it was is kept in a folder beside.
    *
    * @return
    *   what to tell the user
    */
  def prepare(prepared: Prepared): List[String] =
    val reviews = review(prepared)
    val changed = reviews.filterNot(_.isUnchanged)
    val kept =
      for folder <- Option.when(changed.nonEmpty)(Earlier.folder(prepared.settings.out)).toList yield
        for review <- changed do
          val path = prepared.settings.resultFile(review.pair)
          Earlier.copy(path, folder)
          ResultStore.write(path, review.remaining(Journal.judgement(prepared.of(review.pair.protocol), review.pair)))
          LatencyLogs.delete(path, review.unfit)
        s"The results as they were are kept in $folder"
    reviews.flatMap(_.lines) ++ kept

  /** What `prepare` would do. Files that cannot be continued at all are left to [[Journal.open]] to complain of. */
  def review(prepared: Prepared): List[Continuation] =
    for
      pair <- prepared.settings.pairs
      path = prepared.settings.resultFile(pair)
      if Files.exists(path)
      file <- ResultStore.read(path).toOption
      if Journal.fits(prepared, pair, path, file).isRight
    yield of(prepared, pair, file)

  private[campaign] def of(prepared: Prepared, pair: Pair, file: ResultFile): Continuation =
    val whole = prepared.wholeOf(pair.protocol).cells.map(c => c.id -> c).toMap
    val selected = prepared.of(pair.protocol).plan.cells.map(_.id).toSet
    val fingerprints = Fingerprints(prepared, pair)
    val disk = Fingerprints.disk(file.environment.disk)
    val (gone, known) = file.cells.partitionMap(r => whole.get(r.id).fold(Left(r))(cell => Right(r -> cell)))
    // what was not run says nothing, and is run anyway
    val judged = known.filterNot((r, _) => isOpen(r)).map((r, cell) =>
      (r, cell, differences(fingerprints, prepared, pair, onDisk(r, disk), cell))
    )
    val (timed, others) =
      judged.partition((r, _, found) => !selected(r.id) && found.nonEmpty && found.forall(_.onlyTiming))
    val changed = others.collect { case (r, _, found) if found.nonEmpty => r -> found.map(_.words).mkString("; ") }
    val follow = dependents(changed.map(_._1.id).toSet, others.collect { case (r, cell, Nil) => r -> cell })
    Continuation(pair, file, changed ++ follow, gone, timed.map(_._1))

  /** Files of older tools tell of one disk only. */
  private def onDisk(r: CellResult, disk: String): CellResult =
    r.copy(fingerprint = r.fingerprint.map(f => f.copy(disk = f.disk.orElse(Some(disk)))))

  private def isOpen(r: CellResult): Boolean = r.status == Status.Skipped && r.climb.forall(_.beyond.isEmpty)

  private def differences(
      fingerprints: Fingerprints,
      prepared: Prepared,
      pair: Pair,
      r: CellResult,
      cell: Cell
  ): List[Mismatch] =
    val cannot = prepared.unsupported(pair)(cell)
    // of a share it is the maximum that says so
    val claims = if cell.maximum.isDefined then None
    else if r.status == Status.Unsupported && cannot.isEmpty then
      Some("the broker is no longer said to lack what they need")
    else if r.status != Status.Unsupported then cannot.map(why => s"they are now said to be unsupported ($why)")
    else None
    r.fingerprint match
      case None => List(Mismatch(NoFingerprint))
      case Some(before) => fingerprints.differences(cell, before) ++ claims.map(Mismatch(_))

  /** Results that rest on others which are measured again: shares on their maximum, the end of a climb on what is below. */
  private def dependents(again: Set[String], kept: List[(CellResult, Cell)]): List[(CellResult, String)] =
    kept.collect {
      case (r, cell) if cell.maximum.exists(again) => r -> "their maximum is measured again"
      case (r, cell) if r.climb.exists(_.beyond.isDefined) && cell.climb.exists(_.below.exists(again)) =>
        r -> "lower rates of their climb are measured again"
    }

  private def cells(of: List[CellResult]): String =
    Counted.of(of.map(_.id).distinct.size, "load is", "loads are")

  private def names(of: List[CellResult]): String =
    val ids = of.map(_.id).distinct
    ids.take(Shown).mkString(", ") + (if ids.sizeIs > Shown then s" and ${ids.size - Shown} more" else "")
