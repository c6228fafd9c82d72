package shootout.result

import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import shootout.units.Json

/** Makes the JSON schema of a result file from the case classes and their documentation.
  *
  * @param sources
  *   the folder of the classes
  */
final class ResultSchema(sources: Path):
  import JsonShape.*
  import ResultSchema.*

  private val documented: Map[String, Documented] = read(sources)

  /** Descriptions of process counters, by key. */
  private val counters: Map[String, String] =
    documentedCounter.findAllMatchIn(Files.readString(sources.resolve("Resources.scala"))).map(found =>
      found.group(2) -> parsed(found.group(1)).about
    ).toMap

  /** The text of the schema, with a line for each property. */
  def text: String =
    val root = summon[SchemaOf[ResultFile]].shape match
      case fields: Fields => fields
      case _ => throw IllegalStateException("a result file is an object")
    val definitions = collect(root).map(definition).mkString(",\n")
    s"""{
       |  "$$schema": "https://json-schema.org/draft/2020-12/schema",
       |  "$$id": "urn:broker-shootout:result:${ResultFile.FormatVersion}",
       |  "title": "Broker shootout result, version ${ResultFile.FormatVersion}",
       |  "$$ref": "#/$$defs/${root.name}",
       |  "$$defs": {
       |$definitions
       |  }
       |}
       |""".stripMargin

  private def collect(root: Fields): List[Fields] =
    val found = mutable.LinkedHashMap.empty[String, Fields]
    def visit(shape: JsonShape): Unit = shape match
      case fields: Fields if !found.contains(fields.name) =>
        found(fields.name) = fields
        fields.fields.foreach((_, inner) => visit(inner))
      case OrNull(inner) => visit(inner)
      case ListOf(inner) => visit(inner)
      case MapOf(inner) => visit(inner)
      case _ => ()
    visit(root)
    found.values.toList

  private def definition(of: Fields): String =
    val words = documented.getOrElse(
      of.name,
      throw IllegalStateException(s"case class ${of.name} is not documented in $sources")
    )
    val keys = if of.fields.exists(_._1 == counted) then
      ProcessCounter.values.toList.map(_.key -> OrNull(Plain("number")))
    else Nil
    val own = of.fields.filterNot((name, _) => name == counted || spread.get(of.name).contains(name)) ++ keys
    val properties =
      own.map((name, shape) => s"        ${line(name)}: ${line(property(of.name, name, shape, words))}").mkString(",\n")
    s"""    ${line(of.name)}: {
       |      "description": ${line(words.about)},
       |      "type": "object",
       |      "properties": {
       |$properties
       |      },
       |      "required": ${line(ujson.Arr.from(own.map((name, _) => ujson.Str(name))))},
       |      "additionalProperties": ${line(others(of, words))}
       |    }""".stripMargin

  private def others(of: Fields, words: Documented): ujson.Value =
    val entries = of.fields.collectFirst:
      case (name, MapOf(value)) if spread.get(of.name).contains(name) => property(of.name, name, value, words)
    entries.getOrElse(ujson.False)

  private def property(owner: String, name: String, shape: JsonShape, words: Documented): ujson.Value =
    val schema = schemaOf(shape, signed(s"$owner.$name"))
    narrower.get(s"$owner.$name").foreach(_.obj.foreach((key, value) => schema(key) = value))
    if schema.value.contains("const") then List("type", "minimum").foreach(schema.value.remove)
    words.of.get(name).orElse(counters.get(name)).foreach(text => schema("description") = text)
    schema

  private def schemaOf(shape: JsonShape, signed: Boolean): ujson.Obj = shape match
    case Plain(name, Nil) if signed || !Set("integer", "number")(name) => ujson.Obj("type" -> name)
    case Plain(name, Nil) => ujson.Obj("type" -> name, "minimum" -> 0)
    case Plain(name, words) => ujson.Obj("type" -> name, "enum" -> words)
    case Anything => ujson.Obj("type" -> List("boolean", "number", "string", "null"))
    case ListOf(item) => ujson.Obj("type" -> "array", "items" -> schemaOf(item, signed))
    case MapOf(value) => ujson.Obj("type" -> "object", "additionalProperties" -> schemaOf(value, signed))
    case Fields(name, _) => ujson.Obj("$ref" -> s"#/$$defs/$name")
    case OrNull(inner: Fields) => ujson.Obj("anyOf" -> List(schemaOf(inner, signed), ujson.Obj("type" -> "null")))
    case OrNull(inner) =>
      val schema = schemaOf(inner, signed)
      schema("type") = ujson.Arr(schema("type"), "null")
      schema.value.get("enum").foreach(words => words.arr += ujson.Null)
      schema

