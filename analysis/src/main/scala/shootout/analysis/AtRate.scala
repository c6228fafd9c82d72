package shootout.analysis

import shootout.result.{LatencyKind, Status}

import java.util.Locale

/** How safe messages must be, in the words of the reader's question.
  *
  * @param word
  *   its name in the page's address
  */
enum DurabilityNeed(val word: String, val title: String):
  case NonPersistent extends DurabilityNeed("none", "non-persistent")
  case Persistent extends DurabilityNeed("persistent", "persistent")
  case Fsync extends DurabilityNeed("fsync", "persistent, synced to disk")
  case Replicated extends DurabilityNeed("replicated", "persistent, replicated")

  def promisedBy(row: Contender): Boolean = this match
    case Fsync => row.synced
    case Replicated => row.replicated
    case NonPersistent | Persistent => true

/** How a contender did at one offered rate. */
case class AtRate(
    load: LoadComparison,
    entry: RowResult,
    perSecond: Double,
    /** it was measured and kept up with the rate */
    held: Boolean,
    /** the end-to-end p99; none if the rate was not sustained or there are too few messages */
    p99: Option[Number],
    /** the rate was sustained, but with too few messages for a p99 */
    few: Boolean,
    /** the p99 in words, or why there is none */
    why: String
):
  /** The p99 that another start of the broker may reach. With one repetition, it includes an allowance. */
  def p99AtMost: Option[Double] =
    p99.map(one => if one.guess then one.value * (1 + Spread.Tail.typical) else one.value)

  def p95: Option[Double] = entry.p95s.get(AtRate.Latency).filter(_ => held).map(_.value)

  /** Says that the contender promises the disk but wrote less than the messages hold, so storing was not measured. */
  def unstored: Option[String] = Option.when(entry.unexercised(load)):
    val (written, size) = (entry.written.getOrElse(0.0), load.messageBytes.getOrElse(0.0))
    s"did it, but wrote ${Numbers.bytes(math.rint(written))} for each message of ${Numbers.bytes(size)}: " +
      "delivered before it was stored, so storing was not measured"

object AtRate:
  /** A measured rate counts as the needed one if it is at least this share of it. */
  val RateNear = 0.999

  /** The latency that a reader's question is about. */
  val Latency: String = LatencyKind.EndToEnd.key

  /** None if the contender was not measured with this load and did not fail either. */
  def of(load: LoadComparison, entry: RowResult): Option[AtRate] =
    val held = entry.isMeasured && entry.hold.fold(!entry.flags.exists(_.flag.contains(Flag.RateMissed)))(_.held)
    val few = if held then entry.tooFew.get(Latency) else None
    val p99 = if held then entry.tails.get(Latency) else None
    val why =
      if few.isDefined then few.map(tooFew).mkString
      else if held then s"p99 ${p99.fold("–")(one => Numbers.latency(one.value))}"
      else notHeld(entry)
    sent(load, entry).filter(_ > 0 && entry.isTried).map(AtRate(load, entry, _, held, p99, few.isDefined, why))

  /** The messages per second that were due: the rate of the load, or the contender's own. */
  private def sent(load: LoadComparison, entry: RowResult): Option[Double] =
    Option.when(load.isRateSweep)(load.rung).filterNot(_.isNaN)
      .orElse(entry.target)
      .orElse(entry.rates.get("produced").map(_.value))
      .orElse(load.declaredRate)

  private def tooFew(count: Long): String =
    val needed = String.format(Locale.ROOT, "%,d", Percentile.P99.needed)
    s"p99 not known: ${Numbers.count(count)} of the $needed messages that it needs"

  private def notHeld(entry: RowResult): String =
    if entry.status.contains(Status.Failed) then entry.reason.fold("failed")(why => s"failed: $why")
    else entry.hold.flatMap(_.because).orElse(entry.reason).getOrElse("rate not reached")
