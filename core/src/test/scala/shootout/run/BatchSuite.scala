package shootout.run

import shootout.driver.{DeliveryPromise, Faults}
import shootout.scenario.{Ack, Cell, Confirm, Window}
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Redelivery}

/** Loads that send and take several messages at a time, and the promise by which the audit judges them. */
class BatchSuite extends munit.FunSuite:
  private val producers =
    Cells.producers.copy(
      think = None,
      persistent = true,
      confirm = Confirm.Receipt,
      window = Window.Of(1),
      batch = Some(10)
    )
  private val consumers = Cells.consumers.copy(ack = Ack.Client, batch = Some(10))
  private val cell: Cell = Cells.cell(producers = List(producers), consumers = List(consumers))
  private val atLeastOnce =
    DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, Confirmation.Replicas)

  test("all that is sent comes, is acknowledged, and a send's latency is that of its batch") {
    val result = VirtualRun().measured(cell)
    val audit = result.audit.get
    assertEquals((audit.delivered, audit.lost, audit.duplicated), (audit.expected, 0L, 0L))
    val groups = result.samples.flatMap(_.groups)
    val confirmed = groups.map(_.confirmed).sum
    val perSend = confirmed.toDouble / result.summary.get.send.get.count
    assert(perSend > 3 && perSend < 8, s"$perSend messages a send, not 5.5")
    assert(groups.map(_.acknowledged).sum > 0.9 * groups.map(_.consumed).sum)
  }

  test("what comes again is a fault, unless at least once is all that is promised") {
    val twice = Faults(duplicateEvery = 50)
    val strict = VirtualRun(twice).measured(cell).audit.get
    assert(strict.duplicated > 0 && strict.redelivered == 0, strict)
    val lenient = VirtualRun(twice, promise = atLeastOnce).measured(cell).audit.get
    assert(lenient.duplicated == 0 && lenient.redelivered > 0, lenient)
    assertEquals((lenient.delivered, lenient.lost), (lenient.expected, 0L))
  }

  test("what overtakes is a fault, unless it came by another partition") {
    val swapping = Faults(swapEvery = 50)
    def audit(promise: DeliveryPromise, partitions: Int) =
      val destinations = cell.destinations.copy(partitions = Some(partitions))
      VirtualRun(swapping, promise = promise).measured(cell.copy(destinations = destinations)).audit.get
    val ordered = atLeastOnce.copy(redelivery = Redelivery.Unacknowledged)
    assert(audit(DeliveryPromise.plain, 1).reordered > 0)
    assert(audit(ordered, 1).reordered > 0, "one partition keeps the order")
    val across = audit(ordered, 3)
    assert(across.reordered == 0 && across.overtaken > 0, across)
  }

  test("a loss is a loss, whatever is promised") {
    assert(VirtualRun(Faults(dropEvery = 50), promise = atLeastOnce).measured(cell).audit.get.lost > 0)
  }

  test("destinations are laid out for the consumers that will share them") {
    def layout(consumers: Int, destinations: Int, sharing: Int, kind: DestinationType = DestinationType.Queue) =
      val some = Cells.cell(kind, destinations, consumers = List(Cells.consumers.copy(count = consumers)))
      Naming(some, "base").layout(sharing).map(_.partitionsNeeded)
    assertEquals(layout(consumers = 25, destinations = 1, sharing = 0), List(25))
    assertEquals(layout(consumers = 25, destinations = 10, sharing = 0), List.fill(10)(3))
    assertEquals(layout(consumers = 0, destinations = 1, sharing = 5), List(5), "a later phase has five")
    assertEquals(layout(consumers = 5, destinations = 1, sharing = 0, DestinationType.Topic), List(1))
  }
