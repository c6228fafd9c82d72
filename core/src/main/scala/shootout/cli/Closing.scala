package shootout.cli

import shootout.result.{ResultFile, ResultStore, Status}

/** What a run says at its end: what became of its cells, and which of them failed. */
object Closing:
  /** More would push the summary off the screen; the report has them all. */
  private val Most = 10

  /** @param seconds
    *   that the run took
    */
  def lines(settings: Settings, seconds: Double): List[String] =
    of(settings.pairs.flatMap(pair => ResultStore.read(settings.resultFile(pair)).toOption.map(pair -> _)), seconds)

  private[cli] def of(files: List[(Pair, ResultFile)], seconds: Double): List[String] =
    val cells = for (pair, file) <- files; cell <- file.cells yield pair -> cell
    val beyond = cells.count(_._2.climb.exists(_.beyond.isDefined))
    def count(status: Status): Int = cells.count((_, c) => c.status == status && c.climb.forall(_.beyond.isEmpty))
    val others = List(Status.Failed -> "failed", Status.Unsupported -> "unsupported", Status.Skipped -> "not run")
    val counted = others.map((status, word) => count(status) -> word).filter((n, word) => n > 0 || word == "failed")
    val measured = count(Status.Measured)
    val first = s"$measured ${if measured == 1 then "cell" else "cells"} measured" ::
      counted.map((n, word) => s"$n $word") ++ Option.when(beyond > 0)(s"$beyond above a rate that was not held")
    val without =
      for (pair, file) <- files; reason <- file.broker.reason if !file.broker.available
      yield s"  ${pair.label} not available: $reason"
    val failed =
      for (pair, cell) <- cells if cell.status == Status.Failed
      yield s"  ${pair.label} ${cell.id}${repetition(cell.repetition)}: ${cell.reason.getOrElse("")}"
    val more = Option.when(failed.sizeIs > Most)(s"  and ${failed.size - Most} more that failed")
    s"${first.mkString(", ")}; it took ${Duration.words(seconds)}." :: without ++ failed.take(Most) ++ more

  private def repetition(n: Int): String = if n == 1 then "" else s" (repetition $n)"
