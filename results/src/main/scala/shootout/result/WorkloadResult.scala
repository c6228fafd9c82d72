package shootout.result

import shootout.units.{DestinationType, EpochMillis, Json, Word}

/** Why a workload has no numbers, or not all of them, if the tool can classify it. `reason` says it in words. */
enum Cause extends Word:
  /** The user stopped the run. */
  case Cancelled

  /** The broker's process ended during the workload. */
  case BrokerEnded

  /** A connection was refused when the workload began, or every connection was lost. */
  case ConnectionLost

  /** Clients that should send as fast as possible sent nothing. */
  case NothingSent

/** Clients that did not close in time and were cut off. Producers do not count if the broker was still delivering and
  * had not come to their close.
  */
case class CutOffResult(producers: Int, consumers: Int) derives Json.ReadWriter

/** The outcome of a workload: it has numbers, or a reason why not. */
enum Status extends Word:
  /** The workload ran to its end, and its numbers are valid. */
  case Measured

  /** The workload began, but the broker died, refused or never delivered. Samples taken until then are kept. */
  case Failed

  /** The broker or its protocol lacks a capability that the workload needs. */
  case Unsupported

  /** The workload was not run: the user stopped the run, an earlier linked phase failed, or a lower rate of a rate
    * sweep was not sustained.
    */
  case Skipped

/** The declared load, in numbers. A field is null if clients of the workload differ in it, or if there are none. */
case class LoadResult(
    destinationType: DestinationType,
    destinations: Int,
    producers: Int,
    consumers: Int,
    /** the size of a message; null if sizes vary */
    messageSizeBytes: Option[Long],
    persistent: Option[Boolean],
    /** `none`, `receipt` (for each message) or `commit` (for each transaction) */
    confirm: Option[SendConfirmation],
    /** the most unconfirmed sends in flight; null: unbounded */
    window: Option[Int],
    /** true: sends follow a schedule, whatever the broker does */
    openLoop: Boolean,
    requestReply: Boolean,
    /** true: the subscriptions are durable */
    durable: Option[Boolean] = None,
    /** which clients wait between two messages: `nobody`, `some`, or all of a `side`; in the last case the load
      * determines the rate
      */
    thinking: Thinking = Thinking.Nobody,
    /** all other settings, under the names of the scenario keys ([[shootout.scenario.Key.load]]); in the file they are
      * on the same level as the other fields. Values are booleans, numbers and words, or null if there is nothing to
      * report. A value that is not a single number is in words: one text if all clients are alike, else one for each
      * group with its number of clients, such as `9: none; 1: 500ms`
      */
    settings: Map[String, ujson.Value] = Map.empty
):
  /** The main latency of a workload. Only workloads at an offered rate are judged by its p99. */
  def tail(summary: Summary): Option[LatencySummary] = summary.latency(Criterion.latency(this))

object LoadResult:
  /** In the file, the settings are on the same level as the fields. */
  given Json.ReadWriter[LoadResult] = Json.spread(Json.macroRW[LoadResult], Json.fields[LoadResult], "settings")(
    _.settings,
    (load, settings) => load.copy(settings = settings)
  )

/** The place of a workload among linked phases, which share destinations and audit.
  *
  * @param index
  *   from 0
  */
case class PhaseResult(scenario: String, index: Int, count: Int, name: String) derives Json.ReadWriter

/** The timing as planned.
  *
  * @param warmUpS
  *   seconds of load before the first sample; the minimum, if the workload waits for a steady rate
  * @param samples
  *   the number of samples; the maximum, if the workload ends as soon as its mean is known precisely enough
  */
case class TimingResult(warmUpS: Double, samples: Int, sampleIntervalMs: Double) derives Json.ReadWriter

/** Why no more samples were taken. */
enum SamplingEnd extends Word:
  /** The planned number of samples was taken. */
  case Fixed

  /** The mean reached the wanted precision. */
  case Precise

  /** The mean did not reach the wanted precision within the maximum number of samples. */
  case Limit

