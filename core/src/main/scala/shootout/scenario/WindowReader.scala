package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}

/** Reads a [[Window]]: a number of messages, `unbounded`, or `{steps: {0 s: 1, 10 s: 20}}`. */
private[scenario] object WindowReader extends Reader[Window]:
  private val one: Reader[Window] = Reader.scalar("a number of messages of at least 1, or unbounded") {
    case "unbounded" => Some(Window.Unbounded)
    case text => text.toIntOption.filter(_ >= 1).map(Window.Of(_))
  }

  def expected: String = s"${one.expected}, or {steps: {0 s: , 10 s: }}"

  def read(node: Node, problems: Problems): Option[Window] = node match
    case mapping: Node.Mapping => changing.read(mapping, problems)
    case other => one.read(other, problems)

  private val changing: Reader[Window] = Fields.reader("steps") { (fields, _) =>
    fields.require("steps", StepsReader(one)).map(Window.Steps(_))
  }
