package shootout.driver

import shootout.yaml.{Node, Problem}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Nanos, Redelivery}

/** The port to a messaging protocol: the only thing that a new protocol implements. Found by `java.util.ServiceLoader`.
  *
  * The engine owns loop, pacing, windows, sampling and audit; a driver moves bytes. A driver never substitutes another
  * setting for one that it lacks: it names the lack in [[Protocol.unsupported]].
  */
trait Driver:
  /** As in `broker.yaml` and in the result file: `stomp`. */
  def protocol: String

  /** The protocol for people: `AMQP 1.0`. */
  def title: String

  /** The programming interface that scenario groups may ask for: `jms`. */
  def api: String

  /** Name and version of the client library, for the result file. */
  def name: String

  /** Settings of the library that differ from its defaults, each with the reason. */
  def settings: List[String] = Nil

  /** What a JVM that loads the client library must be started with, beside what all load JVMs are. */
  def jvmFlags: List[String] = Nil

  /** What it can be told of a broker that somebody else runs. */
  def access: Access = Access.plain

  /** What servers of this protocol are known by. */
  def signs: List[ProtocolSignature] = Nil

  /** A text that servers of most kinds answer, if only to complain; none: no such thing is known. */
  def prod: Option[String] = None

  /** @param dialect
    *   the protocol's section of a `broker.yaml`
    * @param cannot
    *   capability to the reason why the broker lacks it
    */
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol]

/** A protocol in the dialect of one broker. */
trait Protocol:
  /** Settings of the client library that the broker's `broker.yaml` asks for, whatever the driver would set. */
  def options: List[(String, String)] = Nil

  /** What is set differently from the library's defaults in the end, each with the reason. */
  def effectiveSettings: List[String] = Nil

  /** What is promised of messages, by which the audit judges. */
  def promise: DeliveryPromise = DeliveryPromise.plain

  /** The largest body that fits into one of its messages, in bytes. */
  def largestBody: Int = Int.MaxValue

  /** Whether sessions remove what they have laid out. */
  def removes: Boolean = false

  /** Clients do all the work themselves, so that what the broker's process uses of the machine says nothing. */
  def isEmbedded: Boolean = false

  /** Why this broker cannot run the workload; none: it can. */
  def unsupported(workload: Workload): Option[String]

  /** Why the workload's clients must be in one load JVM; none: they may be dealt to several. */
  def undivided(workload: Workload): Option[String] = None

  /** Connects and disconnects once. Left: why the broker does not serve (yet). Blocks no longer than `timeout`. */
  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit]

  /** Prepares for one workload; its clients are not yet connected. */
  def open(endpoint: Endpoint): Session

/** What the clients of one workload share. */
trait Session extends AutoCloseable:
  /** Lays out destinations before any client uses them; one that is there already stays as it is. Blocks. Nothing, where brokers
    * make them when they are first used.
    *
    * @throws java.lang.Exception
    *   if the broker refuses
    */
  def create(destinations: List[DestinationSpec]): Unit = ()

  /** Removes what [[create]] made, with all that is in it, when no client uses it any more. Blocks. */
  def remove(destinations: List[DestinationName]): Unit = ()

  /** A client that is not yet connected. `listener` is called in the client's own serial context only. */
  def client(spec: ClientSpec, listener: ClientListener): Client

  /** Frees what the clients shared; clients still open are cut off. */
  def close(): Unit