/** How warm-up and sampling went. The warm-up also waits for just-in-time compilers, but `steady` is about the rate
  * alone.
  */
case class SamplingResult(
    /** seconds of load before the first sample */
    warmUpS: Double,
    /** true: when sampling began, the rate was steady (MSER over tenths of a second), and no open loop was catching up;
      * null if the warm-up had a fixed length
      */
    steady: Option[Boolean],
    /** half of the 95% confidence interval of the mean rate within this workload, as a share of the mean (batch means
      * over tenths of a second); null with too few values. It does not show how much another run would differ
      */
    precision: Option[Double],
    /** the precision at which sampling ends early; null: the number of samples was fixed */
    wantedPrecision: Option[Double],
    /** why sampling ended: `fixed` (all planned samples were taken), `precise` (the mean reached the wanted precision)
      * or `limit` (the maximum was reached first)
      */
    end: SamplingEnd
) derives Json.ReadWriter

/** One repetition of a workload against one broker. */
case class WorkloadResult(
    id: String,
    /** from 1 */
    repetition: Int,
    group: String,
    title: String,
    /** axis of the matrix to value, as the scenario file writes it */
    axes: Map[String, String],
    load: LoadResult,
    phase: Option[PhaseResult],
    timing: TimingResult,
    status: Status,
    /** why there are no numbers, or not all of them */
    reason: Option[String],
    /** the last log lines of the broker, if the workload failed */
    logTail: List[String],
    /** what readers should know about these numbers, such as an incomplete drain */
    notes: List[String],
    /** milliseconds since 1970, UTC */
    startedAtMs: EpochMillis,
    samples: List[Sample],
    summary: Option[Summary],
    drain: Option[DrainResult],
    audit: Option[AuditResult],
    /** the numbers for each value of a setting that changes during the workload */
    steps: List[StepResult] = Nil,
    /** the share and the maximum, if the rate is a share of what another workload reached */
    offered: Option[OfferedResult] = None,
    /** what became of confirmed messages after the broker was killed under load */
    crash: Option[CrashResult] = None,
    /** the CPU time, memory and disk traffic over the samples */
    resources: Option[ResourceSummary] = None,
    /** what the generator alone reaches with this load; null: not measured */
    generatorLimit: Option[GeneratorLimitResult] = None,
    /** how warm-up and sampling went; null without samples, or if the load changes on purpose or has pauses of its own
      */
    sampling: Option[SamplingResult] = None,
    /** for a workload of a rate sweep: its limit, and where the sweep ended */
    rateSweep: Option[RateSweepResult] = None,
    /** true: the broker got the prefetch that the load asks for; false: it kept its own, because clients cannot set it;
      * null if the load asks for none or did not run
      */
    prefetchApplied: Option[Boolean] = None,
    /** null: no plan measured it, such as in a calibration */
    measuredWith: Option[MeasuredWith] = None,
    /** how many load JVMs shared its clients; null: one */
    generators: Option[Int] = None,
    /** the reason, if the tool can classify it; null: it cannot */
    cause: Option[Cause] = None,
    /** clients that did not close in time; null: none */
    cutOff: Option[CutOffResult] = None,
    /** the numeric axes */
    axisValues: Map[String, Amount] = Map.empty,
    /** facts of the plan that the judgement needs */
    basis: BasisResult = BasisResult(),
    /** the path of its latencies over time ([[LatencyLog]]), relative to the folder of this file; null: none, such as
      * for a workload without latencies
      */
    latencyLog: Option[String] = None
) derives Json.ReadWriter:
  def isMeasured: Boolean = status == Status.Measured

  /** Whether it is the last of linked phases. They share one audit, and only the last one shows what never arrived. */
  def isLastPhase: Boolean = phase.forall(p => p.index + 1 == p.count)

