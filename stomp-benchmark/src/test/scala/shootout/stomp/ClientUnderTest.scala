package shootout.stomp

import org.fusesource.hawtdispatch.Dispatch
import shootout.driver.{ClientListener, ClientSpec, DestinationName, ReceiveSpec, SendSpec}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** A [[StompClient]] that records its events as words: `ready`, `message 3`, `confirmed 2`, `closed`, `failed: why`. */
final class ClientUnderTest(endpoint: Endpoint, spec: ClientSpec, dialect: Dialect, beatMillis: Int = 10000)
    extends ClientListener, munit.Assertions:
  val events = LinkedBlockingQueue[String]()

  /** Called in the client's context for each event; false for a message pauses the client. */
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

  /** Waits for these events, in this order. */
  def expect(expected: String*)(using munit.Location): this.type =
    assertEquals(List.fill(expected.size)(next()), expected.toList)
    this

  def expectNothing()(using munit.Location): Unit =
    assertEquals(Option(events.poll(300, TimeUnit.MILLISECONDS)), None)

  def run(body: StompClient => Unit): this.type =
    client.execute(() => body(client))
    this

  def connect(): this.type = run(_.connect())
  def ready()(using munit.Location): this.type = connect().expect("ready")
  def end()(using munit.Location): Unit = run(_.close(false)).expect("closed")

  /** Sends sequences from 0, whenever there is room. */
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
