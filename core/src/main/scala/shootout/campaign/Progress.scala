package shootout.campaign

import me.tongfei.progressbar.{ProgressBar, ProgressBarBuilder, ProgressBarStyle}
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.units.Duration

/** The progress that a person sees while a broker is measured. */
sealed abstract class Progress(run: ContenderRun) extends AutoCloseable:
  /** The part of the whole run that is done. It never shrinks. */
  protected var past: PlannedWork = run.before
  protected val label: String =
    if run.generatorLimit then s"generator's limit (${run.pair.protocol})" else run.pair.label

  def say(text: String): Unit
  def begin(load: String): Unit = ()
  def sampled(load: String, sample: Sample): Unit = ()

  /** @param planned
    *   its part of the plan; none if it was not planned, because the broker cannot do it
    */
  def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit

  /** Marks this part of the plan as done without printing anything. */
  def done(work: PlannedWork): Unit = past += work
  def close(): Unit = ()

  /** The place of a workload in the run, such as `57 of 200`. */
  protected def place(workload: Int): String = s"${math.min(workload, run.total.workloads)} of ${run.total.workloads}"
  protected def left: String = s"${Duration.words(Progress.secondsLeft(run, past, System.nanoTime()))} left"

object Progress:
  /** A line that renews itself on a terminal. Elsewhere each workload gets one plain line. */
  def of(contenderRun: ContenderRun): Progress =
    if System.console != null then Bar(contenderRun) else Plain(contenderRun)

  /** A rate such as `1.23 M`, `45.6 k` or `789`. */
  def rate(perSecond: Double): String =
    if perSecond >= 1e6 then f"${perSecond / 1e6}%.2f M"
    else if perSecond >= 1e4 then f"${perSecond / 1e3}%.1f k"
    else f"$perSecond%.0f"

  /** The planned time that is left, corrected by the pace so far.
    *
    * @param past
    *   the part of the plan that is done
    */
  private[campaign] def secondsLeft(run: ContenderRun, past: PlannedWork, nowNanos: Long): Double =
    val elapsed = (nowNanos - run.startNanos) / 1e9
    val pace = if past.seconds < LeastSeconds then 1.0 else elapsed / past.seconds
    math.max(0, run.total.seconds - past.seconds) * pace

  /** The first workloads of a run say little about its pace. */
  private val LeastSeconds = 30.0

  private def outcome(result: WorkloadResult): String = result.status match
    case Status.Measured =>
      val rates = result.summary.fold("")(s =>
        s"produced ${rate(s.produced.meanPerS)}/s, consumed ${rate(s.consumed.meanPerS)}/s"
      )
      val lost = result.audit.filter(a => a.lost + a.duplicated + a.corrupted + a.misrouted > 0).fold("") { a =>
        s"; lost ${a.lost}, duplicated ${a.duplicated}, corrupted ${a.corrupted}, misrouted ${a.misrouted}"
      }
      rates + lost
    case status => s"${status.toString.toLowerCase}: ${result.reason.getOrElse("")}"

  private final class Plain(run: ContenderRun) extends Progress(run):
    def say(text: String): Unit = println(s"$label: $text")
    def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit =
      planned.foreach(done)
      val where = if planned.isEmpty then "" else s"  (workload ${place(past.workloads)}, about $left)"
      say(f"${result.id}%-24s ${outcome(result)}$where")

  private final class Bar(run: ContenderRun) extends Progress(run):
    private val bar: ProgressBar = ProgressBarBuilder()
      .setTaskName(label)
      .setInitialMax(math.round(run.total.seconds))
      .setStyle(ProgressBarStyle.ASCII)
      .hideEta()
      .setUpdateIntervalMillis(500)
      .build()
    step()

    private def step(): Unit = bar.stepTo(math.round(past.seconds))

    /** The most important parts come first, because a narrow terminal cuts the end off. */
    private def show(load: String, rates: String): Unit =
      bar.setExtraMessage(s" $left, workload ${place(past.workloads + 1)}, $load$rates")

    /** The bar is drawn again below the printed line. */
    def say(text: String): Unit = Console.err.println(s"\r\u001b[K$label: $text")
    override def begin(load: String): Unit = show(load, "")
    override def sampled(load: String, sample: Sample): Unit =
      show(load, s" ${rate(sample.producedPerS)}/s in, ${rate(sample.consumedPerS)}/s out")
      bar.stepBy(math.round(sample.intervalS))
    def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit =
      planned.foreach(done)
      if result.status != Status.Measured then say(s"${result.id} ${outcome(result)}")
    override def done(work: PlannedWork): Unit =
      super.done(work)
      step()
    override def close(): Unit = bar.close()
