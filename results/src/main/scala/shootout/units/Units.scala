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

/** Wall-clock time in milliseconds since 1970. It dates a result; it never measures a latency. */
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

    /** `20b`, `1k`, `256k`, `10m`: as the ids of the original benchmark write sizes. */
    def short: String =
      if b >= (1L << 20) && b % (1L << 20) == 0 then s"${b >> 20}m"
      else if b >= 1024 && b % 1024 == 0 then s"${b >> 10}k"
      else s"${b}b"
