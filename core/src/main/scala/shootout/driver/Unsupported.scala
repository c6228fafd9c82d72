package shootout.driver

import shootout.yaml.Fields
import shootout.scenario.Workload

/** The capabilities that a protocol, a library or a driver lacks, in the words of [[Needs]], each with the reason. A
  * workload can need every word. A misspelt one would have no effect and stay unnoticed.
  */
final class Unsupported private (private val reasons: Map[String, String]):
  /** Why it lacks what a workload needs; none if it does not. */
  def get(need: String): Option[String] = reasons.get(need)

  /** The reasons of `others` take precedence. */
  def ++(others: Unsupported): Unsupported = new Unsupported(reasons ++ others.reasons)

object Unsupported:
  val none: Unsupported = new Unsupported(Map.empty)

  /** @throws IllegalArgumentException
    *   if no workload can need a word; this holds for all methods below
    */
  def apply(reasons: (String, String)*): Unsupported =
    new Unsupported(reasons.map((need, because) => word(need) -> because).toMap)

  /** All needs with the same reason. */
  def all(needs: String*)(because: String): Unsupported = Unsupported(needs.map(_ -> because)*)

  /** The needs that are missing. */
  def where(missing: (String, Boolean)*)(because: String => String): Unsupported =
    val checked = missing.map((need, lacking) => word(need) -> lacking)
    Unsupported(checked.collect { case (need, true) => need -> because(need.replace('_', ' ')) }*)

  /** Returns the word after checking it. */
  def word(need: String): String =
    if Needs.words.contains(need) then need
    else
      val hint = Fields.meant(need, Needs.words).fold("")(near => s"; did you mean '$near'?")
      throw IllegalArgumentException(
        s"a driver lacks '$need', which no load can ask for$hint (known: ${Needs.words.mkString(", ")})"
      )

/** The capabilities that a workload needs from a protocol and a broker: the words below `cannot:` in a `broker.yaml`.
  */
object Needs:
  /** Needs that follow from several keys. All others follow from a single key. */
  private val destinations: List[(String, Workload => Boolean)] = List(
    "queue" -> (!_.onTopic),
    "topic" -> (_.onTopic),
    "unsubscribed_topic" -> (workload => workload.onTopic && workload.consumers.isEmpty)
  )

  /** All words that exist. */
  val words: List[String] =
    (destinations.map(_._1) ++ Workload.capabilities).distinct

  /** The capabilities that the workload needs, the most general ones first. */
  def of(workload: Workload): List[String] =
    (destinations.collect { case (word, needed) if needed(workload) => word } ++ workload.needs).distinct
