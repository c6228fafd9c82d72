package shootout.driver

import shootout.units.Endpoint

/** The in-memory broker keeps the contract that real drivers are held to, so engine tests may stand on it. */
class InMemoryDriverSuite extends munit.FunSuite:
  private object subject extends DriverContract.Subject:
    val label = "in memory"
    val protocol: Protocol = InMemoryDriver(InMemoryBroker())
    val endpoint: Endpoint = Endpoint("127.0.0.1", 1, None, None, None)
    private val lacks =
      Set("listener", "selector", "durable", "shared", "temporary_queue", "small_body", "price_update")
    def supports(capability: String): Boolean = !lacks(capability) && !capability.startsWith("message_")

  DriverContract(this, subject)
