package shootout.scenario

import shootout.input.{Fields, Node, Place, Problems, Reader}

/** Reads the groups of clients of a scenario file. */
private[scenario] object ClientGroups:
  /** One group, or a list of named ones. Groups without clients are left out. */
  def oneOrMore[A <: ClientGroup](role: String)(one: (Fields, Problems) => A): Reader[List[A]] =
    val group = Fields.reader[A](s"$role: a mapping")((fields, problems) => Some(one(fields, problems)))
    Reader.of(s"$role: a mapping, or a list of them") { (node, problems) =>
      val read = node match
        case Node.Sequence(items, _) =>
          for item <- items; groups <- group.read(item, problems) yield groups -> item.place
        case other => group.read(other, problems).map(_ -> other.place).toList
      for (name, same) <- read.groupBy((g, _) => g.name) if same.size > 1 do
        problems.add(same(1)._2, s"two groups of $role are called '$name'; give each a name of its own")
      Some(read.map(_._1).filter(_.count > 0))
    }

  /** Where a setting is written, or else the group that it is missing from. */
  def place(fields: Fields, key: String): Place = fields.node(key).fold(fields.place)(_.place)
