package shootout.scenario

import shootout.input.{Node, Problems, Reader}
import shootout.units.Nanos

/** Reads values that hold one after the other, as `{0 s: , 10 s: }`: each from its time on, the first from 0 s. */
final private[scenario] class StepsReader[A](value: Reader[A]) extends Reader[List[(Nanos, A)]]:
  def expected: String = "steps, as {0 s: , 10 s: }"

  def read(node: Node, problems: Problems): Option[List[(Nanos, A)]] = node match
    case Node.Mapping(entries, at) if entries.nonEmpty =>
      val read = entries.map((from, step) => Quantity.duration.read(from, problems) -> value.read(step, problems))
      val times = read.flatMap(_._1)
      if times.size == entries.size && (times.head != 0 || times.zip(times.tail).exists(_ >= _)) then
        problems.add(at, "steps begin at 0 s, and each begins later than the one before")
      Some(read.collect { case (Some(t), Some(v)) => (Nanos(t.toLong), v) })
    case other =>
      problems.add(other.place, s"found ${other.describe}, expected $expected")
      None
