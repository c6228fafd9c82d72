package shootout.scenario

import shootout.yaml.{Fields, Node, Problems, Reader}
import shootout.units.{Json, Nanos}

/** A number that may change while a workload runs, as a function of the time since its beginning.
  *
  * The unit depends on the setting: bytes for a message size, messages per second for a rate, nanoseconds for a think
  * time. Random functions are drawn again for every message.
  */
enum Distribution derives Json.ReadWriter:
  case Constant(value: Double)
  case Uniform(min: Double, max: Double)

  /** A normal distribution without its part below zero. */
  case Normal(mean: Double, stdev: Double)

  /** Only for a rate: messages that arrive independently of each other, so that the time from one to the next is
    * exponentially distributed.
    */
  case Poisson(mean: Double)

  /** `busy` for `busyFor`, then `quiet` for `quietFor`, in turn. */
  case Burst(quiet: Double, busy: Double, quietFor: Nanos, busyFor: Nanos)

  /** Each function applies from its time until the next one's. The first starts at zero. */
  case Steps(from: List[(Nanos, Distribution)])

  /** The largest possible value. For a normal distribution, a larger one occurs once in a billion times. */
  def largest: Double = this match
    case Constant(value) => value
    case Uniform(_, max) => max
    case Normal(mean, stdev) => mean + Distribution.Far * stdev
    case Poisson(perSecond) => perSecond
    case Burst(quiet, busy, _, _) => math.max(quiet, busy)
    case Steps(from) => from.map(_._2.largest).max

  /** The value, if it is constant on average. The mean over time of a rate that is drawn for each message is not this
    * simple.
    */
  def average: Option[Double] = this match
    case Constant(value) => Some(value)
    case Poisson(perSecond) => Some(perSecond)
    case Uniform(_, _) | Normal(_, _) | Burst(_, _, _, _) | Steps(_) => None

object Distribution:
  /** In standard deviations. */
  private val Far = 6.0

/** Reads a [[Distribution]]: a constant, or `{uniform: [a, b]}`, `{normal: {mean: , stdev: }}`, `{burst: {quiet: ,
  * busy: , quiet_for: , busy_for: }}`, `{steps: {0 s: , 10 s: }}`; steps may contain the others. A rate may also be
  * `{poisson: a}`.
  */
final class DistributionReader private (
    /** Reads one number with its unit, and refuses those out of bounds. */
    value: Reader[Double],

    /** Reads a standard deviation. */
    spread: Reader[Double],

    /** Reads the mean of a Poisson process, if that makes sense for the value. */
    arrivals: Option[Reader[Double]],
    withSteps: Boolean
) extends Reader[Distribution]:
  private val functions =
    List("uniform", "normal", "burst") ++ arrivals.map(_ => "poisson") ++ Option.when(withSteps)("steps")

  def expected: String = s"${value.expected}, or one of ${functions.map(f => s"{$f: ...}").mkString(", ")}"

  def read(node: Node, problems: Problems): Option[Distribution] = node match
    case scalar: Node.Scalar => value.read(scalar, problems).map(Distribution.Constant(_))
    case other => function.read(other, problems)

  private val function: Reader[Distribution] = Fields.reader(expected) { (fields, problems) =>
    val read = List(
      fields.option("uniform", uniform),
      fields.option("normal", normal),
      fields.option("burst", burst),
      arrivals.flatMap(mean => fields.option("poisson", mean.map(Distribution.Poisson(_)))),
      if withSteps then fields.option("steps", steps) else None
    ).flatten
    if functions.count(fields.node(_).isDefined) != 1 then
      problems.add(fields.place, s"write exactly one of ${functions.mkString(", ")}")
    read.headOption
  }

  private def uniform: Reader[Distribution] = Reader.of("two bounds, as [a, b]") { (node, problems) =>
    Reader.list(value).read(node, problems).flatMap {
      case List(min, max) if min <= max => Some(Distribution.Uniform(min, max))
      case List(_, _) =>
        problems.refuse(node.place, "the first bound is above the second; write the smaller one first")
      case bounds => problems.refuse(node.place, s"found ${bounds.size} numbers, expected two bounds, as [a, b]")
    }
  }

  private def normal: Reader[Distribution] = Fields.reader("mean and stdev") { (fields, _) =>
    val mean = fields.require("mean", value)
    val stdev = fields.require("stdev", spread)
    mean.zip(stdev).map(Distribution.Normal(_, _))
  }

  private def burst: Reader[Distribution] = Fields.reader("quiet, busy, quiet_for and busy_for") { (fields, _) =>
    val quiet = fields.require("quiet", value)
    val busy = fields.require("busy", value)
    val quietFor = fields.require("quiet_for", DistributionReader.stretch)
    val busyFor = fields.require("busy_for", DistributionReader.stretch)
    for q <- quiet; b <- busy; qf <- quietFor; bf <- busyFor yield Distribution.Burst(q, b, qf, bf)
  }

  private def steps: Reader[Distribution] =
    val each = DistributionReader(value, spread, arrivals, withSteps = false)
    DistributionReader.steps(each).map(Distribution.Steps(_))

object DistributionReader:
  private val stretch: Reader[Nanos] = Quantity.durationFrom(1e6, "1 ms").map(n => Nanos(n.toLong))

  /** In bytes. */
  val size: Reader[Distribution] = DistributionReader(Quantity.size, Quantity.sizeSpread, None, withSteps = true)

  /** In messages per second. */
  val rate: Reader[Distribution] =
    DistributionReader(Quantity.rate, Quantity.rate, Some(Quantity.rateAboveZero), withSteps = true)

  /** In nanoseconds. */
  val think: Reader[Distribution] = DistributionReader(Quantity.duration, Quantity.duration, None, withSteps = true)

  /** Reads values that follow each other, as `{0 s: , 10 s: }`. Each applies from its time, the first from 0 s. */
  private[scenario] def steps[A](value: Reader[A]): Reader[List[(Nanos, A)]] =
    val words = "steps, as {0 s: , 10 s: }"
    Reader.of(words) { (node, problems) =>
      node match
        case Node.Mapping(entries, at) if entries.nonEmpty =>
          val read = entries.map((from, step) => Quantity.duration.read(from, problems) -> value.read(step, problems))
          val times = read.flatMap(_._1)
          if times.size == entries.size && (times.head != 0 || times.zip(times.tail).exists(_ >= _)) then
            problems.add(at, "steps begin at 0 s, and each begins later than the one before")
          Some(read.collect { case (Some(t), Some(v)) => (Nanos(t.toLong), v) })
        case other => problems.unexpected(other, words)
    }
