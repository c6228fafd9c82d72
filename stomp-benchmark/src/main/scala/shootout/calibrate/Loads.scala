package shootout.calibrate

import shootout.driver.Protocol
import shootout.result.{Sample, Status}
import shootout.run.{Clock, Ledger, Run, Watch}
import shootout.scenario.*
import shootout.units.{Endpoint, Nanos}

import java.io.IOException

/** What is measured. */
enum Measure(val title: String):
  case Raw extends Measure("bare socket")
  case Producer extends Measure("producers")
  case Consumer extends Measure("consumers")
  case RoundTrip extends Measure("round trips")

/** One measurement of the generator: messages a second, and what one costs this process. */
final case class Reading(ratePerS: Double, cpuUsPerMessage: Double, allocationBytesPerMessage: Double)

/** The loads of a calibration: cells like any other, run by the engine against the null broker. */
final class Loads(protocol: Protocol, endpoint: Endpoint):
  private var cells = 0

  def measure(what: Measure, bytes: Int, connections: Int, warmUpS: Double, seconds: Double): Reading =
    val (producers, consumers) = what match
      case Measure.Consumer => (Nil, List(Loads.consumers(connections, bytes)))
      case _ => (List(Loads.producers(connections, bytes, inTurn = what == Measure.RoundTrip)), Nil)
    val costs = List.newBuilder[Cost]
    val samples = run(producers, consumers, Loads.timing(warmUpS, seconds))(_ => costs += Cost.now())
    val (first, last) = (costs.result().head, costs.result().last)
    // the first sample only brings us to a point in time from which both counts and costs are known
    val messages = samples.tail.map(s => (s.producedPerS + s.consumedPerS) * s.intervalS).sum
    Reading(
      messages / samples.tail.map(_.intervalS).sum,
      (last.cpuNanos - first.cpuNanos) / 1e3 / messages,
      (last.allocatedBytes - first.allocatedBytes) / messages
    )

  /** Connections that all are up and at work. @return bytes of heap and of direct buffers that they take, together */
  def memory(connections: Int, bytes: Int): (Long, Long) =
    val (heap, direct) = Cost.memory()
    var taken = List.empty[(Long, Long)]
    val senders = Loads.producers(connections / 2, bytes, inTurn = false).copy(think = Some(Varying.Constant(1e9)))
    val receivers = Loads.consumers(connections - connections / 2, bytes)
    val timing = Timing(Nanos.ofSeconds(1), 2, Nanos.ofSeconds(1), Nanos.ofSeconds(1), Nanos.ofSeconds(1))
    run(List(senders).filter(_.count > 0), List(receivers), timing)(_ => taken ::= Cost.memory())
    (taken.head._1 - heap, taken.head._2 - direct)

  private def run(producers: List[ProducerGroup], consumers: List[ConsumerGroup], timing: Timing)(
      onSample: Sample => Unit
  ): List[Sample] =
    cells += 1
    val destinations = Destinations(DestinationType.Queue, 1, Some(s"calibration_$cells"))
    val cell = Cell("calibration", "calibration", "", Nil, destinations, producers, consumers, timing, None)
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(cell: Cell, sample: Sample): Unit = onSample(sample)
    val outcome =
      Run(protocol, endpoint, Clock.system, watch, calibrates = true).execute(cell, 1, Ledger("calibration", cells))
    if outcome.result.status == Status.Measured then outcome.result.samples
    else throw IOException(outcome.result.reason.getOrElse("not measured"))

object Loads:
  private val SamplesASecond = 4

  private def timing(warmUpS: Double, seconds: Double): Timing =
    val samples = math.max(1, (seconds * SamplesASecond).round.toInt)
    val interval = Nanos.ofSeconds(seconds / samples)
    Timing(Nanos.ofSeconds(warmUpS), samples + 1, interval, Nanos.ofSeconds(1), Nanos.ofSeconds(1))

  /** @param inTurn
    *   each waits for the receipt of a message before the next
    */
  private def producers(count: Int, bytes: Int, inTurn: Boolean): ProducerGroup = ProducerGroup(
    name = "producers",
    count = count,
    size = Varying.Constant(bytes),
    persistent = false,
    confirm = if inTurn then Confirm.Receipt else Confirm.None,
    window = if inTurn then Window.Of(1) else Window.Unbounded,
    rate = None,
    think = None,
    headers = Nil,
    messagesPerConnection = None,
    rampPerSecond = None,
    requests = false
  )

  /** The null broker takes from their header how large the messages shall be. */
  private def consumers(count: Int, bytes: Int): ConsumerGroup = ConsumerGroup(
    name = "consumers",
    count = count,
    ack = Ack.Auto,
    ackEvery = 1,
    prefetch = None,
    selector = None,
    durable = false,
    think = None,
    headers = List("body-bytes" -> bytes.toString),
    messagesPerConnection = None,
    rampPerSecond = None,
    replies = false
  )
