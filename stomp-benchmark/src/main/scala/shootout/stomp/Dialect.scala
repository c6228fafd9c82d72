package shootout.stomp

import shootout.yaml.{Fields, Node, Problem, Reader}
import shootout.scenario.Ack
import shootout.units.DestinationType

/** The versions of the STOMP protocol, oldest first. */
enum Version(val text: String):
  case V10 extends Version("1.0")
  case V11 extends Version("1.1")
  case V12 extends Version("1.2")

object Version:
  def of(text: String): Option[Version] = values.find(_.text == text)

/** How one broker names one type of destination, and which additional headers it wants. */
case class Addressing(prefix: String, send: Headers, subscribe: Headers)

/** The headers of a durable subscription. `{{client}}` and `{{subscription}}` are replaced by its names.
  *
  * @param forget
  *   headers of a second UNSUBSCRIBE, for brokers whose first one only removes the subscriber (ActiveMQ)
  */
case class DurableDialect(connect: Headers, subscribe: Headers, unsubscribe: Headers, forget: Option[Headers])

type Headers = List[(String, String)]

/** What STOMP leaves to each broker: the `stomp` section of its `broker.yaml`. */
case class Dialect(
    /** the highest version that the broker speaks; lower ones are offered too */
    version: Version,
    /** the virtual host of CONNECT; if there is none, it is the address that the client connects to */
    host: Option[String],
    queue: Addressing,
    topic: Addressing,
    /** headers of a persistent SEND */
    persistent: Headers,
    /** headers of any other SEND */
    nonPersistent: Headers,
    /** headers of SUBSCRIBE; `{{count}}` is replaced by the number of messages, or `{{bytes}}` by their total size */
    prefetch: Option[Headers],
    durable: Option[DurableDialect],
    /** the header that carries a selector */
    selector: Option[String],
    /** acknowledgement modes that work */
    ack: List[Ack],
    /** bytes of a MESSAGE in addition to its body and the destination's name, as the broker counts them, for
      * `{{bytes}}`
      */
    frameOverhead: Int = 0,
    /** the header of SEND that names a message's group */
    messageGroup: Option[String] = None
):
  /** Whether the broker counts the bytes that it delivers ahead, and not the messages. */
  def countsBytes: Boolean = prefetch.exists(_.exists((_, value) => value.contains(Dialect.BytesAhead)))

  def addressing(kind: DestinationType): Addressing = kind match
    case DestinationType.Queue => queue
    case DestinationType.Topic => topic

object Dialect:
  private[stomp] val BytesAhead = "{{bytes}}"
  private val headers: Reader[Headers] = Reader.mapOf(Reader.text)
  private val version = Reader.scalar("one of \"1.0\", \"1.1\", \"1.2\"")(Version.of)
  private val ackMode = Reader.word("auto" -> Ack.Auto, "client" -> Ack.Client, "individual" -> Ack.Individual)

  private val addressing: Reader[Addressing] = Fields.reader("a mapping with 'prefix'") { (fields, _) =>
    val send = fields.getOrElse("send", headers)(Nil)
    val subscribe = fields.getOrElse("subscribe", headers)(Nil)
    fields.require("prefix", Reader.text).map(Addressing(_, send, subscribe))
  }

  private val durable: Reader[DurableDialect] = Fields.reader("a mapping with 'subscribe'") { (fields, _) =>
    val connect = fields.getOrElse("connect", headers)(Nil)
    val unsubscribe = fields.getOrElse("unsubscribe", headers)(Nil)
    val forget = fields.option("forget", headers)
    fields.require("subscribe", headers).map(DurableDialect(connect, _, unsubscribe, forget))
  }

  private val dialect: Reader[Dialect] = Fields.reader("a STOMP dialect") { (fields, _) =>
    val host = fields.option("host", Reader.text)
    val persistent = fields.getOrElse("persistent", headers)(Nil)
    val nonPersistent = fields.getOrElse("non_persistent", headers)(Nil)
    val prefetch = fields.option("prefetch", headers)
    val overhead = fields.getOrElse("frame_overhead", Reader.int(0))(0)
    val subscription = fields.option("durable", durable)
    val selector = fields.option("selector", Reader.text)
    val group = fields.option("message_group", Reader.text)
    val ack = fields.getOrElse("ack", Reader.list(ackMode))(Ack.values.toList)
    // all keys are read before a missing one is reported, because a key that is not read would count as unknown
    val spoken = fields.require("version", version)
    val queues = fields.require("queue", addressing)
    val topics = fields.require("topic", addressing)
    for version <- spoken; queue <- queues; topic <- topics
    yield Dialect(
      version,
      host,
      queue,
      topic,
      persistent,
      nonPersistent,
      prefetch,
      subscription,
      selector,
      ack,
      overhead,
      group
    )
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node): Either[List[Problem], Dialect] = dialect.whole(node)
