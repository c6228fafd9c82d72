package shootout.driver

import shootout.scenario.Ack
import shootout.units.DestinationType

/** Prefetch is what was asked for: a consumer that stands still keeps no more messages than that from others, and one that
  * acknowledges nothing is given that many.
  */
final class PrefetchContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private val bytes = 1000

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

  for
    (ack, need) <- List(Ack.Client -> "ack_client", Ack.Individual -> "ack_individual")
    prefetch <- List(5, 20)
  do
    contract(s"a consumer with a prefetch of $prefetch that stands still holds so many ($ack)", "prefetch", need) {
      session => holds(session, ack, prefetch, List(bytes))
    }

  contract("prefetch counts messages of different sizes", "prefetch", "prefetch_any_size", "ack_client") { session =>
    holds(session, Ack.Client, 5, List(100, bytes))
  }

  contract("a consumer in auto mode with a prefetch of 5 gets everything", "prefetch", "prefetch_auto") { session =>
    val queue = fresh(DestinationType.Queue)
    val few = receiver(queue).copy(prefetch = Some(5), bodyBytes = Some(bytes))
    val consumer = Probe(session, ClientSpec("c", None, Some(few))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue, Some(bytes))), None)).connect()
    producer.sendAll(100, id, bytes)
    assertEquals(inOrder(consumer.receive(100)).map(_.sequence), List.tabulate(100)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  private def holds(session: Session, ack: Ack, prefetch: Int, sizes: List[Int]): Unit =
    val queue = fresh(DestinationType.Queue)
    val one = Option.when(sizes.size == 1)(sizes.head)
    val producer = Probe(session, ClientSpec("p", Some(sender(queue, one)), None)).connect()
    def send(count: Int): Unit = for n <- 0 until count do producer.sendAll(1, id, sizes(n % sizes.size))
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

  /** Another consumer takes everything but what the first one holds. */
  private def rest(session: Session, queue: DestinationName, total: Int, most: Int): Unit =
    val other = Probe(session, ClientSpec("o", None, Some(receiver(queue)))).connect()
    val others = other.receive(total - most).size
    assert(others == total - most, s"it holds ${total - others} of $total messages; at most $most were allowed")
    // what else is free, if the broker gives the first one less than it may
    while other.receiveUnwanted().isDefined do ()
    other.close()
