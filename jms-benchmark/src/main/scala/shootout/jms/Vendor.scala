package shootout.jms

import shootout.driver.{Access, ProtocolSignature, ReceiveSpec, Unsupported}
import shootout.units.Endpoint

import javax.jms.{CompletionListener, ConnectionFactory, Destination, JMSException, Message, MessageConsumer}
import javax.jms.{MessageProducer, Session}

/** How one client wants to be connected.
  *
  * @param confirm
  *   every send waits for, or is told of, the broker's confirmation; else none does, persistent or not
  * @param pipelined
  *   with `confirm`: several sends are in flight, and completion listeners are told
  * @param receive
  *   what it subscribes to, if it does
  * @param options
  *   of the broker's `broker.yaml`, in the words of the vendor's connection URI
  */
case class Wish(confirm: Boolean, pipelined: Boolean, receive: Option[ReceiveSpec], options: List[(String, String)]):
  /** Messages that the broker may deliver ahead; none: the library's default. */
  def prefetch: Option[Int] = receive.flatMap(_.prefetch)

  /** The same in bytes, see [[ReceiveSpec.bytesAhead]]. */
  def bytesAhead(overhead: Int, nameBytes: Int): Option[Int] =
    receive.flatMap(_.bytesAhead(overhead, nameBytes)).map(math.min(_, Int.MaxValue).toInt)

/** What JMS leaves to each vendor: the connection factory, and how its switches are called. */
trait Vendor:
  /** The protocol that it speaks, as in `broker.yaml`. */
  def protocol: String

  /** Maven's name of the client library. */
  def library: String

  /** A class of the library, which knows its version. */
  def sample: Class[?]

  /** With the vendor's switches for waiting, or not, for confirmations; [[settings]] names all that are set. */
  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory

  def queue(session: Session, name: String): Destination = session.createQueue(name)
  def topic(session: Session, name: String): Destination = session.createTopic(name)

  /** A producer as this library needs it. */
  def producer(made: MessageProducer): MessageProducer = made

  /** Whether a consumer is better called back even where the load does not ask for that, as the library's `receive` asks the
    * broker for each message; `transacted`: of sessions with transactions.
    */
  def prefersListener(transacted: Boolean): Boolean = false

  /** Whether the connection is started before it has a consumer. */
  def startsFirst: Boolean = false

  /** What must be done before a consumer's connection is closed: mostly nothing, for that closes it too. */
  def release(consumer: MessageConsumer): Unit = ()

  /** Whether messages that a rollback brings back while the connection is stopped stay with the library when it is started again. */
  def strandsRolledBack: Boolean = false

  /** Whether `broker.yaml` may set such an option. By default any, for the library reads them from a URI, and complains itself. */
  def knows(option: String): Boolean = true

  /** What the library cannot do, by capability, with the reason. */
  def cannot: Unsupported = Unsupported.none

  /** The session mode that acknowledges single messages; none: the library has none. */
  def individual: Option[Int] = None

  /** The library's switches that [[factory]] sets, each with the reason. */
  def settings: List[String] = Nil

  /** Whether a batch of messages is best sent as a transaction; else its messages follow each other, and a completion listener is
    * told of each.
    */
  def commitsBatches: Boolean = false

  /** Whether what the library tells an exception listener is that the connection was lost and goes on at another node. */
  def wentOver(told: JMSException): Boolean = false

  /** Sends, outside a transaction and under `Wish.confirm`, and returns when the broker has confirmed it. */
  def sendAndWait(producer: MessageProducer, message: Message): Unit = producer.send(message)

  /** Sends, and calls back, from any thread, when the broker has confirmed it. By default as JMS 2.0 has it. */
  def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit = producer.send(message, done)

  /** What the library can be told of a broker that somebody else runs. */
  def access: Access = Access.plain

  /** What servers of its protocol are known by. */
  def signs: List[ProtocolSignature] = Nil

  /** By default as its jar tells it. */
  def version: String = Option(sample.getPackage.getImplementationVersion).getOrElse("")

/** The connection URI that several vendors' factories read; of an option that stands twice, the last one counts.
  *
  * @param among
  *   how the library writes the nodes of a broker among which a client fails over; by default it knows the first one only
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

/** Of the options of a URI with several nodes, those that are meant for the connection to each of them. */
private def nested(prefix: String, options: List[(String, String)], ofEach: String*): List[(String, String)] =
  options.map((name, value) => (if ofEach.exists(name.startsWith) then prefix + name else name) -> value)

/** Packages whose classes may come in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.driver", "java.lang", "java.util", "java.math", "java.time")

/** Options of a `broker.yaml` for libraries without a URI of options: properties of the connection factory, as `reconnectDelay: "5"`
  * for `setReconnectDelay(long)`.
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

  /** Sets those that the factory knows.
    *
    * @throws IllegalArgumentException
    *   if a text is no value of its property
    */
  def set(factory: AnyRef, options: List[(String, String)]): Unit =
    for (name, text) <- options; method <- setter(factory.getClass, name) do
      method.invoke(factory, parsers(method.getParameterTypes.head)(text))

  private def setter(factory: Class[?], name: String) =
    val called = s"set${name.capitalize}"
    factory.getMethods.find(m =>
      m.getName == called && m.getParameterCount == 1 && parsers.contains(m.getParameterTypes.head)
    )
