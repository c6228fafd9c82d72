package shootout.scenario

import shootout.yaml.{Fields, Place, Problems, Reader}
import shootout.units.{Json, Nanos}

/** The place of a workload in a rate sweep along an axis. It runs only if the workloads below it were sustained: they
  * kept up with their rate, and their p99 with its limit.
  *
  * @param axis
  *   the name of the axis; all other axes have the same values in each of these workloads
  * @param p99Limit
  *   the highest p99 latency of a sustained workload
  * @param below
  *   ids of the workloads that are lower on the axis, the nearest first
  */
final case class RateSweep(axis: String, p99Limit: Nanos, below: List[String]) derives Json.ReadWriter

/** The rate sweep that a file declares. */
final private[scenario] case class SweepRule(axis: String, p99Limit: Nanos, at: Place)

private[scenario] object SweepReader:
  /** Reads `rate`, the name of an axis, or `{axis: rate, p99: 500 ms}`. */
  def reader(axes: List[String]): Reader[SweepRule] =
    val words = s"an axis (${axes.mkString(", ")}), or {axis: ${axes.headOption.getOrElse("rate")}, p99: 500 ms}"
    val axis = Reader.scalar(if axes.isEmpty then "an axis of a matrix, but there is no matrix" else words) { text =>
      Option.when(axes.contains(text))(text)
    }
    val short = Reader.of(words) { (node, problems) =>
      axis.read(node, problems).map(SweepRule(_, RateSweeps.P99Limit, node.place))
    }
    short.orMapping(words)(Fields.reader(words) { (fields, _) =>
      val limit = fields.getOrElse("p99", Quantity.durationFrom(1e3, "1 us"))(RateSweeps.P99Limit.value.toDouble)
      fields.require("axis", axis).map(SweepRule(_, Nanos(limit.toLong), fields.place))
    })

  val schema: ujson.Obj = ValueType.anyOf(
    ValueType.text.schema,
    ValueType.mapping("axis" -> ValueType.text.schema, "p99" -> ValueType.reference("duration"))("axis")
  )

/** Finds the workloads below each workload of a sweep: they come earlier on the axis and are otherwise the same. */
private[scenario] object RateSweeps:
  /** Below saturation no disk and no garbage collector delays one message in a hundred this long. A growing queue does
    * so within seconds. It is also the delay that interrupts a person's flow of thought (Nielsen, Usability
    * Engineering, 1993).
    */
  val P99Limit: Nanos = Nanos.ofSeconds(1)

  def link(runs: List[ScenarioRun], rule: SweepRule, problems: Problems): List[ScenarioRun] =
    def others(run: ScenarioRun) = run.combination.texts.filterNot(_._1 == rule.axis)
    val sweeps = runs.groupBy(others)
    for sweep <- sweeps.values do
      sweep.flatMap(fault(_, rule)).headOption.orElse(disorder(sweep, rule)).foreach(problems.add(_, _))
    for run <- runs yield
      val below = sweeps(others(run)).map(_.ids.head).takeWhile(_ != run.ids.head).reverse
      run.copy(sweep = Some(RateSweep(rule.axis, rule.p99Limit, below)))

  private def fault(run: ScenarioRun, rule: SweepRule): Option[(Place, String)] =
    val parts = run.load.parts
    if parts.sizeIs > 1 then
      Some(rule.at -> "linked phases have no rate sweep; write a scenario without phases, or no rate_sweep")
    else if run.rates.isEmpty || !run.rates.forall(_.perSecond.isDefined) then
      Some(
        parts.head.producersAt -> (s"rate_sweep: ${rule.axis} needs a rate that each load must hold; " +
          s"write rate: as 1000/s, or as $$${rule.axis}")
      )
    else None

  /** The sweep goes up in the order in which the axis is written, so rates must not fall. */
  private def disorder(runs: List[ScenarioRun], rule: SweepRule): Option[(Place, String)] =
    runs.zip(runs.drop(1)).collectFirst {
      case (low, high) if fixed(high) < fixed(low) =>
        val List(before, after) = List(low, high).map(_.combination.texts.toMap.apply(rule.axis)): @unchecked
        rule.at -> (s"a rate sweep goes up, but $after comes after $before; " +
          s"write the values of axis '${rule.axis}' from low to high")
    }

  /** The constant rates of all producers together, in messages per second. */
  private def fixed(run: ScenarioRun): Double =
    run.load.parts.flatMap(_.producers).map { p =>
      p.rate match
        case Some(Rate.Each(Distribution.Constant(perSecond))) => p.count * perSecond
        case Some(Rate.Total(Distribution.Constant(perSecond))) => perSecond
        case _ => 0
    }.sum
