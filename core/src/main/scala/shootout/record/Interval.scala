package shootout.record

import shootout.machine.JoinedResources
import shootout.result.ResourceSample
import shootout.units.{Json, Nanos}

/** What the clients of one load JVM counted and timed in one interval.
  *
  * @param until
  *   its end, from the samples' beginning on
  * @param groups
  *   counts within it, in the order of the cell's groups; connections at its end
  * @param accepted
  *   messages that the broker took up to its end, as far as it says so
  * @param consumed
  *   messages up to its end
  * @param slowest
  *   the same of the slowest consumer; none: there are no consumers here
  * @param latencies
  *   those that ended within it, by the name of their kind: [[Histograms]]
  * @param belonging
  *   of a kind of which not all belong to the summary, as they began in the warm-up: those that do
  * @param resources
  *   none if they cannot be read
  */
final case class Interval(
    until: Nanos,
    length: Nanos,
    groups: List[Totals],
    accepted: Long,
    consumed: Long,
    slowest: Option[Long],
    latencies: Map[String, String],
    resources: Option[ResourceSample],
    belonging: Map[String, String] = Map.empty
) derives Json.ReadWriter:
  /** Those that ended within it and belong to the summary. */
  def summarised(kind: String): Option[String] = belonging.get(kind).orElse(latencies.get(kind))

object Interval:
  /** One interval as several load JVMs had it. Its ends are the means of theirs, which differ by how late each of them woke up. */
  def joined(parts: List[Interval]): Interval =
    def mean(of: Interval => Nanos) = Nanos(parts.map(of(_).value).sum / parts.size)
    val kinds = parts.flatMap(_.latencies.keys).distinct
    def sum(of: Interval => Option[String]) = Histograms.pack(Histograms.sum(parts.flatMap(of)))
    Interval(
      mean(_.until),
      mean(_.length),
      parts.map(_.groups).transpose.map(_.reduce(_ + _)),
      parts.map(_.accepted).sum,
      parts.map(_.consumed).sum,
      parts.flatMap(_.slowest).minOption,
      kinds.map(kind => kind -> sum(_.latencies.get(kind))).toMap,
      Option.when(parts.forall(_.resources.isDefined))(JoinedResources.of(parts.flatMap(_.resources))),
      parts.flatMap(_.belonging.keys).distinct.map(kind => kind -> sum(_.summarised(kind))).toMap
    )
