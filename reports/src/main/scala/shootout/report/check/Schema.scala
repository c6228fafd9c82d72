package shootout.report.check

import shootout.report.*

/** What `docs/result.schema.json` says of a result file, in the words of JSON Schema that it has. That a key is there is not asked: files
  * of older tools lack newer keys, and what a page needs [[Needed]] asks for.
  */
class Schema(root: ujson.Value):
  /** What is wrong, each with its place: `cells[3].status: "fine" is none of measured, failed`. */
  def complaints(value: ujson.Value): List[String] = of(root, value, "")

  private def of(schema: ujson.Value, value: ujson.Value, path: String): List[String] =
    schema.textAt("$ref") match
      case Some(reference) => of(Shape.definition(reference, root), value, path)
      case None =>
        schema.listAt("anyOf") match
          case Nil => ofItself(schema, value, path)
          case alternatives =>
            val complaints = alternatives.map(of(_, value, path))
            // the first one is what should be there, the other one null
            if complaints.exists(_.isEmpty) then Nil else complaints.head

  private def ofItself(schema: ujson.Value, value: ujson.Value, path: String): List[String] =
    val wrong = typeOf(schema, value).orElse(wordOf(schema, value)).orElse(rangeOf(schema, value))
    wrong match
      case Some(words) => List(s"${JsonPlace.named(path)}: ${JsonPlace.shown(value)} $words")
      case None => members(schema, value, path) ++ items(schema, value, path)

  private def typeOf(schema: ujson.Value, value: ujson.Value): Option[String] =
    val types = schema.textAt("type").toList ++ schema.listAt("type").flatMap(_.strOpt)
    Option.when(types.nonEmpty && !types.exists(is(_, value)))(s"is not of type ${types.mkString(" or ")}")

  private def is(name: String, value: ujson.Value): Boolean = name match
    case "object" => value.objOpt.isDefined
    case "array" => value.arrOpt.isDefined
    case "string" => value.strOpt.isDefined
    case "number" => value.numOpt.isDefined
    case "integer" => value.numOpt.exists(number => number == math.rint(number))
    case "boolean" => value.boolOpt.isDefined
    case "null" => value.isNull
    case other => throw IllegalArgumentException(s"the schema has the type '$other': Schema.scala should know it")

  private def wordOf(schema: ujson.Value, value: ujson.Value): Option[String] =
    val words = schema.at("const").toList ++ schema.obj.get("enum").flatMap(_.arrOpt).toList.flatten
    Option.when(words.nonEmpty && !words.contains(value)):
      words.map(word => word.strOpt.getOrElse(ujson.write(word))).mkString("is none of ", ", ", "")

  private def rangeOf(schema: ujson.Value, value: ujson.Value): Option[String] =
    value.numOpt.flatMap: number =>
      val below = schema.at("minimum").filter(number < _.num).map(least => s"is below ${ujson.write(least)}")
      below.orElse(schema.at("maximum").filter(number > _.num).map(most => s"is above ${ujson.write(most)}"))

  private def members(schema: ujson.Value, value: ujson.Value, path: String): List[String] =
    val known = schema.at("properties").flatMap(_.objOpt).fold(Map.empty[String, ujson.Value])(_.toMap)
    val others = schema.at("additionalProperties")
    value.objOpt.toList.flatMap(_.toList).flatMap: (key, member) =>
      val place = JsonPlace.below(path, key)
      known.get(key).orElse(others.filter(_.objOpt.isDefined)) match
        case Some(inner) => of(inner, member, place)
        case None if others.exists(_.boolOpt.contains(false)) => List(s"$place: there is no such key")
        case None => Nil

  private def items(schema: ujson.Value, value: ujson.Value, path: String): List[String] =
    schema.at("items").toList.flatMap: inner =>
      value.arrOpt.toList.flatMap(_.toList).zipWithIndex.flatMap((item, i) => of(inner, item, s"$path[$i]"))
