package shootout.analysis

import shootout.result.{LatencyKind, Status}

import java.util.Locale

/** How safe messages must be.
  *
  * @param word
  *   as it stands in addresses
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

/** What a row made of a rate that it was sent.
  *
  * @param held
  *   it was measured, and did what it was sent
  * @param p99
  *   from send to receipt; none where the rate was not held, or it is not known
  * @param few
  *   the rate was held, with too few messages to know its p99
  * @param why
  *   its p99, or why there is none, in words
  */
case class AtRate(
    load: LoadComparison,
    entry: RowResult,
    perSecond: Double,
    held: Boolean,
    p99: Option[Number],
    few: Boolean,
    why: String
):
  /** How high the p99 may be at another start: with one repetition nobody knows. */
  def p99AtMost: Option[Double] =
    p99.map(one => if one.guess then one.value * (1 + RowResult.GuessOfTail) else one.value)

  def p95: Option[Double] = entry.p95s.get(AtRate.Latency).filter(_ => held).map(_.value)

  /** That it promises the disk, and wrote less than the messages hold: that they were stored was not measured. */
  def unstored: Option[String] = Option.when(entry.unexercised(load)):
    val (written, size) = (entry.written.getOrElse(0.0), load.messageBytes.getOrElse(0.0))
    s"did it, but wrote ${Numbers.bytes(math.rint(written))} for each message of ${Numbers.bytes(size)}: " +
      "delivered before it was stored, so storing was not measured"

object AtRate:
  /** A rate that was measured is the one that is needed, if they differ by less. */
  val RateNear = 0.999

  /** The latency that a need is about. */
  val Latency: String = LatencyKind.EndToEnd.key

  /** None: it was not measured there, and did not fail either. */
  def of(load: LoadComparison, entry: RowResult): Option[AtRate] =
    val held = entry.isMeasured && entry.hold.fold(!entry.flags.exists(_.flag.contains(Flag.RateMissed)))(_.held)
    val few = if held then entry.tooFew.get(Latency) else None
    val p99 = if held then entry.tails.get(Latency) else None
    val why =
      if few.isDefined then few.map(tooFew).mkString
      else if held then s"p99 ${p99.fold("–")(one => Numbers.latency(one.value))}"
      else notHeld(entry)
    sent(load, entry).filter(_ > 0 && entry.isTried).map(AtRate(load, entry, _, held, p99, few.isDefined, why))

  /** Messages a second that were due: the rate that all were asked for, or the row's own. */
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
