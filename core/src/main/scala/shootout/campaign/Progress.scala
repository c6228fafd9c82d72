package shootout.campaign

import me.tongfei.progressbar.{ProgressBar, ProgressBarBuilder, ProgressBarStyle}
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.units.Duration

/** The progress that a person sees while a broker is measured. */
trait Progress extends AutoCloseable:
  def say(text: String): Unit
  def begin(load: String): Unit
  def sampled(load: String, sample: Sample): Unit

  /** @param planned
    *   its part of the plan; none if it was not planned, because the broker cannot do it
    */
  def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit

  /** Marks this part of the plan as done without printing anything. */
  def done(work: PlannedWork): Unit
  def close(): Unit

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

  /** The position within the whole run, which never moves back. */
  private final class Position(contenderRun: ContenderRun):
    private var past = contenderRun.before
    def seconds: Double = past.seconds
    def add(work: PlannedWork): Unit = past += work

    /** The text of the position, such as `57 of 200`. */
    def ended: String = count(past.workloads)
    def current: String = count(past.workloads + 1)
    private def count(n: Int): String =
      s"${math.min(n, contenderRun.total.workloads)} of ${contenderRun.total.workloads}"
    def left: String = s"${Duration.words(Progress.secondsLeft(contenderRun, past, System.nanoTime()))} left"

  private def label(contenderRun: ContenderRun): String =
    if contenderRun.generatorLimit then s"generator's limit (${contenderRun.pair.protocol})"
    else contenderRun.pair.label

  private final class Plain(contenderRun: ContenderRun) extends Progress:
    private val position = Position(contenderRun)
    def say(text: String): Unit = println(s"${label(contenderRun)}: $text")
    def begin(load: String): Unit = ()
    def sampled(load: String, sample: Sample): Unit = ()
    def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit =
      planned.foreach(position.add)
      val where = if planned.isEmpty then "" else s"  (workload ${position.ended}, about ${position.left})"
      say(f"${result.id}%-24s ${outcome(result)}$where")
    def done(work: PlannedWork): Unit = position.add(work)
    def close(): Unit = ()

  private final class Bar(contenderRun: ContenderRun) extends Progress:
    private val position = Position(contenderRun)
    private val bar: ProgressBar = ProgressBarBuilder()
      .setTaskName(label(contenderRun))
      .setInitialMax(math.round(contenderRun.total.seconds))
      .setStyle(ProgressBarStyle.ASCII)
      .hideEta()
      .setUpdateIntervalMillis(500)
      .build()
    step()

    private def step(): Unit = bar.stepTo(math.round(position.seconds))

    /** The most important parts come first, because a narrow terminal cuts the end off. */
    private def show(load: String, rates: String): Unit =
      bar.setExtraMessage(s" ${position.left}, workload ${position.current}, $load$rates")

    /** The bar is drawn again below the printed line. */
    def say(text: String): Unit = Console.err.println(s"\r\u001b[K${label(contenderRun)}: $text")
    def begin(load: String): Unit = show(load, "")
    def sampled(load: String, sample: Sample): Unit =
      show(load, s" ${rate(sample.producedPerS)}/s in, ${rate(sample.consumedPerS)}/s out")
      bar.stepBy(math.round(sample.intervalS))
    def end(result: WorkloadResult, planned: Option[PlannedWork]): Unit =
      planned.foreach(done)
      if result.status != Status.Measured then say(s"${result.id} ${outcome(result)}")
    def done(work: PlannedWork): Unit =
      position.add(work)
      step()
    def close(): Unit = bar.close()
