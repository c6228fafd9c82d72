package shootout.engine

import shootout.driver.{DeliveryPromise, Faults}
import shootout.result.{SendConfirmation, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Redelivery}

class TransactionsSuite extends munit.FunSuite:
  private def run(workload: Workload): WorkloadResult = VirtualRun().run(workload).result

  private def sending(messages: Int, rollbackEvery: Option[Int]): Workload =
    val producers = Workloads.producers.copy(
      persistent = true,
      confirm = Confirm.Receipt,
      window = Window.Of(1),
      transactions = Some(Transactions(messages, rollbackEvery))
    )
    Workloads.workload(producers = List(producers))

  private def receiving(every: Int, rollbackEvery: Option[Int]): Workload =
    val consumers = Workloads.consumers.copy(ack = Ack.Transacted, ackEvery = every, rollbackEvery = rollbackEvery)
    Workloads.workload(consumers = List(consumers))

  private def assertClean(result: WorkloadResult): Unit =
    assertEquals(result.status, Status.Measured, result.reason)
    val audit = result.audit.get
    assert(audit.expected > 0)
    assertEquals((audit.delivered, audit.lost, audit.undrained), (audit.expected, 0L, 0L))
    assertEquals((audit.duplicated, audit.reordered, audit.corrupted, audit.foreign), (0L, 0L, 0L, 0L))

  test(
    "producers: every message of a committed transaction is confirmed by it, and the commit has a latency of its own"
  ) {
    val result = run(sending(7, None))
    assertClean(result)
    val summary = result.summary.get
    assert(summary.commit.get.count > 0)
    assert(summary.send.get.count >= summary.commit.get.count * 6, s"${summary.send.get.count} sends")
    assertEquals((result.load.confirm, result.load.settings("transaction").num), (Some(SendConfirmation.Commit), 7.0))
  }

  test("producers: what was rolled back is neither counted nor lost, whatever the size") {
    for messages <- List(1, 7) do assertClean(run(sending(messages, Some(2))))
  }

  test("producers: a broker that takes a rollback for a commit is found out") {
    val credulous = VirtualRun()
    credulous.broker.commitsAlways = true
    val result = credulous.run(sending(5, Some(2))).result
    assert(result.audit.get.duplicated > 0, result.audit)
    assertEquals(result.audit.get.lost, 0L)
  }

  test("consumers: commits have a latency, and what was rolled back counts once") {
    for rollback <- List(None, Some(2), Some(3)); every <- List(1, 10) do
      val result = run(receiving(every, rollback))
      assertClean(result)
      assert(result.summary.get.commit.get.count > 0)
      assertEquals(result.load.settings("ack").str, "transacted")
  }

  test("both sides: the commits that are timed are the producers'") {
    val (sender, taker) = (sending(7, None), receiving(5, None))
    val result = run(sender.copy(consumers = taker.consumers))
    assertClean(result)
    val summary = result.summary.get
    assert(summary.commit.get.count > 0)
    assert(summary.send.get.count >= summary.commit.get.count * 6, "commits of consumers are among them")
    assertEquals((result.load.settings("transaction").num, result.load.settings("ack").str), (7.0, "transacted"))
  }

  test("connections that end in between leave no transaction open") {
    val workload = sending(7, None)
    val producers = workload.producers.map(_.copy(messagesPerConnection = Some(10)))
    assertClean(run(workload.copy(producers = producers)))
    val taking = receiving(4, None)
    assertClean(run(taking.copy(consumers = taking.consumers.map(_.copy(messagesPerConnection = Some(10))))))
  }

  test("think time and transactions: neither goes on before the other") {
    val workload = receiving(3, None)
    val thinking = workload.consumers.map(_.copy(think = Some(Distribution.Constant(300_000))))
    assertClean(run(workload.copy(consumers = thinking)))
  }

/** Loads that send and take several messages at a time, and the promise by which the audit judges them. */
class BatchSuite extends munit.FunSuite:
  private val producers =
    Workloads.producers.copy(
      think = None,
      persistent = true,
      confirm = Confirm.Receipt,
      window = Window.Of(1),
      batch = Some(10)
    )
  private val consumers = Workloads.consumers.copy(ack = Ack.Client, batch = Some(10))
  private val workload: Workload = Workloads.workload(producers = List(producers), consumers = List(consumers))
  private val atLeastOnce =
    DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, Confirmation.Replicas)

  test("all that is sent comes, is acknowledged, and a send's latency is that of its batch") {
    val result = VirtualRun().measured(workload)
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
    val strict = VirtualRun(twice).measured(workload).audit.get
    assert(strict.duplicated > 0 && strict.redelivered == 0, strict)
    val lenient = VirtualRun(twice, promise = atLeastOnce).measured(workload).audit.get
    assert(lenient.duplicated == 0 && lenient.redelivered > 0, lenient)
    assertEquals((lenient.delivered, lenient.lost), (lenient.expected, 0L))
  }

  test("what overtakes is a fault, unless it came by another partition") {
    val swapping = Faults(swapEvery = 50)
    def audit(promise: DeliveryPromise, partitions: Int) =
      val destinations = workload.destinations.copy(partitions = Some(partitions))
      VirtualRun(swapping, promise = promise).measured(workload.copy(destinations = destinations)).audit.get
    val ordered = atLeastOnce.copy(redelivery = Redelivery.Unacknowledged)
    assert(audit(DeliveryPromise.plain, 1).reordered > 0)
    assert(audit(ordered, 1).reordered > 0, "one partition keeps the order")
    val across = audit(ordered, 3)
    assert(across.reordered == 0 && across.overtaken > 0, across)
  }

  test("a loss is a loss, whatever is promised") {
    assert(VirtualRun(Faults(dropEvery = 50), promise = atLeastOnce).measured(workload).audit.get.lost > 0)
  }

  test("destinations are laid out for the consumers that will share them") {
    def layout(consumers: Int, destinations: Int, sharing: Int, kind: DestinationType = DestinationType.Queue) =
      val some = Workloads.workload(kind, destinations, consumers = List(Workloads.consumers.copy(count = consumers)))
      DestinationNaming(some, "base").layout(sharing).map(_.partitionsNeeded)
    assertEquals(layout(consumers = 25, destinations = 1, sharing = 0), List(25))
    assertEquals(layout(consumers = 25, destinations = 10, sharing = 0), List.fill(10)(3))
    assertEquals(layout(consumers = 0, destinations = 1, sharing = 5), List(5), "a later phase has five")
    assertEquals(layout(consumers = 5, destinations = 1, sharing = 0, DestinationType.Topic), List(1))
  }
