package shootout.scenario

import shootout.scenario.Distribution.*
import shootout.units.Nanos

class RateScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def text(producers: String): String =
    s"group: g\nscenario:\n  destinations: {type: queue}\n  producers: $producers\n  consumers: {}\n"

  private def producers(settings: String): ProducerGroup =
    workloads(text(s"{size: 20 B, $settings}")).head.producers.head

  private def refuses(settings: String, expected: String)(using munit.Location): Unit =
    test(s"refuses $settings"):
      val found = problems(text(s"{size: 20 B, $settings}"))
      assert(found.exists(_.contains(expected)) && found.forall(_.startsWith("4: ")), found)

  private val hundred = Constant(100)

  test("a rate is for each producer or for all together"):
    assertEquals(producers("rate: 100/s").rate, Some(Rate.Each(hundred)))
    assertEquals(producers("count: 4, rate: {total: 100/s}").rate, Some(Rate.Total(hundred)))

  test("a Poisson rate is for each producer, for all, or a step"):
    assertEquals(producers("rate: {poisson: 100/s}").rate, Some(Rate.Each(Poisson(100))))
    assertEquals(producers("rate: {total: {poisson: 100/s}}").rate, Some(Rate.Total(Poisson(100))))
    val steps =
      Steps(List(Nanos(0) -> hundred, Nanos(1_000_000_000) -> Poisson(100)))
    assertEquals(producers("rate: {steps: {0 s: 100/s, 1 s: {poisson: 100/s}}}").rate, Some(Rate.Each(steps)))

  test("an open loop may have a window"):
    val p = producers("rate: 100/s, confirm: receipt, window: 10")
    assertEquals((p.isOpenLoop, p.window), (true, Window.Of(10)))

  test("a window may change while the workload runs"):
    val steps = Window.Steps(List(Nanos(0) -> Window.Of(1), Nanos(5_000_000_000L) -> Window.Unbounded))
    assertEquals(producers("confirm: receipt, window: {steps: {0 s: 1, 5 s: unbounded}}").window, steps)

  test("ids contain the rate"):
    def id(settings: String) = workloads(text(s"{size: 20 B, $settings}")).head.id
    assertEquals(id("rate: {total: 100/s}"), "20b_1a_1queue_1_total100")
    assertEquals(id("rate: {poisson: 100/s}"), "20b_1a_1queue_1_ratepoisson-100")
    assertEquals(id("confirm: receipt, window: {steps: {0 s: 1, 5 s: 20}}"), "20b_1a_1queue_1_receipt_w1-20")

  refuses("rate: {poisson: 0/s}", "write a rate above 0/s")
  refuses("think: {poisson: 1 ms}", "unknown key 'poisson'")
  refuses("rate: {total: 1/s, poisson: 1/s}", "unknown key 'poisson' (allowed: total)")
  refuses("rate: {totl: 1/s}", "write exactly one of uniform, normal, burst, poisson, steps")
  refuses("rate: 0 %", "expected a share of more than 0 %, up to 1000 %")
  refuses("rate: maximum", "or max, or a share of it, as 25 %")
  refuses("rate: 100/s, window: 10", "without receipts nothing would open the window again")
  refuses("confirm: receipt, window: {step: {0 s: 1}}", "did you mean 'steps'?")

class SharesScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def text(matrix: String, rate: String = "$load", more: String = "") =
    s"""group: g
       |matrix: $matrix
       |scenario:
       |  destinations: {type: $$type}
       |  producers: {size: 20 B, confirm: receipt, window: 9, rate: $rate}
       |  consumers: {}
       |$more
       |""".stripMargin

  private val matrix = "{type: [queue, topic], load: [max, 25 %, 50 %]}"

  test("a share refers to the maximum with the same other axes"):
    val found = workloads(text(matrix)).map(c => (c.id, c.share, c.maximum))
    val queue = "20b_1a_1queue_1_receipt_w9"
    val topic = "20b_1a_1topic_1_receipt_w9"
    val expected =
      for base <- List(queue, topic)
      yield List(
        (s"${base}_max", None, None),
        (s"${base}_rate25pct", Some(0.25), Some(s"${base}_max")),
        (s"${base}_rate50pct", Some(0.5), Some(s"${base}_max"))
      )
    assertEquals(found, expected.flatten)

  test("titles name the share"):
    val titles = workloads(text("{type: queue, load: [max, 25 %]}")).map(_.title.split(", ").last)
    assertEquals(titles, List("as fast as possible", "at 25 % of the maximum"))

  test("a selected share brings its maximum"):
    def ids(text: String, profile: Profile, only: String*) =
      plan(List(right(read(text))), profile, only*).workloads.map(_.id.drop("20b_1a_1queue_1_receipt_w9_".length))
    assertEquals(ids(text(matrix), Profile.Full, "*queue*50pct"), List("max", "rate50pct"))
    assertEquals(ids(text(matrix), Profile.Full, "*queue*max"), List("max"))
    val quick = text(matrix).replace("scenario:", "quick: [{type: topic, load: 25 %}]\nscenario:")
    assertEquals(ids(quick, Profile.Quick), List("max", "rate25pct"))

  private val noMaximum = "is a share of a maximum that no load measures; write max on the same axis"
  refuses("no maximum", text("{type: queue, load: [25 %, 50 %]}"), 5 -> s"25 % $noMaximum", 5 -> s"50 % $noMaximum")
  refuses("a share before its maximum", text("{type: queue, load: [25 %, max]}"), 5 -> "write max before it")
  refuses(
    "shares of several groups",
    text("{type: queue, load: [max, 25 %]}")
      .replace("producers: {", "producers: [{name: b, size: 20 B}, {name: a, ")
      .replace("load}", "load}]"),
    5 -> "write one group of producers"
  )
  refuses(
    "a maximum in a phase",
    "group: g\nscenario:\n  destinations: {type: queue}\n  phases:\n  - {name: a, producers: {size: 20 B, rate: max}}\n" +
      "  - {name: b, consumers: {}}\n",
    5 -> "write a rate without phases"
  )
