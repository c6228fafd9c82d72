package shootout.scenario

import shootout.units.Nanos

class RateSweepScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def text(rateSweep: String = "rate", rates: String = "[100/s, 1000/s, 5000/s]", rate: String = "$rate") =
    s"""group: g
       |matrix: {type: [queue, topic], rate: $rates}
       |rate_sweep: $rateSweep
       |scenario:
       |  destinations: {type: $$type}
       |  producers: {size: 1 KiB, confirm: receipt, window: 9, rate: $rate}
       |  consumers: {}
       |""".stripMargin

  private val Queue = "1k_1a_1queue_1_receipt_w9_rate"

  test("a sweep lists the lower rates with the same other axes, nearest first"):
    val all = workloads(text())
    assertEquals(all.map(_.id).take(3), List("100", "1000", "5000").map(Queue + _))
    val below = all.map(_.rateSweep.get.below)
    assertEquals(below.take(3), List(Nil, List(Queue + 100), List(Queue + 1000, Queue + 100)))
    assertEquals(below.drop(3), below.take(3).map(_.map(_.replace("queue", "topic"))))
    assert(all.forall(c => c.rateSweep.get.axis == "rate" && c.rateSweep.get.p99Limit == Nanos.ofSeconds(1)))

  test("a low rate takes enough samples for a p99, unless the command line says otherwise"):
    def samples(settings: PlanSettings, yaml: String) =
      right(Plan.from(List(right(read(yaml))), settings)).workloads.take(3).map(_.timing.samples)
    val five = text().replace("scenario:", "scenario:\n  samples: 5")
    assertEquals(samples(PlanSettings(Profile.Standard), five), List(11, 5, 5))
    assertEquals(samples(PlanSettings(Profile.Quick), five), List(27, 5, 5))
    assertEquals(samples(PlanSettings(Profile.Standard, samples = Some(3)), five), List(3, 3, 3))
    val slow = five.replace("100/s, 1000/s", "1/s, 1000/s")
    assertEquals(samples(PlanSettings(Profile.Standard), slow).head, 30)
    assertEquals(samples(PlanSettings(Profile.Standard), five.replace("rate_sweep: rate\n", "")), List(5, 5, 5))

  test("the p99 limit may be set"):
    val limits = workloads(text("{axis: rate, p99: 50 ms}")).map(_.rateSweep.get.p99Limit)
    assertEquals(limits.distinct, List(Nanos.ofMillis(50)))

  test("without the key there is no sweep, and --only selects one rate without the lower ones"):
    assert(workloads(text().replace("rate_sweep: rate\n", "")).forall(_.rateSweep.isEmpty))
    assertEquals(plan(List(right(read(text()))), Profile.Full, "*queue*5000").workloads.map(_.id), List(Queue + 5000))

  refuses("an unknown axis", text("speed"), 3 -> "found 'speed', expected an axis (type, rate)")
  refuses("an unknown key", text("{axis: rate, p90: 1 s}"), 3 -> "unknown key 'p90'; did you mean 'p99'?")
  refuses(
    "a rate sweep downwards",
    text(rates = "[1000/s, 500/s]"),
    3 -> "a rate sweep goes up, but 500/s comes after 1000/s"
  )
  refuses(
    "a rate sweep without a rate to hold",
    text(rates = "[1, 2]", rate = "max").replace("consumers: {}", "consumers: {count: $rate}"),
    6 -> "rate_sweep: rate needs a rate that each load must hold"
  )
  refuses(
    "linked phases",
    "group: g\nmatrix: {rate: [1/s, 2/s]}\nrate_sweep: rate\nscenario:\n  destinations: {type: queue}\n  phases:\n" +
      "  - {name: a, producers: {size: 20 B, rate: $rate}}\n  - {name: b, consumers: {}}\n",
    3 -> "linked phases have no rate sweep"
  )
