package shootout.campaign

import shootout.broker.{Brokers, StartOptions, TemporaryFolder, Unavailable}
import shootout.driver.{DestinationName, DriverUnusable, NoService, Protocol, Session}
import shootout.scenario.Workload
import shootout.units.{DestinationType, Endpoint, Nanos}

class ManagedHostIT extends TemporaryFolder:
  private final class Incomplete extends Protocol:
    var served = Option.empty[Endpoint]
    def unsupported(workload: Workload): Option[String] = None
    def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] = Right(())
    def open(endpoint: Endpoint): Session =
      while !Brokers.greets(endpoint) do Thread.sleep(20)
      served = Some(endpoint)
      throw NoClassDefFoundError("a/b/C")

  folder.test("a driver that cannot be loaded ends the broker at once and names the missing class"): folder =>
    val broker = Brokers.broker("echo")
    val incomplete = Incomplete()
    val probe = DestinationName(DestinationType.Queue, "probe")
    val host =
      ManagedHost(broker, StartOptions("echo", 64, folder, Nil, Nil), incomplete, probe)
    val missing =
      Unavailable("the driver cannot be loaded: the class a.b.C is missing", DriverUnusable.Remedy)
    assertEquals(host.renew(), Left(missing))
    assertEquals(host.pidsOfNodes, Some(Nil))
    assertEquals(incomplete.served.map(Brokers.greets), Some(false))
