package shootout.host

import shootout.result.*
import shootout.run.CellDraft
import shootout.scenario.*
import shootout.units.{DestinationType, EpochMillis, Nanos}

class MaximumSuite extends munit.FunSuite:
  private def cell(kind: DestinationType, consumers: Int, rate: Rate): Cell =
    val producers = ProducerGroup.plain(20).copy(count = 2, rate = Some(rate))
    val group = ConsumerGroup.plain.copy(count = consumers)
    val timing = Timing(Nanos(0), 1, Nanos.ofSeconds(1), Nanos(0), Nanos(0))
    val groups = List(group).filter(_.count > 0)
    Cell("id", "g", "t", Nil, Destinations(kind, 1, None), List(producers), groups, timing, None, Some("top"))

  private val quarter = cell(DestinationType.Queue, 1, Rate.Share(0.25))

  private def top(produced: Double, consumed: Double, status: Status = Status.Measured): CellResult =
    def rates(mean: Double) = RateSummary(mean, 0, mean, mean)
    val summary = Summary(rates(produced), rates(0), rates(consumed), rates(0), 0)
    val draft = CellDraft(quarter, 1, EpochMillis(1)).without(status, "it said so")
    draft.copy(id = "top", summary = Option.when(status == Status.Measured)(summary))

  private def target(of: Cell, result: CellResult): Either[(Status, String), Option[OfferedResult]] =
    Maximum.lookUp(of, id => Option.when(id == "top")(result)).map(_.offered)

  test("a share is of what was consumed, if more was produced") {
    val known = Maximum.lookUp(quarter, _ => Some(top(1000, 400))).toOption.get
    assertEquals(known.offered, Some(OfferedResult("top", 400, 0.25, 100)))
    assertEquals(known.cell.producers.flatMap(_.rate), List(Rate.Total(Distribution.Constant(100))))
    assertEquals(known.cell.id, quarter.id)
  }

  test("what an earlier backlog added to the consumption does not count") {
    assertEquals(target(quarter, top(300, 400)).map(_.get.maximumPerS), Right(300.0))
  }

  test("each message of a topic is consumed by all") {
    val topic = cell(DestinationType.Topic, 4, Rate.Share(0.5))
    assertEquals(target(topic, top(1000, 3200)).map(_.get), Right(OfferedResult("top", 800, 0.5, 400)))
  }

  test("without consumers, what was produced") {
    assertEquals(
      target(cell(DestinationType.Topic, 0, Rate.Share(0.5)), top(1000, 0)).map(_.get.targetPerS),
      Right(500.0)
    )
  }

  test("without a maximum there is no share of it, and the reason is told") {
    assertEquals(Maximum.lookUp(quarter, _ => None), Left(Status.Skipped -> "its maximum, top, was not measured"))
    val failed = Left(Status.Skipped -> "its maximum, top, was not measured: it said so")
    assertEquals(target(quarter, top(1, 1, Status.Failed)), failed)
    assertEquals(target(quarter, top(1, 1, Status.Unsupported)), Left(Status.Unsupported -> "it said so"))
    assertEquals(target(quarter, top(9, 0)), Left(Status.Skipped -> "its maximum, top, is 0: no message came through"))
  }

  test("other rates are left alone") {
    val plain = cell(DestinationType.Queue, 1, Rate.Each(Distribution.Constant(7))).copy(maximum = None)
    assertEquals(Maximum.lookUp(plain, _ => None), Right(KnownRate(plain, None)))
  }
