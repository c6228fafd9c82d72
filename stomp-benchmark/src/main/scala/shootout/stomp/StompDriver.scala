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
  override def access: Access = Access(Encryption.AsTold, virtualHosts = true)
  override def signs: List[ProtocolSignature] =
    List(ProtocolSignature("CONNECTED", "STOMP"), ProtocolSignature("ERROR", "STOMP"))
  override def prod: Option[String] = Some("CONNECT\naccept-version:1.0,1.1,1.2\nhost:localhost\n\n\u0000\n")
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    Dialect.read(dialect).map(StompProtocol(_, cannot))

object StompDriver:
  private val hawtDispatchVersion: String =
    Option(classOf[Dispatch].getPackage.getImplementationVersion).getOrElse("1.22")

/** STOMP as one broker speaks it. */
final class StompProtocol(dialect: Dialect, cannot: Map[String, String]) extends Protocol:
  /** For what the broker has no words, and what this driver lacks whatever the broker can. */
  private val lacks: Unsupported = StompProtocol.lacks ++
    Unsupported.where(
      "durable" -> dialect.durable.isEmpty,
      "selector" -> dialect.selector.isEmpty,
      "message_groups" -> dialect.messageGroup.isEmpty,
      "prefetch" -> dialect.prefetch.isEmpty,
      "ack_client" -> !dialect.ack.contains(Ack.Client),
      "ack_individual" -> !dialect.ack.contains(Ack.Individual)
    )(words => s"no $words over this broker's STOMP") ++
    Unsupported.where("prefetch_any_size" -> dialect.countsBytes)(_ => StompProtocol.oneSize)

  def unsupported(workload: Workload): Option[String] =
    Needs.of(workload).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[stomp] def lack(need: String): Option[String] = cannot.get(need).orElse(lacks.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout)

  def open(endpoint: Endpoint): Session = StompSession(dialect, endpoint)

object StompProtocol:
  private val oneSize = "the broker's prefetch counts bytes, and the messages are not all of one size"
  private val onlyBytes = "a STOMP body is bytes"
  private val notSent = "the STOMP driver sends no transactions"

  private val lacks: Unsupported = Unsupported(
    "small_body" -> s"the STOMP driver keeps its stamp of ${Stamp.Bytes} B in the body",
    "transaction" -> notSent,
    "temporary_queue" -> "the STOMP driver makes no temporary queues, which brokers name each in their own way",
    "listener" -> "the STOMP driver's client is called back with every message: there is no receive to compare it with",
    "shared" -> "STOMP has no word for shared subscriptions",
    "ack_dups_ok" -> "STOMP has no such mode",
    "priority" -> "the STOMP driver sets no priority, for which STOMP has no header of its own",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "message_externalizable" -> onlyBytes,
    "price_update" -> "this driver sends filler only",
    "send_batch" -> "a SEND frame is one message",
    "receive_batch" -> "the STOMP driver's client is called back with every message: there are no batches to ask for",
    "partitions" -> "queues and topics over STOMP have none"
  )

private final class StompSession(dialect: Dialect, endpoint: Endpoint) extends Session:
  private val connector = Connector(endpoint)

  /** In one scheduling group the broker runs on while it writes, and several messages come together by themselves. */
  private lazy val coalesces = !SchedulingGroup.isOurs(endpoint)
  private val clients = java.util.concurrent.ConcurrentLinkedQueue[Client]()

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val queue = Dispatch.createQueue(spec.name)
    queue.setTargetQueue(StompSession.nextThread())
    val client = StompClient(spec, listener, dialect, endpoint, connector, queue, coalesces = coalesces)
    clients.add(client)
    client

  def close(): Unit = clients.forEach(client => client.execute(() => client.abort()))

/** Each connection belongs to one of HawtDispatch's threads, whose selector also watches its socket. Else whichever thread is
  * free runs it: every batch of a connection is handed over by the thread that saw it to another one, which has to be woken.
  */
private object StompSession:
  private val threads = Dispatch.getThreadQueues(DispatchPriority.DEFAULT)
  private val next = AtomicInteger()

  def nextThread(): DispatchQueue = threads(Math.floorMod(next.getAndIncrement(), threads.length))
