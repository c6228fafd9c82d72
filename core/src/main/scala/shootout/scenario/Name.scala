package shootout.scenario

import shootout.input.{Node, Reader}

/** Names that people give to groups, axes and phases: safe in ids, file names and globs. */
private[scenario] object Name:
  val reader: Reader[String] =
    Reader.scalar("a name of lower-case letters, digits and _")(t => Option.when(t.matches("[a-z0-9][a-z0-9_]*"))(t))

  val oneOrSeveral: Reader[List[String]] = Reader.of(s"${reader.expected}, or a list of them") { (node, problems) =>
    node match
      case list: Node.Sequence => Reader.list(reader).read(list, problems)
      case other => reader.read(other, problems).map(List(_))
  }
