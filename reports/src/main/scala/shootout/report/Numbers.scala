package shootout.report

import java.util.Locale

/** Numbers as people read them; the page does the same (`format.js`). */
object Numbers:
  private val prefixes = List(1e12 -> "T", 1e9 -> "G", 1e6 -> "M", 1e3 -> "k")

  /** Three significant digits with an SI prefix: `12.3k`. */
  def si(value: Double): String =
    prefixes.find((size, _) => value.abs >= size * 0.9995).fold(digits(value))((size, prefix) =>
      digits(value / size) + prefix
    )

  /** As `si`, without zeros behind the point: 5k, not 5.00k. */
  def short(value: Double): String = si(value).replaceAll("\\.0+(?=\\D|$)", "")

  /** In full where it is short: 12, 9999, 12.3k. */
  def count(value: Long): String = if value < 10000 then value.toString else si(value.toDouble)

  def micros(us: Double): String =
    if us < 999.5 then s"${digits(us)} us"
    else if us < 999.5e3 then s"${digits(us / 1e3)} ms"
    else s"${digits(us / 1e6)} s"

  def gibibytes(bytes: Double): String = s"${digits(bytes / (1L << 30))} GiB"

  /** With a sign and, where it is short, a decimal: `-9.1`, `+120`. */
  def percent(value: Double): String = (if value < 0 then "" else "+") + width(value)

  /** Of an interval: `3.2`. */
  def width(value: Double): String = String.format(Locale.ROOT, if value.abs < 99.95 then "%.1f" else "%.0f", value)

  /** Three significant digits without an exponent: 951, 45.3, 0.52, 0. */
  def digits(value: Double): String =
    val format = if value == 0 || value.abs >= 99.95 then "%.0f" else if value.abs >= 9.995 then "%.1f" else "%.2f"
    String.format(Locale.ROOT, format, value)
