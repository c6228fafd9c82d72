package shootout.queue

import shootout.driver.AllContracts

import scala.concurrent.duration.*

/** The driver's contract with a node of its own, really started, and ended without a trace.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`kafka,kafka/three`) names others: clusters pass it too, and take their time. What is
  * particular to them [[NodesContract]] asks.
  */
class QueueContractIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen =
    sys.env.get("SHOOTOUT_PAIRS").fold(Set("kafka", "nats", "postgresql", "rabbitmq", "valkey/always"))(_.split(',').toSet)

  override def afterAll(): Unit = brokers.foreach(_.close())

  private val brokers =
    for system <- QueueSystems.catalogue if chosen(system.spec.name) yield
      val broker = system.underTest("test-queues")
      test(s"${system.spec.name}: starts, and answers a client")(broker.start())
      AllContracts(this, system.spec, broker, List(system.subject(broker)))
      test(s"${system.spec.name}: stops, with all its processes, and leaves no data")(broker.end())
      broker
