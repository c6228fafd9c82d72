package shootout.scenario

class WorkloadIdScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def id(producers: String, consumers: String, prefix: String = ""): String =
    val text = s"""group: mine
                  |scenario:
                  |  $prefix
                  |  destinations: {type: queue}
                  |  producers: $producers
                  |  consumers: $consumers
                  |""".stripMargin
    workloads(text).head.id

  test("an id has a suffix for each setting that no mode covers"):
    assertEquals(id("{size: 1 KiB, persistent: true, confirm: receipt, window: 200}", "{}"), "1k_1p_1queue_1_w200")
    assertEquals(id("{size: 1 KiB, persistent: true, confirm: receipt}", "{}"), "1k_1p_1queue_1_unbounded")
    assertEquals(id("{size: 1 KiB, persistent: true}", "{}"), "1k_1p_1queue_1_noreceipt_unbounded")
    assertEquals(id("{size: 1 KiB, confirm: receipt, window: 1}", "{}"), "1k_1a_1queue_1_receipt_w1")
    assertEquals(id("{size: 20 B, rate: 100/s}", "{}"), "20b_1a_1queue_1_rate100")
    assertEquals(id("{size: 20 B, persistent: true, confirm: receipt, rate: 1/s}", "{}"), "20b_1p_1queue_1_rate1")
    assertEquals(id("{size: 20 B, think: 500 us, ramp: 50/s}", "{}"), "20b_1a_1queue_1_think500us_ramp50")
    assertEquals(id("{size: 20 B, messages_per_connection: 5}", "{}"), "20b_1a_1queue_1_churn5")
    assertEquals(id("{size: 20 B, message_groups: 10}", "{}"), "20b_1a_1queue_1_groups10")
    assertEquals(id("{size: 20 B, requests: true, window: 9}", "{replies: true}"), "20b_1a_1queue_1_w9")

  test("an id of requests mentions a receipt only if they have one"):
    val plain = "{size: 20 B, persistent: true, requests: true}"
    assertEquals(id(plain, "{replies: true}", "id: rr_"), "rr_20b_1p_1queue_1")
    val confirmed = "{size: 20 B, persistent: true, requests: true, confirm: receipt}"
    assertEquals(id(confirmed, "{replies: true}", "id: rr"), "rr-20b_1p_1queue_1_receipt")

  test("an id has a suffix for each consumer setting"):
    assertEquals(id("{size: 20 B}", "{ack: client, ack_every: 10, prefetch: 1000}"), "20b_1a_1queue_1_ack10_pre1000")
    assertEquals(id("{size: 20 B}", "{ack: individual}"), "20b_1a_1queue_1_ackeach")
    assertEquals(id("{size: 20 B}", "{ack: client, listener: true}"), "20b_1a_1queue_1_ack1_listener")
    assertEquals(id("{size: 20 B}", "{verify: all}"), "20b_1a_1queue_1_verifyall")
    assertEquals(id("{size: 20 B}", "{verify: end}"), "20b_1a_1queue_1")

  test("a mode and its separate settings have the same id"):
    assertEquals(id("{size: 20 B, persistent: true, confirm: receipt, window: 1}", "{}"), "20b_1p_1queue_1")
    assertEquals(id("{size: 20 B, persistent: false, confirm: none, window: unbounded}", "{}"), "20b_1a_1queue_1")

  test("an id adds up groups of clients and joins sizes"):
    val producers =
      "[{name: a, count: 3, size: 20 B}, {name: b, size: 10 MiB, mode: sync}, {name: c, size: 20 B}]"
    assertEquals(id(producers, "[{name: a, count: 2}, {name: b}]", "id: mixed"), "mixed-20b+10m_4a+1p_1queue_3")

  test("an id describes varying sizes"):
    assertEquals(id("{size: {uniform: [20 B, 1 KiB]}}", "{}"), "uniform-20b-1k_1a_1queue_1")
    val steps = "{size: {steps: {0 s: 20 B, 10 s: {normal: {mean: 1 KiB, stdev: 9 B}}}}}"
    assertEquals(id(steps, "{}"), "steps-0s-20b-10s-normal-1k-9b_1a_1queue_1")
