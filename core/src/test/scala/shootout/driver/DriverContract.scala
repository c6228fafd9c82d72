package shootout.driver

import shootout.scenario.{Ack, Content, DestinationType, MessageForm, MessageKind}
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.{CountDownLatch, TimeUnit}

/** What every driver must do, whatever protocol it speaks: tests for a suite, once for each broker. */
final class DriverContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  import suite.test

  private var listener = false

  override protected def receiver(from: DestinationName, ack: Ack = Ack.Auto): ReceiveSpec =
    super.receiver(from, ack).copy(listener = listener)

  /** Once with consumers that ask for messages, as far as the library has two ways, and once with listeners. */
  private def bothWays(name: String, needs: String*)(body: Session => Unit): Unit =
    contract(name, needs*)(body)
    val listening = needs.collect { case "transaction" => "listener_transaction" }
    contract(s"by listener: $name", "listener" +: (needs ++ listening)*) { session =>
      listener = true
      try body(session)
      finally listener = false
    }

  test(s"${subject.label}: handshake: a broker that serves answers") {
    assertEquals(subject.protocol.handshake(subject.endpoint, Nanos.ofSeconds(10)), Right(()))
  }

  for kind <- DestinationType.values; bytes <- List(20, 1024, 256 * 1024) do
    bothWays(s"${kind.toString.toLowerCase}: $bytes B messages arrive once, in order, intact") { session =>
      val where = fresh(kind)
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(where)))).connect()
      val producer = Probe(session, ClientSpec("p", Some(sender(where, Some(bytes))), None)).connect()
      producer.sendAll(50, id, bytes)
      assertEquals(consumer.receive(50), List.tabulate(50)(i => Seen(id, i, bytes, true)))
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

  bothWays("topic: every consumer gets every message") { session =>
    val topic = fresh(DestinationType.Topic)
    val consumers = List("a", "b").map(n => Probe(session, ClientSpec(n, None, Some(receiver(topic)))).connect())
    val producer = Probe(session, ClientSpec("p", Some(sender(topic)), None)).connect().sendAll(30, id, 20)
    for consumer <- consumers do assertEquals(consumer.receive(30).map(_.sequence), List.tabulate(30)(_.toLong))
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
    assertEquals(consumer.receive(40).map(_.sequence), List.tabulate(40)(_.toLong))
    consumer.close()
  }

  contract("every persistent send is confirmed, once") { session =>
    val queue = fresh(DestinationType.Queue)
    val spec = sender(queue, persistent = true, confirm = true)
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(100, id, 20)
    assertEquals(producer.confirmations(100).sorted, List.tabulate(100)(_.toLong))
    producer.close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    assertEquals(consumer.receive(100).size, 100)
    consumer.close()
  }

  contract("a full network refuses, and says when there is room again") { session =>
    val topic = fresh(DestinationType.Topic)
    val producer = Probe(session, ClientSpec("p", Some(sender(topic)), None)).connect()
    val firstRefusal = CountDownLatch(1)
    producer.client.execute { () =>
      var taken = 32
      while taken == 32 do taken = producer.client.send(0, id, 0, 32, System.nanoTime(), 20)
      firstRefusal.countDown()
      producer.client.flush()
    }
    assert(firstRefusal.await(20, TimeUnit.SECONDS), "it took messages without end")
    producer.sendAll(10, id, 20).close()
  }

  bothWays("a consumer that says stop gets nothing more until it resumes") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue))))
    consumer.onSeen = _.sequence != 4
    consumer.connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(20, id, 20)
    assertEquals(consumer.receive(5).size, 5)
    assertEquals(consumer.receiveUnwanted(), None)
    consumer.client.execute(() => consumer.client.resume())
    assertEquals(consumer.receive(15).map(_.sequence), List.tabulate(15)(_ + 5L))
    producer.close()
    consumer.close()
  }

  bothWays("what was not acknowledged comes again", "ack_client") { session =>
    val queue = fresh(DestinationType.Queue)
    Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(10, id, 20).close()
    val first = Probe(session, ClientSpec("c1", None, Some(receiver(queue, Ack.Client))))
    first.onSeen = m =>
      if m.sequence == 3 then first.client.acknowledge()
      true
    first.connect()
    assertEquals(first.receive(10).size, 10)
    first.close()
    val second = Probe(session, ClientSpec("c2", None, Some(receiver(queue)))).connect()
    assertEquals(second.receive(6).map(_.sequence).sorted, List(4L, 5L, 6L, 7L, 8L, 9L))
    assertEquals(second.receiveUnwanted(), None)
    second.close()
  }

  bothWays("individual acknowledgement takes one message only", "ack_individual") { session =>
    val queue = fresh(DestinationType.Queue)
    Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(5, id, 20).close()
    val first = Probe(session, ClientSpec("c1", None, Some(receiver(queue, Ack.Individual))))
    first.onSeen = m =>
      if m.sequence == 4 then first.client.acknowledge()
      true
    first.connect()
    assertEquals(first.receive(5).size, 5)
    first.close()
    val second = Probe(session, ClientSpec("c2", None, Some(receiver(queue)))).connect()
    assertEquals(second.receive(4).map(_.sequence).sorted, List(0L, 1L, 2L, 3L))
    assertEquals(second.receiveUnwanted(), None)
    second.close()
  }

  bothWays("prefetch: a consumer that stands still keeps no more than that from others", "prefetch", "ack_client") {
    session =>
      val queue = fresh(DestinationType.Queue)
      val few = receiver(queue, Ack.Client).copy(prefetch = Some(3), bodyBytes = Some(20))
      val still = Probe(session, ClientSpec("c", None, Some(few)))
      still.onSeen = _ => false
      still.connect()
      val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(20, id, 20)
      assertEquals(still.receive(1).size, 1)
      val other = Probe(session, ClientSpec("o", None, Some(receiver(queue)))).connect()
      // brokers count with or without what the consumer looks at, and Apollo gives it the next lot besides
      assertEquals(other.receive(14).size, 14)
      (producer :: other :: Nil).foreach(_.close())
      still.client.execute(() => still.client.abort())
  }

  bothWays("dups-ok: all messages come, in order", "ack_dups_ok") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.DupsOk)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(100, id, 20)
    assertEquals(consumer.receive(100).map(_.sequence), List.tabulate(100)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  contract("many sends on their way: each is confirmed, once", "async_send") { session =>
    val queue = fresh(DestinationType.Queue)
    val spec = sender(queue, persistent = true, confirm = true).copy(pipelined = true)
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(300, id, 20)
    assertEquals(producer.confirmations(300).sorted, List.tabulate(300)(_.toLong))
    assertEquals(Option(producer.confirmed.poll()), None)
    producer.close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    assertEquals(consumer.receive(300).map(_.sequence), List.tabulate(300)(_.toLong))
    consumer.close()
  }

  bothWays("a consumer that leaves while it is given a message, and comes back, gets the rest", "ack_client") {
    session =>
      val queue = fresh(DestinationType.Queue)
      val spec = sender(queue, persistent = true, confirm = true)
      Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(10, id, 20).close()
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.Client))))
      consumer.onSeen = m =>
        consumer.client.acknowledge()
        if m.sequence == 4 then consumer.client.close(unsubscribe = false)
        m.sequence != 4
      consumer.onGone = () => consumer.client.connect()
      consumer.connect()
      assertEquals(consumer.receive(10).map(_.sequence), List.tabulate(10)(_.toLong))
      consumer.onGone = () => ()
      consumer.close()
  }

  contract("a client may come and go again and again, and still hears its tasks") { session =>
    val producer = Probe(session, ClientSpec("p", Some(sender(fresh(DestinationType.Queue))), None))
    var visits = 0
    producer.onCome = () => producer.client.close(unsubscribe = false)
    producer.onGone = () =>
      visits += 1
      producer.client.connect()
    producer.connect()
    val told = CountDownLatch(1)
    producer.after(Nanos.ofMillis(300)) {
      producer.onGone = () => ()
      told.countDown()
    }
    assert(told.await(20, TimeUnit.SECONDS), "it comes and goes, and listens no more")
    assertEquals(producer.failures.size, 0)
    assert(visits > 1, s"$visits visits")
    producer.abort()
  }

  contract(
    "what is sent in a transaction comes when it is committed, and never when it is rolled back",
    "transaction",
    "rollback_send"
  ) {
    session =>
      val queue = fresh(DestinationType.Queue)
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
      val spec = sender(queue, persistent = true, confirm = true).copy(transacted = true)
      val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(3, id, 20)
      producer.endTransaction(commit = false).sendAll(5, id, 100)
      assertEquals(consumer.receiveUnwanted(), None)
      producer.endTransaction(commit = true)
      assertEquals(consumer.receive(5), List.tabulate(5)(i => Seen(id, i, 100, true)))
      assertEquals(consumer.receiveUnwanted(), None)
      (producer :: consumer :: Nil).foreach(_.close())
  }

  bothWays(
    "what was received in a transaction comes again when it is rolled back, and not when committed",
    "transaction",
    "rollback_receive"
  ) {
    session =>
      val queue = fresh(DestinationType.Queue)
      Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(4, id, 20).close()
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.Transacted)))).connect()
      assertEquals(consumer.receive(4).size, 4)
      consumer.endTransaction(commit = false)
      assertEquals(consumer.receive(4).map(_.sequence), List(0L, 1L, 2L, 3L))
      consumer.endTransaction(commit = true)
      assertEquals(consumer.receiveUnwanted(), None)
      consumer.close()
      val next = Probe(session, ClientSpec("n", None, Some(receiver(queue)))).connect()
      assertEquals(next.receiveUnwanted(), None)
      next.close()
  }

  for
    form <- MessageForm.values; content <- Content.values
    needs = Option.when(form != MessageForm.Bytes)(s"message_${form.toString.toLowerCase}") ++
      Option.when(content == Content.PriceUpdate)("price_update")
    if needs.nonEmpty
  do
    contract(s"$form message with $content arrives intact", needs.toSeq*) { session =>
      val queue = fresh(DestinationType.Queue)
      val bytes = if content == Content.PriceUpdate then Content.PriceUpdateBytes else 1000
      val spec = sender(queue, Some(bytes)).copy(message = MessageKind(form, content))
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
      val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(20, id, bytes)
      assertEquals(consumer.receive(20), List.tabulate(20)(i => Seen(id, i, bytes, true)))
      (producer :: consumer :: Nil).foreach(_.close())
    }

  contract("a body of 10 B has its stamp beside it", "small_body") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue, Some(10))), None)).connect().sendAll(20, id, 10)
    assertEquals(consumer.receive(20), List.tabulate(20)(i => Seen(id, i, 10, true)))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  contract("priority: a message that has one arrives like any other", "priority") { session =>
    val queue = fresh(DestinationType.Queue)
    val spec = sender(queue).copy(message = MessageKind(priority = Some(9)))
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(20, id, 20)
    assertEquals(consumer.receive(20).map(_.sequence), List.tabulate(20)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  bothWays("a request is answered on the temporary queue of the one who asked", "request_reply", "temporary_queue") {
    session =>
      val queue = fresh(DestinationType.Queue)
      val replies = fresh(DestinationType.Queue).copy(temporary = true)
      val answers = SendSpec(Vector(replies), false, false, Nil, Some(20))
      val consumer = Probe(session, ClientSpec("c", Some(answers), Some(receiver(queue))))
      consumer.onSeen = m => consumer.client.send(0, m.producer, m.sequence, 1, 0, 20) == 1
      consumer.connect()
      val asking = List("a", "b").map { name =>
        Probe(session, ClientSpec(name, Some(sender(queue)), Some(receiver(replies)))).connect()
      }
      for (probe, n) <- asking.zipWithIndex do probe.sendAll(5, Stamp.producer(7, n), 20)
      for (probe, n) <- asking.zipWithIndex do
        assertEquals(probe.receive(5).map(_.producer), List.fill(5)(Stamp.producer(7, n)))
        assertEquals(probe.receiveUnwanted(), None)
      (consumer :: asking).foreach(_.close())
  }

  for durable <- List(false, true) do
    val needs = "shared" :: List("shared_durable").filter(_ => durable)
    val kind = if durable then "durable subscription" else "subscription"
    bothWays(s"consumers of a shared $kind share its messages", needs*) { session =>
      val topic = fresh(DestinationType.Topic)
      val name = Some(s"shared_$durable")
      val spec = receiver(topic).copy(durable = name.filter(_ => durable), shared = name)
      val consumers = List("a", "b").map(n => Probe(session, ClientSpec(n, None, Some(spec))).connect())
      val producer = Probe(session, ClientSpec("p", Some(sender(topic)), None)).connect().sendAll(100, id, 20)
      assertEquals(Probe.together(consumers, 100).map(_.sequence).sorted, List.tabulate(100)(_.toLong))
      assertEquals(consumers.flatMap(_.receiveUnwanted()), Nil)
      producer.close()
      consumers.foreach(_.close(unsubscribe = durable))
    }

  bothWays("selector: only what it selects comes", "selector") { session =>
    val topic = fresh(DestinationType.Topic)
    val picky =
      Probe(session, ClientSpec("c", None, Some(receiver(topic).copy(selector = Some("color = 'red'"))))).connect()
    for (color, n) <- List("blue" -> 1, "red" -> 2) do
      val colored = sender(topic).copy(headers = List("color" -> color))
      Probe(session, ClientSpec(color, Some(colored), None)).connect().sendAll(n, Stamp.producer(7, n), 20).close()
    assertEquals(picky.receive(2).map(_.producer), List.fill(2)(Stamp.producer(7, 2)))
    assertEquals(picky.receiveUnwanted(), None)
    picky.close()
  }

  bothWays("durable subscription: what came while it was away waits for it", "durable") {
    session =>
      val topic = fresh(DestinationType.Topic)
      val spec = ClientSpec("durable", None, Some(receiver(topic).copy(durable = Some("contract"))))
      Probe(session, spec).connect().close()
      val persistent = sender(topic, persistent = true, confirm = true)
      val producer = Probe(session, ClientSpec("p", Some(persistent), None)).connect().sendAll(5, id, 20)
      assertEquals(producer.confirmations(5).size, 5)
      producer.close()
      val back = Probe(session, spec).connect()
      assertEquals(back.receive(5).map(_.sequence), List(0L, 1L, 2L, 3L, 4L))
      back.close(unsubscribe = true)
  }

  StandingStill(suite, subject, () => fresh(DestinationType.Queue))

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

    /** What its `broker.yaml` says that the broker cannot do, and why. */
    def claims: List[(String, String)] = Nil

    private lazy val names = destinations.iterator

    /** A destination that no other test uses. */
    final def fresh(kind: DestinationType): DestinationName = DriverContract.named(kind, names.next())

  /** No queue and topic have the same name: brokers of one address space (Artemis) would take them for one. */
  def named(kind: DestinationType, name: String): DestinationName = kind match
    case DestinationType.Queue => DestinationName(kind, s"${name}_q")
    case DestinationType.Topic => DestinationName(kind, s"${name}_t")

  /** The names that the tests use, for brokers that want them declared. */
  def destinations(prefix: String): List[String] = (1 to 200).map(n => s"${prefix}_$n").toList
