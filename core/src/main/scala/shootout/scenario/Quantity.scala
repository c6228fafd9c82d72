package shootout.scenario

import shootout.yaml.{Node, Reader}
import shootout.units.QuantityKind

/** A number with a unit in a scenario file, such as `1.5 KiB`, `10 ms` or `1000/s`.
  *
  * @param example
  *   an example for messages
  */
final class Quantity private (example: String, kind: QuantityKind):
  def unitNames: List[String] = kind.units.map(_._1)

  private val expected = s"a number and a unit (${unitNames.mkString(", ")}), as $example"
  private val scalar = Reader.scalar(expected)(parse)

  /** The value in the base unit; none if the text is not such a quantity. */
  def parse(text: String): Option[Double] = kind.parse(text)

  /** Reads the value in the base unit. `refuse` says what is wrong with a value, if anything. */
  def reader(refuse: Double => Option[String]): Reader[Double] = Reader.of(expected) { (node, problems) =>
    def but(reason: String) = problems.refuse(node.place, s"found ${node.describe}, but $reason")
    node match
      case Node.Scalar(s"-$rest", _) if parse(rest.trim).isDefined =>
        but("nothing here is below 0; write it without the -")
      case _ => scalar.read(node, problems).flatMap(value => refuse(value).fold(Option(value))(but))
  }

object Quantity:
  /** The bytes of the stamp that every message carries: producer, sequence, send time. If it does not fit into the
    * body, the protocol carries it elsewhere in the message, if it can.
    */
  val StampBytes: Long = 20
  val MaxSizeBytes: Long = 100L << 20
  val MaxRatePerS: Double = 1e9
  private val MaxNanos = 24 * 3600e9

  /** Base unit: bytes. */
  val Size: Quantity = Quantity("1 KiB", QuantityKind.Size)

  /** Base unit: nanoseconds. */
  val Duration: Quantity = Quantity("10 ms", QuantityKind.Duration)

  /** Base unit: events per second. */
  val Rate: Quantity = Quantity("1000/s", QuantityKind.Rate)

  /** A message size in bytes. */
  val size: Reader[Double] = Size.reader { bytes =>
    if bytes != bytes.floor then Some("a size is a whole number of bytes")
    else if bytes < 1 then Some("the smallest message is 1 B")
    else if bytes > MaxSizeBytes then Some(s"the largest message is ${MaxSizeBytes >> 20} MiB")
    else None
  }

  /** A standard deviation of sizes, in bytes. */
  val sizeSpread: Reader[Double] =
    Size.reader(b => Option.when(b > MaxSizeBytes)("that is more than the largest message"))

  /** A duration in nanoseconds, at most a day. */
  val duration: Reader[Double] = durationFrom(0, "0 s")

  /** A duration in nanoseconds, from `least` (written `words`) to a day. */
  def durationFrom(least: Double, words: String): Reader[Double] = Duration.reader { nanos =>
    if nanos < least then Some(s"the shortest is $words")
    else Option.when(nanos > MaxNanos)("the longest is 24 h")
  }

  /** Events per second, where 0 is a pause. */
  val rate: Reader[Double] = Rate.reader(r => Option.when(r > MaxRatePerS)(f"the highest rate is $MaxRatePerS%.0f/s"))

  /** Events per second, more than 0. */
  val rateAboveZero: Reader[Double] = Rate.reader { r =>
    if r <= 0 then Some("at that rate nothing would ever happen; write a rate above 0/s")
    else Option.when(r > MaxRatePerS)(f"the highest rate is $MaxRatePerS%.0f/s")
  }
