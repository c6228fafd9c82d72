package shootout.result

import shootout.units.Json

/** What some processes used in one interval.
  *
  * @param cpuCores
  *   processor time divided by the interval's length: 1.5 is one and a half cores
  * @param residentBytes
  *   memory at its end
  * @param readBytesPerS
  *   read from the disk; null where the system does not tell
  * @param writtenBytesPerS
  *   written to the disk: of a broker that was started here at most what the disk wrote for everybody; null as before
  * @param gcShare
  *   share of the interval in which garbage collection stopped a JVM; null without a JVM. A pause counts as a whole when
  *   it ends, so a long one can make this more than 1
  * @param runDelayMsPerS
  *   milliseconds in each second in which threads could have run and had no processor, all threads together; null where the
  *   system does not tell (other than Linux, or with hundreds of threads)
  */
case class ProcessSample(
    cpuCores: Double,
    residentBytes: Long,
    readBytesPerS: Option[Double],
    writtenBytesPerS: Option[Double],
    gcShare: Option[Double],
    runDelayMsPerS: Option[Double] = None
) derives Json.ReadWriter

/** Broker, generator and machine in one interval.
  *
  * @param broker
  *   all its processes together; null if it was not started by this tool
  * @param stealShare
  *   processor time that the hypervisor gave to others, of all cores, 0 to 1
  * @param busyShare
  *   processor time used by anybody, of all cores, 0 to 1
  * @param load1m
  *   runnable tasks, averaged over the last minute
  * @param foreignShare
  *   processor time used by neither broker nor generator, of all cores, 0 to 1; null where the broker's is not known and it
  *   may run on this machine
  * @param clientShare
  *   processor time used by the generator, of all cores, 0 to 1; null in files of tools that did not record it
  */
case class ResourceSample(
    broker: Option[ProcessSample],
    client: ProcessSample,
    stealShare: Double,
    busyShare: Double,
    load1m: Double,
    foreignShare: Option[Double] = None,
    clientShare: Option[Double] = None
) derives Json.ReadWriter

/** What some processes used over all samples of a cell.
  *
  * @param cpuCores
  *   mean
  * @param cpuUsPerMessage
  *   processor microseconds for each message, where a message counts once when produced and once for each
  *   consumption; null without messages
  * @param residentBytesMax
  *   the largest value at the end of an interval
  * @param readBytesPerS
  *   from the disk
  * @param writtenBytesPerS
  *   to the disk
  * @param gcShare
  *   share of the time spent in garbage collection
  * @param runDelayMsPerS
  *   milliseconds a second in which threads waited for a processor, all together
  */
case class ProcessSummary(
    cpuCores: Double,
    cpuUsPerMessage: Option[Double],
    residentBytesMax: Long,
    readBytesPerS: Option[Double],
    writtenBytesPerS: Option[Double],
    gcShare: Option[Double],
    runDelayMsPerS: Option[Double] = None
) derives Json.ReadWriter

/** Means over the samples of a cell; `client` is the load generator.
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
  */
case class ResourceSummary(
    broker: Option[ProcessSummary],
    client: ProcessSummary,
    clientCoresUsable: Int,
    stealShare: Double,
    busyShare: Double,
    load1m: Double,
    foreignShare: Option[Double] = None,
    clientShare: Option[Double] = None
) derives Json.ReadWriter
