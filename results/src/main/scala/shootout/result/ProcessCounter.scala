package shootout.result

/** What the system or the JVM counts of a process beside its processor time. Samples and summaries have each as a rate, under a key of its
  * own; null where nobody tells. A new one is a case here, and how `SystemMeter` reads it.
  *
  * @param key
  *   in the file
  * @param unit
  *   of what stands there, as people write it; empty of a share
  * @param chart
  *   heading of the broker's graph over time; none: it is in files only
  * @param each
  *   how much of what is counted in a second makes 1 under that key
  */
enum ProcessCounter(val key: String, val unit: String, val chart: Option[String] = None, val each: Double = 1):
  /** Bytes that came from the disk. */
  case ReadBytes extends ProcessCounter("read_bytes_per_s", "bytes/s")

  /** Bytes that went to the disk: of a broker that was started here at most what the disk wrote for everybody. */
  case WrittenBytes extends ProcessCounter("written_bytes_per_s", "bytes/s", Some("Written to disk"))

  /** Time in which garbage collection stopped a JVM; none without a JVM. A pause counts as a whole when it ends, so the share of a long one
    * can be more than 1.
    */
  case GcNanos extends ProcessCounter("gc_share", "", each = 1e9)

  /** Time in which threads could have run and had no processor, all threads together; none where the system does not tell (other than
    * Linux, or with hundreds of threads).
    */
  case WaitedNanos extends ProcessCounter("run_delay_ms_per_s", "ms/s", each = 1e6)

  /** How often the processor went to another thread, because the one that had it waited for something or because its time was over, all threads
    * together; none where the system does not tell (Linux: with hundreds of threads).
    */
  case ContextSwitches extends ProcessCounter("context_switches_per_s", "1/s", Some("Context switches of the broker"))

object ProcessCounter:
  /** Rates by their keys. */
  type Rates = Map[String, Option[Double]]

  def rates(rate: ProcessCounter => Option[Double]): Rates =
    values.map(counter => counter.key -> rate(counter)).toMap

  /** With all keys, as a file has them. */
  private[result] def complete(known: Rates): Rates = rates(_ => None) ++ known

/** What has such rates. */
trait CountedUse:
  def counted: ProcessCounter.Rates
  def rate(counter: ProcessCounter): Option[Double] = counted.get(counter.key).flatten
