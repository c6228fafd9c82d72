package shootout.report.judge

/** Of the values of an axis the one that asks least of a broker: the others are compared with it. */
object Plainest:
  /** Words that stand for less than their alternatives. */
  private val Words = List("false", "no", "none", "async", "auto", "queue", "bytes", "filler")

  private val Quantity = """([\d.,]*\d) ?([A-Za-zµ/%]*)""".r

  private val Units = Map(
    "kib" -> 1024.0,
    "mib" -> 1048576.0,
    "gib" -> 1073741824.0,
    "k" -> 1024.0,
    "m" -> 1048576.0,
    "kb" -> 1e3,
    "mb" -> 1e6,
    "gb" -> 1e9,
    "us" -> 1e-6,
    "ms" -> 1e-3,
    "min" -> 60.0,
    "h" -> 3600.0,
    "/min" -> 1.0 / 60,
    "/h" -> 1.0 / 3600
  )

  /** The smallest of quantities; else the plainest word that is known; else the first. */
  def of(values: List[String]): String =
    val sizes = values.flatMap(size)
    if sizes.size == values.size then values.zip(sizes).minBy(_._2)._1
    else Words.find(values.contains).getOrElse(values.head)

  /** From the plainest on, quantities by their size. */
  def sorted(values: List[String]): List[String] =
    val plain = of(values)
    plain :: values.filterNot(_ == plain).sortBy(size(_).getOrElse(0.0))

  private def size(value: String): Option[Double] = value.trim match
    case Quantity(number, unit) =>
      number.replace(",", "").toDoubleOption.map(_ * Units.getOrElse(unit.toLowerCase(java.util.Locale.ROOT), 1.0))
    case _ => None
