package shootout.driver

import shootout.scenario.Ack
import shootout.units.DestinationType

/** What is acknowledged, or committed, is gone; what is not comes again. */
final class AcknowledgeContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  /** @param at
    *   the message that is acknowledged, from 1
    * @param left
    *   what comes again, of what came
    */
  private def acknowledges(name: String, need: String, ack: Ack, at: Int)(left: List[Long] => List[Long]): Unit =
    bothWays(name, need) { session =>
      val queue = fresh(DestinationType.Queue)
      Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(10, id, 20).close()
      val first = Probe(session, ClientSpec("c1", None, Some(receiver(queue, ack))))
      var seen = 0
      first.onSeen = _ =>
        seen += 1
        if seen == at then first.client.acknowledge()
        true
      first.connect()
      val got = first.receive(10).map(_.sequence)
      assertEquals(got.size, 10)
      first.close()
      val second = Probe(session, ClientSpec("c2", None, Some(receiver(queue)))).connect()
      assertEquals(second.receive(left(got).size).map(_.sequence).sorted, left(got).sorted)
      assertEquals(second.receiveUnwanted(), None)
      second.close()
    }

  acknowledges("what was not acknowledged comes again", "ack_client", Ack.Client, at = 4)(_.drop(4))
  acknowledges(
    "individual acknowledgement takes one message only",
    "ack_individual",
    Ack.Individual,
    at = 10
  )(_.take(9))

  bothWays("dups-ok: all messages come, in order", "ack_dups_ok") { session =>
    val queue = fresh(DestinationType.Queue)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.DupsOk)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(100, id, 20)
    assertEquals(inOrder(consumer.receive(100)).map(_.sequence), List.tabulate(100)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
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
      val got = consumer.receive(10).map(_.sequence)
      // a broker takes back what it had sent ahead only after it has said good-bye, when what follows may be on its way
      assertEquals(got.sorted, List.tabulate(10)(_.toLong))
      consumer.onGone = () => ()
      consumer.close()
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
      assertEquals(inOrder(consumer.receive(4)).map(_.sequence), List(0L, 1L, 2L, 3L))
      consumer.endTransaction(commit = true)
      assertEquals(consumer.receiveUnwanted(), None)
      consumer.close()
      val next = Probe(session, ClientSpec("n", None, Some(receiver(queue)))).connect()
      assertEquals(next.receiveUnwanted(), None)
      next.close()
  }

  StandingStill(suite, subject, () => fresh(DestinationType.Queue))
