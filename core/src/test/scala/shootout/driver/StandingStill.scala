package shootout.driver

import shootout.scenario.Ack

/** A paused consumer can close, acknowledge and commit. With a listener, the library's thread is paused too. */
final class StandingStill(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private def paused(name: String, ack: Ack, needs: String*)(leave: Probe => Unit): Unit =
    bothWays(s"a paused consumer can $name", needs*): session =>
      val queue = freshQueue()
      val still = Probe(session, ClientSpec("still", None, Some(receiver(queue, ack))))
      var seen = 0
      still.onSeen = _ =>
        seen += 1
        seen != 4
      still.connect()
      Probe.producer(session, sender(queue)).sendAll(8, id, 20).close()
      val taken = still.receive(4).map(_.sequence)
      assertEquals(taken.size, 4)
      leave(still)
      val next = Probe.consumer(session, receiver(queue), "next")
      assertEquals(next.receive(4).map(_.sequence).sorted, sequences(8).diff(taken))
      assertEquals(next.receiveUnwanted(), None)
      next.close()

  // JMS only: over STOMP, auto mode acknowledges whatever was delivered
  paused("leave, and the rest stays", Ack.Auto, "listener")(_.close())

  paused("acknowledge", Ack.Client, "ack_client"): still =>
    still.client.execute(() => still.client.acknowledge())
    still.close()

  paused("commit", Ack.Transacted, "transaction", "rollback_receive")(_.endTransaction(commit = true).close())