/** What a driver tells the engine, always in the client's serial context. */
trait ClientListener:
  /** Connected, and the broker confirmed the subscription (if there is one). */
  def onReady(): Unit

  /** From within [[Client.send]], if the spec is `timed`: how long a message took to be made from its content and handed to
    * the library; where the library then waits for the broker, only the former. The stamp is the message's.
    */
  def onWritten(nanos: Long, stampNanos: Long): Unit = ()

  /** Before `onMessage`, if the spec is `timed`: how long the content took to be got back from the message. */
  def onRead(nanos: Long, stampNanos: Long): Unit = ()

  /** There is room for [[Client.send]] again. */
  def onWritable(): Unit

  /** The broker confirmed the message with this sequence. */
  def onConfirmed(sequence: Long): Unit

  /** Messages that were read together follow; `arrival` is the monotonic time of that read. */
  def onBatch(arrivalNanos: Long): Unit

  /** One message.
    * @param producer
    *   [[Stamp]] fields; `intact` is false if length or checksum do not fit, and then the fields mean nothing
    * @return
    *   false: give no more until [[Client.resume]]
    */
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean

  /** The batch is over. */
  def onBatchEnd(): Unit

  /** What [[Client.endTransaction]] asked for is done. */
  def onTransactionEnd(committed: Boolean): Unit

  /** [[Client.close]] is done: the broker has processed all that was sent before. */
  def onClosed(): Unit

  /** The connection is lost or the broker refused something; nothing follows. */
  def onFailure(cause: Throwable): Unit

/** One client. Apart from `execute`, every method is called in the client's serial context only. */
trait Client:
  /** Runs a task in the client's serial context; callable from everywhere. */
  def execute(task: Runnable): Unit

  /** As `execute`, after a delay. */
  def after(delay: Nanos, task: Runnable): Unit

  /** Begins to connect (again, after `onClosed`); ends in `onReady` or `onFailure`, neither of them from within. */
  def connect(): Unit

  /** Takes up to `count` messages with consecutive sequences, all with the same stamp.
    *
    * @return
    *   how many were taken; fewer than `count`: full, `onWritable` follows
    */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int

  /** Hands what was sent to the network, at the end of a turn. */
  def flush(): Unit

  /** Acknowledges the latest message (and under `Ack.Client` all before it). */
  def acknowledge(): Unit

  /** Commits what a client that is `transacted`, or acknowledges by `Ack.Transacted`, has sent and received since the last
    * time, or undoes it; ends in `onTransactionEnd` or `onFailure`. Until then nothing is sent.
    */
  def endTransaction(commit: Boolean): Unit

  /** After `onMessage` returned false: go on. */
  def resume(): Unit

  /** Says good-bye and waits for the broker to have processed everything; ends in `onClosed` or `onFailure`, neither of
    * them from within.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Cuts the connection at once; no event follows. */
  def abort(): Unit

  /** From any thread: ends a client whose serial context blocks, so that [[abort]] is not heard. It is of no use any more. */
  def giveUp(): Unit = ()

/** What a driver can be told about a broker that somebody else runs, beside its address: `--url` and the options that go with it.
  *
  * @param virtualHosts
  *   several brokers may share an address
  * @param noLogin
  *   why neither login nor passcode is taken; none: they are
  */
final case class Access(
    encryption: Encryption = Encryption.Never,
    virtualHosts: Boolean = false,
    noLogin: Option[String] = None
)

object Access:
  val plain: Access = Access()

/** Whether connections may go over TLS. */
enum Encryption:
  case Never

  /** Servers are trusted that the JVM's own store vouches for. */
  case BySystem

  /** Also those that certificates or a key store vouch for which the driver is told of. */
  case AsTold

/** How a server is known by the first bytes that it says.
  *
  * @param text
  *   with which they begin
  * @param kind
  *   what it is then, for people
  * @param anywhere
  *   the text may also stand further behind
  */
final case class ProtocolSignature(text: String, kind: String, anywhere: Boolean = false):
  def fits(said: String): Boolean = if anywhere then said.contains(text) else said.startsWith(text)

/** What a protocol, as it is spoken with a broker, promises of messages. The audit judges by it: what it allows is counted, and
  * no fault.
  */
final case class DeliveryPromise(order: DeliveryOrder, redelivery: Redelivery, confirmation: Confirmation):
  /** Whether messages of one producer reach one consumer in their order, where each destination has so many partitions. */
  def keepsOrder(partitions: Int): Boolean = order match
    case DeliveryOrder.Producer => true
    case DeliveryOrder.Partition => partitions <= 1
    case DeliveryOrder.Unordered => false

object DeliveryPromise:
  /** Of a broker as STOMP and JMS see it. */
  val plain: DeliveryPromise =
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.Unacknowledged, Confirmation.Broker)
