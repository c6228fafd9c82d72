package shootout.scenario

/** Settings of a cell's clients in words, for its result: none where no client has it, one text where all have the same,
  * else one for each group with its number of clients, as `9: none; 1: 500ms`.
  */
object LoadText:
  def headers(cell: Cell): Option[String] = producers(cell)(p => headers(p.headers))
  def subscriptionHeaders(cell: Cell): Option[String] = consumers(cell)(c => headers(c.headers))
  def selector(cell: Cell): Option[String] = consumers(cell)(_.selector)
  def priority(cell: Cell): Option[String] = producers(cell)(_.message.priority.map(_.toString))

  /** None for a share of a maximum, which is another rate each time; `offered` in the result tells it. */
  def rate(cell: Cell): Option[String] = producers(cell)(_.rate.map(CellId.rate)).filter(_ => cell.maximum.isEmpty)
  def producerThink(cell: Cell): Option[String] = producers(cell)(p => think(p.think))
  def consumerThink(cell: Cell): Option[String] = consumers(cell)(c => think(c.think))

  /** Where they are not one number. */
  def sizes(cell: Cell): Option[String] =
    producers(cell)(p => Some(Words.varying(p.size, Words.size))).filter(_ => cell.messageSize.isEmpty)

  /** Where they are not one number or unbounded. */
  def windows(cell: Cell): Option[String] = cell.producers.map(_.window).distinct match
    case Nil | List(Window.Of(_) | Window.Unbounded) => None
    case _ => producers(cell)(p => Some(Words.window(p.window)))

  private def producers(cell: Cell)(text: ProducerGroup => Option[String]): Option[String] =
    summed(cell.producers.map(p => p.count -> text(p)))

  private def consumers(cell: Cell)(text: ConsumerGroup => Option[String]): Option[String] =
    summed(cell.consumers.map(c => c.count -> text(c)))

  private def summed(groups: List[(Int, Option[String])]): Option[String] = groups.map(_._2).distinct match
    case Nil | List(None) => None
    case List(same) => same
    case _ => Some(groups.map((count, text) => s"$count: ${text.getOrElse("none")}").mkString("; "))

  private def headers(all: List[(String, String)]): Option[String] =
    Option.when(all.nonEmpty)(all.map((name, value) => s"$name=$value").mkString(", "))

  private def think(time: Option[Varying]): Option[String] = time.map(Words.varying(_, Words.duration))
