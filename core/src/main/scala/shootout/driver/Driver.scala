package shootout.driver

import shootout.yaml.{Node, Problem}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Nanos, Redelivery}

/** The port to a messaging protocol, which is all that a new protocol implements. `java.util.ServiceLoader` finds it.
  *
  * The engine owns loop, pacing, windows, sampling and audit; a driver moves bytes. A driver never substitutes another
  * setting for one that it lacks: it names the lack in [[Protocol.unsupported]].
  */
trait Driver:
  /** Its name in `broker.yaml` and in the result file, such as `stomp`. */
  def protocol: String

  /** The name of the protocol for people, such as `AMQP 1.0`. */
  def title: String

  /** The programming interface that scenario groups may ask for, such as `jms`. */
  def api: String

  /** Name and version of the client library, for the result file. */
  def name: String

  /** Settings of the library that differ from its defaults, each with the reason. */
  def settings: List[String] = Nil

  /** The flags that a JVM with this client library needs, in addition to those of all load JVMs. */
  def jvmFlags: List[String] = Nil

  /** The settings that it accepts for a broker that somebody else runs. */
  def access: Access = Access.plain

  /** @param dialect
    *   the protocol's section of a `broker.yaml`
    * @param cannot
    *   maps a capability to the reason why the broker lacks it
    */
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol]

/** A protocol in the dialect of one broker. */
trait Protocol:
  /** Settings of the client library that `broker.yaml` requires. They take precedence over the driver's. */
  def options: List[(String, String)] = Nil

  /** All settings that differ from the library's defaults in the end, each with the reason. */
  def effectiveSettings: List[String] = Nil

  /** The promise of the protocol about messages, by which the audit judges. */
  def promise: DeliveryPromise = DeliveryPromise.plain

  /** The largest body that fits into one of its messages, in bytes. */
  def largestBody: Int = Int.MaxValue

  /** Whether sessions remove the destinations that they created. */
  def removes: Boolean = false

  /** True if clients do all the work themselves. The broker process's use of the machine then says nothing. */
  def isEmbedded: Boolean = false

  /** Why this broker cannot run the workload; none if it can. */
  def unsupported(workload: Workload): Option[String]

  /** Why the workload's clients must be in one load JVM; none if several may share them. */
  def undivided(workload: Workload): Option[String] = None

  /** Connects and disconnects once. Left says why the broker does not serve (yet). It blocks no longer than `timeout`.
    */
  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit]

  /** Prepares for one workload; its clients are not yet connected. */
  def open(endpoint: Endpoint): Session

/** The state that the clients of one workload share. */
trait Session extends AutoCloseable:
  /** Creates destinations before any client uses them, and leaves existing ones as they are. It blocks. It does nothing
    * if the broker creates destinations when they are first used.
    *
    * @throws java.lang.Exception
    *   if the broker refuses
    */
  def create(destinations: List[DestinationSpec]): Unit = ()

  /** Removes what [[create]] made, with its content, when no client uses it any more. It blocks. */
  def remove(destinations: List[DestinationName]): Unit = ()

  /** A client that is not connected yet. `listener` is called in the client's own serial context only. */
  def client(spec: ClientSpec, listener: ClientListener): Client

  /** Frees what the clients shared; cuts off clients that are still open. */
  def close(): Unit

