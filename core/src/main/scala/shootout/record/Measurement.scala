package shootout.record

import shootout.units.Json

/** All latencies of one kind over the samples, however late they ended.
  *
  * @param histogram
  *   see [[Histograms]]
  * @param belowZero
  *   recordings before their stamp, counted as 0
  */
final case class Recorded(histogram: String, belowZero: Long) derives Json.ReadWriter

/** What one load JVM, or several together, measured of a cell: raw numbers, which add up.
  *
  * @param began
  *   when the first interval began, and `ended` when the last one did, in nanoseconds of the monotonic clock. On Linux that is
  *   CLOCK_MONOTONIC, the same for all processes of a machine since it was booted, so that load JVMs can agree on it
  * @param latencies
  *   by the name of their kind
  * @param errors
  *   those of warm-up and drain included
  */
final case class Measurement(
    began: Long,
    ended: Long,
    intervals: List[Interval],
    latencies: Map[String, Recorded],
    errors: Long
) derives Json.ReadWriter

object Measurement:
  /** What all of them measured, who shared the clients of a cell and began and ended together. Of one alone, that itself. */
  def joined(parts: List[Measurement]): Measurement = parts match
    case List(alone) => alone
    case _ =>
      val kinds = parts.flatMap(_.latencies.keys).distinct
      // one that could not go on has fewer
      val most = parts.map(_.intervals.size).max
      Measurement(
        parts.map(_.began).min,
        parts.map(_.ended).max,
        List.tabulate(most)(n => Interval.joined(parts.flatMap(_.intervals.lift(n)))),
        kinds.map(kind => kind -> joined(kind, parts)).toMap,
        parts.map(_.errors).sum
      )

  private def joined(kind: String, parts: List[Measurement]): Recorded =
    val each = parts.flatMap(_.latencies.get(kind))
    Recorded(Histograms.pack(Histograms.sum(each.map(_.histogram))), each.map(_.belowZero).sum)
