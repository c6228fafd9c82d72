package shootout.campaign

import shootout.result.*
import shootout.engine.{WorkloadDraft, Workloads}
import shootout.scenario.*
import shootout.units.{DestinationType, EpochMillis, Nanos}

class RateSweepEndSuite extends munit.FunSuite:
  private val Limit = Nanos.ofSeconds(1)

  private def workload(rate: Int, below: Int*): Workload =
    val producers = ProducerGroup.plain(20).copy(rate = Some(Rate.Each(Distribution.Constant(rate))))
    val sweep = RateSweep("rate", Limit, below.map(n => s"c$n").toList)
    Workloads.sending(producers).copy(id = s"c$rate", axes = List("rate" -> s"$rate/s"), rateSweep = Some(sweep))

  private val third = workload(300, 200, 100)

  private def summary(produced: Double, consumed: Double, target: Double, p99Us: Double): Summary =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val latency =
      LatencySummary(LatencyTime.ResponseTime, 9, 0, 1, 1, 1, 1, 1, p99Us, p99Us, p99Us, p99Us, "")
    Summary(rates(produced), rates(0), rates(consumed), rates(0), 0, Map("end_to_end" -> Some(latency)), Some(target))

  private def result(of: Workload, status: Status, summary: Option[Summary] = None, reason: String = "too slow") =
    WorkloadDraft(of, 1, EpochMillis(1)).without(status, reason).copy(summary = summary)

  private val good = Some(summary(200, 200, 200, 5e3))
  private val bad = Some(summary(120, 110, 200, 2.44e6))

  private def end(known: WorkloadResult*): Option[RateSweepEnd] =
    RateSweepEnd.of(third, id => known.find(_.id == id))

  test("the sweep goes on if the next lower rate was sustained or is unknown"):
    assertEquals(end(), None)
    assertEquals(end(result(workload(200), Status.Measured, good)), None)
    assertEquals(end(result(workload(100), Status.Measured, good)), None)
    assertEquals(RateSweepEnd.of(third.copy(rateSweep = None), _ => fail("asked")), None)

  test("the sweep ends above an unsustained rate, and every higher workload gives the reason"):
    val first = end(result(workload(200), Status.Measured, bad)).get
    val reason =
      "200/s was not sustained: sent 60 % of it, consumed 55 % of it, a p99 of 2.4 s, above 1 s"
    assertEquals(first, RateSweepEnd(reason, "c200"))
    val sweep = Some(RateSweepResult("rate", 1e6, Some(first.beyond)))
    val skipped =
      result(third, Status.Skipped, reason = first.reason).copy(rateSweep = sweep)
    assertEquals(RateSweepEnd.of(workload(400, 300, 200, 100), id => Option.when(id == "c300")(skipped)), Some(first))

  test("the sweep ends above a failed rate, but not above a skipped or unsupported one"):
    val failed = end(result(workload(200), Status.Failed)).get
    assertEquals(failed, RateSweepEnd("200/s failed: too slow", "c200"))
    assertEquals(end(result(workload(200), Status.Skipped)), None)
    assertEquals(end(result(workload(200), Status.Unsupported)), None)

class MaximumShareSuite extends munit.FunSuite:
  private def workload(kind: DestinationType, consumers: Int, rate: Rate): Workload =
    val producers = ProducerGroup.plain(20).copy(count = 2, rate = Some(rate))
    val groups = List(ConsumerGroup.plain.copy(count = consumers)).filter(_.count > 0)
    Workloads.workload(kind, 1, List(producers), groups).copy(maximum = Some("top"))

  private val quarter = workload(DestinationType.Queue, 1, Rate.Share(0.25))

  private def top(produced: Double, consumed: Double, status: Status = Status.Measured): WorkloadResult =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val summary = Summary(rates(produced), rates(0), rates(consumed), rates(0), 0)
    val draft = WorkloadDraft(quarter, 1, EpochMillis(1)).without(status, "too slow")
    draft.copy(id = "top", summary = Option.when(status == Status.Measured)(summary))

  private def target(of: Workload, result: WorkloadResult): Either[(Status, String), Option[OfferedResult]] =
    MaximumShare.lookUp(of, id => Option.when(id == "top")(result)).map(_.offered)

  test("a share refers to the consumed rate if more was produced"):
    val known = MaximumShare.lookUp(quarter, _ => Some(top(1000, 400))).toOption.get
    assertEquals(known.offered, Some(OfferedResult("top", 400, 0.25, 100)))
    assertEquals(known.workload.producers.flatMap(_.rate), List(Rate.Total(Distribution.Constant(100))))
    assertEquals(known.workload.id, quarter.id)

  test("a share refers to the produced rate after a backlog or without consumers, and to one consumer of a topic"):
    assertEquals(target(quarter, top(300, 400)).map(_.get.maximumPerS), Right(300.0))
    val unread = workload(DestinationType.Topic, 0, Rate.Share(0.5))
    assertEquals(target(unread, top(1000, 0)).map(_.get.targetPerS), Right(500.0))
    val topic = workload(DestinationType.Topic, 4, Rate.Share(0.5))
    assertEquals(target(topic, top(1000, 3200)).map(_.get), Right(OfferedResult("top", 800, 0.5, 400)))

  test("a share without its maximum is not run, with the reason"):
    assertEquals(MaximumShare.lookUp(quarter, _ => None), Left(Status.Skipped -> "its maximum, top, was not measured"))
    val failed = Left(Status.Skipped -> "its maximum, top, was not measured: too slow")
    assertEquals(target(quarter, top(1, 1, Status.Failed)), failed)
    assertEquals(target(quarter, top(1, 1, Status.Unsupported)), Left(Status.Unsupported -> "too slow"))
    assertEquals(target(quarter, top(9, 0)), Left(Status.Skipped -> "its maximum, top, is 0: no message came through"))
