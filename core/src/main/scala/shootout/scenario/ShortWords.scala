package shootout.scenario

import shootout.units.{Bytes, DestinationType}

/** Numbers and settings as short words, for ids and titles. */
private[scenario] object ShortWords:
  def kind(kind: DestinationType): String = kind.toString.toLowerCase(java.util.Locale.ROOT)

  /** `text` */
  def form(form: MessageForm): String = form.toString.toLowerCase(java.util.Locale.ROOT)

  /** `20b`, `1k` */
  def size(bytes: Double): String = Bytes(bytes.toLong).short

  /** `20 B`, `1 KiB` */
  def longSize(bytes: Double): String = Bytes(bytes.toLong).short match
    case s"${n}m" => s"$n MiB"
    case s"${n}k" => s"$n KiB"
    case short => s"${short.dropRight(1)} B"

  /** `1000`, `0.5` */
  def number(n: Double): String = java.math.BigDecimal.valueOf(n).stripTrailingZeros.toPlainString

  /** `25` for a share of 0.25 */
  def percent(share: Double): String =
    java.math.BigDecimal.valueOf(share * 100).setScale(
      6,
      java.math.RoundingMode.HALF_UP
    ).stripTrailingZeros.toPlainString

  /** Of nanoseconds: `10ms`, `1s`. */
  def duration(nanos: Double): String =
    val units = List("s" -> 1e9, "ms" -> 1e6, "us" -> 1e3, "ns" -> 1.0)
    val (unit, factor) = units.find((_, f) => nanos % f == 0).getOrElse(units.last)
    number(nanos / factor) + unit

  /** `20b`, `uniform-20b-1k`, `steps-0s-20b-10s-1k`: as one word, each number as `word` writes it. */
  def varying(v: Varying, word: Double => String): String = v match
    case Varying.Constant(value) => word(value)
    case Varying.Uniform(min, max) => s"uniform-${word(min)}-${word(max)}"
    case Varying.Normal(mean, stdev) => s"normal-${word(mean)}-${word(stdev)}"
    case Varying.Poisson(mean) => s"poisson-${word(mean)}"
    case Varying.Burst(quiet, busy, quietFor, busyFor) =>
      val times = List(quietFor, busyFor).map(n => duration(n.value.toDouble))
      s"burst-${word(quiet)}-${word(busy)}-${times.mkString("-")}"
    case Varying.Steps(from) =>
      from.map((at, step) => s"${duration(at.value.toDouble)}-${varying(step, word)}").mkString("steps-", "-", "")

  /** `200`, `unbounded`, `1-5-20` */
  def window(window: Window): String = window match
    case Window.Of(messages) => messages.toString
    case Window.Unbounded => "unbounded"
    case Window.Steps(from) => from.map((_, step) => this.window(step)).mkString("-")

  /** `1 queue`, `10 queues`, `no queues` */
  def count(n: Int, noun: String): String = n match
    case 0 => s"no ${noun}s"
    case 1 => s"1 $noun"
    case _ => s"$n ${noun}s"
