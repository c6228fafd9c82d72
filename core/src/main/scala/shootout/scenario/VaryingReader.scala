package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}
import shootout.units.Nanos

/** Reads a [[Varying]]: a constant, or `{uniform: [a, b]}`, `{normal: {mean: , stdev: }}`,
  * `{burst: {quiet: , busy: , quiet_for: , busy_for: }}`, `{steps: {0 s: , 10 s: }}`; steps may hold the others.
  *
  * @param value
  *   reads one number with its unit, and refuses those out of bounds
  * @param spread
  *   reads a standard deviation
  */
final class VaryingReader private (value: Reader[Double], spread: Reader[Double], withSteps: Boolean)
    extends Reader[Varying]:
  private val functions = List("uniform", "normal", "burst") ++ Option.when(withSteps)("steps")

  def expected: String = s"${value.expected}, or one of ${functions.map(f => s"{$f: ...}").mkString(", ")}"

  def read(node: Node, problems: Problems): Option[Varying] = node match
    case scalar: Node.Scalar => value.read(scalar, problems).map(Varying.Constant(_))
    case other => function.read(other, problems)

  private val function: Reader[Varying] = Fields.reader(expected) { (fields, problems) =>
    val read = List(
      fields.option("uniform", uniform),
      fields.option("normal", normal),
      fields.option("burst", burst),
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

  private def steps: Reader[Varying] = Reader.of("steps, as {0 s: , 10 s: }") { (node, problems) =>
    node match
      case Node.Mapping(entries, at) if entries.nonEmpty =>
        val inner = VaryingReader(value, spread, withSteps = false)
        val read = entries.map((from, step) => Quantity.duration.read(from, problems) -> inner.read(step, problems))
        val times = read.flatMap(_._1)
        if times.size == entries.size && (times.head != 0 || times.zip(times.tail).exists(_ >= _)) then
          problems.add(at, "steps begin at 0 s, and each begins later than the one before")
        Some(Varying.Steps(read.collect { case (Some(t), Some(v)) => (Nanos(t.toLong), v) }))
      case other =>
        problems.add(other.place, s"found ${other.describe}, expected steps, as {0 s: , 10 s: }")
        None
  }

object VaryingReader:
  private val stretch: Reader[Nanos] = Quantity.durationFrom(1e6, "1 ms").map(n => Nanos(n.toLong))

  /** In bytes. */
  val size: Reader[Varying] = VaryingReader(Quantity.size, Quantity.sizeSpread, withSteps = true)

  /** In messages per second. */
  val rate: Reader[Varying] = VaryingReader(Quantity.rate, Quantity.rate, withSteps = true)

  /** In nanoseconds. */
  val think: Reader[Varying] = VaryingReader(Quantity.duration, Quantity.duration, withSteps = true)
