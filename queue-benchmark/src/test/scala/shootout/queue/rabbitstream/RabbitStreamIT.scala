package shootout.queue.rabbitstream

import shootout.driver.*
import shootout.queue.QueueSystems
import shootout.units.DestinationType

/** Partitions and stored offsets as receivers come and go. */
class RabbitStreamIT extends munit.FunSuite:
  private val system = QueueSystems.named("rabbitmq/stream")
  private val broker = system.underTest("test-streams")
  private lazy val subject = system.subject(broker)
  private val id = Stamp.producer(7, 3)

  override def afterAll(): Unit = broker.close()

  private def inSession(name: String)(body: Session => Unit): Unit =
    test(name)(QueueSystems.withSession(system.protocol, subject.endpoint)(body))

  private def laidOut(session: Session, partitions: Int): DestinationName =
    val queue = subject.fresh(DestinationType.Queue)
    session.create(List(DestinationSpec(queue, Some(partitions), receivers = partitions)))
    queue

  private def producer(session: Session, queue: DestinationName, batched: Boolean = false): Probe =
    val sends = QueueSystems.sends(queue).copy(batched = batched)
    Probe(session, ClientSpec("p", Some(sends), None)).connect()

  private def consumer(session: Session, queue: DestinationName, name: String): Probe =
    val probe = Probe(session, ClientSpec(name, None, Some(QueueSystems.receives(queue))))
    probe.onBatchOver = () => probe.client.acknowledge()
    probe.connect()

  private def confirmed(sending: Probe, count: Int): Unit =
    sending.sendAll(count, id, 100)
    assertEquals(sending.confirmations(count).size, count)

  test("the broker starts")(broker.start())

  inSession("each message goes to one receiver, while receivers come and leave"): session =>
    val queue = laidOut(session, 4)
    val sending = producer(session, queue)
    val first = consumer(session, queue, "first")
    confirmed(sending, 40)
    assertEquals(first.receive(40).map(_.sequence).sorted, List.tabulate(40)(_.toLong))
    val second = consumer(session, queue, "second")
    val third = consumer(session, queue, "third")
    confirmed(sending, 40)
    val shared = Probe.together(List(first, second, third), 40)
    assertEquals(shared.map(_.sequence).sorted, List.tabulate(40)(_.toLong))
    second.close()
    third.abort()
    confirmed(sending, 40)
    assertEquals(first.receive(40).map(_.sequence).sorted, List.tabulate(40)(_.toLong))
    assertEquals(first.receiveUnwanted(), None)
    (sending :: first :: Nil).foreach(_.close())
    val next = consumer(session, queue, "next")
    assertEquals(next.receiveUnwanted(), None)
    next.close()

  inSession("batches go to the partitions in turn"): session =>
    val queue = laidOut(session, 2)
    val sending = producer(session, queue, batched = true)
    val readers = List("first", "second").map(consumer(session, queue, _))
    // wait until each has one partition
    for reader <- readers do assertEquals(reader.receiveUnwanted(), None)
    for _ <- 1 to 2 do confirmed(sending, 10)
    for reader <- readers do assertEquals(reader.receive(10).map(_.sequence), List.tabulate(10)(_.toLong))
    (sending :: readers).foreach(_.close())

  inSession("an acknowledgement of the first message counts"): session =>
    val queue = laidOut(session, 1)
    val sending = producer(session, queue)
    confirmed(sending, 1)
    val one = consumer(session, queue, "one")
    assertEquals(one.receive(1).size, 1)
    one.close()
    val other = consumer(session, queue, "other")
    assertEquals(other.receiveUnwanted(), None)
    (sending :: other :: Nil).foreach(_.close())

  inSession("a removed queue can be created with fewer partitions"): session =>
    val queue = laidOut(session, 3)
    session.remove(List(queue))
    session.create(List(DestinationSpec(queue, Some(1), receivers = 1)))
    val sending = producer(session, queue)
    confirmed(sending, 10)
    val one = consumer(session, queue, "one")
    assertEquals(one.receive(10).map(_.sequence), List.tabulate(10)(_.toLong))
    (sending :: one :: Nil).foreach(_.close())

  test("a wrong login is reported as refused"):
    val wrong = subject.endpoint.copy(passcode = Some("wrong"))
    assert(system.protocol.handshake(wrong, shootout.units.Nanos.ofSeconds(10)).left.exists(_.refused))
    val nowhere = subject.endpoint.copy(virtualHost = Some("/nowhere"))
    assert(system.protocol.handshake(nowhere, shootout.units.Nanos.ofSeconds(10)).left.exists(_.refused))

  test("the broker stops with all its processes and leaves no data")(broker.end())
