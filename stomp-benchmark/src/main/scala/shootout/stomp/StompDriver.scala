package shootout.stomp

import org.fusesource.hawtdispatch.{Dispatch, DispatchPriority, DispatchQueue}
import shootout.driver.*
import shootout.yaml.{Node, Problem}
import shootout.machine.SchedulingGroup
import shootout.scenario.{Ack, Workload}
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.atomic.AtomicInteger

/** STOMP 1.0, 1.1 and 1.2 over HawtDispatch. */
final class StompDriver extends Driver:
  def protocol: String = "stomp"
  def title: String = "STOMP"
  def api: String = "stomp"
  def name: String = s"hawtdispatch-transport ${StompDriver.hawtDispatchVersion}"
  override def access: Access = Access(Encryption.ByCertificates, virtualHosts = true)
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    Dialect.read(dialect).map(StompProtocol(_, cannot))

object StompDriver:
  private val hawtDispatchVersion: String =
    Option(classOf[Dispatch].getPackage.getImplementationVersion).getOrElse("1.22")

/** STOMP as one broker speaks it. */
final class StompProtocol(dialect: Dialect, cannot: Map[String, String]) extends Protocol:
  /** Capabilities for which the broker has no words, and those that this driver lacks whatever the broker can. */
  private val lacks: Unsupported = StompProtocol.lacks ++
    Unsupported.where(
      "durable" -> dialect.durable.isEmpty,
      "selector" -> dialect.selector.isEmpty,
      "message_groups" -> dialect.messageGroup.isEmpty,
      "prefetch" -> dialect.prefetch.isEmpty,
      "ack_client" -> !dialect.ack.contains(Ack.Client),
      "ack_individual" -> !dialect.ack.contains(Ack.Individual)
    )(words => s"this broker's STOMP does not support $words") ++
    Unsupported.where("prefetch_any_size" -> dialect.countsBytes)(_ => StompProtocol.oneSize)

  def unsupported(workload: Workload): Option[String] =
    Needs.of(workload).iterator.flatMap(lack).nextOption()

  /** The reason why a capability is missing; none if it is available. */
  private[stomp] def lack(need: String): Option[String] = cannot.get(need).orElse(lacks.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout)

  def open(endpoint: Endpoint): Session = StompSession(dialect, endpoint)

object StompProtocol:
  private val oneSize = "the broker's prefetch counts bytes, and the messages are not all of one size"
  private val onlyBytes = "a STOMP body consists of bytes"
  private val notSent = "the STOMP driver sends no transactions"

  private val lacks: Unsupported = Unsupported(
    "small_body" -> s"the STOMP driver keeps its stamp of ${Stamp.Bytes} B in the body",
    "transaction" -> notSent,
    "temporary_queue" -> "the STOMP driver makes no temporary queues, because each broker names them in its own way",
    "listener" -> "the STOMP driver's client is called back with every message, so there is no receive to compare it with",
    "shared" -> "STOMP does not specify shared subscriptions",
    "ack_dups_ok" -> "STOMP has no such acknowledgement mode",
    "priority" -> "the STOMP driver sets no priority, because STOMP has no header of its own for it",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "message_externalizable" -> onlyBytes,
    "price_update" -> "this driver sends filler only",
    "send_batch" -> "a SEND frame carries one message",
    "receive_batch" -> "the STOMP driver's client is called back with every message, so it cannot ask for batches",
    "partitions" -> "STOMP queues and topics have no partitions"
  )

private final class StompSession(dialect: Dialect, endpoint: Endpoint) extends Session:
  private val connector = Connector(endpoint)

  /** In one scheduling group, the broker runs on while it writes, so several messages arrive together anyway. */
  private lazy val coalesces = !SchedulingGroup.isOurs(endpoint)
  private val clients = java.util.concurrent.ConcurrentLinkedQueue[Client]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val queue = Dispatch.createQueue(spec.name)
    queue.setTargetQueue(StompSession.nextThread())
    val client = StompClient(spec, listener, dialect, endpoint, connector, queue, coalesces = coalesces)
    clients.add(client)
    client

  def close(): Unit = clients.forEach(client => client.execute(() => client.abort()))

/** Each connection belongs to one of HawtDispatch's threads, whose selector also watches its socket. Otherwise any free
  * thread would run it. The thread that sees a batch of a connection would then hand it to another one, which has to be
  * woken.
  */
private object StompSession:
  private val threads = Dispatch.getThreadQueues(DispatchPriority.DEFAULT)
  private val next = AtomicInteger()

  def nextThread(): DispatchQueue = threads(Math.floorMod(next.getAndIncrement(), threads.length))
