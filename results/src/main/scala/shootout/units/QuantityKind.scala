package shootout.units

/** What people give as a number with a unit, such as `1.5 KiB`, `10 ms`, `1000/s`; the space may be left out.
  *
  * @param units
  *   each with its size in the unit that the engine counts in: bytes, nanoseconds, events per second
  */
enum QuantityKind(val units: List[(String, Double)]):
  case Size
      extends QuantityKind(
        List("B" -> 1, "kB" -> 1e3, "MB" -> 1e6, "GB" -> 1e9, "KiB" -> 1024, "MiB" -> (1 << 20), "GiB" -> (1 << 30))
      )
  case Duration
      extends QuantityKind(List("ns" -> 1, "us" -> 1e3, "ms" -> 1e6, "s" -> 1e9, "min" -> 60e9, "h" -> 3600e9))
  case Rate extends QuantityKind(List("/s" -> 1, "/min" -> 1.0 / 60, "/h" -> 1.0 / 3600))

  private val factors = units.toMap

  /** In the engine's unit; none if it is no such quantity. */
  def parse(text: String): Option[Double] = text match
    case QuantityKind.Written(number, unit) => factors.get(unit).map(_ * number.toDouble)
    case _ => None

object QuantityKind:
  private val Written = """([0-9]+(?:\.[0-9]+)?) ?([A-Za-z/]+)""".r
