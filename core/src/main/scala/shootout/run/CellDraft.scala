package shootout.run

import shootout.machine.ResourceMeans
import shootout.record.Evaluation
import shootout.result.*
import shootout.scenario.{Cell, Confirm, ProducerGroup, Varying, Window}
import shootout.units.EpochMillis

import scala.collection.immutable.ListMap

/** A result in the making: what is known of the cell before it has run. */
final case class CellDraft(cell: Cell, repetition: Int, startedAt: EpochMillis):

  /** A result without numbers. */
  def without(status: Status, reason: String, cause: Option[Cause] = None): CellResult = CellResult(
    id = cell.id,
    repetition = repetition,
    group = cell.group,
    title = cell.title,
    axes = cell.axes.toMap,
    load = load,
    phase = cell.phase.map(p => PhaseResult(p.scenario, p.index, p.count, p.name)),
    timing = TimingResult(cell.timing.warmUp.seconds, cell.timing.samples, cell.timing.sampleInterval.millis),
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
    axisValues = Amount.all(cell.axes.toMap),
    climb = cell.climb.map(climb => ClimbResult(climb.axis, climb.p99Limit.value / 1e3)),
    basis = basis
  )

  private def basis: BasisResult = BasisResult(
    steady = cell.isSteady,
    consumersThink = cell.consumers.exists(_.think.isDefined),
    copies = cell.copies
  )

  /** A result with what was measured, complete or until `failure`.
    *
    * @param due
    *   what open loops should have done over the samples
    */
  def finished(
      evaluation: Evaluation,
      due: Option[Due],
      failure: Option[Failure],
      drain: DrainResult,
      audit: AuditResult,
      notes: List[String]
  ): CellResult =
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
    // of a killed broker it is the audit that says what never came
    val unmeasured = deliveries.filterNot(_ => cell.crash).map(_ - evaluation.recorded(LatencyKind.EndToEnd))
    summary.copy(
      targetPerS = due.map(_.sends / evaluation.seconds),
      owedPerS = deliveries.map(_ / evaluation.seconds),
      unmeasured = unmeasured.map(math.max(0L, _))
    )

  private def coresUsable: Int =
    math.max(1, math.min(Runtime.getRuntime.availableProcessors, cell.producerCount + cell.consumerCount))

  private def load: LoadResult =
    val producers = cell.producers
    def same[A](values: List[A]): Option[A] = Option.when(values.distinct.sizeIs == 1)(values.head)
    LoadResult(
      destinationType = cell.destinations.kind,
      destinations = cell.destinations.count,
      producers = cell.producerCount,
      consumers = cell.consumerCount,
      messageSizeBytes = same(producers.map(_.size)).collect { case Varying.Constant(bytes) => bytes.toLong },
      persistent = same(producers.map(_.persistent)),
      confirm = same(producers.map(confirmation)),
      window = same(producers.map(_.window)).collect { case Window.Of(messages) => messages },
      openLoop = cell.isOpenLoop,
      requestReply = producers.exists(_.requests),
      durable = same(cell.consumers.map(_.durable)),
      thinking = thinking,
      settings = ListMap.from(cell.settings)
    )

  private def thinking: Thinking =
    val sides = List(cell.producers.map(_.think), cell.consumers.map(_.think))
    if sides.exists(side => side.nonEmpty && side.forall(_.isDefined)) then Thinking.Side
    else if sides.flatten.exists(_.isDefined) then Thinking.Some
    else Thinking.Nobody

  private def confirmation(p: ProducerGroup): SendConfirmation = p.confirm match
    case Confirm.None => SendConfirmation.None
    case Confirm.Receipt =>
      if p.transactions.isDefined then SendConfirmation.Commit else SendConfirmation.Receipt