/** How a producer learns that the broker has its messages. */
enum SendConfirmation extends Word:
  case None

  /** The broker confirms each message. */
  case Receipt

  /** The broker confirms each transaction. */
  case Commit

/** Which clients wait between two messages. */
enum Thinking extends Word:
  case Nobody

  /** Some producers or some consumers wait, and others do not. */
  case Some

  /** All producers or all consumers wait, so the workload determines the rate, whatever the broker can do. */
  case Side

/** What the clients of a group do. */
enum Role extends Word:
  case Producer, Consumer

/** The part of a workload in which a changing setting has one value. */
case class StepResult(
    /** the setting that changes, such as `window` */
    setting: String,
    /** the value, in words */
    value: String,
    /** seconds from the start of the first sample */
    fromS: Double,
    /** seconds from the start of the first sample */
    untilS: Double,
    produced: RateSummary,
    consumed: RateSummary,
    endToEnd: Option[LatencySummary],
    send: Option[LatencySummary],
    /** the value, if it is a number */
    amount: Option[Amount] = None
) derives Json.ReadWriter

/** An offered rate that is a share of a maximum. Another workload measured the maximum before, against the same broker.
  *
  * @param maximumWorkload
  *   id of the workload that measured it
  * @param maximumPerS
  *   messages per second
  * @param share
  *   0 to 1
  * @param targetPerS
  *   messages per second
  */
case class OfferedResult(maximumWorkload: String, maximumPerS: Double, share: Double, targetPerS: Double)
    derives Json.ReadWriter

/** A workload of a rate sweep: workloads along an axis, each of which runs only if the ones below it were sustained.
  *
  * @param axis
  *   name of the axis
  * @param p99LimitUs
  *   the highest p99 latency of a sustained workload, in microseconds
  * @param beyond
  *   the id of the lower workload that was not sustained, so this one was skipped; null: it was not skipped
  */
case class RateSweepResult(axis: String, p99LimitUs: Double, beyond: Option[String] = None) derives Json.ReadWriter

/** Facts of a workload's plan that the judgement needs, so that readers of the file do not need the plan.
  *
  * @param steady
  *   true: the load stays the same from the first sample to the last; if it changes on purpose, variation is not noise
  * @param consumersThink
  *   true: consumers wait on purpose, so messages may be left
  * @param copies
  *   how often each message should be consumed
  */
case class BasisResult(steady: Boolean = true, consumersThink: Boolean = false, copies: Double = 1)
    derives Json.ReadWriter

/** What a broker still had after it was killed under load (SIGKILL) and restarted on the same data. */
case class CrashResult(
    /** messages that were confirmed before the kill */
    confirmed: Long,
    /** how many of these never arrived */
    lostConfirmed: Long,
    /** deliveries beyond the first, also after the restart */
    duplicated: Long,
    /** messages that arrived although they were never confirmed */
    unconfirmedDelivered: Long,
    /** seconds from the kill until the broker served again; null if it did not */
    recoveryS: Option[Double]
) derives Json.ReadWriter

/** What the generator reaches with this load against the null broker. No broker slows down the sends there, so they
  * leave little time for consuming. So neither rate alone is a limit, only their sum.
  */
case class GeneratorLimitResult(
    /** messages per second */
    producedPerS: Double,
    /** messages per second */
    consumedPerS: Double,
    /** microseconds of the generator's CPU time per message there; null if it could not be read */
    clientCpuUsPerMessage: Option[Double] = None
) derives Json.ReadWriter

/** What a workload was measured with. `--continue` keeps a result only if none of this has changed.
  *
  * @param workload
  *   all that producers and consumers do and for how long, as resolved from the scenario
  * @param contender
  *   broker and version, protocol and client library, in words
  * @param settings
  *   a digest of how the broker is started and configured, and of how clients talk to it
  * @param disk
  *   the file system and the device that the broker wrote to; null: this tool did not start it
  */
case class MeasuredWith(workload: ujson.Obj, contender: String, settings: String, disk: Option[String])
    derives Json.ReadWriter
