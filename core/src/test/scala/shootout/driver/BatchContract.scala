package shootout.driver

import shootout.scenario.Ack

import scala.jdk.CollectionConverters.*

final class BatchContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private def confirmed(to: DestinationName): SendSpec = sender(to, persistent = true, confirm = true)

  contract("each message of a batch is confirmed and arrives", "send_batch"): session =>
    val queue = freshQueue()
    val consumer = Probe.consumer(session, receiver(queue))
    val spec = confirmed(queue).copy(batched = true)
    val producer = Probe.producer(session, spec)
    for count <- List(10, 1, 30) do
      producer.sendAll(count, id, 20)
      areConfirmed(producer, count)
      assertEquals(consumer.receive(count).map(_.sequence).sorted, sequences(count))
    assertEquals(Option(producer.confirmed.poll()), None)
    List(producer, consumer).foreach(_.close())

  contract("a consumer gets batches of at most 10 and acknowledges them", "receive_batch", "ack_client"): session =>
    val queue = freshQueue()
    val producer = Probe.producer(session, confirmed(queue)).sendAll(25, id, 20)
    assertEquals(producer.confirmations(25).size, 25)
    producer.close()
    val spec = receiver(queue, Ack.Client).copy(batch = Some(10))
    val consumer = Probe(session, ClientSpec("c", None, Some(spec)))
    consumer.onBatchOver = () => consumer.client.acknowledge()
    consumer.connect()
    assertEquals(consumer.receive(25).map(_.sequence).sorted, sequences(25))
    consumer.close()
    val batches = consumer.batches.asScala.toList
    assertEquals(batches.sum, 25)
    assert(batches.max <= 10, batches)
    val next = Probe.consumer(session, receiver(queue), "n")
    assertEquals(next.receiveUnwanted(), None)
    next.close()

  contract("partitions: each message goes to one consumer", "partitions"): session =>
    val queue = freshQueue()
    val layout = List(DestinationSpec(queue, Some(3), receivers = 2))
    session.create(layout)
    // a later phase creates them again
    session.create(layout)
    val consumers = List("a", "b").map(n => Probe.consumer(session, receiver(queue), n))
    val producer = Probe.producer(session, confirmed(queue)).sendAll(300, id, 20)
    assertEquals(producer.confirmations(300).size, 300)
    assertEquals(Probe.together(consumers, 300).map(_.sequence).sorted, sequences(300))
    (producer :: consumers).foreach(_.close())
    session.remove(List(queue))
