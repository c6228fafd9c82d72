package shootout.stomp

import org.fusesource.hawtdispatch.Dispatch
import shootout.driver.{ClientListener, ClientSpec, DestinationName, ReceiveSpec, SendSpec}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** A [[StompClient]] whose events are noted as words: `ready`, `message 3`, `confirmed 2`, `closed`, `failed: why`. */
final class ClientUnderTest(endpoint: Endpoint, spec: ClientSpec, dialect: Dialect, beatMillis: Int = 10000)
    extends ClientListener:
  val events = LinkedBlockingQueue[String]()

  /** What a test does in the client's context when an event comes; a message's false says stop. */
  @volatile var on: String => Boolean = _ => true
  @volatile var writable: () => Unit = () => ()
  val client =
    StompClient(spec, this, dialect, endpoint, Connector(endpoint), Dispatch.createQueue(spec.name), beatMillis)

  private def note(event: String): Boolean =
    events.add(event)
    on(event)

  def onReady(): Unit = note("ready")
  def onWritable(): Unit = writable()
  def onConfirmed(sequence: Long): Unit = note(s"confirmed $sequence")
  def onBatch(arrivalNanos: Long): Unit = ()
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    note(if intact then s"message $sequence" else "broken message")
  def onBatchEnd(): Unit = client.flush()
  def onTransactionEnd(committed: Boolean): Unit = ()
  def onClosed(): Unit = note("closed")
  def onFailure(cause: Throwable): Unit = note(s"failed: ${cause.getMessage}")

  def next(): String = Option(events.poll(10, TimeUnit.SECONDS)).getOrElse("nothing came")

  /** What comes although nothing should. */
  def unwanted(): Option[String] = Option(events.poll(300, TimeUnit.MILLISECONDS))

  def run(body: StompClient => Unit): this.type =
    client.execute(() => body(client))
    this

  def connect(): this.type = run(_.connect())

  /** Its next events must be these. */
  def expect(events: String*): this.type =
    val found = events.map(_ => next())
    if found != events then throw AssertionError(s"found $found, expected $events")
    this

  /** Connects; that must succeed. */
  def ready(): this.type = connect().expect("ready")

  /** Closes; that must succeed. */
  def ends(): Unit = run(_.close(false)).expect("closed"): Unit

  /** Sends sequences from 0, as room allows. */
  def sendAll(count: Int, bytes: Int): Unit =
    var sent = 0
    def more(): Unit =
      sent += client.send(0, 1, sent, count - sent, 0, bytes)
      client.flush()
    writable = () => if sent < count then more()
    run(_ => more())

object ClientUnderTest:
  def endpoint(port: Int): Endpoint = Endpoint("127.0.0.1", port, Some("guest"), Some("secret"), None)

  def dialect(version: Version = Version.V12): Dialect = Dialect(
    version,
    None,
    Addressing("/queue/", List("send-queue" -> "1"), List("take-queue" -> "1")),
    Addressing("/topic/", Nil, Nil),
    List("persistent" -> "true"),
    List("persistent" -> "false"),
    Some(List("prefetch" -> "{{count}}")),
    Some(
      DurableDialect(
        List("client-id" -> "{{client}}"),
        List("name" -> "{{subscription}}", "of" -> "{{client}}"),
        List("gone" -> "{{subscription}}"),
        Some(List("forget" -> "{{subscription}}"))
      )
    ),
    Some("selector"),
    Ack.values.toList
  )

  private val queue = DestinationName(DestinationType.Queue, "a")

  def sends(bytes: Option[Int] = Some(20), confirm: Boolean = false): SendSpec =
    SendSpec(Vector(queue), false, confirm, Nil, bytes)

  def receives(ack: Ack = Ack.Auto, durable: Option[String] = None): ReceiveSpec =
    ReceiveSpec(queue, ack, None, None, durable, Nil)

  def producer(port: Int, version: Version = Version.V12, sends: SendSpec = sends(), beatMillis: Int = 10000) =
    ClientUnderTest(endpoint(port), ClientSpec("p", Some(sends), None), dialect(version), beatMillis)

  def consumer(port: Int, receives: ReceiveSpec = receives(), version: Version = Version.V12, beatMillis: Int = 10000) =
    ClientUnderTest(endpoint(port), ClientSpec("c", None, Some(receives)), dialect(version), beatMillis)
