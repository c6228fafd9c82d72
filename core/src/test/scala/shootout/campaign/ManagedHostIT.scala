package shootout.campaign

import shootout.broker.{Brokers, StartOptions, Unavailable}
import shootout.driver.{DestinationName, DriverUnusable, NoService, Protocol, Session}
import shootout.scenario.Workload
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.nio.file.{Files, Path}

class ManagedHostIT extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private final class Incomplete extends Protocol:
    var served = Option.empty[Endpoint]
    def unsupported(workload: Workload): Option[String] = None
    def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] = Right(())
    def open(endpoint: Endpoint): Session =
      while !Brokers.greets(endpoint) do Thread.sleep(20)
      served = Some(endpoint)
      throw NoClassDefFoundError("a/b/C")

  temporary.test("a broker is not waited for whose driver cannot be loaded; it ends, and the missing class is told") {
    folder =>
      val broker = Brokers.broker("echo")
      val incomplete = Incomplete()
      val probe = DestinationName(DestinationType.Queue, "probe")
      val host = ManagedHost(broker, StartOptions("echo", 64, folder, Nil, Nil), incomplete, probe)
      val missing =
        Unavailable("the driver cannot be loaded: the class a.b.C is missing", DriverUnusable.Remedy)
      assertEquals(host.renew(), Left(missing))
      assertEquals(host.pidsOfNodes, Some(Nil))
      assertEquals(incomplete.served.map(Brokers.greets), Some(false))
  }
