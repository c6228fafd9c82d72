package shootout.driver

import shootout.units.DestinationType

/** Who gets a message: temporary queues, shared and durable subscriptions, selectors, and topics without subscribers. */
final class SubscriptionContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
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

  contract("selector on a queue: only what it selects comes, the rest waits for others", "selector", "selector_queue") {
    session =>
      val queue = fresh(DestinationType.Queue)
      for (color, n) <- List("blue" -> 1, "red" -> 2) do
        val colored = sender(queue).copy(headers = List("color" -> color))
        Probe(session, ClientSpec(color, Some(colored), None)).connect().sendAll(3, Stamp.producer(7, n), 20).close()
      val selecting = receiver(queue).copy(selector = Some("color = 'red'"))
      val picky = Probe(session, ClientSpec("c", None, Some(selecting))).connect()
      assertEquals(picky.receive(3).map(_.producer), List.fill(3)(Stamp.producer(7, 2)))
      picky.close()
      val other = Probe(session, ClientSpec("o", None, Some(receiver(queue)))).connect()
      assertEquals(other.receive(3).map(_.producer), List.fill(3)(Stamp.producer(7, 1)))
      other.close()
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
      assertEquals(inOrder(back.receive(5)).map(_.sequence), List(0L, 1L, 2L, 3L, 4L))
      back.close(unsubscribe = true)
  }

  contract("a subscription may carry a header that the broker does not know", "subscription_headers") { session =>
    val queue = fresh(DestinationType.Queue)
    val spec = receiver(queue).copy(headers = List("contract" -> "yes"))
    val consumer = Probe(session, ClientSpec("c", None, Some(spec))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(5, id, 20)
    assertEquals(inOrder(consumer.receive(5)).map(_.sequence), List.tabulate(5)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  contract("topic: sends that nobody ever subscribed to are confirmed", "unsubscribed_topic") { session =>
    val spec = sender(fresh(DestinationType.Topic), persistent = true, confirm = true)
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(5, id, 20)
    assertEquals(producer.confirmations(5).sorted, List.tabulate(5)(_.toLong))
    producer.close()
  }

  contract("topic: sends are confirmed though its subscriber has left", "leaving_subscriber") { session =>
    val topic = fresh(DestinationType.Topic)
    val spec = sender(topic, persistent = true, confirm = true)
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(topic)))).connect()
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(5, id, 20)
    assertEquals(consumer.receive(5).size, 5)
    assertEquals(producer.confirmations(5).size, 5)
    consumer.close()
    producer.sendAll(5, id, 20)
    assertEquals(producer.confirmations(5).sorted, List.tabulate(5)(_.toLong))
    producer.close()
  }
