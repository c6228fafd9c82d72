package shootout.result

/** What the system or the JVM counts of a process beside its processor time. Samples and summaries have each as a rate, under a key of its
  * own; null where nobody tells. A new one is a case here, and how `SystemMeter` reads it.
  *
  * @param key
  *   in the file
  * @param words
  *   what the rate is, for the schema
  * @param each
  *   how much of what is counted in a second makes 1 under that key
  */
enum ProcessCounter(val key: String, val words: String, val each: Double = 1):
  case ReadBytes extends ProcessCounter("read_bytes_per_s", "from the disk; null where the system does not tell")
  case WrittenBytes
      extends ProcessCounter(
        "written_bytes_per_s",
        "to the disk: of a broker that was started here at most what the disk wrote for everybody; null as before"
      )
  case GcNanos
      extends ProcessCounter(
        "gc_share",
        "share of the time in which garbage collection stopped a JVM; null without a JVM. A pause counts as a whole when it ends, so a " +
          "long one can make this more than 1 in one interval",
        1e9
      )
  case WaitedNanos
      extends ProcessCounter(
        "run_delay_ms_per_s",
        "milliseconds in each second in which threads could have run and had no processor, all threads together; null where the system " +
          "does not tell (other than Linux, or with hundreds of threads)",
        1e6
      )

object ProcessCounter:
  /** Rates by their keys. */
  type Rates = Map[String, Option[Double]]

  def rates(rate: ProcessCounter => Option[Double]): Rates =
    values.map(counter => counter.key -> rate(counter)).toMap

  /** With all keys, as a file has them. */
  private[result] def complete(known: Rates): Rates = rates(_ => None) ++ known

/** What has such rates. */
trait Counted:
  def counted: ProcessCounter.Rates
  def rate(counter: ProcessCounter): Option[Double] = counted.get(counter.key).flatten
