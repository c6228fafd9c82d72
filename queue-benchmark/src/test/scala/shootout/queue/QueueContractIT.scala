package shootout.queue

import shootout.driver.AllContracts

import scala.concurrent.duration.*

/** The driver's contract with a node of its own, and with a cluster of three, each really started, and ended without a trace.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`kafka,kafka/leader`) names others.
  */
class QueueContractIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen =
    sys.env.get("SHOOTOUT_PAIRS").fold(Set("kafka", "kafka/three", "nats", "nats/three"))(_.split(',').toSet)

  for system <- QueueSystems.catalogue if chosen(system.spec.name) do
    val broker = system.underTest("test-queues")
    test(s"${system.spec.name}: starts, and answers a client")(broker.start())
    AllContracts(this, system.spec, broker, List(system.subject(broker)))
    test(s"${system.spec.name}: stops, with all its processes, and leaves no data")(broker.end())
