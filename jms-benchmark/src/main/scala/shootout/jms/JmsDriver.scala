package shootout.jms

import shootout.driver.{Client, ClientListener, ClientSpec, Driver, Protocol, Session}
import shootout.input.{Fields, Node, Problem, Problems, Reader}
import shootout.scenario.{Ack, Cell, DestinationType}
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, ExecutionException, TimeUnit, TimeoutException}

/** JMS 2.0 (`javax.jms`) through the library of one vendor. */
abstract class JmsDriver(vendor: Vendor) extends Driver:
  def protocol: String = vendor.protocol
  def name: String = s"${vendor.library} ${vendor.version}".trim
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    JmsDialect.read(dialect).map(JmsProtocol(vendor, _, vendor.cannot ++ cannot))

final class OpenWireDriver extends JmsDriver(OpenWire)
final class AmqpDriver extends JmsDriver(Amqp)
final class CoreDriver extends JmsDriver(Core)
final class HornetQDriver extends JmsDriver(HornetQ)
final class StompJmsDriver extends JmsDriver(StompJms)

/** What differs between brokers that one library can talk to: the protocol's section of a `broker.yaml`.
  *
  * @param queuePrefix
  *   in front of the names of queues; `topicPrefix` alike
  * @param options
  *   of the connection, in the vendor's words
  */
case class JmsDialect(queuePrefix: String, topicPrefix: String, options: List[(String, String)])

object JmsDialect:
  private val dialect: Reader[JmsDialect] = Fields.reader("a JMS dialect") { (fields, _) =>
    val queue = fields.getOrElse("queue_prefix", Reader.text)("")
    val topic = fields.getOrElse("topic_prefix", Reader.text)("")
    Some(JmsDialect(queue, topic, fields.getOrElse("options", Reader.mapOf(Reader.text))(Nil)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node): Either[List[Problem], JmsDialect] =
    val problems = Problems()
    val value = dialect.read(node, problems)
    problems.orElse(value.get)

/** JMS as one broker and one library speak it. */
final class JmsProtocol(vendor: Vendor, dialect: JmsDialect, cannot: Map[String, String]) extends Protocol:
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
      "ack_individual" -> cell.consumers.exists(_.ack == Ack.Individual)
    )
    needs.collectFirst { case (need, true) if lack(need).isDefined => lack(need).get }

  private def lack(need: String): Option[String] = cannot.get(need).orElse {
    Option.when(need == "ack_individual" && vendor.individual.isEmpty)(s"no such session mode in ${vendor.library}")
  }

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[String, Unit] =
    val done = CompletableFuture[Unit]()
    val session = open(endpoint)
    try
      val client = session.client(ClientSpec("handshake", None, None), Handshake(done))
      client.execute(() => client.connect())
      try Right(done.get(timeout.value, TimeUnit.NANOSECONDS))
      catch
        case e: ExecutionException => Left(Option(e.getCause.getMessage).getOrElse(e.getCause.toString))
        case _: TimeoutException => Left(s"no connection within ${timeout.seconds} s")
      finally client.execute(() => client.abort())
    finally session.close()

  def open(endpoint: Endpoint): Session = JmsSession(vendor, dialect, endpoint)

/** Waits for a connection and no more. */
private final class Handshake(done: CompletableFuture[Unit]) extends ClientListener:
  def onReady(): Unit = done.complete(())
  def onFailure(cause: Throwable): Unit = done.completeExceptionally(cause)
  def onWritable(): Unit = ()
  def onConfirmed(sequence: Long): Unit = ()
  def onBatch(arrivalNanos: Long): Unit = ()
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean = true
  def onBatchEnd(): Unit = ()
  def onClosed(): Unit = ()

private final class JmsSession(vendor: Vendor, dialect: JmsDialect, endpoint: Endpoint) extends Session:
  private val clients = ConcurrentLinkedQueue[JmsClient]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = JmsClient(spec, listener, JmsLink(vendor, dialect, endpoint, spec))
    clients.add(client)
    client

  def close(): Unit = clients.forEach(_.end())
