package shootout.campaign

import shootout.result.*
import shootout.engine.WorkloadDraft
import shootout.scenario.*
import shootout.units.{DestinationType, EpochMillis, Nanos}

class RateSweepEndSuite extends munit.FunSuite:
  private val Limit = Nanos.ofSeconds(1)

  private def workload(rate: Int, below: Int*): Workload =
    val producers = ProducerGroup.plain(20).copy(rate = Some(Rate.Each(Distribution.Constant(rate))))
    val timing = Timing(Nanos(0), 1, Nanos.ofSeconds(1), Nanos(0), Nanos(0))
    val rateSweep = RateSweep("rate", Limit, below.map(n => s"c$n").toList)
    Workload(
      s"c$rate",
      "g",
      "t",
      List("rate" -> s"$rate/s"),
      Destinations(DestinationType.Queue, 1, None),
      List(producers),
      List(ConsumerGroup.plain),
      timing,
      None,
      rateSweep = Some(rateSweep)
    )

  private val third = workload(300, 200, 100)

  private def summary(produced: Double, consumed: Double, target: Double, p99Us: Double): Summary =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val latency = LatencySummary(LatencyTime.ResponseTime, 9, 0, 1, 1, 1, 1, 1, p99Us, p99Us, p99Us, p99Us, "")
    Summary(rates(produced), rates(0), rates(consumed), rates(0), 0, Map("end_to_end" -> Some(latency)), Some(target))

  private def result(of: Workload, status: Status, summary: Option[Summary] = None, reason: String = "it said so") =
    WorkloadDraft(of, 1, EpochMillis(1)).without(status, reason).copy(summary = summary)

  private val good = Some(summary(200, 200, 200, 5e3))
  private val bad = Some(summary(120, 110, 200, 2.44e6))

  private def end(known: WorkloadResult*): Option[RateSweepEnd] = RateSweepEnd.of(third, id => known.find(_.id == id))

  test("runs where the nearest known workload below was held, or nothing is known"):
    assertEquals(end(), None)
    assertEquals(end(result(workload(200), Status.Measured, good)), None)
    assertEquals(end(result(workload(100), Status.Measured, good)), None)
    assertEquals(RateSweepEnd.of(third.copy(rateSweep = None), _ => fail("asked")), None)

  test("ends above one that was not held, and every higher one says so too"):
    val first = end(result(workload(200), Status.Measured, bad)).get
    val reason = "200/s was not sustained: sent 60 % of it, consumed 55 % of it, a p99 of 2.4 s, above 1 s"
    assertEquals(first, RateSweepEnd(reason, "c200"))
    val sweep = Some(RateSweepResult("rate", 1e6, Some(first.beyond)))
    val skipped = result(third, Status.Skipped, reason = first.reason).copy(rateSweep = sweep)
    assertEquals(RateSweepEnd.of(workload(400, 300, 200, 100), id => Option.when(id == "c300")(skipped)), Some(first))

  test("ends above one that failed; what was not run for another reason ends nothing"):
    val failed = end(result(workload(200), Status.Failed)).get
    assertEquals(failed, RateSweepEnd("200/s failed: it said so", "c200"))
    assertEquals(end(result(workload(200), Status.Skipped)), None)
    assertEquals(end(result(workload(200), Status.Unsupported)), None)

class MaximumShareSuite extends munit.FunSuite:
  private def workload(kind: DestinationType, consumers: Int, rate: Rate): Workload =
    val producers = ProducerGroup.plain(20).copy(count = 2, rate = Some(rate))
    val group = ConsumerGroup.plain.copy(count = consumers)
    val timing = Timing(Nanos(0), 1, Nanos.ofSeconds(1), Nanos(0), Nanos(0))
    val groups = List(group).filter(_.count > 0)
    Workload("id", "g", "t", Nil, Destinations(kind, 1, None), List(producers), groups, timing, None, Some("top"))

  private val quarter = workload(DestinationType.Queue, 1, Rate.Share(0.25))

  private def top(produced: Double, consumed: Double, status: Status = Status.Measured): WorkloadResult =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val summary = Summary(rates(produced), rates(0), rates(consumed), rates(0), 0)
    val draft = WorkloadDraft(quarter, 1, EpochMillis(1)).without(status, "it said so")
    draft.copy(id = "top", summary = Option.when(status == Status.Measured)(summary))

  private def target(of: Workload, result: WorkloadResult): Either[(Status, String), Option[OfferedResult]] =
    MaximumShare.lookUp(of, id => Option.when(id == "top")(result)).map(_.offered)

  test("a share is of what was consumed, if more was produced") {
    val known = MaximumShare.lookUp(quarter, _ => Some(top(1000, 400))).toOption.get
    assertEquals(known.offered, Some(OfferedResult("top", 400, 0.25, 100)))
    assertEquals(known.workload.producers.flatMap(_.rate), List(Rate.Total(Distribution.Constant(100))))
    assertEquals(known.workload.id, quarter.id)
  }

  test("what an earlier backlog added to the consumption does not count") {
    assertEquals(target(quarter, top(300, 400)).map(_.get.maximumPerS), Right(300.0))
  }

  test("each message of a topic is consumed by all") {
    val topic = workload(DestinationType.Topic, 4, Rate.Share(0.5))
    assertEquals(target(topic, top(1000, 3200)).map(_.get), Right(OfferedResult("top", 800, 0.5, 400)))
  }

  test("without consumers, what was produced") {
    assertEquals(
      target(workload(DestinationType.Topic, 0, Rate.Share(0.5)), top(1000, 0)).map(_.get.targetPerS),
      Right(500.0)
    )
  }

  test("without a maximum there is no share of it, and the reason is told") {
    assertEquals(MaximumShare.lookUp(quarter, _ => None), Left(Status.Skipped -> "its maximum, top, was not measured"))
    val failed = Left(Status.Skipped -> "its maximum, top, was not measured: it said so")
    assertEquals(target(quarter, top(1, 1, Status.Failed)), failed)
    assertEquals(target(quarter, top(1, 1, Status.Unsupported)), Left(Status.Unsupported -> "it said so"))
    assertEquals(target(quarter, top(9, 0)), Left(Status.Skipped -> "its maximum, top, is 0: no message came through"))
  }

  test("other rates are left alone") {
    val plain = workload(DestinationType.Queue, 1, Rate.Each(Distribution.Constant(7))).copy(maximum = None)
    assertEquals(MaximumShare.lookUp(plain, _ => None), Right(KnownRate(plain, None)))
  }
