package shootout.engine

import shootout.driver.{DestinationName, Message}
import shootout.result.{DrainOutcome, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Nanos}

/** A broker in memory that is killed under load, and what it makes of its messages. */
class CrashSuite extends munit.FunSuite:
  private val queue = DestinationName(DestinationType.Queue, "test")

  /** @param change what the crash makes of the messages in the queue */
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
    Workloads.workload(producers = List(sync), consumers = consumers.toList).copy(crash = true)

  private def measured(outcome: Outcome): WorkloadResult =
    assertEquals(outcome.result.status, Status.Measured, outcome.result.reason)
    assertEquals(outcome.result.samples.size, Workloads.timing.samples)
    assertEquals(outcome.result.summary.get.errors, 0L, "connections that the kill cut are no errors of the load")
    outcome.result

  test("nothing confirmed is lost, and nothing comes twice") {
    val outcome = Mortal().killed(workload())
    val result = measured(outcome)
    val crash = result.crash.get
    assert(crash.confirmed > 100, crash)
    assertEquals((crash.lostConfirmed, crash.duplicated), (0L, 0L))
    assert(crash.unconfirmedDelivered <= 10, crash)
    assert(crash.recoveryS.exists(s => s > 0 && s < 5), crash)
    assertEquals(result.drain.get.outcome, DrainOutcome.Complete)
    assertEquals(result.audit.get.expected, crash.confirmed + crash.unconfirmedDelivered)
    assert(!outcome.clean, "the next workload shall meet a fresh broker")
  }

  test("messages that the crash swallows are lost, to the very number") {
    val result = measured(Mortal(_.drop(7)).killed(workload()))
    assertEquals((result.crash.get.lostConfirmed, result.crash.get.duplicated), (7L, 0L))
    assertEquals((result.audit.get.lost, result.audit.get.undrained), (7L, 0L))
    assertEquals(result.drain.get.outcome, DrainOutcome.TimedOut)
  }

  test("messages that the crash doubles came twice") {
    val result = measured(Mortal(waiting => waiting.take(5) ++ waiting).killed(workload()))
    assertEquals((result.crash.get.lostConfirmed, result.crash.get.duplicated), (0L, 5L))
  }

  test("what was consumed before does not count as lost") {
    val slow = Workloads.consumers.copy(ack = Ack.Client, think = Some(Distribution.Constant(1e6)))
    val result = measured(Mortal().killed(workload(slow)))
    assertEquals(result.crash.get.lostConfirmed, 0L)
    assert(result.samples.map(_.consumedPerS).sum > 0)
  }

  test("a broker that does not rise again: failed, with what is known") {
    val result = Mortal(rises = false).killed(workload()).result
    assertEquals(result.status, Status.Failed)
    assertEquals(result.reason, Some("the broker did not start again after it was killed: killed"))
    assertEquals(result.crash.flatMap(_.recoveryS), None)
    assertEquals(result.crash.get.lostConfirmed, result.crash.get.confirmed)
  }

  test("a drain that is too short cannot tell: failed, saying what to write") {
    val limited = workload().copy(timing = Workloads.timing.copy(drainLimit = Nanos(1)))
    val result = Mortal().killed(limited).result
    assertEquals(result.status, Status.Failed)
    assert(result.reason.get.contains("write a longer drain_limit"), result.reason)
    assertEquals(result.crash, None)
  }

  test("the user stops while it is drained: skipped, and nothing is said of losses") {
    val mortal = Mortal(_.drop(7))
    mortal.time.after(Nanos.ofSeconds(2).value, () => mortal.stopped = true)
    val patient =
      workload().copy(timing =
        Workloads.timing.copy(drainTimeout = Nanos.ofSeconds(20), drainLimit = Nanos.ofSeconds(30))
      )
    val result = mortal.killed(patient).result
    assertEquals((result.status, result.reason, result.crash), (Status.Skipped, Some(Failure.Cancelled.words), None))
  }

  test("a broker that somebody else started is not killed") {
    val result = Mortal().run(workload()).result
    assertEquals(result.status, Status.Unsupported)
    assertEquals(result.reason, Some("a broker that was not started here is not killed either"))
  }
