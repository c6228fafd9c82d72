package shootout.units

/** A span of time in nanoseconds, or a reading of the one monotonic clock (`System.nanoTime`). */
opaque type Nanos = Long

object Nanos:
  inline def apply(nanos: Long): Nanos = nanos
  def ofSeconds(seconds: Double): Nanos = math.round(seconds * 1e9)
  def ofMillis(millis: Double): Nanos = math.round(millis * 1e6)
  given Json.ReadWriter[Nanos] = Json.longCodec
  given Ordering[Nanos] = Ordering.Long

  extension (n: Nanos)
    inline def value: Long = n
    def seconds: Double = n / 1e9
    def millis: Double = n / 1e6
    inline def +(other: Nanos): Nanos = n + other
    inline def -(other: Nanos): Nanos = n - other

/** Wall-clock time in milliseconds since 1970. It dates results but never measures a latency. */
opaque type EpochMillis = Long

object EpochMillis:
  inline def apply(millis: Long): EpochMillis = millis
  def now(): EpochMillis = System.currentTimeMillis()
  given Json.ReadWriter[EpochMillis] = Json.longCodec
  extension (t: EpochMillis) inline def value: Long = t

/** A size in bytes. */
opaque type Bytes = Long

object Bytes:
  inline def apply(bytes: Long): Bytes = bytes
  given Json.ReadWriter[Bytes] = Json.longCodec
  given Ordering[Bytes] = Ordering.Long

  extension (b: Bytes)
    inline def value: Long = b

    /** A size such as `20b`, `1k`, `256k` or `10m`, as the ids of the original benchmark write it. */
    def short: String =
      if b >= (1L << 20) && b % (1L << 20) == 0 then s"${b >> 20}m"
      else if b >= 1024 && b % 1024 == 0 then s"${b >> 10}k"
      else s"${b}b"

/** Kinds of quantities: numbers with a unit, such as `1.5 KiB`, `10 ms` or `1000/s`. The space is optional.
  *
  * @param units
  *   each unit's size in the engine's unit: bytes, nanoseconds, events per second
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

  /** The value in the engine's unit. None if the text is not such a quantity. */
  def parse(text: String): Option[Double] = text match
    case QuantityKind.Written(number, unit) => factors.get(unit).map(_ * number.toDouble)
    case _ => None

object QuantityKind:
  private val Written = """([0-9]+(?:\.[0-9]+)?) ?([A-Za-z/]+)""".r

/** Converts the null of a library, or of an option that was not given. `Option(value)` would still have the type `A |
  * Null`.
  */
extension [A](value: A | Null)
  def orNone: Option[A] = if value == null then None else Some(value)
