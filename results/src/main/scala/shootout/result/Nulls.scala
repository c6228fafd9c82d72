package shootout.result

import shootout.units.Json

/** The JSON library makes a null of a file a null of every type, which the compiler cannot see: so what was read is looked through. */
private object Nulls:
  /** Where the first one stands, such as `broker.name`. */
  def in(value: Any): Option[String] = below(value, "").map(_.stripPrefix("."))

  private def below(value: Any, at: String): Option[String] = value match
    case null => Some(at)
    case all: Iterable[?] => first(all.iterator.map(below(_, at)))
    case Some(inner) => below(inner, at)
    case record: Product =>
      val fields = record.productElementNames.zip(record.productIterator)
      first(fields.map((name, field) => below(field, s"$at.${Json.snake(name)}")))
    case _ => None

  private def first(found: Iterator[Option[String]]): Option[String] = found.flatten.nextOption()
