package shootout.result

import shootout.units.{DestinationType, EpochMillis, Json}

/** Why a workload has no numbers, or not all of them, if the tool can tell. Its `reason` contains the words. */
enum Cause:
  /** The user stopped the run. */
  case Cancelled

  /** The broker's process ended during the workload. */
  case BrokerEnded

  /** A connection was refused when the workload began, or every connection was lost. */
  case ConnectionLost

  /** Clients that send as fast as they can have sent nothing. */
  case NothingSent

object Cause:
  given Json.ReadWriter[Cause] = Json.wordCodec(Cause.values)

/** Clients that did not come to the end of their good-bye, and were cut off for it. Producers to whom the broker did
  * not come while it delivered all the time are not counted.
  */
case class CutOffResult(producers: Int, consumers: Int) derives Json.ReadWriter

/** The outcome of a workload: numbers, or the reason why there are none. */
enum Status:
  /** The workload ran to its end, and its numbers are valid. */
  case Measured

  /** The workload began, but the broker died, refused, or never delivered. Samples taken until then are kept. */
  case Failed

  /** The broker or its protocol lacks a capability that the workload needs. */
  case Unsupported

  /** The workload was not run: the user stopped, an earlier linked phase failed, or a lower workload of a rate sweep
    * was not sustained.
    */
  case Skipped

  /** Its name in files. */
  def word: String = Json.snake(toString)

object Status:
  given Json.ReadWriter[Status] = Json.wordCodec(Status.values)

/** The declared load, in numbers; null where clients of one workload differ or there are none.
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
  *   whether clients wait between two messages: `nobody`, `some` of them, or all of a `side`, so that the rate is the
  *   load's
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
    thinking: Thinking = Thinking.Nobody,
    settings: Map[String, ujson.Value] = Map.empty
):
  /** The latency by whose p99 it is judged, which only requests and workloads at a fixed rate have. */
  def tail(summary: Summary): Option[LatencySummary] =
    summary.latency(Criterion.latency(requestReply, consumers))

object LoadResult:
  /** In the file, settings are on the same level as the fields. */
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
  *   seconds of load before the first sample; at least, where the workload waits until its rate is steady
  * @param samples
  *   at most, where a workload ends as soon as its mean is known well enough
  */
case class TimingResult(warmUpS: Double, samples: Int, sampleIntervalMs: Double) derives Json.ReadWriter

/** Why no more samples were taken. */
enum SamplingEnd:
  /** As many samples as planned were taken. */
  case Fixed

  /** The mean reached the wanted precision. */
  case Precise

  /** The mean did not reach it, and the maximum number of samples was taken. */
  case Limit

object SamplingEnd:
  given Json.ReadWriter[SamplingEnd] = Json.wordCodec(SamplingEnd.values)

/** How warm-up and samples went, as against the plan. The warm-up waits for the just-in-time compilers too, as long as
  * it may; here is the rate.
  *
  * @param warmUpS
  *   seconds of load before the first sample
  * @param steady
  *   whether the rate was steady when sampling began (MSER over its tenths of a second), and no open loop was
  *   catching up with what had been due before; null where the warm-up had a given length
  * @param precision
  *   half of the 95 % confidence interval of the mean rate within this workload, as a share of the mean (batch means
  *   over tenths of a second); null with few of these. It knows nothing of how far another run would be off
  * @param wantedPrecision
  *   at which the workload would have ended early; null: the number of samples was given
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

/** One workload, run once against one broker.
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
  *   where a setting changes in the course of the workload: the numbers of each of its values
  * @param offered
  *   where the rate is a share of what another workload reached: which share, of what
  * @param crash
  *   what became of confirmed messages when the broker was killed under load
  * @param resources
  *   CPU time, memory and disk over the samples
  * @param generatorLimit
  *   what the generator alone reaches with this load; null: nobody measured it
  * @param sampling
  *   how warm-up and samples went; null where none were taken, and where the load changes on purpose or has pauses of
  *   its own
  * @param rateSweep
  *   of a workload that climbs along an axis: by which limit, and where the rate sweep ended
  * @param prefetchApplied
  *   whether the broker got the prefetch that the load asks for, or kept its own, as it cannot be told; null where
  *   none is asked for, or the workload did not run
  * @param measuredWith
  *   null: it was not measured by a plan, as in a calibration
  * @param generators
  *   how many load JVMs shared its clients; null: one had them all
  * @param cause
  *   of the reasons that the tool can tell apart, which one; null: none of them
  * @param cutOff
  *   clients that did not close; null: none
  * @param axisValues
  *   those of the axes that are numbers
  * @param basis
  *   what of its plan the numbers are judged by
  * @param latencyLog
  *   where its latencies are, interval by interval ([[LatencyLog]]), from the folder of this file on; null: nowhere,
  *   as of workloads without any
  */