/** The reports of a driver to the engine, always in the client's serial context. */
trait ClientListener:
  /** The client is connected, and the broker confirmed the subscription, if there is one. */
  def onReady(): Unit

  /** Called within [[Client.send]] if the spec is `timed`. It reports how long it took to build a message from its
    * content and hand it to the library. If the library then waits for the broker, only the building counts. The stamp
    * is the message's.
    */
  def onWritten(nanos: Long, stampNanos: Long): Unit = ()

  /** Called before `onMessage` if the spec is `timed`. It reports how long it took to read the content from the
    * message.
    */
  def onRead(nanos: Long, stampNanos: Long): Unit = ()

  /** There is room for [[Client.send]] again. */
  def onWritable(): Unit

  /** The broker confirmed the message with this sequence. */
  def onConfirmed(sequence: Long): Unit

  /** Messages that were read together follow. `arrivalNanos` is the monotonic time of that read. */
  def onBatch(arrivalNanos: Long): Unit

  /** Reports one message.
    *
    * @param producer
    *   like `sequence` and `stampNanos` a field of [[Stamp]]; if `intact` is false, length or checksum do not match,
    *   and these fields have no meaning
    * @return
    *   false to get no more messages until [[Client.resume]]
    */
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean

  /** The batch is over. */
  def onBatchEnd(): Unit

  /** The request of [[Client.endTransaction]] is done. */
  def onTransactionEnd(committed: Boolean): Unit

  /** The request of [[Client.close]] is done: the broker has processed everything that was sent before. */
  def onClosed(): Unit

  /** The connection is lost, or the broker refused something. No event follows. */
  def onFailure(cause: Throwable): Unit

/** One client. Apart from `execute`, every method is called in the client's serial context only. */
trait Client:
  /** Runs a task in the client's serial context. Any thread may call this. */
  def execute(task: Runnable): Unit

  /** Like `execute`, after a delay. */
  def after(delay: Nanos, task: Runnable): Unit

  /** Begins to connect, also again after `onClosed`. It leads to `onReady` or `onFailure`, but never calls them from
    * within.
    */
  def connect(): Unit

  /** Takes up to `count` messages with consecutive sequences, all with the same stamp.
    *
    * @return
    *   how many were taken; fewer than `count` if there is no more room, and `onWritable` follows
    */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int

  /** Hands the sent messages to the network at the end of a turn. */
  def flush(): Unit

  /** Acknowledges the latest message, and under `Ack.Client` also all before it. */
  def acknowledge(): Unit

  /** Commits or rolls back what was sent and received since the last call. The client must be `transacted`, or
    * acknowledge by `Ack.Transacted`. It leads to `onTransactionEnd` or `onFailure`. Until then nothing is sent.
    */
  def endTransaction(commit: Boolean): Unit

  /** Continues after `onMessage` returned false. */
  def resume(): Unit

  /** Closes the connection after the broker has processed everything. It leads to `onClosed` or `onFailure`, but never
    * calls them from within.
    *
    * @param unsubscribe
    *   true to end a durable subscription, too
    */
  def close(unsubscribe: Boolean): Unit

  /** Cuts the connection at once. No event follows. */
  def abort(): Unit

  /** From any thread: ends a client whose serial context blocks, so that [[abort]] has no effect. The client cannot be
    * used afterwards.
    */
  def giveUp(): Unit = ()

/** The settings that a driver accepts for a broker that somebody else runs, in addition to its address: `--url` and the
  * options that go with it.
  */
final case class Access(
    encryption: Encryption = Encryption.Never,
    /** true if several brokers may share an address */
    virtualHosts: Boolean = false,
    /** why neither login nor passcode is accepted; none if they are */
    noLogin: Option[String] = None
)

object Access:
  val plain: Access = Access()

/** Whether connections may go over TLS. */
enum Encryption:
  case Never

  /** The driver trusts servers that the JVM's own store vouches for. */
  case BySystem

  /** The driver also trusts servers that given certificates or a given key store vouch for. */
  case ByCertificates

/** The promise of a protocol about messages in combination with a broker. The audit judges by it: what the promise
  * allows is counted, but is not a fault.
  */
final case class DeliveryPromise(order: DeliveryOrder, redelivery: Redelivery, confirmation: Confirmation):
  /** Whether messages of one producer reach one consumer in order, if each destination has this many partitions. */
  def keepsOrder(partitions: Int): Boolean = order match
    case DeliveryOrder.Producer => true
    case DeliveryOrder.Partition => partitions <= 1
    case DeliveryOrder.Unordered => false

object DeliveryPromise:
  /** The promise of a broker according to STOMP and JMS. */
  val plain: DeliveryPromise =
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.Unacknowledged, Confirmation.Broker)
