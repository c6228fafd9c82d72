package shootout.driver

import shootout.units.Endpoint

/** The in-memory broker keeps the contract that real drivers are held to, so engine tests may stand on it. */
class InMemoryDriverSuite extends DriverContract:
  private val driver = InMemoryDriver(InMemoryBroker())
  def protocol: Protocol = driver
  override def supports(promise: DriverContract.Promise): Boolean =
    promise != DriverContract.Promise.Selector && promise != DriverContract.Promise.Durable
  def endpoint: Endpoint = Endpoint("127.0.0.1", 1, None, None, None)
