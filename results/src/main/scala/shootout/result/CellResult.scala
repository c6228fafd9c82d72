package shootout.result

import shootout.units.{DestinationType, EpochMillis, Json}

/** What became of a cell: numbers, or the reason why there are none. */
enum Status:
  /** Ran to its end; the numbers hold. */
  case Measured

  /** Began, but the broker died, refused, or never delivered; samples taken until then are kept. */
  case Failed

  /** The broker or its protocol lacks a capability that the cell needs. */
  case Unsupported

  /** Not run: the user stopped, an earlier linked phase failed, or a lower cell of a climb was not held. */
  case Skipped

  /** In files. */
  def word: String = Json.snake(toString)

object Status:
  given Json.ReadWriter[Status] = Json.wordCodec(Status.values)

  private lazy val byWord = values.map(one => one.word -> one).toMap

  /** None: newer tools know more of them. */
  def of(word: String): Option[Status] = byWord.get(word)

/** The declared load, in numbers; null where clients of one cell differ or there are none.
  *
  * @param messageSizeBytes
  *   bytes
  * @param confirm
  *   `none`, `receipt` (for each message) or `commit` (for each transaction)
  * @param window
  *   sends in flight without confirmation; null: unbounded
  * @param openLoop
  *   true: sends follow a schedule, whatever the broker does
  * @param durable
  *   whether the subscriptions are
  * @param thinking
  *   whether clients wait between two messages: `nobody`, `some` of them, or all of a `side`, so that the rate is the load's; null in files of
  *   older tools, which tell it by `producer_think` and `consumer_think`
  * @param settings
  *   the rest, by the names that the scenario's keys have there ([[shootout.scenario.Key.load]]); in the file they
  *   stand beside the others. Booleans, numbers and words; null where there is nothing to tell. What is no single
  *   number is in words: one text if all clients are alike, else one for each group with its number of clients, as
  *   `9: none; 1: 500ms`
  */
case class LoadResult(
    destinationType: DestinationType,
    destinations: Int,
    producers: Int,
    consumers: Int,
    messageSizeBytes: Option[Long],
    persistent: Option[Boolean],
    confirm: Option[SendConfirmation],
    window: Option[Int],
    openLoop: Boolean,
    requestReply: Boolean,
    durable: Option[Boolean] = None,
    thinking: Option[Thinking] = None,
    settings: Map[String, ujson.Value] = Map.empty
):
  /** The latency by whose p99 it is judged, if it is by one: requests, and loads at a fixed rate. */
  def tail(summary: Summary): Option[LatencySummary] =
    summary.latency(Criterion.latency(requestReply, consumers))

object LoadResult:
  /** In the file, settings stand beside the fields. */
  given Json.ReadWriter[LoadResult] = Json.spread(Json.macroRW[LoadResult], Json.fields[LoadResult], "settings")(
    _.settings,
    (load, settings) => load.copy(settings = settings)
  )

/** Place among linked phases, which share destinations and audit.
  *
  * @param index
  *   from 0
  */
case class PhaseResult(scenario: String, index: Int, count: Int, name: String) derives Json.ReadWriter

/** As planned.
  *
  * @param warmUpS
  *   seconds of load before the first sample; at least, where the cell waits until its rate is steady
  * @param samples
  *   at most, where a cell ends as soon as its mean is known well enough
  */
case class TimingResult(warmUpS: Double, samples: Int, sampleIntervalMs: Double) derives Json.ReadWriter

/** Why no more samples were taken. */
enum SamplingEnd:
  /** As many as planned. */
  case Fixed

  /** The mean was known to within the wanted precision. */
  case Precise

  /** It was not, and the most samples that may be taken were taken. */
  case Limit

object SamplingEnd:
  given Json.ReadWriter[SamplingEnd] = Json.wordCodec(SamplingEnd.values)

