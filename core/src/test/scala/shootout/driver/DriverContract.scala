package shootout.driver

import shootout.units.{DestinationType, Endpoint, Nanos}

import java.util.concurrent.{CountDownLatch, TimeUnit}

/** What every driver must do, whatever protocol it speaks: tests for a suite, once for each broker. */
final class DriverContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  import suite.test

  test(s"${subject.label}: handshake: a broker that serves answers") {
    assertEquals(subject.protocol.handshake(subject.endpoint, Nanos.ofSeconds(10)), Right(()))
  }

  for kind <- DestinationType.values; bytes <- List(20, 1024, 256 * 1024) do
    val needs = Option.when(kind == DestinationType.Topic)("topic")
    bothWays(s"${kind.toString.toLowerCase}: $bytes B messages arrive once, in order, intact", needs.toSeq*) {
      session =>
        assume(bytes <= subject.protocol.largestBody, "no message holds so much")
        val where = fresh(kind)
        val consumer = Probe(session, ClientSpec("c", None, Some(receiver(where)))).connect()
        val producer = Probe(session, ClientSpec("p", Some(sender(where, Some(bytes))), None)).connect()
        producer.sendAll(50, id, bytes)
        assertEquals(inOrder(consumer.receive(50)), List.tabulate(50)(i => Seen(id, i, bytes, true)))
        producer.close()
        assertEquals(consumer.receiveUnwanted(), None)
        consumer.close()
    }

  contract("bodies may differ in size") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue, None)), None)).connect()
    for bytes <- List(20, 21, 5000, 100, 100000) do
      producer.sendAll(1, id, bytes)
      assertEquals(consumer.receive(1), List(Seen(id, 0, bytes, true)))
    producer.close()
    consumer.close()
  }

  bothWays("topic: every consumer gets every message", "topic") { session =>
    val topic = fresh(DestinationType.Topic)
    val consumers = List("a", "b").map(n => Probe(session, ClientSpec(n, None, Some(receiver(topic)))).connect())
    val producer = Probe(session, ClientSpec("p", Some(sender(topic)), None)).connect().sendAll(30, id, 20)
    for consumer <- consumers do
      assertEquals(inOrder(consumer.receive(30)).map(_.sequence), List.tabulate(30)(_.toLong))
    (producer :: consumers).foreach(_.close())
  }

  bothWays("queue: consumers share the messages, each goes to one") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumers = List("a", "b").map(n => Probe(session, ClientSpec(n, None, Some(receiver(queue)))).connect())
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(200, id, 20)
    assertEquals(Probe.together(consumers, 200).map(_.sequence).sorted, List.tabulate(200)(_.toLong))
    (producer :: consumers).foreach(_.close())
  }

  contract("queue: messages wait for a consumer") { session =>
    val queue = fresh(DestinationType.Queue)
    Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(40, id, 20).close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    assertEquals(inOrder(consumer.receive(40)).map(_.sequence), List.tabulate(40)(_.toLong))
    consumer.close()
  }

  private def confirms(what: String, count: Int, needs: String*)(change: SendSpec => SendSpec): Unit =
    contract(s"$what: each is confirmed, once", needs*) { session =>
      val queue = fresh(DestinationType.Queue)
      val spec = change(sender(queue, confirm = true))
      val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(count, id, 20)
      assertEquals(producer.confirmations(count).sorted, List.tabulate(count)(_.toLong))
      assertEquals(Option(producer.confirmed.poll()), None)
      producer.close()
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
      assertEquals(inOrder(consumer.receive(count)).map(_.sequence), List.tabulate(count)(_.toLong))
      consumer.close()
    }

  confirms("persistent sends", 100)(_.copy(persistent = true))
  confirms("non-persistent sends", 50, "confirm_non_persistent")(identity)
  confirms("many sends on their way", 300, "async_send")(_.copy(persistent = true, pipelined = true))

  contract("a full network refuses, and says when there is room again") { session =>
    val unread = fresh(if subject.supports("topic") then DestinationType.Topic else DestinationType.Queue)
    val producer = Probe(session, ClientSpec("p", Some(sender(unread)), None)).connect()
    val firstRefusal = CountDownLatch(1)
    producer.client.execute { () =>
      var taken = 32
      while taken == 32 do taken = producer.client.send(0, id, 0, 32, System.nanoTime(), 20)
      firstRefusal.countDown()
      producer.client.flush()
    }
    assert(firstRefusal.await(50, TimeUnit.SECONDS), "it took messages without end")
    producer.sendAll(10, id, 20).close()
  }

  bothWays("a consumer that says stop gets nothing more until it resumes") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue))))
    var seen = 0
    consumer.onSeen = _ =>
      seen += 1
      seen != 5
    consumer.connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(20, id, 20)
    val first = consumer.receive(5)
    assertEquals(first.size, 5)
    assertEquals(consumer.receiveUnwanted(), None)
    consumer.client.execute(() => consumer.client.resume())
    val all = first ++ consumer.receive(15)
    assertEquals(inOrder(all).map(_.sequence), List.tabulate(20)(_.toLong))
    producer.close()
    consumer.close()
  }

  contract("a client may come and go again and again, and still hears its tasks") { session =>
    val producer = Probe(session, ClientSpec("p", Some(sender(fresh(DestinationType.Queue))), None))
    val told = CountDownLatch(1)
    var visits = 0
    producer.onCome = () => producer.client.close(unsubscribe = false)
    producer.onGone = () =>
      visits += 1
      if visits == 2 then
        producer.after(Nanos.ofMillis(10)) {
          producer.onGone = () => ()
          told.countDown()
        }
      producer.client.connect()
    producer.connect()
    assert(told.await(50, TimeUnit.SECONDS), s"$visits visits, and it hears nothing after the second")
    assertEquals(producer.failures.size, 0)
    producer.abort()
  }

object DriverContract:
  /** A broker and the driver's way to speak to it. */
  trait Subject:
    /** Names the broker in the names of its tests. */
    def label: String
    def protocol: Protocol
    def endpoint: Endpoint

    /** Destinations for the tests, of no other subject on the same broker. */
    def destinations: List[String] = DriverContract.destinations("contract")

    /** Whether broker and driver have this capability, in the words of [[Needs]]; one that lacks it says so. */
    def supports(capability: String): Boolean

    /** The most messages that a consumer with this prefetch, standing still, may keep from others. */
    def mostHeld(prefetch: Int): Int = prefetch

    /** Whether prefetch limits what is not acknowledged; else it limits what the client has not yet looked at. */
    def prefetchEndsWithAck: Boolean = false

    /** Whether clients stay at the address that they are given, where a proxy may stand; else the broker tells them where to go. */
    def staysAtItsAddress: Boolean = true

    /** What its `broker.yaml` says that the broker cannot do. */
    def claims: List[ClaimsContract.Claim] = Nil

    private lazy val names = destinations.iterator

    /** A destination that no other test uses. */
    final def fresh(kind: DestinationType): DestinationName = DriverContract.named(kind, names.next())

  /** No queue and topic have the same name: brokers of one address space (Artemis) would take them for one. */
  def named(kind: DestinationType, name: String): DestinationName = kind match
    case DestinationType.Queue => DestinationName(kind, s"${name}_q")
    case DestinationType.Topic => DestinationName(kind, s"${name}_t")

  /** The names that the tests use, for brokers that want them declared. */
  def destinations(prefix: String): List[String] = (1 to 200).map(n => s"${prefix}_$n").toList
