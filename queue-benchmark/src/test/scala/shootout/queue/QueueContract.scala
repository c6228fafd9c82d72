package shootout.queue

import shootout.driver.AllContracts

import scala.concurrent.duration.*

/** The driver's contract with a node of its own, really started, and ended without a trace.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`kafka,kafka/three`) names others: clusters and variants pass it too, and take their time.
  * What is particular to clusters [[QueueNodesIT]] asks.
  *
  * @param protocols
  *   of all contenders that speak one of these
  */
abstract class QueueContract(protocols: String*) extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val named = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)
  private def isChosen(system: QueueSystem): Boolean =
    protocols.contains(system.name) && named.fold(system.spec.variation.isEmpty)(_(system.spec.name))

  override def afterAll(): Unit = brokers.foreach(_.close())

  private val brokers =
    for system <- QueueSystems.catalogue if isChosen(system) yield
      val broker = system.underTest("test-queues")
      test(s"${system.spec.name}: starts, and answers a client")(broker.start())
      AllContracts(this, system.spec, broker, List(system.subject(broker)))
      test(s"${system.spec.name}: stops, with all its processes, and leaves no data")(broker.end())
      broker
