package shootout.analysis

import shootout.result.*

/** What a number counts. */
enum MeasureUnit:
  case PerSecond, Microseconds

  /** As people read it. */
  def show(value: Double): String = this match
    case PerSecond => Numbers.si(value)
    case Microseconds => Numbers.micros(value)

/** What cells are compared by.
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

/** Reads the measures of a cell (one repetition). */
object Measure:
  /** Throughput (of each step, where a setting changes within the cell; not where it only repeats the rate that was asked for: a
    * share of what another cell reached, or a step of a rate sweep); the p99 and p95 latency where the load's rate is
    * fixed, or each request waits for its reply, and there were messages enough to know them; the broker's processor time for each message that
    * was delivered, where it is known.
    */
  def of(cell: CellResult): List[Measured] = cell.summary.toList.flatMap: summary =>
    val rates =
      if cell.offered.isDefined || cell.climb.isDefined then Nil
      else if cell.steps.isEmpty then
        List(rate(Criterion.delivered(cell.load, summary), s"${side(cell)}/s", cell.samples.size))
      else cell.steps.map(ofStep(cell, _))
    rates ++ Percentile.values.toList.reverse.flatMap(percentile(cell, _)) ++ processor(cell)

  /** Percentiles that the cell has, but of too few messages. */
  def tooFew(cell: CellResult): List[Measure] =
    for
      kind <- judgedLatency(cell).toList
      latency <- cell.summary.flatMap(_.latency(kind)).toList
      percentile <- Percentile.values.toList if !percentile.isKnown(latency)
    yield measure(kind, percentile)

  private def side(cell: CellResult): String = Criterion.rate(cell.load.consumers)

  /** Whether nothing was delivered, or produced where nobody consumes. */
  def silent(cell: CellResult): Boolean = cell.summary.exists(Criterion.delivered(cell.load, _).meanPerS == 0)

  private def ofStep(cell: CellResult, step: StepResult): Measured =
    val summary = if cell.load.consumers > 0 then step.consumed else step.produced
    val samples = math.floor((step.untilS - step.fromS) * 1000 / cell.timing.sampleIntervalMs).toInt
    rate(summary, s"${side(cell)}/s, ${step.setting} ${step.value}", samples)

  private def rate(summary: RateSummary, name: String, samples: Int): Measured =
    val spread = Option.when(samples > 1)(summary.stdevPerS)
    Measured(Measure(name, MeasureUnit.PerSecond, more = true), Reading(summary.meanPerS, spread, samples))

  /** The latency that a cell is judged by. */
  private def judgedLatency(cell: CellResult): Option[LatencyKind] =
    val by = Criterion.of(cell.load.requestReply, cell.load.openLoop, cell.load.consumers)
    if by.more then None else LatencyKind.of(by.name)

  private def measure(kind: LatencyKind, at: Percentile): Measure =
    Measure(s"${kind.key.replace('_', ' ')} p${at.percent}", MeasureUnit.Microseconds, more = false)

  private def percentile(cell: CellResult, at: Percentile): Option[Measured] =
    for
      kind <- judgedLatency(cell)
      latency <- cell.summary.flatMap(_.latency(kind)) if at.isKnown(latency)
    yield
      // samples have no p95, and so a single repetition has no interval for it
      val each =
        if at == Percentile.P99 then cell.samples.flatMap(_.latencies.get(kind.key).flatten).map(_.usP99) else Nil
      Measured(measure(kind, at), Reading(at.of(latency), Student.deviation(each), each.size))

  private def processor(cell: CellResult): Option[Measured] = CostPerMessage.cpuUs(cell).map: us =>
    val each = cell.samples.flatMap(perMessage(cell, _))
    val measure = Measure("broker CPU/msg", MeasureUnit.Microseconds, more = false)
    Measured(measure, Reading(us, Student.deviation(each), each.size))

  /** Processor microseconds per message in one interval. */
  private def perMessage(cell: CellResult, sample: Sample): Option[Double] =
    val done = if cell.load.consumers > 0 then sample.consumedPerS else sample.producedPerS
    for broker <- sample.resources.flatMap(_.broker) if done > 0 yield broker.cpuCores * 1e6 / done
