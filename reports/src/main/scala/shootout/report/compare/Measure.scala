package shootout.report.compare

import shootout.report.*
import shootout.report.judge.{Percentiles, Spent}
import shootout.result.{Criterion, Student}

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

/** Reads the measures of a cell (one repetition) of a result file. */
object Measure:
  /** Throughput (of each step, where a setting changes within the cell; not where it only repeats the rate that was asked for: a
    * share of what another cell reached, or one that climbs); the p99 and p95 latency where the load's rate is
    * fixed, or each request waits for its reply, and there were messages enough to know them; the broker's processor time for each message that
    * was delivered, where it is known.
    */
  def of(cell: ujson.Value): List[(Measure, Reading)] =
    val steps = cell.listAt("steps")
    val rates =
      if cell.at("offered").isDefined || cell.at("climb").isDefined then Nil
      else if steps.isEmpty then throughput(cell).toList
      else steps.flatMap(ofStep(cell, _))
    rates ++ Percents.flatMap(percentile(cell, _)) ++ processor(cell)

  /** Percentiles that the cell has, but of too few messages. */
  def tooFew(cell: ujson.Value): List[Measure] =
    for
      (name, latency) <- latency(cell).toList
      percent <- Percents if Percentiles.tooFew(latency, percent)
    yield measure(name, percent)

  private def consumers(cell: ujson.Value): Int = cell.numberAt("load", "consumers").fold(0)(_.toInt)

  private def side(cell: ujson.Value): String = Criterion.rate(consumers(cell))

  /** Whether nothing was delivered, or produced where nobody consumes. */
  def silent(cell: ujson.Value): Boolean = cell.numberAt("summary", side(cell), "mean_per_s").contains(0.0)

  private def throughput(cell: ujson.Value): Option[(Measure, Reading)] =
    val name = side(cell)
    rate(cell.at("summary", name), s"$name/s", cell.listAt("samples").size)

  private def ofStep(cell: ujson.Value, step: ujson.Value): Option[(Measure, Reading)] =
    for
      setting <- step.textAt("setting")
      value <- step.textAt("value")
      name = side(cell)
      interval <- cell.numberAt("timing", "sample_interval_ms").orElse(Some(1000.0))
      seconds = step.numberAt("until_s").getOrElse(0.0) - step.numberAt("from_s").getOrElse(0.0)
      read <- rate(step.at(name), s"$name/s, $setting $value", math.floor(seconds * 1000 / interval).toInt)
    yield read

  private def rate(summary: Option[ujson.Value], name: String, samples: Int): Option[(Measure, Reading)] =
    for
      rate <- summary
      mean <- rate.numberAt("mean_per_s")
    yield
      val spread = rate.numberAt("stdev_per_s").filter(_ => samples > 1)
      Measure(name, MeasureUnit.PerSecond, more = true) -> Reading(mean, spread, samples)

  private val Percents = List(99, 95)

  /** The latency that a cell is judged by, with its name. */
  private def latency(cell: ujson.Value): Option[(String, ujson.Value)] =
    def is(key: String) = cell.at("load", key).exists(_.boolOpt.contains(true))
    val by = Criterion.of(is("request_reply"), is("open_loop"), consumers(cell))
    if by.more then None else cell.at("summary", by.name).map(by.name -> _)

  private def measure(latency: String, percent: Int): Measure =
    Measure(s"${latency.replace('_', ' ')} p$percent", MeasureUnit.Microseconds, more = false)

  /** Samples have no p95, and so a single repetition has no interval for it. */
  private def percentile(cell: ujson.Value, percent: Int): Option[(Measure, Reading)] =
    for (name, latency) <- latency(cell); us <- Percentiles.of(latency, percent)
    yield
      val each = cell.listAt("samples").flatMap(_.numberAt(name, Percentiles.key(percent)))
      measure(name, percent) -> Reading(us, spread(each), each.size)

  private def processor(cell: ujson.Value): Option[(Measure, Reading)] = Spent.cpuUs(cell).map: us =>
    val each = cell.listAt("samples").flatMap(perMessage(_, side(cell)))
    Measure("broker CPU/msg", MeasureUnit.Microseconds, more = false) -> Reading(us, spread(each), each.size)

  /** Processor microseconds per message in one interval. */
  private def perMessage(sample: ujson.Value, side: String): Option[Double] =
    for
      cores <- sample.numberAt("resources", "broker", "cpu_cores")
      done <- sample.numberAt(s"${side}_per_s") if done > 0
    yield cores * 1e6 / done

  private def spread(values: List[Double]): Option[Double] = Student.deviation(values)
