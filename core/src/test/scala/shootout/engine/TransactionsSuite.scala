package shootout.engine

import shootout.driver.{DeliveryPromise, Faults}
import shootout.result.{SendConfirmation, WorkloadResult}
import shootout.scenario.*
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Redelivery}

class TransactionsSuite extends RunTesting:
  private def run(workload: Workload): WorkloadResult = VirtualRun().run(workload).result

  private def sending(messages: Int, rollbackEvery: Option[Int]): Workload =
    val producers = Workloads.producers.copy(
      persistent = true,
      confirm = Confirm.Receipt,
      window = Window.Of(1),
      transactions = Some(Transactions(messages, rollbackEvery))
    )
    Workloads.sending(producers)

  private def receiving(every: Int, rollbackEvery: Option[Int]): Workload =
    Workloads.receiving(Workloads.consumers.copy(ack = Ack.Transacted, ackEvery = every, rollbackEvery = rollbackEvery))

  test("producers: a commit confirms its messages and has its own latency"):
    val result = run(sending(7, None))
    assertClean(result)
    val summary = result.summary.get
    assert(summary.commit.get.count > 0)
    assert(summary.send.get.count >= summary.commit.get.count * 6, s"${summary.send.get.count} sends")
    assertEquals((result.load.confirm, result.load.settings("transaction").num), (Some(SendConfirmation.Commit), 7.0))

  test("producers: rolled back messages are neither counted nor lost"):
    for messages <- List(1, 7) do assertClean(run(sending(messages, Some(2))))

  test("producers: the audit finds a broker that commits instead of rolling back"):
    val credulous = VirtualRun()
    credulous.broker.commitsAlways = true
    val result = credulous.run(sending(5, Some(2))).result
    assert(result.audit.get.duplicated > 0, result.audit)
    assertEquals(result.audit.get.lost, 0L)

  test("consumers: commits have a latency, and rolled back messages count once"):
    for rollback <- List(None, Some(2), Some(3)); every <- List(1, 10) do
      val result = run(receiving(every, rollback))
      assertClean(result)
      assert(result.summary.get.commit.get.count > 0)
      assertEquals(result.load.settings("ack").str, "transacted")

  test("both sides: the commit latency is that of the producers"):
    val result = run(sending(7, None).copy(consumers = receiving(5, None).consumers))
    assertClean(result)
    val summary = result.summary.get
    assert(summary.commit.get.count > 0)
    assert(summary.send.get.count >= summary.commit.get.count * 6, "commits of consumers are included")
    assertEquals((result.load.settings("transaction").num, result.load.settings("ack").str), (7.0, "transacted"))

  test("a reconnect leaves no transaction open"):
    val producers = sending(7, None).producers.map(_.copy(messagesPerConnection = Some(10)))
    assertClean(run(Workloads.sending(producers*)))
    val consumers = receiving(4, None).consumers.map(_.copy(messagesPerConnection = Some(10)))
    assertClean(run(Workloads.receiving(consumers*)))

  test("a consumer with think time commits its transactions"):
    val consumers = receiving(3, None).consumers.map(_.copy(think = Workloads.think(300_000)))
    assertClean(run(Workloads.receiving(consumers*)))

class BatchSuite extends munit.FunSuite:
  private val sync =
    Workloads.producers.copy(think = None, persistent = true, confirm = Confirm.Receipt)
  private val workload: Workload = Workloads.sending(sync.copy(window = Window.Of(1), batch = Some(10)))
    .copy(consumers = List(Workloads.consumers.copy(ack = Ack.Client, batch = Some(10))))
  private val atLeastOnce =
    DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, Confirmation.Replicas)

  test("batched messages arrive and are acknowledged; each batch has one send latency"):
    val result = VirtualRun().measured(workload)
    val audit = result.audit.get
    assertEquals((audit.delivered, audit.lost, audit.duplicated), (audit.expected, 0L, 0L))
    val groups = result.samples.flatMap(_.groups)
    val confirmed = groups.map(_.confirmed).sum
    val perSend = confirmed.toDouble / result.summary.get.send.get.count
    assert(perSend > 3 && perSend < 8, s"$perSend messages a send, not 5.5")
    assert(groups.map(_.acknowledged).sum > 0.9 * groups.map(_.consumed).sum)

  test("a redelivery is a fault, unless the broker promises at-least-once"):
    val twice = Faults(duplicateEvery = 50)
    val strict = VirtualRun(twice).measured(workload).audit.get
    assert(strict.duplicated > 0 && strict.redelivered == 0, strict)
    val lenient = VirtualRun(twice, promise = atLeastOnce).measured(workload).audit.get
    assert(lenient.duplicated == 0 && lenient.redelivered > 0, lenient)
    assertEquals((lenient.delivered, lenient.lost), (lenient.expected, 0L))

  test("a message out of order is a fault, unless it came by another partition"):
    val swapping = Faults(swapEvery = 50)
    def audit(promise: DeliveryPromise, partitions: Int) =
      val destinations = workload.destinations.copy(partitions = Some(partitions))
      VirtualRun(swapping, promise = promise).measured(workload.copy(destinations = destinations)).audit.get
    val ordered = atLeastOnce.copy(redelivery = Redelivery.Unacknowledged)
    assert(audit(DeliveryPromise.plain, 1).reordered > 0)
    assert(audit(ordered, 1).reordered > 0, "one partition keeps the order")
    val across = audit(ordered, 3)
    assert(across.reordered == 0 && across.overtaken > 0, across)

  test("a loss is a fault under every promise"):
    assert(VirtualRun(Faults(dropEvery = 50), promise = atLeastOnce).measured(workload).audit.get.lost > 0)

  test("destinations get partitions for the consumers that will share them"):
    def layout(consumers: Int, destinations: Int, sharing: Int, kind: DestinationType = DestinationType.Queue) =
      val some =
        Workloads.workload(kind, destinations, consumers = List(Workloads.consumers.copy(count = consumers)))
      DestinationNaming(some, "base").layout(sharing).map(_.partitionsNeeded)
    assertEquals(layout(consumers = 25, destinations = 1, sharing = 0), List(25))
    assertEquals(layout(consumers = 25, destinations = 10, sharing = 0), List.fill(10)(3))
    assertEquals(layout(consumers = 0, destinations = 1, sharing = 5), List(5), "a later phase has five")
    assertEquals(layout(consumers = 5, destinations = 1, sharing = 0, DestinationType.Topic), List(1))
