package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}
import shootout.units.Nanos

/** Reads a [[Varying]]: a constant, or `{uniform: [a, b]}`, `{normal: {mean: , stdev: }}`,
  * `{burst: {quiet: , busy: , quiet_for: , busy_for: }}`, `{steps: {0 s: , 10 s: }}`; steps may hold the others. A rate may
  * also be `{poisson: a}`.
  *
  * @param value
  *   reads one number with its unit, and refuses those out of bounds
  * @param spread
  *   reads a standard deviation
  * @param arrivals
  *   reads the mean of a Poisson process, where that makes sense
  */
final class VaryingReader private (
    value: Reader[Double],
    spread: Reader[Double],
    arrivals: Option[Reader[Double]],
    withSteps: Boolean
) extends Reader[Varying]:
  private val functions =
    List("uniform", "normal", "burst") ++ arrivals.map(_ => "poisson") ++ Option.when(withSteps)("steps")

  def expected: String = s"${value.expected}, or one of ${functions.map(f => s"{$f: ...}").mkString(", ")}"

  def read(node: Node, problems: Problems): Option[Varying] = node match
    case scalar: Node.Scalar => value.read(scalar, problems).map(Varying.Constant(_))
    case other => function.read(other, problems)

  private val function: Reader[Varying] = Fields.reader(expected) { (fields, problems) =>
    val read = List(
      fields.option("uniform", uniform),
      fields.option("normal", normal),
      fields.option("burst", burst),
      arrivals.flatMap(mean => fields.option("poisson", mean.map(Varying.Poisson(_)))),
      if withSteps then fields.option("steps", steps) else None
    ).flatten
    if functions.count(fields.node(_).isDefined) != 1 then
      problems.add(fields.place, s"write exactly one of ${functions.mkString(", ")}")
    read.headOption
  }

  private def uniform: Reader[Varying] = Reader.of("two bounds, as [a, b]") { (node, problems) =>
    Reader.list(value).read(node, problems).flatMap {
      case List(min, max) if min <= max => Some(Varying.Uniform(min, max))
      case List(_, _) =>
        problems.add(node.place, "the first bound is above the second; write the smaller one first")
        None
      case bounds =>
        problems.add(node.place, s"found ${bounds.size} numbers, expected two bounds, as [a, b]")
        None
    }
  }

  private def normal: Reader[Varying] = Fields.reader("mean and stdev") { (fields, _) =>
    val mean = fields.require("mean", value)
    val stdev = fields.require("stdev", spread)
    mean.zip(stdev).map(Varying.Normal(_, _))
  }

  private def burst: Reader[Varying] = Fields.reader("quiet, busy, quiet_for and busy_for") { (fields, _) =>
    val quiet = fields.require("quiet", value)
    val busy = fields.require("busy", value)
    val quietFor = fields.require("quiet_for", VaryingReader.stretch)
    val busyFor = fields.require("busy_for", VaryingReader.stretch)
    for q <- quiet; b <- busy; qf <- quietFor; bf <- busyFor yield Varying.Burst(q, b, qf, bf)
  }

  private def steps: Reader[Varying] =
    StepsReader(VaryingReader(value, spread, arrivals, withSteps = false)).map(Varying.Steps(_))

object VaryingReader:
  private val stretch: Reader[Nanos] = Quantity.durationFrom(1e6, "1 ms").map(n => Nanos(n.toLong))

  /** In bytes. */
  val size: Reader[Varying] = VaryingReader(Quantity.size, Quantity.sizeSpread, None, withSteps = true)

  /** In messages per second. */
  val rate: Reader[Varying] =
    VaryingReader(Quantity.rate, Quantity.rate, Some(Quantity.rateAboveZero), withSteps = true)

  /** In nanoseconds. */
  val think: Reader[Varying] = VaryingReader(Quantity.duration, Quantity.duration, None, withSteps = true)
