package shootout.jms

import shootout.driver.*
import shootout.yaml.{Fields, Node, Problem, Reader}
import shootout.scenario.{Ack, ConsumerGroup, Workload}
import shootout.units.{Confirmation, Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue
import javax.jms.{CompletionListener, ConnectionFactory, JMSException, JMSSecurityException, Message}
import javax.jms.{MessageConsumer, MessageProducer}

/** JMS 2.0 (`javax.jms`) through the library of one vendor. What JMS leaves to each vendor is here: the connection
  * factory and the names of its switches.
  *
  * @param library
  *   the name of the client library in Maven
  */
abstract class JmsDriver(val protocol: String, val title: String, val library: String) extends Driver:
  def api: String = "jms"
  def name: String = s"$library $version".trim
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    JmsDialect.reader(this).whole(dialect).map(JmsProtocol(this, _, cannot))

  /** A class of the library, whose jar contains the version. */
  def sample: Class[?]

  /** Makes a factory, with the vendor's switches for waiting or not waiting for publisher confirms. [[settings]] names
    * all switches that it sets.
    */
  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory

  /** Adapts a producer to this library. */
  def producer(made: MessageProducer): MessageProducer = made

  /** Whether a consumer should use a listener even if the workload does not ask for one, because the library's
    * `receive` asks the broker each time. `transacted` says whether the session has transactions.
    */
  def prefersListener(transacted: Boolean): Boolean = false

  /** Whether the connection is started before it has a consumer. */
  def startsFirst: Boolean = false

  /** Does what must precede the close of a consumer's connection. Most libraries need nothing, because that close
    * includes the consumer.
    */
  def release(consumer: MessageConsumer): Unit = ()

  /** Whether messages that a rollback returns to a stopped connection stay with the library when the connection starts
    * again.
    */
  def strandsRolledBack: Boolean = false

  /** Whether `broker.yaml` may set such an option. By default it may set any, because the library reads options from a
    * URI and reports wrong ones itself.
    */
  def knows(option: String): Boolean = true

  /** The capabilities that the library lacks, each with the reason. */
  def cannot: Unsupported = Unsupported.none

  /** The session mode that acknowledges single messages; none if the library has no such mode. */
  def individual: Option[Int] = None

  /** Whether a batch of messages is best sent as a transaction. If not, its messages follow each other, and a
    * completion listener is called for each.
    */
  def commitsBatches: Boolean = false

  /** Whether an exception that the library reports means a failover: the connection was lost and goes on at another
    * node.
    */
  def wentOver(told: JMSException): Boolean = false

  /** Sends a message and returns when the broker has confirmed it. It is used outside transactions and with
    * `Wish.confirm` only.
    */
  def sendAndWait(producer: MessageProducer, message: Message): Unit = producer.send(message)

  /** Sends a message and calls back, from any thread, when the broker has confirmed it. By default it uses the method
    * of JMS 2.0.
    */
  def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit = producer.send(message, done)

  /** The version of the library, by default as its jar states it. */
  def version: String = Option(sample.getPackage.getImplementationVersion).getOrElse("")

/** JMS as one broker speaks it, through one library. */
final class JmsProtocol(driver: JmsDriver, dialect: JmsDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] =
    Option.when(dialect.replicas > 1)("replicas" -> dialect.replicas.toString).toList ++ dialect.options

  override def promise: DeliveryPromise =
    if dialect.replicas > 1 then DeliveryPromise.plain.copy(confirmation = Confirmation.Replicas)
    else DeliveryPromise.plain

  /** An option of `broker.yaml` replaces the driver's own setting of the same name. */
  override def effectiveSettings: List[String] =
    val theirs = dialect.options.map(_._1).toSet
    driver.settings.filterNot(line => theirs(JmsProtocol.setting(line))) ++
      dialect.options.map((name, value) => s"$name=$value: an option of broker.yaml")

  def unsupported(workload: Workload): Option[String] =
    Needs.of(workload).iterator.flatMap(lack).nextOption().orElse(JmsProtocol.stopsWithinBatch(workload))

  private val lacks: Unsupported =
    Unsupported.where("ack_individual" -> driver.individual.isEmpty)(_ =>
      s"${driver.library} cannot acknowledge single messages"
    ) ++
      JmsProtocol.lacks ++ driver.cannot

  /** The reason why a capability is missing; none if it is available. A batch needs the capability by which it is sent:
    * transactions or asynchronous sends.
    */
  private[jms] def lack(need: String): Option[String] =
    cannot.get(need).orElse(lacks.get(need)).orElse(
      Option.when(need == JmsProtocol.SendBatch)(lack(if driver.commitsBatches then JmsProtocol.Transaction
      else JmsProtocol.AsyncSend)).flatten
    )

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = JmsProtocol.refuses)

  def open(endpoint: Endpoint): Session = JmsSession(driver, dialect, endpoint)

object JmsProtocol:
  private val SendBatch = Unsupported.word("send_batch")
  private val Transaction = Unsupported.word("transaction")
  private val AsyncSend = Unsupported.word("async_send")

  /** Whether the broker understood the library and refused it, usually because of wrong credentials. */
  private def refuses(failure: Throwable): Boolean = failure match
    case _: (JMSSecurityException | SecurityException) => true
    case _ => false

  /** The name of the setting that a line of [[JmsDriver.settings]] explains. */
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

private final class JmsSession(driver: JmsDriver, dialect: JmsDialect, endpoint: Endpoint) extends Session:
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, JmsLink(driver, dialect, endpoint, spec))
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
  def reader(driver: JmsDriver): Reader[JmsDialect] = Fields.reader("a JMS dialect") { (fields, problems) =>
    val queue = fields.getOrElse("queue_prefix", Reader.text)("")
    val topic = fields.getOrElse("topic_prefix", Reader.text)("")
    val options = fields.getOrElse("options", Reader.mapOf(Reader.text))(Nil)
    for (name, _) <- options if !driver.knows(name) do
      problems.add(fields.place, s"options: ${driver.library} has no option '$name'")
    Some(JmsDialect(queue, topic, options, fields.getOrElse("replicas", Reader.int(1))(1)))
  }
