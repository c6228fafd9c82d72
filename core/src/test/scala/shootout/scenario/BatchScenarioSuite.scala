package shootout.scenario

class BatchScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def file(producers: String, consumers: String = "{}", destinations: String = "{type: queue}"): String =
    s"""group: mine
       |scenario:
       |  destinations: $destinations
       |  producers: {size: 100 B, $producers}
       |  consumers: $consumers
       |""".stripMargin

  test("batches on both sides appear in id, needs and settings"):
    val text = file("count: 5, mode: sync, batch: 10", "{count: 5, ack: client, batch: 10}")
    val workload = workloads(text).head
    assertEquals(workload.id, "100b_5p_1queue_5_b10_ackbatch_take10")
    assertEquals((workload.producers.head.batch, workload.consumers.head.batch), (Some(10), Some(10)))
    assertEquals(List("send_batch", "receive_batch").filterNot(workload.needs.contains), Nil)
    val settings = workload.settings.toMap
    assertEquals((settings("batch").str, settings("consumer_batch").str), ("10", "10"))

  test("a workload needs persistent or non-persistent messages"):
    assertEquals(workloads(file("mode: async")).head.needs.filter(_.endsWith("persistent")), List("non_persistent"))
    assertEquals(workloads(file("mode: sync")).head.needs.filter(_.endsWith("persistent")), List("persistent"))

  test("partitions appear in id, needs and settings"):
    val workload = workloads(file("mode: sync", "{count: 3}", "{type: queue, partitions: 6}")).head
    assertEquals(workload.id, "100b_1p_1queue_3_part6")
    assert(workload.needs.contains("partitions"))
    assertEquals(workload.settings.toMap.apply("partitions").num, 6.0)

  private def refused(text: String, words: String)(using munit.Location): Unit =
    val found = problems(text)
    assert(found.exists(_.contains(words)), s"'$words' is not in $found")

  test("a batch is refused beside settings that contradict it"):
    refused(file("batch: 10"), "add mode: sync")
    refused(file("mode: sync, batch: 10, think: 1 ms"), "write neither, or no batch")
    refused(file("mode: sync, batch: 10, transaction: 5"), "either batch or transaction")
    refused(file("mode: sync, batch: 0"), "found '0'")
    refused(file("mode: sync, batch: 2").replace("size: 100 B", "size: {uniform: [20 B, 1 KiB]}"), "one size")
    refused(file("mode: sync", "{batch: 10}"), "add ack: client or individual")
    refused(file("mode: sync", "{ack: client, ack_every: 5, batch: 10}"), "either batch or ack_every")
    refused(file("mode: sync", "{ack: client, prefetch: 5, batch: 10}"), "write a batch of at most 5")
    refused(file("mode: sync", "{ack: client, listener: true, batch: 10}"), "either batch or listener")

  test("a queue with fewer partitions than consumers is refused"):
    val few = "25 consumers of a queue with 10 partitions"
    refused(file("mode: sync", "{count: 25}", "{type: queue, partitions: 10}"), few)
    assertEquals(problems(file("mode: sync", "{count: 25}", "{type: queue, partitions: 25}")), Nil)
    assertEquals(problems(file("mode: sync", "{count: 25}", "{type: topic, partitions: 10}")), Nil)
