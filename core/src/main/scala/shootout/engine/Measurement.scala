package shootout.engine

import shootout.machine.JoinedResources
import shootout.result.{GroupSample, ResourceSample, Role}
import shootout.units.{Json, Nanos}

/** All latencies of one kind over the samples, however late they ended.
  *
  * @param histogram
  *   see [[Histograms]]
  * @param belowZero
  *   recordings before their stamp, counted as 0
  */
final case class Recorded(histogram: String, belowZero: Long) derives Json.ReadWriter

/** What one load JVM, or several together, measured of a workload: raw numbers, which add up. */
final case class Measurement(
    /** When the first interval began, and `ended` when the last one did, in nanoseconds of the monotonic clock. On
      * Linux that is CLOCK_MONOTONIC, the same for all processes of a machine since it was booted, so that load JVMs
      * can agree on it.
      */
    began: Long,
    ended: Long,
    intervals: List[Interval],

    /** By the name of their kind. */
    latencies: Map[String, Recorded],

    /** Those of warm-up and drain included. */
    errors: Long
) derives Json.ReadWriter

object Measurement:
  /** What all of them measured, who shared the clients of a workload and began and ended together. Of one alone, that itself. */
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

/** What the clients of one load JVM counted and timed in one interval. */
final case class Interval(
    /** Its end, from the samples' beginning on. */
    until: Nanos,
    length: Nanos,

    /** Counts within it, in the order of the workload's groups; connections at its end. */
    groups: List[Totals],

    /** Messages that the broker took up to its end, as far as it says so. */
    accepted: Long,

    /** Messages up to its end. */
    consumed: Long,

    /** The same of the slowest consumer; none: there are no consumers here. */
    slowest: Option[Long],

    /** Those that ended within it, by the name of their kind: [[Histograms]]. */
    latencies: Map[String, String],

    /** None if they cannot be read. */
    resources: Option[ResourceSample],

    /** Of a kind of which not all belong to the summary, as they began in the warm-up: those that do. */
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

/** Counts of one group up to one moment, or between two. */
final case class Totals(
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    connected: Int,
    heldBack: Long
) derives Json.ReadWriter:
  /** Of the same clients. */
  def -(earlier: Totals): Totals = Totals(
    produced - earlier.produced,
    confirmed - earlier.confirmed,
    consumed - earlier.consumed,
    acknowledged - earlier.acknowledged,
    errors - earlier.errors,
    connected,
    heldBack - earlier.heldBack
  )

  /** Of other clients. */
  def +(others: Totals): Totals = Totals(
    produced + others.produced,
    confirmed + others.confirmed,
    consumed + others.consumed,
    acknowledged + others.acknowledged,
    errors + others.errors,
    connected + others.connected,
    heldBack + others.heldBack
  )

  def toSample(name: String, role: Role): GroupSample =
    GroupSample(name, role, produced, confirmed, consumed, acknowledged, errors, connected)

private[engine] object Totals:
  def of(group: SampledGroup): Totals =
    def sum(counter: ClientRecorder => Counter) = group.clients.map(counter(_).get).sum
    Totals(
      sum(_.produced),
      sum(_.confirmed),
      sum(_.consumed),
      sum(_.acknowledged),
      sum(_.errors),
      group.clients.count(_.connected),
      sum(_.heldBack)
    )
