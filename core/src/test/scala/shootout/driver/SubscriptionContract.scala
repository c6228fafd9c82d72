package shootout.driver

import shootout.units.DestinationType

final class SubscriptionContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  bothWays("replies arrive on the requester's temporary queue", "request_reply", "temporary_queue"): session =>
    val queue = freshQueue()
    val replies = freshQueue().copy(temporary = true)
    val answers = SendSpec(Vector(replies), false, false, Nil, Some(20))
    val consumer = Probe(session, ClientSpec("c", Some(answers), Some(receiver(queue))))
    consumer.onSeen = m => consumer.client.send(0, m.producer, m.sequence, 1, 0, 20) == 1
    consumer.connect()
    val requesters = List("a", "b").map { name =>
      Probe(session, ClientSpec(name, Some(sender(queue)), Some(receiver(replies)))).connect()
    }
    for (probe, n) <- requesters.zipWithIndex do probe.sendAll(5, Stamp.producer(7, n), 20)
    for (probe, n) <- requesters.zipWithIndex do
      assertEquals(probe.receive(5).map(_.producer), List.fill(5)(Stamp.producer(7, n)))
      assertEquals(probe.receiveUnwanted(), None)
    (consumer :: requesters).foreach(_.close())

  for durable <- List(false, true) do
    val needs = "shared" :: List("shared_durable").filter(_ => durable)
    val kind = if durable then "durable subscription" else "subscription"
    bothWays(s"consumers of a shared $kind share its messages", needs*): session =>
      val topic = fresh(DestinationType.Topic)
      val name = Some(s"shared_$durable")
      val spec = receiver(topic).copy(durable = name.filter(_ => durable), shared = name)
      val consumers = List("a", "b").map(n => Probe.consumer(session, spec, n))
      val producer = Probe.producer(session, sender(topic)).sendAll(100, id, 20)
      assertEquals(Probe.together(consumers, 100).map(_.sequence).sorted, sequences(100))
      assertEquals(consumers.flatMap(_.receiveUnwanted()), Nil)
      producer.close()
      consumers.foreach(_.close(unsubscribe = durable))

  bothWays("selector: only matching messages arrive", "selector"): session =>
    val topic = fresh(DestinationType.Topic)
    val picky = Probe.consumer(session, receiver(topic).copy(selector = Some("color = 'red'")))
    for (color, n) <- List("blue" -> 1, "red" -> 2) do
      val colored = sender(topic).copy(headers = List("color" -> color))
      Probe.producer(session, colored, color).sendAll(n, Stamp.producer(7, n), 20).close()
    assertEquals(picky.receive(2).map(_.producer), List.fill(2)(Stamp.producer(7, 2)))
    assertEquals(picky.receiveUnwanted(), None)
    picky.close()

  contract("selector on a queue: other messages wait for other consumers", "selector", "selector_queue"): session =>
    val queue = freshQueue()
    for (color, n) <- List("blue" -> 1, "red" -> 2) do
      val colored = sender(queue).copy(headers = List("color" -> color))
      Probe.producer(session, colored, color).sendAll(3, Stamp.producer(7, n), 20).close()
    val selecting = receiver(queue).copy(selector = Some("color = 'red'"))
    val picky = Probe.consumer(session, selecting)
    assertEquals(picky.receive(3).map(_.producer), List.fill(3)(Stamp.producer(7, 2)))
    picky.close()
    val other = Probe.consumer(session, receiver(queue), "o")
    assertEquals(other.receive(3).map(_.producer), List.fill(3)(Stamp.producer(7, 1)))
    other.close()

  bothWays("durable subscription: messages wait while the consumer is away", "durable"): session =>
    val topic = fresh(DestinationType.Topic)
    val spec = ClientSpec("durable", None, Some(receiver(topic).copy(durable = Some("contract"))))
    Probe(session, spec).connect().close()
    val persistent = sender(topic, persistent = true, confirm = true)
    val producer = Probe.producer(session, persistent).sendAll(5, id, 20)
    assertEquals(producer.confirmations(5).size, 5)
    producer.close()
    val back = Probe(session, spec).connect()
    getsInOrder(back, 5)
    back.close(unsubscribe = true)

  contract("a subscription may carry an unknown header", "subscription_headers"): session =>
    val queue = freshQueue()
    val spec = receiver(queue).copy(headers = List("contract" -> "yes"))
    val consumer = Probe.consumer(session, spec)
    val producer = Probe.producer(session, sender(queue)).sendAll(5, id, 20)
    getsInOrder(consumer, 5)
    List(producer, consumer).foreach(_.close())

  contract("topic: sends without any subscriber are confirmed", "unsubscribed_topic"): session =>
    val spec = sender(fresh(DestinationType.Topic), persistent = true, confirm = true)
    val producer = Probe.producer(session, spec).sendAll(5, id, 20)
    areConfirmed(producer, 5)
    producer.close()

  contract("topic: sends are confirmed after the subscriber has left", "leaving_subscriber"): session =>
    val topic = fresh(DestinationType.Topic)
    val spec = sender(topic, persistent = true, confirm = true)
    val consumer = Probe.consumer(session, receiver(topic))
    val producer = Probe.producer(session, spec).sendAll(5, id, 20)
    assertEquals(consumer.receive(5).size, 5)
    assertEquals(producer.confirmations(5).size, 5)
    consumer.close()
    producer.sendAll(5, id, 20)
    areConfirmed(producer, 5)
    producer.close()
