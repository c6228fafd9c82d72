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

/** What one load JVM, or several together, measured of a workload. They are raw numbers, which add up. */
final case class Measurement(
    /** When the first interval began. [[ended]] is when the last one ended. Both are nanoseconds of the monotonic
      * clock. On Linux that is CLOCK_MONOTONIC, which all processes share since the machine was booted. Load JVMs can
      * therefore agree on it.
      */
    began: Long,
    ended: Long,
    intervals: List[Interval],

    /** Latencies by the name of their kind. */
    latencies: Map[String, Recorded],

    /** Errors, including those of warm-up and drain. */
    errors: Long
) derives Json.ReadWriter

object Measurement:
  /** Joins the measurements of load JVMs that shared the clients of a workload and began and ended together. A single
    * one stays as it is.
    */
  def joined(parts: List[Measurement]): Measurement = parts match
    case List(alone) => alone
    case _ =>
      val kinds = parts.flatMap(_.latencies.keys).distinct
      // A load JVM that could not go on has fewer intervals.
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

/** The counts and latencies of one load JVM's clients in one interval. */
final case class Interval(
    /** The interval's end, counted from the start of the samples. */
    until: Nanos,
    length: Nanos,

    /** Counts within the interval, in the order of the workload's groups. Connections are those at its end. */
    groups: List[Totals],

    /** Messages that the broker accepted until the interval's end, as far as it confirms. */
    accepted: Long,

    /** Messages that were consumed until the interval's end. */
    consumed: Long,

    /** The consumed messages of the slowest consumer; none if this JVM has no consumers. */
    slowest: Option[Long],

    /** Latencies that ended within the interval, by the name of their kind, see [[Histograms]]. */
    latencies: Map[String, String],

    /** None if the resources cannot be read. */
    resources: Option[ResourceSample],

    /** The latencies that belong to the summary. It contains only kinds of which some do not, because they began in the
      * warm-up.
      */
    belonging: Map[String, String] = Map.empty
) derives Json.ReadWriter:
  /** Latencies that ended within the interval and belong to the summary. */
  def summarised(kind: String): Option[String] = belonging.get(kind).orElse(latencies.get(kind))

object Interval:
  /** Joins one interval of several load JVMs. Its ends are the means of their ends, which differ by how late each JVM
    * woke up.
    */
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

/** Counts of one group, either up to a moment or between two moments. */
final case class Totals(
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    connected: Int,
    heldBack: Long
) derives Json.ReadWriter:
  /** Subtracts earlier counts of the same clients. */
  def -(earlier: Totals): Totals = Totals(
    produced - earlier.produced,
    confirmed - earlier.confirmed,
    consumed - earlier.consumed,
    acknowledged - earlier.acknowledged,
    errors - earlier.errors,
    connected,
    heldBack - earlier.heldBack
  )

  /** Adds the counts of other clients. */
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
