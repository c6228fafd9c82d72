package shootout.driver

import shootout.scenario.Ack

/** A paused consumer withholds no more messages than its prefetch. One that acknowledges nothing gets that many. */
final class PrefetchContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private val bytes = 1000

  bothWays("prefetch: a paused consumer withholds no more than that", "prefetch", "ack_client"): session =>
    val queue = freshQueue()
    val few = receiver(queue, Ack.Client).copy(prefetch = Some(3), bodyBytes = Some(20))
    val still = Probe(session, ClientSpec("c", None, Some(few)))
    still.onSeen = _ => false
    still.connect()
    val producer = Probe.producer(session, sender(queue)).sendAll(20, id, 20)
    assertEquals(still.receive(1).size, 1)
    val other = Probe.consumer(session, receiver(queue), "o")
    // brokers may or may not count the message in work, and Apollo sends the next lot as well
    assertEquals(other.receive(14).size, 14)
    (producer :: other :: Nil).foreach(_.close())
    still.client.execute(() => still.client.abort())

  for
    (ack, need) <- List(Ack.Client -> "ack_client", Ack.Individual -> "ack_individual")
    prefetch <- List(5, 20)
  do
    contract(s"a paused consumer with a prefetch of $prefetch holds as many ($ack)", "prefetch", need): session =>
      holds(session, ack, prefetch, List(bytes))

  contract("prefetch counts messages of different sizes", "prefetch", "prefetch_any_size", "ack_client"): session =>
    holds(session, Ack.Client, 5, List(100, bytes))

  contract("a consumer in auto mode with a prefetch of 5 gets all", "prefetch", "prefetch_auto"): session =>
    val queue = freshQueue()
    val few = receiver(queue).copy(prefetch = Some(5), bodyBytes = Some(bytes))
    val consumer = Probe.consumer(session, few)
    val producer = Probe.producer(session, sender(queue, Some(bytes)))
    producer.sendAll(100, id, bytes)
    getsInOrder(consumer, 100)
    List(producer, consumer).foreach(_.close())

  private def holds(session: Session, ack: Ack, prefetch: Int, sizes: List[Int]): Unit =
    val queue = freshQueue()
    val one = Option.when(sizes.size == 1)(sizes.head)
    val producer = Probe.producer(session, sender(queue, one))
    def send(count: Int): Unit =
      for n <- 0 until count do producer.sendAll(1, id, sizes(n % sizes.size))
    val total = 4 * prefetch
    send(total)
    val spec = receiver(queue, ack).copy(prefetch = Some(prefetch), bodyBytes = one)
    val still = Probe(session, ClientSpec("s", None, Some(spec)))
    still.onSeen = _ => false
    still.connect()
    assertEquals(still.receive(1).size, 1)
    rest(session, queue, total, subject.mostHeld(prefetch))
    send(prefetch)
    still.onSeen = _ => true
    still.client.execute(() => still.client.resume())
    assertEquals(still.receive(prefetch - 1).size, prefetch - 1)
    if subject.prefetchEndsWithAck then assertEquals(still.receiveUnwanted(), None)
    producer.close()
    still.abort()

  /** Another consumer takes all messages that the first one does not hold. */
  private def rest(session: Session, queue: DestinationName, total: Int, most: Int): Unit =
    val other = Probe.consumer(session, receiver(queue), "o")
    val others = other.receive(total - most).size
    assert(others == total - most, s"it holds ${total - others} of $total messages; at most $most were allowed")
    // the rest, if the broker gives the first one less than it may
    while other.receiveUnwanted().isDefined do ()
    other.close()
