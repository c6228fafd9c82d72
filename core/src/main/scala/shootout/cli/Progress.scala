package shootout.cli

import me.tongfei.progressbar.{ProgressBar, ProgressBarBuilder, ProgressBarStyle}
import shootout.result.{CellResult, Sample, Status}
import shootout.scenario.Cell

/** What a person sees while a broker is measured. */
trait Progress extends AutoCloseable:
  def say(text: String): Unit
  def begin(cell: Cell): Unit
  def sampled(cell: Cell, sample: Sample): Unit
  def end(result: CellResult, plannedSeconds: Double): Unit
  def close(): Unit

object Progress:
  /** A line that renews itself on a terminal, else one plain line for each cell. */
  def of(share: Share): Progress = if System.console != null then Bar(share) else Plain(share)

  /** For what nobody asked to see. */
  val quiet: Progress = new Progress:
    def say(text: String): Unit = ()
    def begin(cell: Cell): Unit = ()
    def sampled(cell: Cell, sample: Sample): Unit = ()
    def end(result: CellResult, plannedSeconds: Double): Unit = ()
    def close(): Unit = ()

  /** `1.23 M`, `45.6 k`, `789`. */
  def rate(perSecond: Double): String =
    if perSecond >= 1e6 then f"${perSecond / 1e6}%.2f M"
    else if perSecond >= 1e4 then f"${perSecond / 1e3}%.1f k"
    else f"$perSecond%.0f"

  private def outcome(result: CellResult): String = result.status match
    case Status.Measured =>
      val rates = result.summary.fold("")(s =>
        s"produced ${rate(s.produced.meanPerS)}/s, consumed ${rate(s.consumed.meanPerS)}/s"
      )
      val lost = result.audit.filter(a => a.lost + a.duplicated + a.corrupted > 0).fold("") { a =>
        s"; lost ${a.lost}, duplicated ${a.duplicated}, corrupted ${a.corrupted}"
      }
      rates + lost
    case status => s"${status.toString.toLowerCase}: ${result.reason.getOrElse("")}"

  private final class Plain(share: Share) extends Progress:
    private var done = share.secondsBefore
    def say(text: String): Unit = println(s"${share.pair.label}: $text")
    def begin(cell: Cell): Unit = ()
    def sampled(cell: Cell, sample: Sample): Unit = ()
    def end(result: CellResult, plannedSeconds: Double): Unit =
      done += plannedSeconds
      say(f"${result.id}%-24s ${outcome(result)}  (about ${left(share, done)})")
    def close(): Unit = ()

  private def left(share: Share, done: Double): String =
    s"${Duration.words(math.max(0, share.secondsTotal - done))} left"

  private final class Bar(share: Share) extends Progress:
    private val bar: ProgressBar = ProgressBarBuilder()
      .setTaskName(share.pair.label)
      .setInitialMax(math.round(share.secondsTotal))
      .setStyle(ProgressBarStyle.ASCII)
      .hideEta()
      .setUpdateIntervalMillis(500)
      .build()
    private var done = share.secondsBefore
    bar.stepTo(math.round(done))

    /** The bar renews itself below what is printed. */
    def say(text: String): Unit = Console.err.println(s"\r\u001b[K${share.pair.label}: $text")
    def begin(cell: Cell): Unit = bar.setExtraMessage(s" ${left(share, done)}, ${cell.id}")
    def sampled(cell: Cell, sample: Sample): Unit =
      val rates = s"${rate(sample.producedPerS)}/s in, ${rate(sample.consumedPerS)}/s out"
      // what is most wanted first: a narrow terminal cuts the end off
      bar.setExtraMessage(s" ${left(share, done)}, ${cell.id} $rates")
      bar.stepBy(math.round(sample.intervalS))
    def end(result: CellResult, plannedSeconds: Double): Unit =
      done += plannedSeconds
      bar.stepTo(math.round(done))
      if result.status != Status.Measured then say(s"${result.id} ${outcome(result)}")
    def close(): Unit = bar.close()
