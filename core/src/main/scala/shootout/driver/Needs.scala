package shootout.driver

import shootout.scenario.Cell

/** What a cell asks of a protocol and a broker: the words that stand below `cannot:` in a `broker.yaml`. */
object Needs:
  /** What follows from several keys; the rest are those of single ones. */
  private val destinations: List[(String, Cell => Boolean)] = List(
    "queue" -> (!_.onTopic),
    "topic" -> (_.onTopic),
    "unsubscribed_topic" -> (cell => cell.onTopic && cell.consumers.isEmpty)
  )

  /** All words that there are. */
  val words: List[String] =
    (destinations.map(_._1) ++ Cell.capabilities).distinct

  /** The capabilities that the cell needs, the most general ones first. */
  def of(cell: Cell): List[String] =
    (destinations.collect { case (word, needed) if needed(cell) => word } ++ cell.needs).distinct
