package shootout.engine

import shootout.driver.{DestinationName, Message}
import shootout.result.{DrainOutcome, Status, WorkloadResult}
import shootout.scenario.*
import shootout.engine.Workloads.timed
import shootout.units.{DestinationType, Nanos}

class CrashSuite extends munit.FunSuite:
  private val queue = DestinationName(DestinationType.Queue, "test")

  /** @param change how the crash changes the messages in the queue */
  private final class Mortal(change: Seq[Message] => Seq[Message] = identity, rises: Boolean = true)
      extends VirtualRun(),
        Killer:
    def kill(): Unit = broker.dead = Some("killed")
    def restart(): Either[String, Unit] =
      if rises then
        broker.afterCrash(queue)(change)
        broker.dead = None
      broker.dead.toLeft(())

    def killed(workload: Workload): Outcome = run(workload, killer = Some(this))

  private val sync =
    Workloads.producers.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(10), think = None)

  private def workload(consumers: ConsumerGroup*): Workload =
    Workloads.sending(sync).copy(consumers = consumers.toList, crash = true)

  private def measured(outcome: Outcome): WorkloadResult =
    assertEquals(outcome.result.status, Status.Measured, outcome.result.reason)
    assertEquals(outcome.result.samples.size, Workloads.timing.samples)
    assertEquals(outcome.result.summary.get.errors, 0L, "the connections that the kill ends are no errors")
    outcome.result

  test("a restart without loss: every confirmed message arrives once"):
    val outcome = Mortal().killed(workload())
    val result = measured(outcome)
    val crash = result.crash.get
    assert(crash.confirmed > 100, crash)
    assertEquals((crash.lostConfirmed, crash.duplicated), (0L, 0L))
    assert(crash.unconfirmedDelivered <= 10, crash)
    assert(crash.recoveryS.exists(s => s > 0 && s < 5), crash)
    assertEquals(result.drain.get.outcome, DrainOutcome.Complete)
    assertEquals(result.audit.get.expected, crash.confirmed + crash.unconfirmedDelivered)
    assert(!outcome.clean, "the next workload needs a fresh broker")

  test("the result counts exactly the messages that the crash lost"):
    val result = measured(Mortal(_.drop(7)).killed(workload()))
    assertEquals((result.crash.get.lostConfirmed, result.crash.get.duplicated), (7L, 0L))
    assertEquals((result.audit.get.lost, result.audit.get.undrained), (7L, 0L))
    assertEquals(result.drain.get.outcome, DrainOutcome.TimedOut)

  test("the result counts the messages that the crash duplicated"):
    val result = measured(Mortal(waiting => waiting.take(5) ++ waiting).killed(workload()))
    assertEquals((result.crash.get.lostConfirmed, result.crash.get.duplicated), (0L, 5L))

  test("messages consumed before the crash are not lost"):
    val slow = Workloads.consumers.copy(ack = Ack.Client, think = Workloads.think(1e6))
    val result = measured(Mortal().killed(workload(slow)))
    assertEquals(result.crash.get.lostConfirmed, 0L)
    assert(result.samples.map(_.consumedPerS).sum > 0)

  test("a broker that does not restart fails the workload, with the known losses"):
    val result = Mortal(rises = false).killed(workload()).result
    assertEquals(result.status, Status.Failed)
    assertEquals(result.reason, Some("the broker did not start again after it was killed: killed"))
    assertEquals(result.crash.flatMap(_.recoveryS), None)
    assertEquals(result.crash.get.lostConfirmed, result.crash.get.confirmed)

  test("a drain that is too short fails the workload and names drain_limit"):
    val limited = workload().timed(_.copy(drainLimit = Nanos(1)))
    val result = Mortal().killed(limited).result
    assertEquals(result.status, Status.Failed)
    assert(result.reason.get.contains("write a longer drain_limit"), result.reason)
    assertEquals(result.crash, None)

  test("a user who stops the drain skips the workload, and the result claims no losses"):
    val mortal = Mortal(_.drop(7))
    mortal.time.after(Nanos.ofSeconds(2).value, () => mortal.stopped = true)
    val patient =
      workload().timed(_.copy(drainTimeout = Nanos.ofSeconds(20), drainLimit = Nanos.ofSeconds(30)))
    val result = mortal.killed(patient).result
    assertEquals((result.status, result.reason, result.crash), (Status.Skipped, Some(Failure.Cancelled.words), None))

  test("a broker that the run did not start is not killed"):
    val result = Mortal().run(workload()).result
    assertEquals(result.status, Status.Unsupported)
    assertEquals(result.reason, Some("a broker that was not started here is not killed either"))
