package shootout.driver

import shootout.units.{DestinationType, Endpoint, Nanos}

import java.util.concurrent.{CountDownLatch, TimeUnit}

/** What every driver must do, whatever its protocol: tests for a suite, once for each broker. */
final class DriverContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  import suite.test

  test(s"${subject.label}: the handshake succeeds"):
    assertEquals(subject.protocol.handshake(subject.endpoint, Nanos.ofSeconds(10)), Right(()))

  for kind <- DestinationType.values; bytes <- List(20, 1024, 256 * 1024) do
    val needs = Option.when(kind == DestinationType.Topic)("topic")
    bothWays(s"${kind.toString.toLowerCase}: $bytes B messages arrive once, in order, intact", needs.toSeq*): session =>
      assume(bytes <= subject.protocol.largestBody, "messages cannot be so large")
      val where = fresh(kind)
      val consumer = Probe.consumer(session, receiver(where))
      val producer = Probe.producer(session, sender(where, Some(bytes)))
      producer.sendAll(50, id, bytes)
      assertEquals(inOrder(consumer.receive(50)), List.tabulate(50)(i => Seen(id, i, bytes, true)))
      producer.close()
      assertEquals(consumer.receiveUnwanted(), None)
      consumer.close()

  contract("bodies may differ in size"): session =>
    val queue = freshQueue()
    val consumer = Probe.consumer(session, receiver(queue))
    val producer = Probe.producer(session, sender(queue, None))
    for bytes <- List(20, 21, 5000, 100, 100000) do
      producer.sendAll(1, id, bytes)
      assertEquals(consumer.receive(1), List(Seen(id, 0, bytes, true)))
    producer.close()
    consumer.close()

  bothWays("topic: every consumer gets every message", "topic"): session =>
    val topic = fresh(DestinationType.Topic)
    val consumers = List("a", "b").map(n => Probe.consumer(session, receiver(topic), n))
    val producer = Probe.producer(session, sender(topic)).sendAll(30, id, 20)
    for consumer <- consumers do getsInOrder(consumer, 30)
    (producer :: consumers).foreach(_.close())

  bothWays("queue: each message goes to one consumer"): session =>
    val queue = freshQueue()
    val consumers = List("a", "b").map(n => Probe.consumer(session, receiver(queue), n))
    val producer = Probe.producer(session, sender(queue)).sendAll(200, id, 20)
    assertEquals(Probe.together(consumers, 200).map(_.sequence).sorted, sequences(200))
    (producer :: consumers).foreach(_.close())

  contract("queue: messages wait for a consumer"): session =>
    val queue = freshQueue()
    Probe.producer(session, sender(queue)).sendAll(40, id, 20).close()
    val consumer = Probe.consumer(session, receiver(queue))
    getsInOrder(consumer, 40)
    consumer.close()

  private def confirms(what: String, count: Int, needs: String*)(change: SendSpec => SendSpec): Unit =
    contract(s"$what are each confirmed once", needs*): session =>
      val queue = freshQueue()
      val spec = change(sender(queue, confirm = true))
      val producer = Probe.producer(session, spec).sendAll(count, id, 20)
      areConfirmed(producer, count)
      assertEquals(Option(producer.confirmed.poll()), None)
      producer.close()
      val consumer = Probe.consumer(session, receiver(queue))
      getsInOrder(consumer, count)
      consumer.close()

  confirms("persistent sends", 100)(_.copy(persistent = true))
  confirms("non-persistent sends", 50, "confirm_non_persistent")(identity)
  confirms("many sends in flight", 300, "async_send")(_.copy(persistent = true, pipelined = true))

  contract("a full connection accepts nothing until it is writable again"): session =>
    val unread =
      fresh(if subject.supports("topic") then DestinationType.Topic else DestinationType.Queue)
    val producer = Probe.producer(session, sender(unread))
    val firstRefusal = CountDownLatch(1)
    producer.client.execute { () =>
      var taken = 32
      while taken == 32 do taken = producer.client.send(0, id, 0, 32, System.nanoTime(), 20)
      firstRefusal.countDown()
      producer.client.flush()
    }
    assert(firstRefusal.await(50, TimeUnit.SECONDS), "it accepted messages without limit")
    producer.sendAll(10, id, 20).close()

  bothWays("a paused consumer gets nothing until it resumes"): session =>
    val queue = freshQueue()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue))))
    var seen = 0
    consumer.onSeen = _ =>
      seen += 1
      seen != 5
    consumer.connect()
    val producer = Probe.producer(session, sender(queue)).sendAll(20, id, 20)
    val first = consumer.receive(5)
    assertEquals(first.size, 5)
    assertEquals(consumer.receiveUnwanted(), None)
    consumer.client.execute(() => consumer.client.resume())
    val all = first ++ consumer.receive(15)
    assertEquals(inOrder(all).map(_.sequence), sequences(20))
    producer.close()
    consumer.close()

  contract("a client that reconnects repeatedly still runs its tasks"): session =>
    val producer = Probe(session, ClientSpec("p", Some(sender(freshQueue())), None))
    val ran = CountDownLatch(1)
    var visits = 0
    producer.onCome = () => producer.client.close(unsubscribe = false)
    producer.onGone = () =>
      visits += 1
      if visits == 2 then
        producer.after(Nanos.ofMillis(10)) {
          producer.onGone = () => ()
          ran.countDown()
        }
      producer.client.connect()
    producer.connect()
    assert(ran.await(50, TimeUnit.SECONDS), s"$visits visits, and no task runs after the second")
    assertEquals(producer.failures.size, 0)
    producer.abort()

object DriverContract:
  trait Subject:
    def label: String
    def protocol: Protocol
    def endpoint: Endpoint

    /** Destinations for the tests; no other subject of the same broker uses them. */
    def destinations: List[String] = DriverContract.destinations("contract")

    /** Whether broker and driver have this capability, named as in [[Needs]]. */
    def supports(capability: String): Boolean

    /** The most messages that a paused consumer with this prefetch may withhold from others. */
    def mostHeld(prefetch: Int): Int = prefetch

    /** Whether prefetch limits unacknowledged messages; otherwise it limits messages not yet taken by the client. */
    def prefetchEndsWithAck: Boolean = false

    /** Whether clients stay at their address, which may be a proxy; otherwise the broker redirects them. */
    def staysAtItsAddress: Boolean = true

    def claims: List[ClaimsContract.Claim] = Nil

    private lazy val names = destinations.iterator

    final def fresh(kind: DestinationType): DestinationName = DriverContract.named(kind, names.next())

  /** Queues and topics never share a name: a broker with one address space (Artemis) would confuse them. */
  def named(kind: DestinationType, name: String): DestinationName = kind match
    case DestinationType.Queue => DestinationName(kind, s"${name}_q")
    case DestinationType.Topic => DestinationName(kind, s"${name}_t")

  def destinations(prefix: String): List[String] = (1 to 200).map(n => s"${prefix}_$n").toList
