package shootout.run

import shootout.result.{CellResult, SendConfirmation, Status}
import shootout.scenario.*

class TransactionsSuite extends munit.FunSuite:
  private def run(cell: Cell): CellResult = VirtualRun().run(cell).result

  private def sending(messages: Int, rollbackEvery: Option[Int]): Cell =
    val producers = Cells.producers.copy(
      persistent = true,
      confirm = Confirm.Receipt,
      window = Window.Of(1),
      transactions = Some(Transactions(messages, rollbackEvery))
    )
    Cells.cell(producers = List(producers))

  private def receiving(every: Int, rollbackEvery: Option[Int]): Cell =
    val consumers = Cells.consumers.copy(ack = Ack.Transacted, ackEvery = every, rollbackEvery = rollbackEvery)
    Cells.cell(consumers = List(consumers))

  private def assertClean(result: CellResult): Unit =
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
    val cell = sending(7, None)
    val producers = cell.producers.map(_.copy(messagesPerConnection = Some(10)))
    assertClean(run(cell.copy(producers = producers)))
    val taking = receiving(4, None)
    assertClean(run(taking.copy(consumers = taking.consumers.map(_.copy(messagesPerConnection = Some(10))))))
  }

  test("think time and transactions: neither goes on before the other") {
    val cell = receiving(3, None)
    val thinking = cell.consumers.map(_.copy(think = Some(Distribution.Constant(300_000))))
    assertClean(run(cell.copy(consumers = thinking)))
  }
