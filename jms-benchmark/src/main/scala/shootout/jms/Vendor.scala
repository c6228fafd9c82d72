package shootout.jms

import shootout.driver.{Access, Lacks, ReceiveSpec, Sign}
import shootout.units.Endpoint

import javax.jms.{
  CompletionListener,
  ConnectionFactory,
  Destination,
  JMSException,
  Message,
  MessageConsumer,
  MessageProducer,
  Session
}

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
  def cannot: Lacks = Lacks.none

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
  def signs: List[Sign] = Nil

  /** By default as its jar tells it. */
  def version: String = Option(sample.getPackage.getImplementationVersion).getOrElse("")
