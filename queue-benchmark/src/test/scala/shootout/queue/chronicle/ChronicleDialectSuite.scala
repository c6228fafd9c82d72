package shootout.queue.chronicle

import shootout.driver.DriverContract
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile}
import shootout.units.{Confirmation, DeliveryOrder, Redelivery}

import java.lang.management.ManagementFactory
import scala.jdk.CollectionConverters.*

/** The `chronicle` section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class ChronicleDialectSuite extends munit.FunSuite:
  private val driver = ChronicleDriver()
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(driver.speak(_, Map.empty))
  private def protocol(text: String) = read(text).fold(p => fail(p.mkString("\n")), identity)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  private def workloads(folder: String, profile: Profile) =
    val files = List(QueueSystems.home.resolve(folder))
    val scenarios = ScenarioFile.read(files).fold(p => fail(p.mkString("\n")), identity)
    val plan = Plan.from(scenarios, PlanSettings(profile)).fold(p => fail(p.mkString("\n")), identity)
    plan.of(driver.api).workloads

  test("nothing need be said; what is said stands in the result; what it does not know is refused") {
    assertEquals((protocol("{}").options, protocol("{sync: true}").options), (Nil, List("sync" -> "true")))
    assert(problems("{sync: perhaps}").head.contains("true or false"))
    assert(problems("{snyc: true}").head.contains("did you mean 'sync'?"))
    assert(protocol("{sync: true}").effectiveSettings.exists(_.contains("SyncMode.SYNC")))
  }

  test("order within a partition; what was not acknowledged comes again when its receiver is gone") {
    val promise = protocol("{}").promise
    assertEquals((promise.order, promise.redelivery), (DeliveryOrder.Partition, Redelivery.Unacknowledged))
    assertEquals(promise.confirmation, Confirmation.Broker)
  }

  test("the version of its broker.yaml is the library's") {
    val said = QueueSystems.catalogue.filter(_.name == "chronicle").flatMap(_.spec.version).distinct
    assertEquals(said, List(ChronicleDriver.version))
    assertEquals(driver.name, s"chronicle-queue ${ChronicleDriver.version}")
  }

  test("these tests run with the flags of its load JVMs, and other load JVMs without") {
    val here = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSet
    assertEquals(driver.jvmFlags.filterNot(here), Nil)
    assert(driver.jvmFlags.nonEmpty)
    assertEquals(QueueSystems.drivers.filter(_.protocol != "chronicle").flatMap(_.jvmFlags), Nil)
  }

  test("the library that would report its use is not there") {
    intercept[ClassNotFoundException](Class.forName("net.openhft.chronicle.analytics.Analytics"))
  }

  test("the shipped loads for queue systems, and those of price updates, run on it, but for maps") {
    for sync <- List("{}", "{sync: true}") do
      assertEquals(workloads("queue-benchmark/scenarios", Profile.Replicated).flatMap(protocol(sync).unsupported), Nil)
    val rates = workloads("queue-benchmark/scenarios", Profile.Full)
    assert(rates.exists(_.group == "price_rates"))
    assertEquals(rates.flatMap(protocol("{}").unsupported), Nil)
    val prices = workloads("jms-benchmark/scenarios", Profile.Standard).filter(_.group == "price_updates")
    val (maps, others) = prices.partition(_.axes.contains("message" -> "map"))
    assertEquals(
      maps.flatMap(protocol("{}").unsupported).distinct,
      List("this driver sends bytes, which have no entries")
    )
    assertEquals((maps.size, others.size, others.flatMap(protocol("{}").unsupported)), (2, 8, Nil))
  }

  test("topics, and the death of a broker that there is not, are refused with the reason") {
    val others = workloads("stomp-benchmark/scenarios", Profile.Full)
    def refused(which: shootout.scenario.Workload => Boolean) = others.filter(which).map(protocol("{}").unsupported)
    assert(refused(_.onTopic).nonEmpty && refused(_.onTopic).forall(_.isDefined))
    val crashes = refused(workload => workload.crash && !workload.onTopic)
    assert(crashes.nonEmpty && crashes.forall(_.isDefined), crashes)
    assert(crashes.flatten.exists(_.contains("outlive any process")), crashes)
  }

  test("receivers share the partitions evenly, or as evenly as they can") {
    val shares =
      List(3 -> 2, 25 -> 25, 1 -> 3, 10 -> 3).map((partitions, n) => ChronicleLayout(partitions, n).partitionsEach)
    assertEquals(shares, List(2, 1, 1, 4))
  }

  test("a queue of any name has a folder of its own") {
    val names = DriverContract.destinations("d") ++ List("a/b", "..", "a b", "ü", "x" * 300, "x" * 301)
    val folders = names.map(ChronicleQueues.fileName)
    assertEquals(folders.distinct.size, names.size)
    assert(folders.forall(name => name.length <= 255 && !name.contains('/') && name != ".."))
  }
