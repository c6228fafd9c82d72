package shootout.engine

import shootout.machine.JoinedResources
import shootout.result.Histograms.given
import shootout.result.{GroupSample, Histograms, ResourceSample}
import shootout.units.{Json, Nanos}

import org.HdrHistogram.Histogram

/** All latencies of one kind over the samples, however late they ended.
  *
  * @param belowZero
  *   recordings before their stamp, counted as 0
  */
final case class Recorded(histogram: Histogram, belowZero: Long) derives Json.ReadWriter

/** What one load JVM, or several together, report of a workload: raw numbers, which add up, and facts about clients. */
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
    errors: Long,

    /** The account of the JVM's own clients; empty if there are no others. */
    account: AuditState = AuditState(Nil, Nil),

    /** How many messages its open loops should have sent during the samples, by the producers' indices. */
    due: List[(Int, Long)] = Nil,

    /** Why the workload could not go on. */
    failures: List[Failure] = Nil,

    /** Producers that had to be cut off. */
    producersCut: List[CutOff] = Nil,

    /** What a reader must know about how the drain ended. */
    drained: List[String] = Nil,

    /** Consumers that had to be cut off. */
    consumersCut: List[CutOff] = Nil,

    /** Why connections failed, with one reason for each of them. */
    connections: List[String] = Nil
) derives Json.ReadWriter

object Measurement:
  /** Joins the measurements of load JVMs that shared the clients of a workload and began and ended together. A single
    * one stays as it is.
    */
  def joined(parts: List[Measurement]): Measurement = parts match
    case List(alone) => alone
    case _ =>
      // A load JVM that could not go on has fewer intervals.
      val most = parts.map(_.intervals.size).max
      Measurement(
        parts.map(_.began).min,
        parts.map(_.ended).max,
        List.tabulate(most)(n => Interval.joined(parts.flatMap(_.intervals.lift(n)))),
        parts.flatMap(_.latencies).groupMap(_._1)(_._2).view.mapValues(joinedLatencies).toMap,
        parts.map(_.errors).sum,
        AuditState(parts.flatMap(_.account.producers), parts.flatMap(_.account.consumers)),
        parts.flatMap(_.due),
        parts.flatMap(_.failures),
        parts.flatMap(_.producersCut),
        parts.flatMap(_.drained),
        parts.flatMap(_.consumersCut),
        parts.flatMap(_.connections)
      )

  private def joinedLatencies(parts: List[Recorded]): Recorded =
    Recorded(Histograms.sum(parts.map(_.histogram)), parts.map(_.belowZero).sum)

/** The counts and latencies of one load JVM's clients in one interval. */
final case class Interval(
    /** The interval's end, counted from the start of the samples. */
    until: Nanos,
    length: Nanos,

    /** Counts within the interval, in the order of the workload's groups. Connections are those at its end. */
    groups: List[GroupSample],

    /** Messages of open loops that were due while window or network blocked, and so were sent late. */
    heldBack: Long,

    /** Messages that the broker accepted until the interval's end, as far as it confirms. */
    accepted: Long,

    /** Messages that were consumed until the interval's end. */
    consumed: Long,

    /** The consumed messages of the slowest consumer; none if this JVM has no consumers. */
    slowest: Option[Long],

    /** Latencies that ended within the interval, by the name of their kind; packed, because the histograms of a long
      * measurement would fill the heap. See [[Histograms.pack]].
      */
    latencies: Map[String, String],

    /** Those that belong to the summary. The others began in the warm-up. */
    summarised: Map[String, String],

    /** None if the resources cannot be read. */
    resources: Option[ResourceSample]
) derives Json.ReadWriter

object Interval:
  /** Joins one interval of several load JVMs. Its ends are the means of their ends, which differ by how late each JVM
    * woke up.
    */
  def joined(parts: List[Interval]): Interval =
    def mean(of: Interval => Nanos) = Nanos(parts.map(of(_).value).sum / parts.size)
    def sums(of: Interval => Map[String, String]) =
      parts.flatMap(of).groupMap(_._1)(_._2).view.mapValues(all =>
        Histograms.pack(Histograms.sum(all.map(Histograms.unpack)))
      ).toMap
    Interval(
      mean(_.until),
      mean(_.length),
      parts.map(_.groups).transpose.map(_.reduce(sum)),
      parts.map(_.heldBack).sum,
      parts.map(_.accepted).sum,
      parts.map(_.consumed).sum,
      parts.flatMap(_.slowest).minOption,
      sums(_.latencies),
      sums(_.summarised),
      Option.when(parts.forall(_.resources.isDefined))(JoinedResources.of(parts.flatMap(_.resources)))
    )

  /** The counts of a group, whose clients are in two load JVMs. */
  private def sum(a: GroupSample, b: GroupSample): GroupSample =
    combined(a, b)(_ + _).copy(connected = a.connected + b.connected)

  /** The counts of a group between two moments. */
  def difference(now: GroupSample, before: GroupSample): GroupSample = combined(now, before)(_ - _)

  private def combined(a: GroupSample, b: GroupSample)(count: (Long, Long) => Long): GroupSample = a.copy(
    produced = count(a.produced, b.produced),
    confirmed = count(a.confirmed, b.confirmed),
    consumed = count(a.consumed, b.consumed),
    acknowledged = count(a.acknowledged, b.acknowledged),
    errors = count(a.errors, b.errors)
  )
