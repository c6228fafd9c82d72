package shootout.driver

import shootout.yaml.Fields
import shootout.scenario.Workload

/** What a protocol, a library or a driver lacks: capabilities in the words of [[Needs]], each with the reason. Every word is one that a load
  * can ask for: a misspelt one would hide nothing, and nobody would notice.
  */
final class Unsupported private (private val reasons: Map[String, String]):
  /** Why it lacks what a load needs; none: it does not. */
  def get(need: String): Option[String] = reasons.get(need)

  /** The others' reasons go first. */
  def ++(others: Unsupported): Unsupported = new Unsupported(reasons ++ others.reasons)

object Unsupported:
  val none: Unsupported = new Unsupported(Map.empty)

  /** @throws IllegalArgumentException
    *   of a word that no load can ask for, as all below
    */
  def apply(reasons: (String, String)*): Unsupported =
    new Unsupported(reasons.map((need, because) => word(need) -> because).toMap)

  /** The same reason for all. */
  def all(needs: String*)(because: String): Unsupported = Unsupported(needs.map(_ -> because)*)

  /** Those that are missing. */
  def where(missing: (String, Boolean)*)(because: String => String): Unsupported =
    val checked = missing.map((need, lacking) => word(need) -> lacking)
    Unsupported(checked.collect { case (need, true) => need -> because(need.replace('_', ' ')) }*)

  /** The word itself. */
  def word(need: String): String =
    if Needs.words.contains(need) then need
    else
      val hint = Fields.meant(need, Needs.words).fold("")(near => s"; did you mean '$near'?")
      throw IllegalArgumentException(
        s"a driver lacks '$need', which no load can ask for$hint (known: ${Needs.words.mkString(", ")})"
      )

/** What a workload asks of a protocol and a broker: the words that stand below `cannot:` in a `broker.yaml`. */
object Needs:
  /** What follows from several keys; the rest are those of single ones. */
  private val destinations: List[(String, Workload => Boolean)] = List(
    "queue" -> (!_.onTopic),
    "topic" -> (_.onTopic),
    "unsubscribed_topic" -> (workload => workload.onTopic && workload.consumers.isEmpty)
  )

  /** All words that there are. */
  val words: List[String] =
    (destinations.map(_._1) ++ Workload.capabilities).distinct

  /** The capabilities that the workload needs, the most general ones first. */
  def of(workload: Workload): List[String] =
    (destinations.collect { case (word, needed) if needed(workload) => word } ++ workload.needs).distinct
