package shootout.report.judge

import shootout.report.Numbers
import shootout.units.QuantityKind

/** How safe messages must be.
  *
  * @param word
  *   as people type it, and as it stands in addresses
  */
enum Kept(val word: String, val title: String):
  case NonPersistent extends Kept("none", "non-persistent")
  case Persistent extends Kept("persistent", "persistent")
  case Fsync extends Kept("fsync", "persistent, synced to disk")
  case Replicated extends Kept("replicated", "persistent, replicated")

  def persistent: Boolean = this != NonPersistent

  def promisedBy(row: Contender): Boolean = this match
    case Fsync => row.synced
    case Replicated => row.replicated
    case NonPersistent | Persistent => true

object Kept:
  def of(word: String): Option[Kept] = values.find(_.word == word)

/** What somebody needs: so many messages a second of this size, this safe, with a p99 of at most so much. */
case class Need(perSecond: Double, bytes: Double, kept: Kept, p99Us: Double):
  def words: String =
    s"${Numbers.short(perSecond)} messages/s of ${Numbers.bytes(bytes)}, ${kept.title}, p99 below ${Numbers.latency(p99Us)}"

object Need:
  inline val Example = "2000/s,1KiB,fsync,20ms"

  /** Four parts in any order, for each shows what it is. Left: what is wrong, and what to write instead. */
  def read(text: String): Either[String, Need] =
    val parts = text.split(',').toList.map(_.trim).filter(_.nonEmpty)
    val (rate, size, limit) = (
      amount(parts, QuantityKind.Rate, "rate", ", such as 2000/s"),
      amount(parts, QuantityKind.Size, "size", ", such as 1KiB"),
      amount(parts, QuantityKind.Duration, "limit of the p99", ", such as 20ms")
    )
    val words = s": ${Kept.values.map(_.word).mkString(", ")}"
    val safe = single(parts, Kept.of, "word for how safe messages must be", words)
    (rate, size, safe, limit) match
      case (Right(perSecond), Right(bytes), Right(kept), Right(ns)) if parts.sizeIs == 4 =>
        Right(Need(perSecond, bytes, kept, ns / 1000))
      case _ =>
        val wrong = parts.filterNot(isKnown).map(part => s"'$part' is none of its parts${unitless(part)}")
        val missing = List(rate, size, safe, limit).collect { case Left(why) => why }
        Left(s"${(wrong ++ missing).mkString("; ")}. Write all four, such as $Example")

  private def isKnown(part: String): Boolean =
    Kept.of(part).isDefined || QuantityKind.values.exists(_.parse(part).isDefined)

  private def unitless(part: String): String = if part.toDoubleOption.isDefined then ", for it has no unit" else ""

  private def amount(parts: List[String], kind: QuantityKind, what: String, such: String): Either[String, Double] =
    single(parts, kind.parse, what, such).filterOrElse(_ > 0, s"a $what of 0 is none")

  private def single[A](parts: List[String], read: String => Option[A], what: String, such: String): Either[String, A] =
    parts.filter(read(_).isDefined) match
      case List(part) => read(part).toRight(part)
      case Nil => Left(s"there is no $what$such")
      case several => Left(s"${several.mkString(" and ")} are each a $what")