/** How warm-up and samples went, as against the plan. The warm-up waits for the just-in-time compilers too, as long
  * as it may; here is the rate.
  *
  * @param warmUpS
  *   seconds of load before the first sample
  * @param steady
  *   whether the rate was steady when sampling began (MSER over its tenths of a second), and no open loop was
  *   catching up with what had been due before; null where the warm-up had a given length
  * @param precision
  *   half of the 95 % confidence interval of the mean rate within this cell, as a share of the mean (batch means over
  *   tenths of a second); null with few of these. It knows nothing of how far another run would be off
  * @param wantedPrecision
  *   at which the cell would have ended early; null: the number of samples was given
  * @param end
  *   why no more samples were taken: as many as planned; the mean was known well enough; it was not, and there are no
  *   more
  */
case class SamplingResult(
    warmUpS: Double,
    steady: Option[Boolean],
    precision: Option[Double],
    wantedPrecision: Option[Double],
    end: SamplingEnd
) derives Json.ReadWriter

/** One cell, run once against one broker.
  *
  * @param repetition
  *   from 1
  * @param axes
  *   matrix axis to value, as written in the scenario file
  * @param reason
  *   why there are no (or not all) numbers
  * @param logTail
  *   the broker's last log lines, when it failed
  * @param notes
  *   facts a reader should know about this number, such as an incomplete drain
  * @param startedAtMs
  *   milliseconds since 1970, UTC
  * @param steps
  *   where a setting changes in the course of the cell: the numbers of each of its values
  * @param offered
  *   where the rate is a share of what another cell reached: which share, of what
  * @param crash
  *   what became of confirmed messages when the broker was killed under load
  * @param resources
  *   processor time, memory and disk over the samples
  * @param ceiling
  *   what the generator alone reaches with this load
  * @param marks
  *   reasons to doubt the numbers
  * @param sampling
  *   how warm-up and samples went; null where none were taken, and where the load changes on purpose or has pauses of
  *   its own
  * @param climb
  *   of a cell that climbs along an axis: whether it was held, and where the climb ended
  * @param prefetchApplied
  *   whether the broker got the prefetch that the load asks for, or kept its own, as it cannot be told; null where
  *   none is asked for, or the cell did not run
  * @param fingerprint
  *   what it was measured with; null in files of older tools
  * @param generators
  *   how many load JVMs shared its clients; null: one had them all
  * @param cause
  *   of the reasons that the tool can tell apart, which one; null: none of them, and in files of older tools
  * @param cutOff
  *   clients that did not close; null: none, and in files of older tools, which say it in `notes` alone
  * @param axisValues
  *   those of the axes that are numbers; files of older tools have `axes` alone
  * @param basis
  *   what of its plan the numbers are judged by; null in files of older tools
  * @param unjudged
  *   why ceiling, marks and mean are not known yet, in words; null: it was judged
  * @param latencyLog
  *   where its latencies are, interval by interval ([[LatencyLog]]), from the folder of this file on; null: nowhere, as of cells
  *   without any, and of older tools
  */
case class CellResult(
    id: String,
    repetition: Int,
    group: String,
    title: String,
    axes: Map[String, String],
    load: LoadResult,
    phase: Option[PhaseResult],
    timing: TimingResult,
    status: Status,
    reason: Option[String],
    logTail: List[String],
    notes: List[String],
    startedAtMs: EpochMillis,
    samples: List[Sample],
    summary: Option[Summary],
    drain: Option[DrainResult],
    audit: Option[AuditResult],
    steps: List[StepResult] = Nil,
    offered: Option[OfferedResult] = None,
    crash: Option[CrashResult] = None,
    resources: Option[ResourceSummary] = None,
    ceiling: Option[CeilingResult] = None,
    marks: List[MarkResult] = Nil,
    sampling: Option[SamplingResult] = None,
    climb: Option[ClimbResult] = None,
    prefetchApplied: Option[Boolean] = None,
    fingerprint: Option[Fingerprint] = None,
    generators: Option[Int] = None,
    cause: Option[Cause] = None,
    cutOff: Option[CutOffResult] = None,
    axisValues: Map[String, Amount] = Map.empty,
    basis: Option[BasisResult] = None,
    unjudged: Option[String] = None,
    latencyLog: Option[String] = None
) derives Json.ReadWriter:
  /** With the numbers that its axes and steps have, where an older tool wrote them as text alone. */
  def typed: CellResult =
    if axisValues.nonEmpty then this else copy(axisValues = Amount.all(axes), steps = steps.map(_.typed))
