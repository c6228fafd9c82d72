package shootout.stomp

import org.fusesource.hawtdispatch.Dispatch
import shootout.driver.{Client, ClientListener, ClientSpec, Driver, Protocol, Session}
import shootout.input.{Node, Problem}
import shootout.scenario.{Ack, Cell, DestinationType}
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** STOMP 1.0, 1.1 and 1.2 over HawtDispatch. */
final class StompDriver extends Driver:
  def protocol: String = "stomp"
  def name: String = s"hawtdispatch-transport ${StompDriver.hawtDispatchVersion}"
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    Dialect.read(dialect).map(StompProtocol(_, cannot))

object StompDriver:
  private val hawtDispatchVersion: String =
    Option(classOf[Dispatch].getPackage.getImplementationVersion).getOrElse("1.22")

/** STOMP as one broker speaks it. */
final class StompProtocol(dialect: Dialect, cannot: Map[String, String]) extends Protocol:
  def unsupported(cell: Cell): Option[String] =
    val needs = List(
      "queue" -> (cell.destinations.kind == DestinationType.Queue),
      "topic" -> (cell.destinations.kind == DestinationType.Topic),
      "unsubscribed_topic" -> (cell.destinations.kind == DestinationType.Topic && cell.consumers.isEmpty),
      "persistent" -> cell.producers.exists(_.persistent),
      "request_reply" -> cell.producers.exists(_.requests),
      "durable" -> cell.consumers.exists(_.durable),
      "selector" -> cell.consumers.exists(_.selector.isDefined),
      "prefetch" -> cell.consumers.exists(_.prefetch.isDefined),
      "ack_client" -> cell.consumers.exists(_.ack == Ack.Client),
      "ack_individual" -> cell.consumers.exists(_.ack == Ack.Individual)
    )
    needs.collectFirst { case (need, true) if lack(need).isDefined => lack(need).get }

  private def lack(need: String): Option[String] = cannot.get(need).orElse {
    val missing = need match
      case "durable" => dialect.durable.isEmpty
      case "selector" => dialect.selector.isEmpty
      case "prefetch" => dialect.prefetch.isEmpty
      case "ack_client" => !dialect.ack.contains(Ack.Client)
      case "ack_individual" => !dialect.ack.contains(Ack.Individual)
      case _ => false
    Option.when(missing)(s"no ${need.replace('_', ' ')} over this broker's STOMP")
  }

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[String, Unit] =
    val session = StompSession(dialect, endpoint)
    val done = CompletableFuture[Unit]()
    try
      val client = session.client(ClientSpec("handshake", None, None), Handshake(done))
      client.execute(() => client.connect())
      try Right(done.get(timeout.value, TimeUnit.NANOSECONDS))
      catch
        case e: ExecutionException => Left(Option(e.getCause.getMessage).getOrElse(e.getCause.toString))
        case _: TimeoutException => Left(s"no answer to CONNECT within ${timeout.seconds} s")
      finally client.execute(() => client.abort())
    finally session.close()

  def open(endpoint: Endpoint): Session = StompSession(dialect, endpoint)

/** Waits for CONNECTED and no more. */
private final class Handshake(done: CompletableFuture[Unit]) extends ClientListener:
  def onReady(): Unit = done.complete(())
  def onFailure(cause: Throwable): Unit = done.completeExceptionally(cause)
  def onWritable(): Unit = ()
  def onConfirmed(sequence: Long): Unit = ()
  def onBatch(arrivalNanos: Long): Unit = ()
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean = true
  def onBatchEnd(): Unit = ()
  def onClosed(): Unit = ()

private final class StompSession(dialect: Dialect, endpoint: Endpoint) extends Session:
  private val connector = Connector(endpoint)
  private val clients = java.util.concurrent.ConcurrentLinkedQueue[Client]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val queue = Dispatch.createQueue(spec.name)
    val client = StompClient(spec, listener, dialect, endpoint, connector, queue)
    clients.add(client)
    client

  def close(): Unit = clients.forEach(client => client.execute(() => client.abort()))
