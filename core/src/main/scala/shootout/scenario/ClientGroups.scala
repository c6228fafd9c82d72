package shootout.scenario

import shootout.input.{Fields, Node, Place, Problems, Reader}

/** What producers and consumers have in common in a scenario file. */
private[scenario] object ClientGroups:
  val MaxClients = 100_000

  case class Clients(
      name: String,
      count: Int,
      headers: List[(String, String)],
      messagesPerConnection: Option[Int],
      rampPerSecond: Option[Double]
  )

  /** @param default
    *   the name of a group without one
    */
  def read(fields: Fields, default: String): Clients = Clients(
    fields.getOrElse("name", Name.reader)(default),
    fields.getOrElse("count", Reader.int(0, MaxClients))(1),
    fields.getOrElse("headers", Reader.mapOf(Reader.text))(Nil),
    fields.option("messages_per_connection", Reader.int(1)),
    fields.option("ramp", Quantity.rateAboveZero)
  )

  /** One group, or a list of named ones. Groups without clients are left out. */
  def oneOrMore[A <: ProducerGroup | ConsumerGroup](role: String)(one: (Fields, Problems) => A): Reader[List[A]] =
    val group = Fields.reader[A](s"$role: a mapping")((fields, problems) => Some(one(fields, problems)))
    Reader.of(s"$role: a mapping, or a list of them") { (node, problems) =>
      val read = node match
        case Node.Sequence(items, _) =>
          for item <- items; groups <- group.read(item, problems) yield groups -> item.place
        case other => group.read(other, problems).map(_ -> other.place).toList
      for (name, same) <- read.groupBy((g, _) => nameOf(g)) if same.size > 1 do
        problems.add(same(1)._2, s"two groups of $role are called '$name'; give each a name of its own")
      Some(read.map(_._1).filter(countOf(_) > 0))
    }

  /** Where a setting is written, or else the group that it is missing from. */
  def place(fields: Fields, key: String): Place = fields.node(key).fold(fields.place)(_.place)

  private def nameOf(group: ProducerGroup | ConsumerGroup): String = group match
    case p: ProducerGroup => p.name
    case c: ConsumerGroup => c.name

  private def countOf(group: ProducerGroup | ConsumerGroup): Int = group match
    case p: ProducerGroup => p.count
    case c: ConsumerGroup => c.count
