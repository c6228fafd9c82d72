package shootout.driver

import shootout.scenario.{DestinationType, MessageKind}

/** Capabilities that some brokers lack, each by what a scenario that needs it relies on. */
final class CapabilityContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  contract("every non-persistent send is confirmed, once", "confirm_non_persistent") { session =>
    val spec = sender(fresh(DestinationType.Queue), confirm = true)
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(50, id, 20)
    assertEquals(producer.confirmations(50).sorted, List.tabulate(50)(_.toLong))
    assertEquals(Option(producer.confirmed.poll()), None)
    producer.close()
  }

  contract("priority: what has more of it overtakes what waits", "priority") { session =>
    val queue = fresh(DestinationType.Queue)
    for (priority, sequenceOf) <- List(1 -> 1, 8 -> 2) do
      val spec = sender(queue).copy(message = MessageKind(priority = Some(priority)))
      val name = s"p$priority"
      Probe(session, ClientSpec(name, Some(spec), None)).connect().sendAll(5, Stamp.producer(7, sequenceOf), 20).close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
    val expected = List(2, 1).flatMap(n => List.fill(5)(Stamp.producer(7, n)))
    assertEquals(consumer.receive(10).map(_.producer), expected)
    consumer.close()
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

  contract("a subscription may carry a header that the broker does not know", "subscription_headers") { session =>
    val queue = fresh(DestinationType.Queue)
    val spec = receiver(queue).copy(headers = List("contract" -> "yes"))
    val consumer = Probe(session, ClientSpec("c", None, Some(spec))).connect()
    val producer = Probe(session, ClientSpec("p", Some(sender(queue)), None)).connect().sendAll(5, id, 20)
    assertEquals(consumer.receive(5).map(_.sequence), List.tabulate(5)(_.toLong))
    (producer :: consumer :: Nil).foreach(_.close())
  }

  contract("topic: sends that nobody ever subscribed to are confirmed", "unsubscribed_topic") { session =>
    val spec = sender(fresh(DestinationType.Topic), persistent = true, confirm = true)
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(5, id, 20)
    assertEquals(producer.confirmations(5), List.tabulate(5)(_.toLong))
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
    assertEquals(producer.confirmations(5), List.tabulate(5)(_.toLong))
    producer.close()
  }
