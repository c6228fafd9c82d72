package shootout.jms

import shootout.driver.{Access, ReceiveSpec, Unsupported}
import shootout.units.Endpoint

import javax.jms.{CompletionListener, ConnectionFactory, Destination, JMSException, Message, MessageConsumer}
import javax.jms.{MessageProducer, Session}

/** How one client has to be connected.
  *
  * @param confirm
  *   whether every send waits for its publisher confirm or is notified of it; if not, no send is, persistent or not
  * @param pipelined
  *   with `confirm`: whether several sends are in flight, and completion listeners are called
  * @param receive
  *   what the client subscribes to, if it receives
  * @param options
  *   options of the broker's `broker.yaml`, named as in the vendor's connection URI
  */
case class Wish(confirm: Boolean, pipelined: Boolean, receive: Option[ReceiveSpec], options: List[(String, String)]):
  /** Messages that the broker may deliver ahead; none means the library's default. */
  def prefetch: Option[Int] = receive.flatMap(_.prefetch)

  /** The prefetch in bytes, see [[ReceiveSpec.bytesAhead]]. */
  def bytesAhead(overhead: Int, nameBytes: Int): Option[Int] =
    receive.flatMap(_.bytesAhead(overhead, nameBytes)).map(math.min(_, Int.MaxValue).toInt)

/** What JMS leaves to each vendor: the connection factory and the names of its switches. */
trait Vendor:
  /** The protocol that the library speaks, as `broker.yaml` names it. */
  def protocol: String

  /** The name of the client library in Maven. */
  def library: String

  /** A class of the library, whose jar contains the version. */
  def sample: Class[?]

  /** Makes a factory, with the vendor's switches for waiting or not waiting for publisher confirms. [[settings]] names
    * all switches that it sets.
    */
  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory

  def queue(session: Session, name: String): Destination = session.createQueue(name)
  def topic(session: Session, name: String): Destination = session.createTopic(name)

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

  /** The library's switches that [[factory]] sets, each with the reason. */
  def settings: List[String] = Nil

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

  /** The settings that the library accepts for a broker that somebody else runs. */
  def access: Access = Access.plain

  /** The version of the library, by default as its jar states it. */
  def version: String = Option(sample.getPackage.getImplementationVersion).getOrElse("")

/** Builds the connection URI that several vendors' factories read. If an option occurs twice, the last one counts.
  *
  * @param among
  *   how the library writes the nodes among which a client fails over; by default the URI has only the first one
  */
private def vendorUri(
    scheme: String,
    endpoint: Endpoint,
    options: List[(String, String)],
    among: List[String] => String = _.head
): String =
  val last = options.reverse.distinctBy(_._1).reverse
  val query = last.map((name, value) => s"$name=$value").mkString("&")
  val nodes = endpoint.places.map((host, port) => s"$scheme://$host:$port")
  (if failsOver(endpoint) then among(nodes) else nodes.head) + (if query.isEmpty then "" else s"?$query")

/** Whether the broker has several nodes that may take a client. */
private def failsOver(endpoint: Endpoint): Boolean = endpoint.places.sizeIs > 1

/** Adds the prefix to those options of a URI with several nodes that are meant for the connection to each node. */
private def nested(prefix: String, options: List[(String, String)], ofEach: String*): List[(String, String)] =
  options.map((name, value) => (if ofEach.exists(name.startsWith) then prefix + name else name) -> value)

/** Packages whose classes may occur in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.driver", "java.lang", "java.util", "java.math", "java.time")

/** Sets options of a `broker.yaml` for libraries that read none from a URI. They are properties of the connection
  * factory: `reconnectDelay: "5"` calls `setReconnectDelay(long)`.
  */
private object FactoryOptions:
  private val parsers: Map[Class[?], String => Object] = Map(
    classOf[Boolean] -> (text => java.lang.Boolean.valueOf(text.toBoolean)),
    classOf[Int] -> (text => Integer.valueOf(text)),
    classOf[Long] -> (text => java.lang.Long.valueOf(text)),
    classOf[Double] -> (text => java.lang.Double.valueOf(text)),
    classOf[String] -> identity
  )

  /** Whether the factory has such a property. */
  def knows(factory: Class[?], name: String): Boolean = setter(factory, name).isDefined

  /** Sets the options that the factory knows.
    *
    * @throws IllegalArgumentException
    *   if a text is not a valid value of its property
    */
  def set(factory: AnyRef, options: List[(String, String)]): Unit =
    for (name, text) <- options; method <- setter(factory.getClass, name) do
      method.invoke(factory, parsers(method.getParameterTypes.head)(text))

  private def setter(factory: Class[?], name: String) =
    val called = s"set${name.capitalize}"
    factory.getMethods.find(m =>
      m.getName == called && m.getParameterCount == 1 && parsers.contains(m.getParameterTypes.head)
    )
