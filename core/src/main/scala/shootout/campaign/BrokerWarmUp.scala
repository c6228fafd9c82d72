package shootout.campaign

import shootout.scenario.*
import shootout.units.{DestinationType, Nanos}

/** The load that runs before anything is measured, and whose result is dropped: always the same, whatever was planned, so that neither
  * the first workload nor a cold JVM, the broker's or ours, distorts the comparison.
  */
object BrokerWarmUp:
  /** What a protocol is warmed up with, as far as it can do that; and, if that leaves messages in the broker, requests, each of
    * which waits for its reply. None if no workload wants any warm-up, not even one of its own.
    */
  def kinds(measured: List[Workload], can: Workload => Boolean): List[Workload] = workloads(measured) match
    case asking :: others => (others.find(can) ++ Some(asking).filter(can)).toList
    case Nil => Nil

  /** All that may be used: requests; a hundred sends in flight; else one, persistent, for not every library has others confirmed; else
    * without confirmation.
    */
  def workloads(measured: List[Workload]): List[Workload] = if !isWanted(measured) then Nil
  else
    val best = workload(measured)
    val asking = best.copy(
      producers = List(ProducerGroup.plain(Bytes).copy(requests = true, window = Window.Of(1))),
      consumers = List(ConsumerGroup.plain.copy(replies = true))
    )
    val inTurn = producers.copy(persistent = true, window = Window.Of(1))
    asking :: best :: List(inTurn, ProducerGroup.plain(Bytes)).map(p => best.copy(producers = List(p)))

  /** A queue with one producer and one consumer, 1 KiB, every message persistent and confirmed: the longest way through a broker, its store
    * included, where most loads lead. With few sends in flight nothing piles up, so that the broker need not be started again, and cold, after it.
    *
    * @param workloads
    *   those that will be measured: it lasts as long as the longest warm-up of a given length, three times, or longer; where workloads
    *   wait until they are steady, it waits for the compilers too, and for longer than a workload could: what they do here, they need
    *   not do in every workload
    */
  private[campaign] def workload(workloads: List[Workload]): Workload =
    val once = Nanos(third(workloads))
    val model = workloads.head
    Workload(
      id = "warm_up",
      group = model.group,
      title = "warm-up",
      axes = Nil,
      destinations = Destinations(DestinationType.Queue, 1, None),
      producers = List(producers),
      consumers = List(ConsumerGroup.plain),
      timing = model.timing.fixed.copy(
        warmUp = Nanos((Parts - 1) * once.value),
        warmUpLimit = Option.when(workloads.exists(_.timing.warmUpLimit.isDefined))(Longest),
        samples = 1,
        sampleInterval = once
      ),
      phase = None
    )

  private def isWanted(measured: List[Workload]) =
    measured.exists(c => c.timing.warmUp.value > 0 || c.timing.warmUpLimit.isDefined)

  /** How long that takes, in seconds; 0 where there is none. */
  def seconds(measured: List[Workload]): Double =
    if !isWanted(measured) then 0 else Nanos(Parts * third(measured)).seconds

  /** Of all of it, in nanoseconds: what warms up, and each of the samples. */
  private def third(workloads: List[Workload]): Long =
    val least = if workloads.sizeIs < Few then LeastOfFew else Least
    // a workload that waits until it is steady warms up for itself
    val fixed = workloads.map(_.timing).filter(_.warmUpLimit.isEmpty).map(_.warmUp.value)
    math.max(fixed.maxOption.getOrElse(0L), least / Parts)

  private val Parts = 3
  private val Least = 2_500_000_000L

  /** Few workloads do not go on warming the broker for each other: alone, some were half as fast after a short first load. */
  private val Few = 5
  private val LeastOfFew = 4_000_000_000L
  private val Longest = Nanos.ofSeconds(8)
  private val Bytes = 1024
  private val InFlight = 100

  private val producers =
    ProducerGroup.plain(Bytes).copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(InFlight))
