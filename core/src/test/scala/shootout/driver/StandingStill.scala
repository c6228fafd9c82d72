package shootout.driver

import shootout.scenario.Ack

/** What every driver must do for a consumer that stands still: with a listener, the library's thread stands still too.
  *
  * @param fresh
  *   a queue that no other test uses
  */
final class StandingStill(suite: munit.FunSuite, subject: DriverContract.Subject, fresh: () => DestinationName)
    extends munit.Assertions:
  private val id = Stamp.producer(7, 3)

  private def bothWays(name: String, ack: Ack, needs: String*)(body: (Probe, () => Unit) => Unit): Unit =
    for listener <- List(false, true) do
      val how = if listener then "by listener: " else ""
      val byListener = List("listener", "listener_transaction").take(if needs.contains("transaction") then 2 else 1)
      suite.test(s"${subject.label}: $how$name") {
        assume((needs ++ byListener.filter(_ => listener)).forall(subject.supports), "the broker does not promise this")
        val session = subject.protocol.open(subject.endpoint)
        try
          val queue = fresh()
          def receiver(ack: Ack) = ReceiveSpec(queue, ack, None, None, None, Nil, listener = listener)
          val still = Probe(session, ClientSpec("still", None, Some(receiver(ack))))
          var seen = 0
          still.onSeen = _ =>
            seen += 1
            seen != 4
          still.connect()
          val send = SendSpec(Vector(queue), false, false, Nil, Some(20))
          Probe(session, ClientSpec("p", Some(send), None)).connect().sendAll(8, id, 20).close()
          val taken = still.receive(4).map(_.sequence)
          assertEquals(taken.size, 4)
          val next = Probe(session, ClientSpec("next", None, Some(receiver(Ack.Auto))))
          body(still, () => assertEquals(rest(next), List.tabulate(8)(_.toLong).diff(taken)))
        finally session.close()
      }

  /** What the next consumer gets. */
  private def rest(next: Probe): List[Long] =
    next.connect()
    val got = next.receive(4).map(_.sequence).sorted
    assertEquals(next.receiveUnwanted(), None)
    next.close()
    got

  // over STOMP, what auto has delivered is acknowledged, taken or not: so of JMS only
  bothWays("a consumer that stands still can leave, and what it did not take is left", Ack.Auto, "listener") {
    (still, rest) =>
      still.close()
      rest()
  }

  bothWays("a consumer that stands still can acknowledge what it took", Ack.Client, "ack_client") { (still, rest) =>
    still.client.execute(() => still.client.acknowledge())
    still.close()
    rest()
  }

  bothWays("a consumer that stands still can commit what it took", Ack.Transacted, "transaction", "rollback_receive") {
    (still, rest) =>
      still.endTransaction(commit = true)
      still.close()
      rest()
  }
