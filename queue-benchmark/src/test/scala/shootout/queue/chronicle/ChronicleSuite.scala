package shootout.queue.chronicle

import shootout.driver.DriverContract
import shootout.queue.QueueSystems
import shootout.scenario.{Profile, Workload}

import java.lang.management.ManagementFactory
import scala.jdk.CollectionConverters.*

/** The loads that run on Chronicle Queue, the flags of its library, and its files. */
class ChronicleSuite extends munit.FunSuite:
  private val driver = ChronicleDriver()
  private val protocol = QueueSystems.spoken("chronicle", "{}")

  /** The shipped loads for queue systems. */
  private def workloads(folder: String, profile: Profile) =
    QueueSystems.plan(folder, profile).of(driver.api).workloads

  test("broker.yaml has the version of the library"):
    val said = QueueSystems.catalogue.filter(_.name == "chronicle").flatMap(_.spec.version).distinct
    assertEquals(said, List(driver.version))
    assertEquals(driver.name, s"chronicle-queue ${driver.version}")

  test("only the load JVMs of Chronicle Queue, and these tests, have its flags"):
    val here = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSet
    assertEquals(driver.jvmFlags.filterNot(here), Nil)
    assert(driver.jvmFlags.nonEmpty)
    assertEquals(QueueSystems.drivers.filter(_.protocol != "chronicle").flatMap(_.jvmFlags), Nil)

  test("the library that would report usage is absent"):
    intercept[ClassNotFoundException](Class.forName("net.openhft.chronicle.analytics.Analytics"))

  test("the shipped loads of price updates run, except maps"):
    val rates = workloads("queue-benchmark/scenarios", Profile.Full)
    assert(rates.exists(_.group == "price_rates"))
    assertEquals(rates.flatMap(protocol.unsupported), Nil)
    val prices = workloads("jms-benchmark/scenarios", Profile.Standard).filter(_.group == "price_updates")
    val (maps, others) = prices.partition(_.axes.contains("message" -> "map"))
    assertEquals(
      maps.flatMap(protocol.unsupported).distinct,
      List("this driver sends bytes, which have no entries")
    )
    assertEquals((maps.size, others.size, others.flatMap(protocol.unsupported)), (2, 8, Nil))

  test("topics and crashes are refused with the reason"):
    val others = workloads("stomp-benchmark/scenarios", Profile.Full)
    def refused(which: Workload => Boolean) = others.filter(which).map(protocol.unsupported)
    assert(refused(_.onTopic).nonEmpty && refused(_.onTopic).forall(_.isDefined))
    val crashes = refused(workload => workload.crash && !workload.onTopic)
    assert(crashes.nonEmpty && crashes.forall(_.isDefined), crashes)
    assert(crashes.flatten.exists(_.contains("outlive any process")), crashes)

  test("receivers share the partitions as evenly as possible"):
    val shares =
      List(3 -> 2, 25 -> 25, 1 -> 3, 10 -> 3).map((partitions, n) => ChronicleLayout(partitions, n).partitionsEach)
    assertEquals(shares, List(2, 1, 1, 4))

  test("each queue name has a folder of its own"):
    val names = DriverContract.destinations("d") ++ List("a/b", "..", "a b", "ü", "x" * 300, "x" * 301)
    val folders = names.map(ChronicleSession.fileName)
    assertEquals(folders.distinct.size, names.size)
    assert(folders.forall(name => name.length <= 255 && !name.contains('/') && name != ".."))
