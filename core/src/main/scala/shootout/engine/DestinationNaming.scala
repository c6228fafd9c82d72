package shootout.engine

import shootout.driver.{DestinationName, DestinationSpec}
import shootout.scenario.Workload
import shootout.units.DestinationType

import java.util.concurrent.ThreadLocalRandom

/** Names of the destinations of a workload. Every workload, repetition and run has its own. Messages that one leaves in
  * a broker, which we may not purge, therefore never reach another.
  */
final class DestinationNaming(workload: Workload, base: String):
  /** The destination of the i-th client of a group. Clients get destinations in turn. */
  def destination(i: Int): DestinationName =
    val n = i % workload.destinations.count
    val name = workload.destinations.name.getOrElse(base)
    DestinationName(workload.destinations.kind, if workload.destinations.count > 1 then s"${name}_$n" else name)

  /** The queue on which the i-th producer of the workload gets its replies. */
  def reply(i: Int): DestinationName = DestinationName(DestinationType.Queue, s"${base}_reply_$i")

  /** All destinations of the workload, for brokers that want them declared. */
  def all: List[DestinationName] =
    val asking = workload.producers.exists(p => p.requests && !p.temporaryReplies)
    val replies = if asking then (0 until workload.producerCount).map(reply).toList else Nil
    own ++ replies

  private def own: List[DestinationName] = (0 until workload.destinations.count).map(destination).toList

  /** All destinations, as the session creates them.
    *
    * @param consumers
    *   the most consumers at a time, of the workload or of those that share its destinations
    */
  def layout(consumers: Int): List[DestinationSpec] =
    val count = workload.destinations.count
    val each = (math.max(consumers, workload.consumerCount) + count - 1) / count
    own.map(DestinationSpec(_, workload.destinations.partitions, each)) ++
      all.drop(count).map(DestinationSpec(_, partitions = None, receivers = 1))

object DestinationNaming:
  /** Distinguishes one run of a repetition from all others by 24 random bits. */
  def randomRun(): String = f"${ThreadLocalRandom.current.nextInt(1 << 24)}%06x"

  /** A queue of no workload, which is used to check whether a broker serves. */
  def probe(run: String): DestinationName = DestinationName(DestinationType.Queue, s"shootout_ready_$run")

  /** The name that all phases of a workload share. It is valid for every broker: OpenMQ requires a Java identifier. */
  def base(workload: Workload, run: String): String =
    val scenario = workload.phase.fold(workload.id)(_.scenario)
    s"shootout_${scenario}_$run".replaceAll("[^A-Za-z0-9_]", "_")
