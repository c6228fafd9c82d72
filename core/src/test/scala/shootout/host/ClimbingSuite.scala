package shootout.host

import shootout.result.*
import shootout.run.CellDraft
import shootout.scenario.*
import shootout.units.{DestinationType, EpochMillis, Nanos}

class ClimbingSuite extends munit.FunSuite:
  private val Limit = Nanos.ofSeconds(1)

  private def cell(rate: Int, below: Int*): Cell =
    val producers = ProducerGroup.plain(20).copy(rate = Some(Rate.Each(Distribution.Constant(rate))))
    val timing = Timing(Nanos(0), 1, Nanos.ofSeconds(1), Nanos(0), Nanos(0))
    val climb = RateSweep("rate", Limit, below.map(n => s"c$n").toList)
    Cell(
      s"c$rate",
      "g",
      "t",
      List("rate" -> s"$rate/s"),
      Destinations(DestinationType.Queue, 1, None),
      List(producers),
      List(ConsumerGroup.plain),
      timing,
      None,
      climb = Some(climb)
    )

  private val third = cell(300, 200, 100)

  private def summary(produced: Double, consumed: Double, target: Double, p99Us: Double): Summary =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val latency = LatencySummary(LatencyTime.ResponseTime, 9, 0, 1, 1, 1, 1, 1, p99Us, p99Us, p99Us, p99Us, "")
    Summary(rates(produced), rates(0), rates(consumed), rates(0), 0, Map("end_to_end" -> Some(latency)), Some(target))

  private def result(of: Cell, status: Status, summary: Option[Summary] = None, reason: String = "it said so") =
    CellDraft(of, 1, EpochMillis(1)).without(status, reason).copy(summary = summary)

  private val good = Some(summary(200, 200, 200, 5e3))
  private val bad = Some(summary(120, 110, 200, 2.44e6))

  private def end(known: CellResult*): Option[ClimbEnd] = Climbing.end(third, id => known.find(_.id == id))

  test("runs where the nearest known cell below was held, or nothing is known"):
    assertEquals(end(), None)
    assertEquals(end(result(cell(200), Status.Measured, good)), None)
    assertEquals(end(result(cell(100), Status.Measured, good)), None)
    assertEquals(Climbing.end(third.copy(climb = None), _ => fail("asked")), None)

  test("ends above one that was not held, and every higher one says so too"):
    val first = end(result(cell(200), Status.Measured, bad)).get
    val reason = "200/s was not held: sent 60 % of it, consumed 55 % of it, a p99 of 2.4 s, above 1 s"
    assertEquals(first, ClimbEnd(reason, ClimbResult("rate", 1e6, Some("c200"))))
    val skipped = result(third, Status.Skipped, reason = first.reason).copy(climb = Some(first.result))
    assertEquals(Climbing.end(cell(400, 300, 200, 100), id => Option.when(id == "c300")(skipped)), Some(first))

  test("ends above one that failed; what was not run for another reason ends nothing"):
    val failed = end(result(cell(200), Status.Failed)).get
    assertEquals((failed.reason, failed.result.beyond), ("200/s failed: it said so", Some("c200")))
    assertEquals(end(result(cell(200), Status.Skipped)), None)
    assertEquals(end(result(cell(200), Status.Unsupported)), None)
