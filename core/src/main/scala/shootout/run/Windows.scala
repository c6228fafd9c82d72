package shootout.run

import shootout.scenario.Window

/** How many sends may be in flight, in the course of a load. */
final class Windows(window: Window):
  private val (times, limits) = window match
    case Window.Steps(from) => (from.map(_._1.value).toArray, from.map((_, step) => Windows.limit(step)).toArray)
    case other => (Array(0L), Array(Windows.limit(other)))
  private var step = 0

  var current: Int = limits(0)

  /** Time passes; in nanoseconds since the load began. */
  def advance(elapsed: Long): Unit =
    while step + 1 < times.length && times(step + 1) <= elapsed do
      step += 1
      current = limits(step)

private object Windows:
  def limit(window: Window): Int = window match
    case Window.Of(messages) => messages
    case Window.Unbounded => Int.MaxValue
    case Window.Steps(_) => throw IllegalStateException("steps within steps")
