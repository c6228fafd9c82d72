package shootout.driver

import shootout.scenario.{Cell, ConsumerGroup, ProducerGroup}

/** What a cell asks of a protocol and a broker: the words that stand below `cannot:` in a `broker.yaml`. */
object Needs:
  /** What destinations ask for; the rest are the clients' keys. */
  private val destinations: List[(String, Cell => Boolean)] = List(
    "queue" -> (!_.onTopic),
    "topic" -> (_.onTopic),
    "unsubscribed_topic" -> (cell => cell.onTopic && cell.consumers.isEmpty)
  )

  /** All words that there are. */
  val words: List[String] =
    val ofClients = ProducerGroup.keys.flatMap(_.needs.map(_._1)) ++ ConsumerGroup.keys.flatMap(_.needs.map(_._1))
    (destinations.map(_._1) ++ ofClients).distinct

  /** The capabilities that the cell needs, the most general ones first. */
  def of(cell: Cell): List[String] =
    (destinations.collect { case (word, needed) if needed(cell) => word } ++ cell.needs).distinct
