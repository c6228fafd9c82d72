package shootout.scenario

import shootout.units.Nanos

/** The part of a cell in which a changing setting has one value.
  *
  * @param value
  *   as words: `200`, `1k`, `500us`
  * @param fromS
  *   seconds from the first sample's beginning
  */
final case class Step(setting: String, value: String, fromS: Double, untilS: Double)

object Step:
  /** Of every setting of a cell that has steps, those of them that reach into the samples. */
  def of(cell: Cell): List[Step] =
    val producers = cell.producers.flatMap { p =>
      List(windows(p.window)) ++ List(
        varying("size", p.size, Words.size),
        p.rate.flatMap(_.perSecond).flatMap(varying("rate", _, Words.number)),
        p.think.flatMap(varying("think", _, Words.duration))
      )
    }
    val consumers = cell.consumers.map(_.think.flatMap(varying("think", _, Words.duration)))
    (producers ++ consumers).flatten.distinct.flatMap((setting, from) => within(cell.timing, setting, from))

  private def windows(window: Window) = window match
    case Window.Steps(from) => Some("window" -> from.map((at, step) => at -> Words.window(step)))
    case _ => None

  private def varying(setting: String, function: Varying, word: Double => String) = function match
    case Varying.Steps(from) => Some(setting -> from.map((at, step) => at -> Words.varying(step, word)))
    case _ => None

  private def within(timing: Timing, setting: String, from: List[(Nanos, String)]): List[Step] =
    val end = timing.samples * timing.sampleInterval.seconds
    val starts = from.map((at, _) => (at.value - timing.warmUp.value) / 1e9)
    val ends = starts.drop(1) :+ end
    from.map(_._2).lazyZip(starts).lazyZip(ends).toList.collect {
      case (value, start, until) if until > 0 && start < end =>
        Step(setting, value, math.max(0.0, start), math.min(until, end))
    }
