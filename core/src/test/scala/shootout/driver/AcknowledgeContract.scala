package shootout.driver

import shootout.scenario.Ack

final class AcknowledgeContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  /** @param at
    *   the message at which the consumer acknowledges, counted from 1
    * @param left
    *   the messages that are delivered again
    */
  private def acknowledges(name: String, need: String, ack: Ack, at: Int)(left: List[Long] => List[Long]): Unit =
    bothWays(name, need): session =>
      val queue = freshQueue()
      Probe.producer(session, sender(queue)).sendAll(10, id, 20).close()
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
      val second = Probe.consumer(session, receiver(queue), "c2")
      assertEquals(second.receive(left(got).size).map(_.sequence).sorted, left(got).sorted)
      assertEquals(second.receiveUnwanted(), None)
      second.close()

  acknowledges("unacknowledged messages are redelivered", "ack_client", Ack.Client, at = 4)(_.drop(4))
  acknowledges("an individual ack covers one message", "ack_individual", Ack.Individual, at = 10)(_.take(9))

  bothWays("dups-ok: all messages arrive in order", "ack_dups_ok"): session =>
    val queue = freshQueue()
    val consumer = Probe.consumer(session, receiver(queue, Ack.DupsOk))
    val producer = Probe.producer(session, sender(queue)).sendAll(100, id, 20)
    getsInOrder(consumer, 100)
    List(producer, consumer).foreach(_.close())

  bothWays("a consumer that reconnects during a delivery gets the rest", "ack_client"): session =>
    val queue = freshQueue()
    val spec = sender(queue, persistent = true, confirm = true)
    Probe.producer(session, spec).sendAll(10, id, 20).close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.Client))))
    consumer.onSeen = m =>
      consumer.client.acknowledge()
      if m.sequence == 4 then consumer.client.close(unsubscribe = false)
      m.sequence != 4
    consumer.onGone = () => consumer.client.connect()
    consumer.connect()
    val got = consumer.receive(10).map(_.sequence)
    // not in order: prefetched messages return to the queue after the close, when later ones may be under way
    assertEquals(got.sorted, sequences(10))
    consumer.onGone = () => ()
    consumer.close()

  contract("only committed sends are delivered", "transaction", "rollback_send"): session =>
    val queue = freshQueue()
    val consumer = Probe.consumer(session, receiver(queue))
    val spec = sender(queue, persistent = true, confirm = true).copy(transacted = true)
    val producer = Probe.producer(session, spec).sendAll(3, id, 20)
    producer.endTransaction(commit = false).sendAll(5, id, 100)
    assertEquals(consumer.receiveUnwanted(), None)
    producer.endTransaction(commit = true)
    assertEquals(consumer.receive(5), List.tabulate(5)(i => Seen(id, i, 100, true)))
    assertEquals(consumer.receiveUnwanted(), None)
    List(producer, consumer).foreach(_.close())

  bothWays("only rolled back messages are redelivered", "transaction", "rollback_receive"): session =>
    val queue = freshQueue()
    Probe.producer(session, sender(queue)).sendAll(4, id, 20).close()
    val consumer = Probe.consumer(session, receiver(queue, Ack.Transacted))
    assertEquals(consumer.receive(4).size, 4)
    consumer.endTransaction(commit = false)
    assertEquals(inOrder(consumer.receive(4)).map(_.sequence), List(0L, 1L, 2L, 3L))
    consumer.endTransaction(commit = true)
    assertEquals(consumer.receiveUnwanted(), None)
    consumer.close()
    val next = Probe.consumer(session, receiver(queue), "n")
    assertEquals(next.receiveUnwanted(), None)
    next.close()

  StandingStill(suite, subject)
