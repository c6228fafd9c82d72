package shootout.jms

import shootout.units.Endpoint

import javax.jms.{
  CompletionListener,
  ConnectionFactory,
  Destination,
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
  * @param prefetch
  *   messages that the broker may deliver ahead; none: the library's default
  * @param bodyBytes
  *   of every message that will come, for libraries whose prefetch counts bytes; none: they differ
  * @param options
  *   of the broker's `broker.yaml`, in the words of the vendor's connection URI
  */
case class Wish(
    confirm: Boolean,
    pipelined: Boolean,
    prefetch: Option[Int],
    bodyBytes: Option[Int],
    options: List[(String, String)]
):
  /** The bytes of so many messages ahead, and no more, each `overhead` larger than its body: the last one may be cut into. */
  def bytesAhead(overhead: Int): Option[Int] = prefetch.zip(bodyBytes).map { (messages, body) =>
    val each = body + overhead
    math.min(messages.toLong * each - each / 2, Int.MaxValue).toInt
  }

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

  /** A consumer whose `receive` returns a message as soon as the broker has pushed it. */
  def consumer(session: Session, made: MessageConsumer): MessageConsumer = made

  /** What must be done before a consumer's connection is closed: mostly nothing, for that closes it too. */
  def release(consumer: MessageConsumer): Unit = ()

  /** What the library cannot do, by capability, with the reason. */
  def cannot: Map[String, String] = Map.empty

  /** The session mode that acknowledges single messages; none: the library has none. */
  def individual: Option[Int] = None

  /** The library's switches that [[factory]] sets, each with the reason. */
  def settings: List[String] = Nil

  /** Sends, outside a transaction and under `Wish.confirm`, and returns when the broker has confirmed it. */
  def sendAndWait(producer: MessageProducer, message: Message): Unit = producer.send(message)

  /** Sends, and calls back, from any thread, when the broker has confirmed it. By default as JMS 2.0 has it. */
  def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit = producer.send(message, done)

  /** By default as its jar tells it. */
  def version: String = Option(sample.getPackage.getImplementationVersion).getOrElse("")
