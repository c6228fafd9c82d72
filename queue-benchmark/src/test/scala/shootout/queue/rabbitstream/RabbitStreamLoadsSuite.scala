package shootout.queue.rabbitstream

import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile, Workload}

/** Which loads run on streams, and which must not be dealt to several load JVMs. */
class RabbitStreamLoadsSuite extends munit.FunSuite:
  private val protocol = QueueSystems.spoken("rabbitmq_stream", "{}")

  private def written(destinations: String, consumers: String): Workload =
    val text =
      s"group: g\nscenario: {destinations: $destinations, producers: {size: 20 B, mode: sync}, consumers: $consumers}\n"
    val plan = Yaml.parse("t.yaml", text).flatMap(ScenarioFile.parse)
      .flatMap(scenario => Plan.from(List(scenario), PlanSettings(Profile.Full)))
    plan.fold(p => fail(p.mkString("\n")), _.workloads.head)

  test("a prefetch is refused by name") {
    val ahead = written("{type: queue}", "{ack: client, prefetch: 10}")
    assert(protocol.unsupported(ahead).exists(_.contains("counted in chunks")))
  }

  test("receivers that share a queue, or partitions, are in one load JVM; all others may be in several") {
    val own = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assertEquals(own.filter(protocol.undivided(_).isEmpty).map(_.consumerCount), List(1))
    val partitioned = written("{type: queue, partitions: 3}", "{count: 1}")
    assert(protocol.undivided(partitioned).exists(_.contains("deals out partitions")))
    val topic = written("{type: topic}", "{count: 3}")
    assertEquals((protocol.unsupported(topic), protocol.undivided(topic)), (None, None))
  }
