package shootout.engine

import shootout.machine.ResourceMeans
import shootout.result.*
import shootout.scenario.{Confirm, Distribution, ProducerGroup, Window, Workload}
import shootout.units.EpochMillis

import scala.collection.immutable.ListMap

/** A result in progress: what is known of the workload before it has run. */
final case class WorkloadDraft(workload: Workload, repetition: Int, startedAt: EpochMillis):

  /** A result without numbers. */
  def without(status: Status, reason: String, cause: Option[Cause] = None): WorkloadResult = WorkloadResult(
    id = workload.id,
    repetition = repetition,
    group = workload.group,
    title = workload.title,
    axes = workload.axes.toMap,
    load = load,
    phase = workload.phase.map(p => PhaseResult(p.scenario, p.index, p.count, p.name)),
    timing =
      TimingResult(workload.timing.warmUp.seconds, workload.timing.samples, workload.timing.sampleInterval.millis),
    status = status,
    reason = Some(reason),
    logTail = Nil,
    notes = Nil,
    startedAtMs = startedAt,
    samples = Nil,
    summary = None,
    drain = None,
    audit = None,
    cause = cause,
    axisValues = Amount.all(workload.axes.toMap),
    rateSweep = workload.rateSweep.map(rateSweep => RateSweepResult(rateSweep.axis, rateSweep.p99Limit.value / 1e3)),
    basis = basis
  )

  def failed(why: Failure): WorkloadResult = without(Status.Failed, why.words, why.cause)

  private def basis: BasisResult = BasisResult(
    steady = workload.isSteady,
    consumersThink = workload.consumers.exists(_.think.isDefined),
    copies = workload.copies
  )

  /** A result with what was measured, either completely or until `failure`.
    *
    * @param due
    *   what open loops should have done during the samples
    */
  def finished(
      evaluation: Evaluation,
      due: Option[Due],
      failure: Option[Failure],
      drain: DrainResult,
      audit: AuditResult,
      notes: List[String]
  ): WorkloadResult =
    val status = failure match
      case None => Status.Measured
      case Some(why) if why.cause.contains(Cause.Cancelled) => Status.Skipped
      case Some(_) => Status.Failed
    without(status, "", failure.flatMap(_.cause)).copy(
      reason = failure.map(_.words),
      notes = notes,
      samples = evaluation.samples,
      summary = evaluation.summary.map(summary(_, evaluation, due)),
      steps = evaluation.steps,
      drain = Some(drain),
      audit = Some(audit),
      resources = ResourceMeans.of(evaluation.samples, coresUsable)
    )

  private def summary(summary: Summary, evaluation: Evaluation, due: Option[Due]): Summary =
    val deliveries = due.flatMap(_.deliveries)
    // For a killed broker, the audit says what never arrived.
    val unmeasured = deliveries.filterNot(_ => workload.crash).map(_ - evaluation.recorded(LatencyKind.EndToEnd))
    summary.copy(
      targetPerS = due.map(_.sends / evaluation.seconds),
      owedPerS = deliveries.map(_ / evaluation.seconds),
      unmeasured = unmeasured.map(math.max(0L, _))
    )

  private def coresUsable: Int =
    math.max(1, math.min(Runtime.getRuntime.availableProcessors, workload.producerCount + workload.consumerCount))

  private def load: LoadResult =
    val producers = workload.producers
    def same[A](values: List[A]): Option[A] = Option.when(values.distinct.sizeIs == 1)(values.head)
    LoadResult(
      destinationType = workload.destinations.kind,
      destinations = workload.destinations.count,
      producers = workload.producerCount,
      consumers = workload.consumerCount,
      messageSizeBytes = same(producers.map(_.size)).collect { case Distribution.Constant(bytes) => bytes.toLong },
      persistent = same(producers.map(_.persistent)),
      confirm = same(producers.map(confirmation)),
      window = same(producers.map(_.window)).collect { case Window.Of(messages) => messages },
      openLoop = workload.isOpenLoop,
      requestReply = producers.exists(_.requests),
      durable = same(workload.consumers.map(_.durable)),
      thinking = thinking,
      settings = ListMap.from(workload.settings)
    )

  private def thinking: Thinking =
    val sides = List(workload.producers.map(_.think), workload.consumers.map(_.think))
    if sides.exists(side => side.nonEmpty && side.forall(_.isDefined)) then Thinking.Side
    else if sides.flatten.exists(_.isDefined) then Thinking.Some
    else Thinking.Nobody

  private def confirmation(p: ProducerGroup): SendConfirmation = p.confirm match
    case Confirm.None => SendConfirmation.None
    case Confirm.Receipt =>
      if p.transactions.isDefined then SendConfirmation.Commit else SendConfirmation.Receipt
