package shootout.queue

import shootout.broker.Brokers
import shootout.driver.*
import shootout.units.{DestinationType, Endpoint}

import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
import scala.concurrent.duration.*
import scala.util.{Failure, Success, Try}

/** What a confirmation by several nodes means. Nodes are suspended or killed. */
abstract class ReplicaContract extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  protected val id: Int = Stamp.producer(7, 3)
  protected val patience: FiniteDuration = 60.seconds

  protected def producer(session: Session, queue: DestinationName): Probe =
    connected(session, ClientSpec("p", Some(QueueSystems.sends(queue).copy(batched = true)), None))

  protected def received(session: Session, queue: DestinationName, count: Int): List[Long] =
    val receive = QueueSystems.receives(queue).copy(batch = Some(10))
    val consumer = connected(session, ClientSpec("c", None, Some(receive)))
    val got = consumer.receive(count).map(_.sequence)
    consumer.close()
    got

  /** Nothing is confirmed while the other nodes are suspended, and everything exactly once when they continue. */
  protected def confirmedByOthers(nodes: BrokerUnderTest, others: List[Int], session: Session, queue: DestinationName) =
    val sending = producer(session, queue).sendAll(10, id, 100)
    assertEquals(sending.confirmations(10).size, 10)
    others.foreach(n => Brokers.signal("STOP", nodes.started.nodes(n - 1)))
    sending.startSending(10, id, 100)
    val early = Option(sending.confirmed.poll(500, TimeUnit.MILLISECONDS))
    others.foreach(n => Brokers.signal("CONT", nodes.started.nodes(n - 1)))
    assertEquals(early, None)
    assertEquals(sending.confirmations(10).sorted, List.tabulate(10)(_.toLong))
    assertEquals(Option(sending.confirmed.poll()), None)
    sending.close()
    assertEquals(received(session, queue, 20).size, 20)

  /** The other nodes may refuse clients until they have elected a leader. */
  private def connected(session: Session, spec: ClientSpec): Probe =
    val deadline = patience.fromNow
    @tailrec def attempt(): Probe =
      val probe = Probe(session, spec)
      probe.onBatchOver = () => probe.client.acknowledge()
      Try(probe.connect()) match
        case Success(ready) => ready
        case Failure(refused) if deadline.isOverdue() => throw refused
        case Failure(_) => attempt()
    attempt()

/** What a confirmation means in clusters of three.
  *
  * @param contenders
  *   their names in the catalogue
  */
abstract class NodesContract(contenders: String*) extends ReplicaContract:
  override def afterAll(): Unit = clusters.foreach(_.close())

  private val clusters =
    for name <- contenders yield
      val system = QueueSystems.named(name)
      val cluster = system.underTest("test-nodes")
      def all: Endpoint = cluster.endpoint(system.name)
      lazy val subject = system.subject(cluster)
      def fresh(): DestinationName = subject.fresh(DestinationType.Queue)
      def withSession[A](endpoint: Endpoint)(body: Session => A): A =
        QueueSystems.withSession(system.protocol, endpoint)(body)

      test(s"$name: three nodes start as one cluster")(cluster.start())

      test(s"$name: nothing is confirmed without a majority"):
        withSession(all.copy(others = Nil))(confirmedByOthers(cluster, List(2, 3), _, fresh()))

      test(s"$name: the others deliver every confirmed message when a node dies, and it rejoins"):
        val queue = fresh()
        def confirmed(count: Int): Int = withSession(all): session =>
          val sending = producer(session, queue).sendAll(count, id, 100)
          val got = sending.confirmations(count).size
          // closing reports a refused send again
          if got == count then sending.close()
          got
        assertEquals(confirmed(100), 100)
        cluster.started.kill(2)
        assert(cluster.started.isAlive, "two of three are a cluster")
        withSession(all)(session => assertEquals(received(session, queue, 100).sorted, List.tabulate(100)(_.toLong)))
        cluster.restart(2)
        // sends may be refused until another leader is elected
        val deadline = patience.fromNow
        assert(Iterator.continually(confirmed(10)).takeWhile(_ => deadline.hasTimeLeft()).contains(10), "not confirmed")

      test(s"$name: the cluster stops with all its processes and leaves no data")(cluster.end())
      cluster
