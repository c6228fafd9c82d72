package shootout.queue

import shootout.driver.*
import shootout.units.DestinationType

import scala.concurrent.duration.*

/** The driver's contract with a real node. [[NodesContract]] is for clusters.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`kafka,kafka/three`) selects other contenders.
  *
  * @param protocols
  *   the protocols of the contenders
  */
abstract class QueueContract(protocols: String*) extends munit.FunSuite:
  /** The variant of the contenders, unless `SHOOTOUT_PAIRS` names others. */
  def variation: Option[String] = None

  def systems: List[QueueSystem] = QueueSystems.catalogue

  override def munitTimeout: Duration = 150.seconds

  private val named = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)
  private def isChosen(system: QueueSystem): Boolean =
    protocols.contains(system.name) && named.fold(system.spec.variation.map(_.name) == variation)(_(system.spec.name))

  override def afterAll(): Unit = brokers.foreach(_.close())

  private val brokers =
    for system <- systems if isChosen(system) yield
      val broker = system.underTest("test-queues")
      test(s"${system.spec.name}: the node starts and answers a client")(broker.start())
      AllContracts(this, system.spec, broker, List(system.subject(broker)))
      if QueueContract.again(system.name) then
        test(s"${system.spec.name}: a removed queue is gone with all its messages")(removed(system, broker))
      test(s"${system.spec.name}: the node stops with all its processes and leaves no data")(broker.end())
      broker

  private def removed(system: QueueSystem, broker: BrokerUnderTest): Unit =
    val queue = DestinationName(DestinationType.Queue, "removed")
    QueueSystems.withSession(system.protocol, broker.endpoint(system.name)): session =>
      val sends = ClientSpec("p", Some(QueueSystems.sends(queue)), None)
      val producer = Probe(session, sends).connect().sendAll(3, Stamp.producer(7, 3), 100)
      assertEquals(producer.confirmations(3).size, 3)
      producer.close()
      session.remove(List(queue))
      val consumer = Probe(session, ClientSpec("c", None, Some(QueueSystems.receives(queue)))).connect()
      assertEquals(consumer.receiveUnwanted(), None)
      consumer.close()

object QueueContract:
  /** Protocols in which a removed queue can be created again at once. */
  private val again =
    Set("amqp091", "chronicle", "kurrent", "mongo", "nats", "postgres", "rabbitmq_stream", "redis")
