package shootout.driver

import shootout.scenario.{Ack, DestinationType}

/** Prefetch is what was asked for: a consumer that stands still keeps no more messages than that from others, and one that
  * acknowledges nothing is given that many.
  */
final class PrefetchContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  for
    (ack, need) <- List(Ack.Client -> "ack_client", Ack.Individual -> "ack_individual")
    prefetch <- List(5, 20)
  do
    contract(s"a consumer with a prefetch of $prefetch that stands still holds so many ($ack)", "prefetch", need) {
      session =>
        val queue = fresh(DestinationType.Queue)
        val total = 4 * prefetch
        val most = subject.mostHeld(prefetch)
        val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(total, id, 20)
        val still =
          Probe(session, ClientSpec("s", None, Some(receiver(queue, ack).copy(prefetch = Some(prefetch)))))
        still.onSeen = _ => false
        still.connect()
        assertEquals(still.receive(1).size, 1)
        val other = Probe(session, ClientSpec("o", None, Some(receiver(queue)))).connect()
        val least = other.receive(total - most).size
        assert(least == total - most, s"it holds ${total - least} of $total messages; at most $most were allowed")
        // the rest of what is free, if the broker gives it less than it may
        var xx = least; while other.receiveUnwanted().isDefined do xx += 1
        println(s"HELD ${subject.label} $ack $prefetch: ${total - xx}")
        other.close()
        producer.sendAll(prefetch, id, 20)
        still.onSeen = _ => true
        still.client.execute(() => still.client.resume())
        assertEquals(still.receive(prefetch - 1).size, prefetch - 1)
        producer.close()
        still.abort()
    }
