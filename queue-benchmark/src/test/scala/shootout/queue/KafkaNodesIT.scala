package shootout.queue

import shootout.driver.*
import shootout.scenario.{Ack, DestinationType}

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*

/** What a confirmation means in a cluster of three, shown by nodes that stand still or are killed. */
class KafkaNodesIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val spec = KafkaClusters.spec("kafka/three")
  private val protocol = KafkaClusters.protocol(spec)
  private val cluster = KafkaClusters.underTest(spec, "test-nodes")
  private val id = Stamp.producer(7, 3)
  private lazy val subject = cluster.subject("kafka", _ => true, stays = false)

  private def withSession(body: Session => Unit): Unit =
    val session = protocol.open(cluster.endpoint("kafka"))
    try body(session)
    finally session.close()

  private def sends(queue: DestinationName): SendSpec =
    SendSpec(Vector(queue), persistent = true, confirm = true, Nil, Some(100), batched = true)

  private def producer(session: Session, queue: DestinationName): Probe =
    Probe(session, ClientSpec("p", Some(sends(queue)), None)).connect()

  private def received(session: Session, queue: DestinationName, count: Int): List[Long] =
    val receive = ReceiveSpec(queue, Ack.Client, None, None, None, Nil, batch = Some(10))
    val consumer = Probe(session, ClientSpec("c", None, Some(receive)))
    consumer.onBatchOver = () => consumer.client.acknowledge()
    val got = consumer.connect().receive(count).map(_.sequence).sorted
    consumer.close()
    got

  test("three nodes start, and are one cluster")(cluster.start())

  test("what a confirmed send means is declared") {
    assertEquals(protocol.promise.confirmation, Confirmation.Replicas)
    assertEquals(KafkaClusters.protocol(KafkaClusters.spec("kafka/leader")).promise.confirmation, Confirmation.Leader)
    assertEquals(KafkaClusters.protocol(KafkaClusters.spec("kafka")).promise.confirmation, Confirmation.Broker)
  }

  test("with two of three nodes standing still nothing is confirmed; once they go on, all of it, once") {
    withSession { session =>
      val queue = subject.fresh(DestinationType.Queue)
      val sending = producer(session, queue).sendAll(10, id, 100)
      assertEquals(sending.confirmations(10).size, 10)
      List(2, 3).foreach(cluster.started.pause)
      sending.startSending(10, id, 100)
      val early = Option(sending.confirmed.poll(500, TimeUnit.MILLISECONDS))
      List(2, 3).foreach(cluster.started.resume)
      assertEquals(early, None)
      assertEquals(sending.confirmations(10).sorted, List.tabulate(10)(_.toLong))
      assertEquals(Option(sending.confirmed.poll()), None)
      sending.close()
      assertEquals(received(session, queue, 20).size, 20)
    }
  }

  test("what was confirmed is there when a node has died, and comes from the others; then the node comes back") {
    withSession { session =>
      val queue = subject.fresh(DestinationType.Queue)
      val sending = producer(session, queue).sendAll(100, id, 100)
      assertEquals(sending.confirmations(100).size, 100)
      cluster.started.kill(2)
      assert(cluster.started.isAlive, "two of three are a cluster")
      assertEquals(received(session, queue, 100), List.tabulate(100)(_.toLong))
      cluster.restart(2)
      sending.sendAll(10, id, 100)
      assertEquals(sending.confirmations(10).size, 10)
      sending.close()
    }
  }

  test("it stops, with all its processes, and leaves no data")(cluster.end())
