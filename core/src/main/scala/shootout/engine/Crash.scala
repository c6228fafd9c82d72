package shootout.engine

import shootout.driver.Protocol
import shootout.result.{CrashResult, DrainOutcome, DrainResult}
import shootout.scenario.{ConsumerGroup, Workload}
import shootout.units.{Endpoint, Nanos}

/** The outcome of a crash; `failure` if it is not known what was lost. */
final case class Crashed(result: Option[CrashResult], drain: DrainResult, failure: Option[Failure])

/** Kills the broker during the workload and starts it again on the same data. New consumers then take what is left,
  * until nothing arrives any more.
  */
final class Crash(killer: Killer, protocol: Protocol, endpoint: Endpoint, clock: Clock, watch: Watch):

  /** @param phases
    *   the phases of the clients that are running; they are cut off
    */
  def execute(workload: Workload, phases: WorkloadPhases, linked: LinkedState): Crashed =
    phases.expectEnd()
    val killed = clock.nanos()
    killer.kill()
    phases.endAfterKill()
    killer.restart() match
      case Right(()) => recover(workload, linked, killed)
      case Left(reason) =>
        val lost = linked.audit.crash(recoveryS = None)
        Crashed(
          Some(lost),
          Crash.noDrain,
          Some(Failure(s"the broker did not start again after it was killed: $reason"))
        )

  private def recover(workload: Workload, linked: LinkedState, killed: Long): Crashed =
    val session = protocol.open(endpoint)
    try
      val fresh = workload.copy(producers = Nil, consumers = List(Crash.consumers(workload)))
      val phases = WorkloadPhases(WorkloadClients(fresh, session, linked, clock), clock, watch)
      phases.connect() match
        case Left(why) => Crashed(None, Crash.noDrain, Some(Failure(s"after the broker was killed, ${why.words}")))
        case Right(()) =>
          val subscribed = clock.nanos()
          val served = phases.firstMessage(Nanos(subscribed + workload.timing.drainTimeout.value)).getOrElse(subscribed)
          val drain = phases.drain(workload.timing).await(linked.audit)
          phases.stopConsumers()
          judge(workload, drain, linked.audit, (served - killed) / 1e9)
    finally session.close()

  private def judge(workload: Workload, drain: DrainResult, audit: Audit, recoveryS: Double): Crashed =
    val counts = audit.crash(Some(recoveryS))
    drain.outcome match
      case _ if watch.cancelled => Crashed(None, drain, Some(Failure.Cancelled))
      case _ if !watch.brokerAlive =>
        Crashed(None, drain, Some(Failure("the broker ended again after it was started again")))
      case DrainOutcome.LimitReached =>
        val limit = workload.timing.drainLimit.seconds
        Crashed(None, drain, Some(Failure(s"messages still came $limit s after the crash; write a longer drain_limit")))
      case DrainOutcome.Interrupted =>
        Crashed(None, drain, Some(Failure("the connections were lost again while it was drained")))
      // Only silence shows the end, because it is not known what the broker took without a publisher confirm.
      case DrainOutcome.TimedOut if counts.lostConfirmed == 0 =>
        Crashed(Some(counts), drain.copy(outcome = DrainOutcome.Complete), None)
      case _ => Crashed(Some(counts), drain, None)

object Crash:
  private val noDrain = DrainResult(DrainOutcome.NotNeeded, 0)

  /** One consumer for each destination. */
  private def consumers(workload: Workload): ConsumerGroup =
    val whole = workload.consumers.exists(_.wholeBodies)
    ConsumerGroup.plain.copy(name = "survey", count = workload.destinations.count, wholeBodies = whole)

/** Ends the broker like a crash, for workloads that measure what survives. */
trait Killer:
  /** Sends SIGKILL to all processes of the broker. Returns when they have ended. */
  def kill(): Unit

  /** Starts the broker again, on the same data and at the same address. Returns when it answers. Left says why it does
    * not.
    */
  def restart(): Either[String, Unit]
