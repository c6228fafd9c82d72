package shootout.scenario

import shootout.units.{Nanos, QuantityKind}

/** The part of a workload in which a changing setting has one value. */
final case class Step(
    setting: String,

    /** The value in words, such as `200`, `1k` or `500us`. */
    value: String,

    /** Seconds from the start of the first sample. */
    fromS: Double,
    untilS: Double,

    /** The value, if it is a number. */
    number: Option[Double] = None,

    /** The kind of that number; none for a plain one. */
    kind: Option[QuantityKind] = None
)

object Step:
  private case class Since(from: Nanos, word: String, number: Option[Double])
  private case class Changing(setting: String, kind: Option[QuantityKind], values: List[Since])

  /** The steps of all settings of a workload that reach into the samples. */
  def of(workload: Workload): List[Step] =
    val producers = workload.producers.flatMap { p =>
      val rate = p.rate.flatMap(_.perSecond).flatMap(varying("rate", _, ShortWords.number, QuantityKind.Rate))
      windows(p.window) ++ varying("size", p.size, ShortWords.size, QuantityKind.Size) ++ rate ++ thinking(p.think)
    }
    (producers ++ workload.consumers.flatMap(c => thinking(c.think))).distinct.flatMap(within(workload.timing, _))

  private def thinking(think: Option[Distribution]): Option[Changing] =
    think.flatMap(varying("think", _, ShortWords.duration, QuantityKind.Duration))

  private def windows(window: Window): Option[Changing] = window match
    case Window.Steps(from) =>
      Some(Changing("window", None, from.map((at, step) => Since(at, ShortWords.window(step), number(step)))))
    case _ => None

  private def varying(setting: String, function: Distribution, word: Double => String, kind: QuantityKind) =
    function match
      case Distribution.Steps(from) =>
        val values = from.map((at, step) => Since(at, ShortWords.distribution(step, word), number(step)))
        Some(Changing(setting, Some(kind), values))
      case _ => None

  private def number(step: Window | Distribution): Option[Double] = step match
    case Window.Of(messages) => Some(messages.toDouble)
    case Distribution.Constant(value) => Some(value)
    case _ => None

  private def within(timing: Timing, changing: Changing): List[Step] =
    val end = timing.samples * timing.sampleInterval.seconds
    val starts = changing.values.map(value => (value.from.value - timing.warmUp.value) / 1e9)
    val ends = starts.drop(1) :+ end
    changing.values.lazyZip(starts).lazyZip(ends).toList.collect {
      case (value, start, until) if until > 0 && start < end =>
        Step(
          changing.setting,
          value.word,
          math.max(0.0, start),
          math.min(until, end),
          value.number,
          changing.kind.filter(_ => value.number.isDefined)
        )
    }
