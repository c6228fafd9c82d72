package shootout.verdict

import shootout.result.{CellResult, Mark, MarkResult, Summary}
import shootout.units.DestinationType

/** The mark `R`: an open loop whose rate the broker did not carry, so that its latency is the length of a queue. */
private object Saturation:
  /** With a hundredth missing nobody knows p99. */
  val UnmeasuredShare = 0.01

  /** A queue that grows by a hundredth of what is sent. */
  val DepthGrowth = 0.01

  /** Above this share of messages that went late as window or network took nothing, the queue is before the broker. */
  private val MostlyHeldBack = 0.5

  /** Fewer messages are what happens to be under way. */
  private val FewMessages = 10

  /** @param steady
    *   the rate stays the same; where it changes on purpose, so does the depth
    */
  def mark(cell: CellResult, steady: Boolean): Option[MarkResult] =
    for
      summary <- cell.summary
      target <- summary.targetPerS if target > 0
      seconds = cell.samples.map(_.intervalS).sum
      mark <- unsent(summary, target)
        .orElse(unconsumed(summary, seconds))
        .orElse(unmeasured(summary, seconds))
        .orElse(if steady then growing(cell, summary, seconds) else None)
    yield mark

  private def missed(because: String, measured: Double, threshold: Double): MarkResult =
    Marking.mark(Mark.RateMissed, because, measured, threshold)

  private def unsent(summary: Summary, target: Double): Option[MarkResult] =
    val (share, least) = (summary.produced.meanPerS / target, Marking.thresholds.rateShare)
    Option.when(share < least)(missed(s"sent at ${Marking.percent(share)} of the target rate", share, least))

  private def unconsumed(summary: Summary, seconds: Double): Option[MarkResult] =
    for
      owed <- summary.owedPerS
      (share, least) = (summary.consumed.meanPerS / owed, Marking.thresholds.rateShare)
      if share < least && (owed - summary.consumed.meanPerS) * seconds > FewMessages
    yield missed(s"consumed at ${Marking.percent(share)} of the rate that was due", share, least)

  private def unmeasured(summary: Summary, seconds: Double): Option[MarkResult] =
    for
      owed <- summary.owedPerS
      missing <- summary.unmeasured
      share = missing / (owed * seconds)
      if share > UnmeasuredShare && missing > FewMessages
    yield
      val because = s"$missing deliveries that were due never came, or not before the drain ended: no latency has them"
      missed(because, share, UnmeasuredShare)

  /** A queue that grows from the first sample to the last, by a least-squares line: the broker's; or where a window keeps that
    * short, what waits before it to be sent.
    */
  private def growing(cell: CellResult, summary: Summary, seconds: Double): Option[MarkResult] =
    val heldBack = summary.heldBackShare.exists(_ > MostlyHeldBack)
    val depths = if heldBack then arrears(cell, summary) else cell.samples.map(_.depth.toDouble)
    // the depth of topics is that of one of them
    val queues = if cell.load.destinationType == DestinationType.Topic then cell.load.destinations else 1
    for
      trend <- Noise.of(depths, cell.samples.map(_.tS)).flatMap(_.trend)
      if trend.probability < Marking.thresholds.trendProbability
      grown = trend.change * depths.sum / depths.size
      share = grown / (summary.produced.meanPerS * seconds / queues)
      if grown > FewMessages && share > DepthGrowth
    yield
      val because =
        s"the queue grew by ${math.round(grown)} messages over the samples, ${Marking.percent(share)} of those sent"
      missed(because, share, DepthGrowth)

  /** How many messages (deliveries, where there are consumers) were due and not done at the end of each sample. */
  private def arrears(cell: CellResult, summary: Summary): List[Double] =
    val due = summary.owedPerS.orElse(summary.targetPerS).getOrElse(0.0)
    val done =
      cell.samples.map(s => (if summary.owedPerS.isDefined then s.consumedPerS else s.producedPerS) * s.intervalS)
    cell.samples.map(_.intervalS).scanLeft(0.0)(_ + _).tail.zip(done.scanLeft(0.0)(_ + _).tail).map((t, n) =>
      due * t - n
    )
