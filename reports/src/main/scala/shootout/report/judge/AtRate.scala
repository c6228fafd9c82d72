package shootout.report.judge

import java.util.Locale
import shootout.report.Numbers
import shootout.result.{LatencyKind, Mark, Status}

/** What a row made of a rate that it was sent.
  *
  * @param held
  *   it was measured, and did what it was sent
  * @param p99
  *   from send to receipt; `None` where the rate was not held, or it is not known
  * @param few
  *   the rate was held, with too few messages to know its p99
  * @param why
  *   its p99, or why there is none, in words
  */
case class AtRate(
    figure: Figure,
    entry: Entry,
    perSecond: Double,
    held: Boolean,
    p99: Option[Number],
    few: Boolean,
    why: String
):
  /** How high the p99 may be at another start: with one repetition nobody knows. */
  def p99AtMost: Option[Double] =
    p99.map(one => if one.guess then one.value * (1 + Entry.GuessOfTail) else one.value)

  def within(need: Need): Boolean = p99.exists(_.value <= need.p99Us)
  def clearlyWithin(need: Need): Boolean = p99AtMost.exists(_ <= need.p99Us)
  def rate: String = Numbers.perSecond(perSecond)

  /** It promises the disk, and wrote less than the messages hold: that they were stored was not measured. */
  def unstored: Boolean = entry.unexercised(figure)

object AtRate:
  /** The latency that a need is about. */
  val Latency = LatencyKind.EndToEnd.key

  /** `None`: it was not measured there, and did not fail either. */
  def of(figure: Figure, entry: Entry): Option[AtRate] =
    val held = entry.isMeasured && entry.hold.fold(!entry.marks.exists(_.mark.contains(Mark.RateMissed)))(_.held)
    val few = if held then entry.tooFew.get(Latency) else None
    val p99 = if held then entry.tails.get(Latency) else None
    val why =
      if few.isDefined then few.map(tooFew).mkString
      else if held then s"p99 ${p99.fold("–")(one => Numbers.latency(one.value))}"
      else notHeld(entry)
    sent(figure, entry).filter(_ > 0 && entry.isTried).map(AtRate(figure, entry, _, held, p99, few.isDefined, why))

  /** Messages a second that were due: the rate that all were asked for, or the row's own. */
  private def sent(figure: Figure, entry: Entry): Option[Double] =
    Option.when(figure.climbs)(figure.rung).filterNot(_.isNaN)
      .orElse(entry.target)
      .orElse(entry.rates.get("produced").map(_.value))
      .orElse(figure.declaredRate)

  private def tooFew(count: Long): String =
    val needed = String.format(Locale.ROOT, "%,d", Percentiles.needed(99))
    s"p99 not known: ${Numbers.count(count)} of the $needed messages that it needs"

  private def notHeld(entry: Entry): String =
    if entry.status.contains(Status.Failed) then entry.reason.fold("failed")(why => s"failed: $why")
    else entry.hold.flatMap(_.because).orElse(entry.reason).getOrElse("rate not reached")