object ResultSchema:
  /** Fields whose entries are written beside the other fields. */
  private val spread = Map("LoadResult" -> "settings") ++ List("Sample", "Summary").map(_ -> "latencies")

  /** A field whose keys, those of [[ProcessCounter]], are written beside the other fields. */
  private val counted = "counted"

  /** Numbers without a minimum of 0. */
  private val signed = Set(
    "SettingsResult.seed",
    "Sample.depth",
    "ResultFile.started_at_ms",
    "ResultFile.finished_at_ms",
    "WorkloadResult.started_at_ms"
  )

  /** Constraints beyond the types. */
  private val narrower: Map[String, ujson.Obj] = Map(
    "ResultFile.format" -> ujson.Obj("const" -> ResultFile.Format),
    "ResultFile.format_version" -> ujson.Obj("const" -> ResultFile.FormatVersion),
    "WorkloadResult.repetition" -> ujson.Obj("minimum" -> 1),
    "OfferedResult.share" -> ujson.Obj("maximum" -> 1)
  )

  /** @param of
    *   by the fields' names in JSON
    */
  private case class Documented(about: String, of: Map[String, String])

  private val documentedClass =
    """(?s)/\*\*((?:(?!\*/).)*)\*/\n(?:final )?case class (\w+)\((?:\n((?:    [^\n]*\n)*)\))?""".r

  private val documentedField = """(?s)/\*\*((?:(?!\*/).)*)\*/\s+(\w+):""".r

  private val documentedCounter = """(?s)/\*\*((?:(?!\*/).)*)\*/\n *case \w+ extends ProcessCounter\("(\w+)"""".r

  private def read(sources: Path): Map[String, Documented] =
    val files = Files.list(sources).iterator.asScala.filter(_.toString.endsWith(".scala")).toList.sorted
    files.flatMap(file => documentedClass.findAllMatchIn(Files.readString(file))).map(found =>
      val whole = parsed(found.group(1))
      val fields = documentedField.findAllMatchIn(Option(found.group(3)).getOrElse(""))
      val described = fields.map(field => Json.snake(field.group(2)) -> parsed(field.group(1)).about)
      found.group(2) -> whole.copy(of = whole.of ++ described)
    ).toMap

  private def parsed(comment: String): Documented =
    val text = comment.linesIterator.map(_.replaceFirst("^ *\\* ?", "")).mkString("\n").trim
    val parts = text.split("(?m)^@param ").toList
    Documented(
      plain(parts.head),
      parts.tail.map(_.span(!_.isWhitespace)).map((name, about) => Json.snake(name) -> plain(about)).toMap
    )

  /** `[[shootout.scenario.Key.load]]` is `Key.load`. */
  private def plain(text: String): String =
    text.trim.replaceAll("\\s+", " ").replaceAll("\\[\\[(?:[a-z]\\w*\\.)*([\\w.]+)\\]\\]", "$1")

  private def line(value: ujson.Value): String = value match
    case ujson.Obj(members) =>
      members.map((key, member) => s"${ujson.write(key)}: ${line(member)}").mkString("{", ", ", "}")
    case ujson.Arr(items) => items.map(line).mkString("[", ", ", "]")
    case other => ujson.write(other)
