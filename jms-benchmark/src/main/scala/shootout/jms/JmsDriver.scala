package shootout.jms

import shootout.driver.*
import shootout.yaml.{Fields, Node, Problem, Reader}
import shootout.scenario.{Ack, ConsumerGroup, Workload}
import shootout.units.{Confirmation, Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue
import javax.jms.JMSSecurityException

/** JMS 2.0 (`javax.jms`) through the library of one vendor. */
abstract class JmsDriver(private[jms] val vendor: Vendor, val title: String) extends Driver:
  def protocol: String = vendor.protocol
  def api: String = "jms"
  def name: String = s"${vendor.library} ${vendor.version}".trim
  override def settings: List[String] = vendor.settings
  override def access: Access = vendor.access
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    JmsDialect.read(dialect, vendor).map(JmsProtocol(vendor, _, cannot))

final class OpenWireDriver extends JmsDriver(OpenWire, "OpenWire")
final class AmqpDriver extends JmsDriver(Amqp, "AMQP 1.0")
final class CoreDriver extends JmsDriver(Core, "Core")
final class HornetQDriver extends JmsDriver(HornetQ, "HornetQ Core")
final class StompJmsDriver extends JmsDriver(StompJms, "STOMP (stompjms)")
final class RabbitMqDriver extends JmsDriver(RabbitMq, "AMQP 0-9-1")
final class OpenMqDriver extends JmsDriver(OpenMq, "OpenMQ")

/** JMS as one broker speaks it, through one library. */
final class JmsProtocol(vendor: Vendor, dialect: JmsDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] =
    Option.when(dialect.replicas > 1)("replicas" -> dialect.replicas.toString).toList ++ dialect.options

  override def promise: DeliveryPromise =
    if dialect.replicas > 1 then DeliveryPromise.plain.copy(confirmation = Confirmation.Replicas)
    else DeliveryPromise.plain

  /** An option of `broker.yaml` replaces the driver's own setting of the same name. */
  override def effectiveSettings: List[String] =
    val theirs = dialect.options.map(_._1).toSet
    vendor.settings.filterNot(line => theirs(JmsProtocol.setting(line))) ++
      dialect.options.map((name, value) => s"$name=$value: an option of broker.yaml")

  def unsupported(workload: Workload): Option[String] =
    Needs.of(workload).iterator.flatMap(lack).nextOption().orElse(JmsProtocol.stopsWithinBatch(workload))

  private val lacks: Unsupported =
    Unsupported.where("ack_individual" -> vendor.individual.isEmpty)(_ =>
      s"${vendor.library} cannot acknowledge single messages"
    ) ++
      JmsProtocol.lacks ++ vendor.cannot

  /** The reason why a capability is missing; none if it is available. A batch needs the capability by which it is sent:
    * transactions or asynchronous sends.
    */
  private[jms] def lack(need: String): Option[String] =
    cannot.get(need).orElse(lacks.get(need)).orElse(
      Option.when(need == JmsProtocol.SendBatch)(lack(if vendor.commitsBatches then JmsProtocol.Transaction
      else JmsProtocol.AsyncSend)).flatten
    )

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = JmsProtocol.refuses)

  def open(endpoint: Endpoint): Session = JmsSession(vendor, dialect, endpoint)

object JmsProtocol:
  private val SendBatch = Unsupported.word("send_batch")
  private val Transaction = Unsupported.word("transaction")
  private val AsyncSend = Unsupported.word("async_send")

  /** Whether the broker understood the library and refused it, usually because of wrong credentials. */
  private def refuses(failure: Throwable): Boolean = failure match
    case _: (JMSSecurityException | SecurityException) => true
    case _ => false

  /** The name of the setting that a line of [[Vendor.settings]] explains. */
  private def setting(line: String): String = line.takeWhile(c => c != '=' && c != ':' && c != ' ')

  /** Capabilities that the JMS interface does not offer. */
  private val lacks = Unsupported(
    "subscription_headers" -> "a JMS subscription has a selector but no headers",
    "partitions" -> "JMS queues and topics have no partitions"
  )

  /** An acknowledgement in the middle of a batch would cover messages that the consumer has not processed. */
  private def stopsWithinBatch(workload: Workload): Option[String] = workload.consumers.collectFirst {
    case group if group.batch.isDefined && group.ack == Ack.Client && stops(group) =>
      "a JMS acknowledgement covers all that a client was given, so it cannot stop within a batch (think, " +
        "messages_per_connection)"
  }

  private def stops(group: ConsumerGroup): Boolean = group.think.isDefined || group.messagesPerConnection.isDefined

private final class JmsSession(vendor: Vendor, dialect: JmsDialect, endpoint: Endpoint) extends Session:
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, JmsLink(vendor, dialect, endpoint, spec))
    clients.add(client)
    client

  def close(): Unit = clients.forEach(_.giveUp())

/** The differences between brokers that one library can talk to: the protocol's section of a `broker.yaml`.
  *
  * @param queuePrefix
  *   prefix of the names of queues; `topicPrefix` is the same for topics
  * @param options
  *   options of the connection, under the vendor's names
  * @param replicas
  *   number of nodes that have a message when its send is confirmed
  */
case class JmsDialect(queuePrefix: String, topicPrefix: String, options: List[(String, String)], replicas: Int = 1)

object JmsDialect:
  private def dialect(vendor: Vendor): Reader[JmsDialect] = Fields.reader("a JMS dialect") { (fields, problems) =>
    val queue = fields.getOrElse("queue_prefix", Reader.text)("")
    val topic = fields.getOrElse("topic_prefix", Reader.text)("")
    val options = fields.getOrElse("options", Reader.mapOf(Reader.text))(Nil)
    for (name, _) <- options if !vendor.knows(name) do
      problems.add(fields.place, s"options: ${vendor.library} has no option '$name'")
    Some(JmsDialect(queue, topic, options, fields.getOrElse("replicas", Reader.int(1))(1)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node, vendor: Vendor): Either[List[Problem], JmsDialect] = dialect(vendor).whole(node)
