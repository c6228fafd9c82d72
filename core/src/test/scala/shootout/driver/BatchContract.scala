package shootout.driver

import shootout.scenario.Ack
import shootout.units.DestinationType

import scala.jdk.CollectionConverters.*

/** What is sent, taken or acknowledged together, and the partitions of a queue. */
final class BatchContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private def confirmed(to: DestinationName): SendSpec = sender(to, persistent = true, confirm = true)

  contract("a batch is confirmed message by message, and arrives whole, as does the next one", "send_batch") {
    session =>
      val queue = fresh(DestinationType.Queue)
      val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue)))).connect()
      val spec = confirmed(queue).copy(batched = true)
      val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect()
      for count <- List(10, 1, 30) do
        producer.sendAll(count, id, 20)
        assertEquals(producer.confirmations(count).sorted, List.tabulate(count)(_.toLong))
        assertEquals(consumer.receive(count).map(_.sequence).sorted, List.tabulate(count)(_.toLong))
      assertEquals(Option(producer.confirmed.poll()), None)
      (producer :: consumer :: Nil).foreach(_.close())
  }

  contract(
    "a consumer that takes batches of 10 gets no more at a time, and acknowledges them",
    "receive_batch",
    "ack_client"
  ) {
    session =>
      val queue = fresh(DestinationType.Queue)
      val producer = Probe(session, ClientSpec("p", Some(confirmed(queue)), None)).connect().sendAll(25, id, 20)
      assertEquals(producer.confirmations(25).size, 25)
      producer.close()
      val spec = receiver(queue, Ack.Client).copy(batch = Some(10))
      val consumer = Probe(session, ClientSpec("c", None, Some(spec)))
      consumer.onBatchOver = () => consumer.client.acknowledge()
      consumer.connect()
      assertEquals(consumer.receive(25).map(_.sequence).sorted, List.tabulate(25)(_.toLong))
      consumer.close()
      val batches = consumer.batches.asScala.toList
      assertEquals(batches.sum, 25)
      assert(batches.max <= 10, batches)
      val next = Probe(session, ClientSpec("n", None, Some(receiver(queue)))).connect()
      assertEquals(next.receiveUnwanted(), None)
      next.close()
  }

  contract("partitions: consumers of a queue share them, each message goes to one", "partitions") { session =>
    val queue = fresh(DestinationType.Queue)
    val layout = List(DestinationSpec(queue, Some(3), receivers = 2))
    session.create(layout)
    // as for the next of several phases
    session.create(layout)
    val consumers = List("a", "b").map(n => Probe(session, ClientSpec(n, None, Some(receiver(queue)))).connect())
    val producer = Probe(session, ClientSpec("p", Some(confirmed(queue)), None)).connect().sendAll(300, id, 20)
    assertEquals(producer.confirmations(300).size, 300)
    assertEquals(Probe.together(consumers, 300).map(_.sequence).sorted, List.tabulate(300)(_.toLong))
    (producer :: consumers).foreach(_.close())
    session.remove(List(queue))
  }
