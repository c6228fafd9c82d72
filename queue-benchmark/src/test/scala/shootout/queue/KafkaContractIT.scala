package shootout.queue

import shootout.driver.{AllContracts, BrokerUnderTest}

import scala.concurrent.duration.*

/** The driver's contract with a node of its own, and with a cluster of three, each really started, and ended without a trace.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`kafka,kafka/leader`) names others.
  */
class KafkaContractIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen = sys.env.get("SHOOTOUT_PAIRS").fold(Set("kafka", "kafka/three"))(_.split(',').toSet)

  for spec <- KafkaClusters.catalogue if chosen(spec.name) do
    val protocol = KafkaClusters.protocol(spec)
    val cluster: BrokerUnderTest = KafkaClusters.underTest(spec, "test-queues")
    test(s"${spec.name}: starts, and answers a client")(cluster.start())
    AllContracts(this, spec, cluster, List(cluster.subject("kafka", protocol.lack(_).isEmpty, stays = false)))
    test(s"${spec.name}: stops, with all its processes, and leaves no data")(cluster.end())
