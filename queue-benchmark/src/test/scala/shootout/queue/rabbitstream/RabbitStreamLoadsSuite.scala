package shootout.queue.rabbitstream

import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.queue.QueueSystems.orFail
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile, Workload}

/** The loads that run on streams, and those that need a single load JVM. */
class RabbitStreamLoadsSuite extends munit.FunSuite:
  private val protocol = QueueSystems.spoken("rabbitmq_stream", "{}")

  private def written(destinations: String, consumers: String): Workload =
    val producers = "producers: {size: 20 B, mode: sync}"
    val text = s"group: g\nscenario: {destinations: $destinations, $producers, consumers: $consumers}\n"
    val scenario = Yaml.parse("t.yaml", text).flatMap(ScenarioFile.parse).orFail
    Plan.from(List(scenario), PlanSettings(Profile.Full)).orFail.workloads.head

  test("a prefetch is refused with the reason"):
    val ahead = written("{type: queue}", "{ack: client, prefetch: 10}")
    assert(protocol.unsupported(ahead).exists(_.contains("counted in chunks")))

  test("receivers that share a queue or partitions need one load JVM"):
    val own = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assertEquals(own.filter(protocol.undivided(_).isEmpty).map(_.consumerCount), List(1))
    val partitioned = written("{type: queue, partitions: 3}", "{count: 1}")
    assert(protocol.undivided(partitioned).exists(_.contains("deals out partitions")))
    val topic = written("{type: topic}", "{count: 3}")
    assertEquals((protocol.unsupported(topic), protocol.undivided(topic)), (None, None))
