package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}
import shootout.broker.Catalogue
import shootout.campaign.Drivers
import shootout.result.{Sample, Status}
import shootout.run.{Clock, LinkedState, Run, Watch}
import shootout.scenario.*
import shootout.terminal.Script
import shootout.units.{Json, Nanos}

import java.io.{BufferedReader, InputStreamReader, OutputStreamWriter}

/** Our driver under the engine, in a process of its own for `bin/calibrate --against`: orders come as lines of JSON,
  * answers go as lines of JSON.
  */
object Ours:
  private val SamplesASecond = 4

  def main(arguments: Array[String]): Unit =
    val answers = OutputStreamWriter(System.out)
    // what libraries have to say is no answer
    System.setOut(System.err)
    val orders = BufferedReader(InputStreamReader(System.in))
    val drivers = Catalogue.read(Script.home.resolve("brokers")).flatMap(Drivers.check)
    val known = drivers.fold(problems => throw IllegalStateException(problems.toString), identity)
    var number = 0
    Iterator.continually(orders.readLine()).takeWhile(_ != null).foreach { line =>
      number += 1
      answers.write(Json.write(follow(known, Json.read[ClientOrder](line), number)) + "\n")
      answers.flush()
    }
    // a library's threads do not keep it
    sys.exit(0)

  /** The load as a cell like any other. */
  private[calibrate] def cell(order: ClientOrder): Cell =
    val plain = ProducerGroup.plain(order.bytes).copy(count = order.producers, persistent = order.persistent)
    val producers =
      if order.window == 0 then plain
      else
        val window = if order.window == ClientOrder.AnyWindow then Window.Unbounded else Window.Of(order.window)
        plain.copy(confirm = Confirm.Receipt, window = window)
    val consumers = ConsumerGroup.plain.copy(
      count = order.consumers,
      ack = if order.ackEvery == 0 then Ack.Auto else Ack.Client,
      ackEvery = math.max(1, order.ackEvery),
      prefetch = order.prefetch,
      listener = order.listener,
      batch = order.batch
    )
    val samples = math.max(1, (order.seconds * SamplesASecond).round.toInt)
    val timing = Timing(
      Nanos.ofSeconds(order.warmUpS),
      // the first one only brings us to a point in time from which both counts and costs are known
      samples + 1,
      Nanos.ofSeconds(order.seconds / samples),
      Nanos.ofSeconds(order.drainS),
      Nanos.ofSeconds(order.drainS)
    )
    val destination = Destinations(order.kind, 1, Some(order.destination))
    Cell("against", "against", "", Nil, destination, List(producers), List(consumers), timing, None)

  private def follow(drivers: Drivers, order: ClientOrder, number: Int): ClientAnswer =
    val protocol = drivers.protocol(order.protocol, order.broker).get
    val costs = List.newBuilder[Spending]
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(cell: Cell, sample: Sample): Unit = costs += Spending.now()
    val result =
      Run(protocol, order.endpoint, Clock.system, watch).execute(cell(order), 1, LinkedState("against", number)).result
    val samples = result.samples.drop(1)
    if result.status != Status.Measured || samples.isEmpty then
      ClientAnswer(0, 0, 0, 0, 0, 0, Some(result.reason.getOrElse("not measured")))
    else
      val seconds = samples.map(_.intervalS).sum
      val sent = samples.map(s => s.producedPerS * s.intervalS).sum
      val received = samples.map(s => s.consumedPerS * s.intervalS).sum
      val (first, last) = (costs.result().head, costs.result().last)
      val audit = result.audit.get
      ClientAnswer(
        sent / seconds,
        received / seconds,
        (last.cpuNanos - first.cpuNanos) / 1e3 / math.max(1.0, sent + received),
        audit.expected,
        audit.delivered,
        audit.duplicated + audit.corrupted + audit.foreign + audit.misrouted,
        None
      )
