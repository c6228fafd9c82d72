package shootout.analysis

import java.math.RoundingMode
import java.util.Locale

/** Formats numbers for people. The page formats them the same way (`format.js`). */
object Numbers:
  private val prefixes = List(1e12 -> "T", 1e9 -> "G", 1e6 -> "M", 1e3 -> "k")

  /** Three significant digits with an SI prefix, such as `12.3k`. */
  def si(value: Double): String =
    prefixes.find((size, _) => value.abs >= size * 0.9995).fold(digits(value))((size, prefix) =>
      digits(value / size) + prefix
    )

  /** As `si`, but without trailing zeros: 5k, not 5.00k. */
  def short(value: Double): String = si(value).replaceAll("\\.0+(?=\\D|$)", "")

  /** Small numbers in full, others as `si`: 12, 9999, 12.3k. */
  def count(value: Long): String = if value < 10000 then value.toString else si(value.toDouble)

  def micros(us: Double): String =
    if us < 999.5 then s"${digits(us)} us"
    else if us < 999.5e3 then s"${digits(us / 1e3)} ms"
    else s"${digits(us / 1e6)} s"

  /** As `micros`, but with the page's sign for the unit: 900 µs. */
  def latency(us: Double): String = micros(us).replace(" us", " µs")

  /** A size such as 20 B, 1 KiB, 7.75 GiB; but 10 kB, not 9.77 KiB. */
  def bytes(size: Double): String =
    val whole = size == math.rint(size)
    if whole && size >= 1000 && size % 1000 == 0 && size % 1024 != 0 then
      if size % 1e6 == 0 then s"${(size / 1e6).toLong} MB" else s"${(size / 1e3).toLong} kB"
    else
      val power = if size < 1024 then 0 else math.min(sizes.size - 1, (math.log(size) / math.log(1024) + 1e-12).toInt)
      val value = size / math.pow(1024, power)
      s"${if value == math.rint(value) then value.toLong.toString else digits(value)} ${sizes(power)}"

  private val sizes = List("B", "KiB", "MiB", "GiB", "TiB")

  def gibibytes(bytes: Double): String = s"${digits(bytes / (1L << 30))} GiB"

  /** With a sign, and with a decimal if it is short: `-9.1`, `+120`. */
  def percent(value: Double): String =
    val sign = if value < 0 then "" else "+"
    sign + String.format(Locale.ROOT, if value.abs < 99.95 then "%.1f" else "%.0f", value)

  /** A share in whole percent, with the unit: `16 %`. */
  def inPercent(share: Double): String = s"${math.round(100 * share)} %"

  /** Two significant digits without an exponent: 0.041, 5.2, 520. */
  def twoDigits(value: Double): String =
    java.math.BigDecimal(value).round(java.math.MathContext(2)).stripTrailingZeros.toPlainString

  /** Three significant digits without an exponent: 951, 45.3, 0.52, 0. Rounded as browsers do it, by the exact binary
    * value and not by its decimal notation: 3.255 is slightly less than that.
    */
  def digits(value: Double): String =
    val places = if value == 0 || value.abs >= 99.95 then 0 else if value.abs >= 9.995 then 1 else 2
    if value.isNaN || value.isInfinite then value.toString
    else java.math.BigDecimal(value).setScale(places, RoundingMode.HALF_UP).toPlainString