case class WorkloadResult(
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
    generatorLimit: Option[GeneratorLimitResult] = None,
    sampling: Option[SamplingResult] = None,
    rateSweep: Option[RateSweepResult] = None,
    prefetchApplied: Option[Boolean] = None,
    measuredWith: Option[MeasuredWith] = None,
    generators: Option[Int] = None,
    cause: Option[Cause] = None,
    cutOff: Option[CutOffResult] = None,
    axisValues: Map[String, Amount] = Map.empty,
    basis: BasisResult = BasisResult(),
    latencyLog: Option[String] = None
) derives Json.ReadWriter:
  def isMeasured: Boolean = status == Status.Measured

  /** Whether it is the last of linked phases. They share an audit, and the last one shows what never arrived. */
  def isLastPhase: Boolean = phase.forall(p => p.index + 1 == p.count)

/** How a producer learns that the broker has its messages. */
enum SendConfirmation:
  case None

  /** The broker confirms each message. */
  case Receipt

  /** The broker confirms each transaction. */
  case Commit

object SendConfirmation:
  given Json.ReadWriter[SendConfirmation] = Json.wordCodec(SendConfirmation.values)

/** Which clients wait for a declared time between two messages. */
enum Thinking:
  case Nobody

  /** Some producers, or some consumers, wait, and others do not. */
  case Some

  /** All producers, or all consumers, wait. The workload determines the rate, whatever the broker can do. */
  case Side

object Thinking:
  given Json.ReadWriter[Thinking] = Json.wordCodec(Thinking.values)

/** The side of a client group. */
enum Role:
  case Producer, Consumer

object Role:
  given Json.ReadWriter[Role] = Json.wordCodec(Role.values)

/** The part of a workload in which a changing setting had one value.
  *
  * @param setting
  *   what changes, such as `window`
  * @param value
  *   in words
  * @param fromS
  *   seconds from the first sample's beginning
  * @param untilS
  *   seconds from the first sample's beginning
  * @param amount
  *   the value, if it is a number
  */
case class StepResult(
    setting: String,
    value: String,
    fromS: Double,
    untilS: Double,
    produced: RateSummary,
    consumed: RateSummary,
    endToEnd: Option[LatencySummary],
    send: Option[LatencySummary],
    amount: Option[Amount] = None
) derives Json.ReadWriter

/** An offered rate that is a share of a maximum which was measured before, against the same broker.
  *
  * @param maximumWorkload
  *   id of the workload that measured it
  * @param maximumPerS
  *   messages a second
  * @param share
  *   0 to 1
  * @param targetPerS
  *   messages a second
  */
case class OfferedResult(maximumWorkload: String, maximumPerS: Double, share: Double, targetPerS: Double)
    derives Json.ReadWriter

/** A workload of a rate sweep: workloads along an axis, each of which runs only if the ones below it were held.
  *
  * @param axis
  *   name of the axis
  * @param p99LimitUs
  *   the highest p99 latency of a workload that is held, in microseconds
  * @param beyond
  *   id of the lower workload that was not held, so that this one was not run; null: it was run
  */
case class RateSweepResult(axis: String, p99LimitUs: Double, beyond: Option[String] = None) derives Json.ReadWriter

/** What of a workload's plan its numbers are judged by: nobody who judges it has to know the plan.
  *
  * @param steady
  *   the load stays the same from the first sample to the last; where it changes on purpose, variation is no noise
  * @param consumersThink
  *   consumers take their time on purpose, so that messages may be left
  * @param copies
  *   how often each message is to be consumed
  */
case class BasisResult(steady: Boolean = true, consumersThink: Boolean = false, copies: Double = 1)
    derives Json.ReadWriter

/** What a broker that was killed (SIGKILL) under load, and started again on the same data, still had.
  *
  * @param confirmed
  *   messages whose receipt had come before the kill
  * @param lostConfirmed
  *   of these, how many never came out again
  * @param duplicated
  *   deliveries beyond the first, after the restart included
  * @param unconfirmedDelivered
  *   messages that came out although no receipt had come
  * @param recoveryS
  *   seconds from the kill until the broker served again; null if it did not
  */
case class CrashResult(
    confirmed: Long,
    lostConfirmed: Long,
    duplicated: Long,
    unconfirmedDelivered: Long,
    recoveryS: Option[Double]
) derives Json.ReadWriter

/** What the generator reaches with this load against the null broker. Without a broker's brakes a flood of sends leaves
  * little time for consuming, so that neither rate is a limit by itself: their sum is.
  *
  * @param producedPerS
  *   messages a second
  * @param consumedPerS
  *   messages a second
  * @param clientCpuUsPerMessage
  *   processor microseconds that a message cost the generator there; null where it could not be read
  */
case class GeneratorLimitResult(
    producedPerS: Double,
    consumedPerS: Double,
    clientCpuUsPerMessage: Option[Double] = None
) derives Json.ReadWriter

/** What a workload was measured with: two results may stand in one file only if nothing of it differs.
  *
  * @param workload
  *   all that producers and consumers do, and for how long, as it was resolved from the scenario
  * @param contender
  *   broker and version, protocol and client library, in words
  * @param settings
  *   digest of how the broker is started and configured, and spoken to
  * @param disk
  *   file system and device that the broker wrote to; null: it was started by somebody else
  */
case class MeasuredWith(workload: ujson.Obj, contender: String, settings: String, disk: Option[String])
    derives Json.ReadWriter
