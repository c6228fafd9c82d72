package shootout.result

import shootout.units.Json

/** What the system or the JVM counts for a process in addition to its CPU time. Samples and summaries contain each
  * counter as a rate under its own key; null if it is unknown. A new counter needs a case here, and its reading in
  * `SystemMeter`.
  *
  * @param key
  *   the key in the file
  * @param unit
  *   the unit of the value there, as people write it; empty for a share
  * @param chart
  *   the title of the broker's graph over time; none if only files contain it
  * @param each
  *   how much must be counted in a second to make 1 under that key
  */
enum ProcessCounter(val key: String, val unit: String, val chart: Option[String] = None, val each: Double = 1):
  /** Bytes that came from the disk. */
  case ReadBytes extends ProcessCounter("read_bytes_per_s", "bytes/s")

  /** Bytes that went to the disk: of a broker that was started here at most what the disk wrote for everybody. */
  case WrittenBytes extends ProcessCounter("written_bytes_per_s", "bytes/s", Some("Written to disk"))

  /** Time in which garbage collection stopped a JVM; none without a JVM. A pause counts as a whole when it ends, so the
    * share of a long one can be more than 1.
    */
  case GcNanos extends ProcessCounter("gc_share", "", each = 1e9)

  /** Time in which threads could have run and had no processor, all threads together; none where the system does not
    * tell (other than Linux, or with hundreds of threads).
    */
  case WaitedNanos extends ProcessCounter("run_delay_ms_per_s", "ms/s", each = 1e6)

  /** How often the processor went to another thread, because the one that had it waited for something or because its
    * time was over, all threads together; none where the system does not tell (Linux: with hundreds of threads).
    */
  case ContextSwitches extends ProcessCounter("context_switches_per_s", "1/s", Some("Context switches of the broker"))

object ProcessCounter:
  /** Rates by their keys. */
  type Rates = Map[String, Option[Double]]

  def rates(rate: ProcessCounter => Option[Double]): Rates =
    values.map(counter => counter.key -> rate(counter)).toMap

  /** The rates with all keys, as a file contains them. */
  private[result] def complete(known: Rates): Rates = rates(_ => None) ++ known

/** A use that has such rates. */
trait CountedUse:
  def counted: ProcessCounter.Rates
  def rate(counter: ProcessCounter): Option[Double] = counted.get(counter.key).flatten

/** What some processes used in one interval.
  *
  * @param cpuCores
  *   CPU time divided by the interval's length: 1.5 is one and a half cores
  * @param residentBytes
  *   memory at its end
  * @param counted
  *   rates of all [[ProcessCounter]]s. In the file they stand beside the other fields
  */
case class ProcessSample(cpuCores: Double, residentBytes: Long, counted: ProcessCounter.Rates = Map.empty)
    extends CountedUse

object ProcessSample:
  given Json.ReadWriter[ProcessSample] =
    Json.spread(Json.macroRW[ProcessSample], Json.fields[ProcessSample], "counted")(
      sample => ProcessCounter.complete(sample.counted),
      (sample, counted) => sample.copy(counted = counted)
    )

/** Broker, generator and machine in one interval.
  *
  * @param broker
  *   all its processes together; null if it was not started by this tool, or the clients do its work
  * @param stealShare
  *   CPU time that the hypervisor gave to others, of all cores, 0 to 1
  * @param busyShare
  *   CPU time used by anybody, of all cores, 0 to 1
  * @param load1m
  *   runnable tasks, averaged over the last minute
  * @param foreignShare
  *   CPU time used by neither broker nor generator, of all cores, 0 to 1; null where the broker's is not known
  *   and it may run on this machine
  * @param clientShare
  *   CPU time used by the generator, of all cores, 0 to 1; null where it could not be read
  * @param nodes
  *   the broker's processes by the number of their node, where it has several; else empty
  * @param schedulingGroups
  *   into how many groups the system's scheduler put broker and load; null where that is not known or does not matter
  */
case class ResourceSample(
    broker: Option[ProcessSample],
    client: ProcessSample,
    stealShare: Double,
    busyShare: Double,
    load1m: Double,
    foreignShare: Option[Double] = None,
    clientShare: Option[Double] = None,
    nodes: Map[String, ProcessSample] = Map.empty,
    schedulingGroups: Option[Int] = None
) derives Json.ReadWriter

/** What some processes used over all samples of a workload.
  *
  * @param cpuCores
  *   mean
  * @param cpuUsPerMessage
  *   processor microseconds for each message, where a message counts once when produced and once for each
  *   consumption; null without messages
  * @param residentBytesMax
  *   the largest value at the end of an interval
  * @param counted
  *   as in [[ProcessSample]]
  */
case class ProcessSummary(
    cpuCores: Double,
    cpuUsPerMessage: Option[Double],
    residentBytesMax: Long,
    counted: ProcessCounter.Rates = Map.empty
) extends CountedUse

object ProcessSummary:
  given Json.ReadWriter[ProcessSummary] =
    Json.spread(Json.macroRW[ProcessSummary], Json.fields[ProcessSummary], "counted")(
      summary => ProcessCounter.complete(summary.counted),
      (summary, counted) => summary.copy(counted = counted)
    )

/** Means over the samples of a workload; `client` is the load generator.
  *
  * @param clientCoresUsable
  *   cores that the generator's clients could have used at most: no more than there are clients
  * @param stealShare
  *   0 to 1
  * @param busyShare
  *   0 to 1
  * @param load1m
  *   runnable tasks
  * @param foreignShare
  *   0 to 1
  * @param clientShare
  *   of the machine, 0 to 1
  * @param nodes
  *   as in [[ResourceSample]]; what a message costs there is of all messages, whichever node had them
  * @param schedulingGroups
  *   the most in any sample
  */
case class ResourceSummary(
    broker: Option[ProcessSummary],
    client: ProcessSummary,
    clientCoresUsable: Int,
    stealShare: Double,
    busyShare: Double,
    load1m: Double,
    foreignShare: Option[Double] = None,
    clientShare: Option[Double] = None,
    nodes: Map[String, ProcessSummary] = Map.empty,
    schedulingGroups: Option[Int] = None
) derives Json.ReadWriter
