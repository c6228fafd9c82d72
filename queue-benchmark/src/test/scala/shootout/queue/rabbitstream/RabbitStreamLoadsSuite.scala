package shootout.queue.rabbitstream

import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile, Workload}

import java.nio.file.{Files, Path}

/** Which loads run on streams, and which must not be dealt to several load JVMs. */
class RabbitStreamLoadsSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("shootout.home"))
  private val protocol = RabbitStreamProtocol(Map.empty)

  private def workloads(file: Path, profile: Profile): List[Workload] =
    val scenarios = ScenarioFile.read(List(file)).fold(p => fail(p.mkString("\n")), identity)
    Plan.from(scenarios, PlanSettings(profile)).fold(p => fail(p.mkString("\n")), identity).workloads

  private def written(load: String): Workload =
    val file = Files.createTempFile("scenarios", ".yaml")
    try
      Files.writeString(file, s"group: g\ntitle: G\nabout: g\nscenario:\n  id: s\n$load")
      workloads(file, Profile.Quick).head
    finally Files.delete(file)

  test("the shipped loads run on it; what need not be kept, and prefetch, are refused by name") {
    val own = workloads(home.resolve("queue-benchmark/scenarios"), Profile.Replicated)
    assert(own.nonEmpty)
    assertEquals(own.flatMap(protocol.unsupported), Nil)
    val others = workloads(home.resolve("stomp-benchmark/scenarios"), Profile.Standard)
    def reason(id: String) = protocol.unsupported(others.find(_.id == id).get)
    assertEquals(reason("20b_1p_1queue_1"), None)
    assertEquals(reason("20b_1a_1queue_1"), Some("a stream writes every message to its log"))
    val ahead = written(
      "  destinations: {type: queue}\n  producers: {count: 1, size: 100 B, mode: sync}\n  consumers: {count: 1, ack: client, prefetch: 10}\n"
    )
    assert(protocol.unsupported(ahead).exists(_.contains("counted in chunks")))
  }

  test("receivers that share a queue, or partitions, are in one load JVM; all others may be in several") {
    val own = workloads(home.resolve("queue-benchmark/scenarios"), Profile.Replicated)
    assertEquals(own.filter(protocol.undivided(_).isEmpty).map(_.consumerCount), List(1))
    val partitioned = written(
      "  destinations: {type: queue, partitions: 3}\n  producers: {count: 1, size: 100 B, mode: sync}\n  consumers: {count: 1}\n"
    )
    assert(protocol.undivided(partitioned).exists(_.contains("deals out partitions")))
    val topic =
      written(
        "  destinations: {type: topic}\n  producers: {count: 1, size: 100 B, mode: sync}\n  consumers: {count: 3}\n"
      )
    assertEquals((protocol.unsupported(topic), protocol.undivided(topic)), (None, None))
  }
