package shootout.analysis

import shootout.result.*

/** What a number counts. */
enum MeasureUnit:
  case PerSecond, Microseconds

  /** As people read it. */
  def show(value: Double): String = this match
    case PerSecond => Numbers.si(value)
    case Microseconds => Numbers.micros(value)

/** A measure by which two results of a workload are compared. `more` means that more is better. */
case class Measure(name: String, unit: MeasureUnit, more: Boolean)

/** What one repetition measured. `spread` is the standard deviation of its samples, `None` with fewer than two. */
case class Reading(value: Double, spread: Option[Double], samples: Int)

/** A measure and what one repetition measured. */
case class Measured(measure: Measure, reading: Reading)

/** Reads the measures of one repetition of a workload. */
object Measure:
  /** All measures of a workload. Throughput, unless it only repeats the offered rate (a share of what another workload
    * reached, or a step of a rate sweep); if a setting changes within the workload, the throughput of each step. The
    * p99 and p95 latency, if the rate is fixed or each request waits for its reply, and if there were enough messages.
    * The broker's CPU time per delivered message, if it is known.
    */
  def of(workload: WorkloadResult): List[Measured] = workload.summary.toList.flatMap: summary =>
    val rates =
      if workload.offered.isDefined || workload.rateSweep.isDefined then Nil
      else if workload.steps.isEmpty then
        List(rate(Criterion.delivered(workload.load, summary), s"${side(workload)}/s", workload.samples.size))
      else workload.steps.map(ofStep(workload, _))
    rates ++ Percentile.values.toList.reverse.flatMap(percentile(workload, _)) ++ processor(workload)

  /** The percentiles for which the workload has too few messages. */
  def tooFew(workload: WorkloadResult): List[Measure] =
    for
      kind <- comparedLatency(workload).toList
      latency <- workload.summary.flatMap(_.latency(kind)).toList
      percentile <- Percentile.values.toList if !percentile.isKnown(latency)
    yield measure(kind, percentile)

  private def side(workload: WorkloadResult): String = Criterion.rate(workload.load)

  /** Whether nothing was delivered, or nothing produced if there are no consumers. */
  def silent(workload: WorkloadResult): Boolean =
    workload.summary.exists(Criterion.delivered(workload.load, _).meanPerS == 0)

  private def ofStep(workload: WorkloadResult, step: StepResult): Measured =
    val summary = if workload.load.consumers > 0 then step.consumed else step.produced
    val samples = math.floor((step.untilS - step.fromS) * 1000 / workload.timing.sampleIntervalMs).toInt
    rate(summary, s"${side(workload)}/s, ${step.setting} ${step.value}", samples)

  private def rate(summary: RateSummary, name: String, samples: Int): Measured =
    val spread = Option.when(samples > 1)(summary.stdevPerS)
    Measured(Measure(name, MeasureUnit.PerSecond, more = true), Reading(summary.meanPerS, spread, samples))

  /** The latency that is compared. At full speed, it only shows the length of the queue. */
  private def comparedLatency(workload: WorkloadResult): Option[LatencyKind] =
    val load = workload.load
    Option.when(load.openLoop || load.requestReply)(Criterion.latency(load))

  private def measure(kind: LatencyKind, at: Percentile): Measure =
    Measure(s"${kind.key.replace('_', ' ')} p${at.percent}", MeasureUnit.Microseconds, more = false)

  private def percentile(workload: WorkloadResult, at: Percentile): Option[Measured] =
    for
      kind <- comparedLatency(workload)
      latency <- workload.summary.flatMap(_.latency(kind)) if at.isKnown(latency)
    yield
      // Samples have no p95, so it has no interval with a single repetition.
      val each =
        if at == Percentile.P99 then workload.samples.flatMap(_.latencies.get(kind.key).flatten).map(_.usP99) else Nil
      Measured(measure(kind, at), Reading(at.of(latency), Student.deviation(each), each.size))

  /** Microseconds of CPU time per delivered message, so that sending and receiving a message is one unit of work. Per
    * produced message, if there are no consumers.
    */
  def cpuUs(workload: WorkloadResult, of: ResourceSummary => Option[ProcessSummary] = _.broker): Option[Double] =
    for
      used <- workload.resources.flatMap(of)
      summary <- workload.summary
      done = Criterion.delivered(workload.load, summary).meanPerS if done > 0
    yield used.cpuCores * 1e6 / done

  private def processor(workload: WorkloadResult): Option[Measured] = cpuUs(workload).map: us =>
    val each = workload.samples.flatMap(perMessage(workload, _))
    val measure = Measure("broker CPU/msg", MeasureUnit.Microseconds, more = false)
    Measured(measure, Reading(us, Student.deviation(each), each.size))

  /** Microseconds of CPU time per message in one interval. */
  private def perMessage(workload: WorkloadResult, sample: Sample): Option[Double] =
    val done = Criterion.delivered(workload.load, sample)
    for broker <- sample.resources.flatMap(_.broker) if done > 0 yield broker.cpuCores * 1e6 / done
