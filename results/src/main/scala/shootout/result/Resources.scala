package shootout.result

import shootout.units.Json

/** A count that the system or the JVM keeps for a process, in addition to its CPU time. Samples and summaries contain
  * it as a rate under its own key, null if it is unknown. A new counter needs a case here, and its reading in
  * `SystemMeter`.
  *
  * @param key
  *   the key in the file
  * @param unit
  *   the unit of the rate, as people write it; empty for a share
  * @param chart
  *   the title of the broker's graph over time; none if the report has no graph of it
  * @param each
  *   the count per second that makes a rate of 1
  */
enum ProcessCounter(val key: String, val unit: String, val chart: Option[String] = None, val each: Double = 1):
  /** Bytes read from the disk. */
  case ReadBytes extends ProcessCounter("read_bytes_per_s", "bytes/s")

  /** Bytes written to the disk. For a broker that this tool started, at most what the disk wrote for all processes. */
  case WrittenBytes extends ProcessCounter("written_bytes_per_s", "bytes/s", Some("Written to disk"))

  /** Time in which garbage collection stopped a JVM; null without a JVM. A pause counts as a whole when it ends, so a
    * long one can make a share above 1.
    */
  case GcNanos extends ProcessCounter("gc_share", "", each = 1e9)

  /** Time in which threads were ready to run but waited for a CPU, summed over all threads. Null on systems other than
    * Linux, and for processes with hundreds of threads.
    */
  case WaitedNanos extends ProcessCounter("run_delay_ms_per_s", "ms/s", each = 1e6)

  /** How often a CPU switched to another thread, because the running one had to wait or had used up its time, summed
    * over all threads. On Linux, null for processes with hundreds of threads.
    */
  case ContextSwitches extends ProcessCounter("context_switches_per_s", "1/s", Some("Context switches of the broker"))

object ProcessCounter:
  /** Rates by the keys of their counters. */
  type Rates = Map[String, Option[Double]]

  def rates(rate: ProcessCounter => Option[Double]): Rates =
    values.map(counter => counter.key -> rate(counter)).toMap

  /** The rates with all keys, as files contain them. */
  private[result] def complete(known: Rates): Rates = rates(_ => None) ++ known

/** Resource use that includes the rates of counters. */
trait CountedUse:
  def counted: ProcessCounter.Rates
  def rate(counter: ProcessCounter): Option[Double] = counted.get(counter.key).flatten

/** What a group of processes used in one interval.
  *
  * @param cpuCores
  *   CPU time divided by the interval's length: 1.5 is one and a half cores
  * @param residentBytes
  *   memory at the end of the interval
  * @param counted
  *   the rates of all [[ProcessCounter]]s; in the file they are on the same level as the other fields
  */
case class ProcessSample(cpuCores: Double, residentBytes: Long, counted: ProcessCounter.Rates = Map.empty)
    extends CountedUse

object ProcessSample:
  given Json.ReadWriter[ProcessSample] =
    Json.spread(Json.macroRW[ProcessSample], Json.fields[ProcessSample], "counted")(
      sample => ProcessCounter.complete(sample.counted),
      (sample, counted) => sample.copy(counted = counted)
    )

/** What broker, generator and machine used in one interval. */
case class ResourceSample(
    /** all processes of the broker together; null if this tool did not start it, or if clients do its work */
    broker: Option[ProcessSample],
    client: ProcessSample,
    /** CPU time that the hypervisor gave to other guests, as a share of all cores, 0 to 1 */
    stealShare: Double,
    /** CPU time used by anything, as a share of all cores, 0 to 1 */
    busyShare: Double,
    /** runnable tasks, averaged over the last minute */
    load1m: Double,
    /** CPU time used by neither broker nor generator, as a share of all cores, 0 to 1; null if the broker's use is
      * unknown and it may run on this machine
      */
    foreignShare: Option[Double] = None,
    /** CPU time used by the generator, as a share of all cores, 0 to 1; null if it could not be read */
    clientShare: Option[Double] = None,
    /** the broker's processes by node number, if it has several nodes; otherwise empty */
    nodes: Map[String, ProcessSample] = Map.empty,
    /** the number of scheduling groups that contain broker and load generator; null if it is unknown or does not matter
      */
    schedulingGroups: Option[Int] = None
) derives Json.ReadWriter

/** What a group of processes used over all samples of a workload. */
case class ProcessSummary(
    /** mean */
    cpuCores: Double,
    /** microseconds of CPU time per message; a message counts once when it is produced and once for each consumption;
      * null without messages
      */
    cpuUsPerMessage: Option[Double],
    /** the largest value at the end of an interval */
    residentBytesMax: Long,
    /** as in [[ProcessSample]] */
    counted: ProcessCounter.Rates = Map.empty
) extends CountedUse

object ProcessSummary:
  given Json.ReadWriter[ProcessSummary] =
    Json.spread(Json.macroRW[ProcessSummary], Json.fields[ProcessSummary], "counted")(
      summary => ProcessCounter.complete(summary.counted),
      (summary, counted) => summary.copy(counted = counted)
    )

/** Means over the samples of a workload. `client` is the load generator. */
case class ResourceSummary(
    broker: Option[ProcessSummary],
    client: ProcessSummary,
    /** the most cores that the generator's clients could have used: no more than there are clients */
    clientCoresUsable: Int,
    /** as in [[ResourceSample]] */
    stealShare: Double,
    /** as in [[ResourceSample]] */
    busyShare: Double,
    /** as in [[ResourceSample]] */
    load1m: Double,
    /** as in [[ResourceSample]] */
    foreignShare: Option[Double] = None,
    /** as in [[ResourceSample]] */
    clientShare: Option[Double] = None,
    /** as in [[ResourceSample]]; a node's CPU time per message is divided by the messages of all nodes */
    nodes: Map[String, ProcessSummary] = Map.empty,
    /** the highest number in any sample */
    schedulingGroups: Option[Int] = None
) derives Json.ReadWriter
