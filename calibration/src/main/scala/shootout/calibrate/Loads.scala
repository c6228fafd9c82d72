package shootout.calibrate

import shootout.driver.{Protocol, Stamp}
import shootout.result.{Sample, Status}
import shootout.run.{Clock, LinkedState, Run, Watch}
import shootout.scenario.*
import shootout.stomp.nullbroker.Peer
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.io.IOException

/** What is measured. */
enum LoadKind(val title: String):
  case Raw extends LoadKind("bare writes")
  case RawRead extends LoadKind("bare reads")
  case Producer extends LoadKind("producers")
  case Consumer extends LoadKind("consumers")
  case RoundTrip extends LoadKind("round trips")

  // the C program's clients and ours, against the C program's server
  case WriteByC extends LoadKind("C into C")
  case ProducerBesideC extends LoadKind("ours into C")
  case ReadByC extends LoadKind("C from C")
  case ConsumerBesideC extends LoadKind("ours from C")

/** One measurement of the generator: messages a second, and what one costs this process. */
final case class LoadReading(ratePerS: Double, cpuUsPerMessage: Double, allocationBytesPerMessage: Double)

/** The loads of a calibration: cells like any other, run by the engine against the null broker. */
final class Loads(protocol: Protocol, endpoint: Endpoint):
  private var cells = 0

  /** Again, and for longer, where nothing came in so short a time: a busy machine may have had no processor for us.
    *
    * @throws IOException
    *   if the client cannot do that, or something went wrong
    */
  def measure(what: LoadKind, bytes: Int, connections: Int, warmUpS: Double, seconds: Double): LoadReading =
    val lengths = Iterator.iterate(seconds)(_ * Loads.Longer).take(Loads.Tries)
    lengths.flatMap(once(what, bytes, connections, warmUpS, _)).nextOption()
      .getOrElse(throw IOException("not one message came through"))

  private def once(
      what: LoadKind,
      bytes: Int,
      connections: Int,
      warmUpS: Double,
      seconds: Double
  ): Option[LoadReading] =
    cells += 1
    val (producers, consumers) = what match
      // one message, for without producers there would be nothing to wait for
      case LoadKind.Consumer | LoadKind.ConsumerBesideC =>
        (Loads.idle(1, bytes), List(Loads.flooded(connections, cells, bytes)))
      case _ => (Loads.producers(connections, bytes, inTurn = what == LoadKind.RoundTrip), Nil)
    val costs = List.newBuilder[Spending]
    val samples = run(producers, consumers, Loads.timing(warmUpS, seconds))(_ => costs += Spending.now())
    val (first, last) = (costs.result().head, costs.result().last)
    // the first sample only brings us to a point in time from which both counts and costs are known
    val messages = samples.tail.map(s => (s.producedPerS + s.consumedPerS) * s.intervalS).sum
    Option.when(messages > 0)(
      LoadReading(
        messages / samples.tail.map(_.intervalS).sum,
        (last.cpuNanos - first.cpuNanos) / 1e3 / messages,
        (last.allocatedBytes - first.allocatedBytes) / messages
      )
    )

  /** Connections that all are up and at work. @return bytes of heap and of direct buffers that they take, together */
  def memory(connections: Int, bytes: Int): (Long, Long) =
    cells += 1
    val (heap, direct) = Spending.memory()
    var taken = List.empty[(Long, Long)]
    val producers = math.max(1, connections / 2)
    val consumers = List(Loads.consumers(connections - producers)).filter(_.count > 0)
    val timing = Timing(Nanos.ofSeconds(1), 2, Nanos.ofSeconds(1), Nanos.ofSeconds(1), Nanos.ofSeconds(1))
    run(Loads.idle(producers, bytes), consumers, timing)(_ => taken ::= Spending.memory())
    (taken.head._1 - heap, taken.head._2 - direct)

  private def run(producers: ProducerGroup, consumers: List[ConsumerGroup], timing: Timing)(
      onSample: Sample => Unit
  ): List[Sample] =
    // a queue for each consumer
    val queues = math.max(1, consumers.map(_.count).sum)
    val destinations = Destinations(DestinationType.Queue, queues, Some(s"calibration_$cells"))
    val cell = Cell("calibration", "calibration", "", Nil, destinations, List(producers), consumers, timing, None)
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(cell: Cell, sample: Sample): Unit = onSample(sample)
    val outcome =
      Run(protocol, endpoint, Clock.system, watch).execute(
        cell,
        1,
        LinkedState("calibration", cells, List(Loads.Flooder))
      )
    val faults =
      outcome.result.audit.fold(0L)(a => a.lost + a.duplicated + a.reordered + a.corrupted + a.foreign + a.misrouted)
    if faults > 0 then
      throw IOException(s"$faults messages were lost, duplicated, reordered, corrupted, foreign or misrouted")
    if outcome.result.status == Status.Measured then outcome.result.samples
    else throw IOException(outcome.result.reason.getOrElse("not measured"))

object Loads:
  private val SamplesASecond = 4
  private val Tries = 3
  private val Longer = 8

  /** Index of the producer whose messages the null broker makes. */
  private val Flooder = Stamp.MaxIndex / 2

  private def timing(warmUpS: Double, seconds: Double): Timing =
    val samples = math.max(1, (seconds * SamplesASecond).round.toInt)
    val interval = Nanos.ofSeconds(seconds / samples)
    Timing(Nanos.ofSeconds(warmUpS), samples + 1, interval, Nanos.ofSeconds(1), Nanos.ofSeconds(1))

  /** @param inTurn
    *   each waits for the receipt of a message before the next
    */
  private def producers(count: Int, bytes: Int, inTurn: Boolean): ProducerGroup =
    val free = ProducerGroup.plain(bytes).copy(count = count)
    if inTurn then free.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1)) else free

  /** Each sends one message and then none for a long time. */
  private def idle(count: Int, bytes: Int): ProducerGroup =
    producers(count, bytes, inTurn = false).copy(think = Some(Distribution.Constant(1e15)))

  /** The null broker feeds them without end, with messages of a producer that is none of the cell's. */
  private def flooded(count: Int, cellTag: Int, bytes: Int): ConsumerGroup =
    val producer = Stamp.producer(cellTag, Loads.Flooder)
    consumers(count).copy(headers = List(Peer.Flood -> s"$producer,$bytes"))

  private def consumers(count: Int): ConsumerGroup = ConsumerGroup.plain.copy(count = count)
