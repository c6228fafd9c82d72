package shootout.campaign

import shootout.scenario.*
import shootout.units.{DestinationType, Nanos}

/** The workload that runs before anything is measured, and whose result is dropped. It is always the same, whatever was
  * planned. Neither the first workload nor a cold JVM, the broker's or ours, then distorts the comparison.
  */
object BrokerWarmUp:
  /** The workloads that warm up a protocol, as far as it can run them. If the first leaves messages in the broker, the
    * second is used: requests that each wait for their reply. Empty if no workload wants a warm-up, not even its own.
    */
  def kinds(measured: List[Workload], can: Workload => Boolean): List[Workload] = workloads(measured) match
    case asking :: others => (others.find(can) ++ Some(asking).filter(can)).toList
    case Nil => Nil

  /** All candidates: requests, and a hundred sends in flight. Some libraries cannot confirm these, so the next is one
    * persistent send at a time, and the last is sends without publisher confirms.
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

  /** A queue with one producer and one consumer, where every 1 KiB message is persistent and confirmed. This is the
    * longest path through a broker, including its store, and most workloads use it. With few sends in flight no backlog
    * forms, so the broker need not be restarted, and be cold, afterwards.
    *
    * @param workloads
    *   the workloads to be measured; the warm-up takes at least three times their longest fixed warm-up. If workloads
    *   wait until they are steady, it also waits for the compilers, and longer than a workload could. What the
    *   compilers do here, they need not do in every workload.
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

  /** The duration of the warm-up in seconds; 0 if there is none. */
  def seconds(measured: List[Workload]): Double =
    if !isWanted(measured) then 0 else Nanos(Parts * third(measured)).seconds

  /** A third of the duration in nanoseconds: two are warm-up, and one is the sample. */
  private def third(workloads: List[Workload]): Long =
    val least = if workloads.sizeIs < Few then LeastOfFew else Least
    // A workload that waits until it is steady warms itself up.
    val fixed = workloads.map(_.timing).filter(_.warmUpLimit.isEmpty).map(_.warmUp.value)
    math.max(fixed.maxOption.getOrElse(0L), least / Parts)

  private val Parts = 3
  private val Least = 2_500_000_000L

  /** Few workloads do not continue to warm the broker for each other. Alone, some were half as fast after a short first
    * workload.
    */
  private val Few = 5
  private val LeastOfFew = 4_000_000_000L
  private val Longest = Nanos.ofSeconds(8)
  private val Bytes = 1024
  private val InFlight = 100

  private val producers =
    ProducerGroup.plain(Bytes).copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(InFlight))
