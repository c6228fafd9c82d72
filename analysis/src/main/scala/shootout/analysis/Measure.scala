package shootout.analysis

import shootout.result.*

/** What a number counts. */
enum MeasureUnit:
  case PerSecond, Microseconds

  /** As people read it. */
  def show(value: Double): String = this match
    case PerSecond => Numbers.si(value)
    case Microseconds => Numbers.micros(value)

/** What workloads are compared by.
  *
  * @param more
  *   whether more is better
  */
case class Measure(name: String, unit: MeasureUnit, more: Boolean)

/** What one repetition showed.
  *
  * @param spread
  *   standard deviation between its samples; `None` with fewer than two
  * @param samples
  *   how many
  */
case class Reading(value: Double, spread: Option[Double], samples: Int)

/** A measure with what one repetition showed. */
case class Measured(measure: Measure, reading: Reading)

/** Reads the measures of a workload (one repetition). */
object Measure:
  /** Throughput (of each step, where a setting changes within the workload; not where it only repeats the rate that was asked for: a
    * share of what another workload reached, or a step of a rate sweep); the p99 and p95 latency where the load's rate is
    * fixed, or each request waits for its reply, and there were messages enough to know them; the broker's CPU time for each message that
    * was delivered, where it is known.
    */
  def of(workload: WorkloadResult): List[Measured] = workload.summary.toList.flatMap: summary =>
    val rates =
      if workload.offered.isDefined || workload.rateSweep.isDefined then Nil
      else if workload.steps.isEmpty then
        List(rate(Criterion.delivered(workload.load, summary), s"${side(workload)}/s", workload.samples.size))
      else workload.steps.map(ofStep(workload, _))
    rates ++ Percentile.values.toList.reverse.flatMap(percentile(workload, _)) ++ processor(workload)

  /** Percentiles that the workload has, but of too few messages. */
  def tooFew(workload: WorkloadResult): List[Measure] =
    for
      kind <- judgedLatency(workload).toList
      latency <- workload.summary.flatMap(_.latency(kind)).toList
      percentile <- Percentile.values.toList if !percentile.isKnown(latency)
    yield measure(kind, percentile)

  private def side(workload: WorkloadResult): String = Criterion.rate(workload.load.consumers)

  /** Whether nothing was delivered, or produced where nobody consumes. */
  def silent(workload: WorkloadResult): Boolean =
    workload.summary.exists(Criterion.delivered(workload.load, _).meanPerS == 0)

  private def ofStep(workload: WorkloadResult, step: StepResult): Measured =
    val summary = if workload.load.consumers > 0 then step.consumed else step.produced
    val samples = math.floor((step.untilS - step.fromS) * 1000 / workload.timing.sampleIntervalMs).toInt
    rate(summary, s"${side(workload)}/s, ${step.setting} ${step.value}", samples)

  private def rate(summary: RateSummary, name: String, samples: Int): Measured =
    val spread = Option.when(samples > 1)(summary.stdevPerS)
    Measured(Measure(name, MeasureUnit.PerSecond, more = true), Reading(summary.meanPerS, spread, samples))

  /** The latency that a workload is judged by. */
  private def judgedLatency(workload: WorkloadResult): Option[LatencyKind] =
    val by = Criterion.of(workload.load.requestReply, workload.load.openLoop, workload.load.consumers)
    if by.more then None else LatencyKind.of(by.name)

  private def measure(kind: LatencyKind, at: Percentile): Measure =
    Measure(s"${kind.key.replace('_', ' ')} p${at.percent}", MeasureUnit.Microseconds, more = false)

  private def percentile(workload: WorkloadResult, at: Percentile): Option[Measured] =
    for
      kind <- judgedLatency(workload)
      latency <- workload.summary.flatMap(_.latency(kind)) if at.isKnown(latency)
    yield
      // samples have no p95, and so a single repetition has no interval for it
      val each =
        if at == Percentile.P99 then workload.samples.flatMap(_.latencies.get(kind.key).flatten).map(_.usP99) else Nil
      Measured(measure(kind, at), Reading(at.of(latency), Student.deviation(each), each.size))

  private def processor(workload: WorkloadResult): Option[Measured] = CostPerMessage.cpuUs(workload).map: us =>
    val each = workload.samples.flatMap(perMessage(workload, _))
    val measure = Measure("broker CPU/msg", MeasureUnit.Microseconds, more = false)
    Measured(measure, Reading(us, Student.deviation(each), each.size))

  /** Processor microseconds per message in one interval. */
  private def perMessage(workload: WorkloadResult, sample: Sample): Option[Double] =
    val done = if workload.load.consumers > 0 then sample.consumedPerS else sample.producedPerS
    for broker <- sample.resources.flatMap(_.broker) if done > 0 yield broker.cpuCores * 1e6 / done
