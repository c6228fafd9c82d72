package shootout.yaml

import shootout.units.{FileTrouble, Json}

import org.snakeyaml.engine.v2.api.LoadSettings
import org.snakeyaml.engine.v2.api.lowlevel.{Compose, Parse}
import org.snakeyaml.engine.v2.events.Event
import org.snakeyaml.engine.v2.exceptions.{Mark, MarkedYamlEngineException, YamlEngineException}
import org.snakeyaml.engine.v2.nodes as yaml

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.Optional
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A piece of a YAML document with its place, so that problems can be reported with their location. */
enum Node derives Json.ReadWriter:
  case Scalar(text: String, at: Place)
  case Sequence(items: List[Node], at: Place)
  case Mapping(entries: List[(Scalar, Node)], at: Place)

  def place: Place = this match
    case Scalar(_, at) => at
    case Sequence(_, at) => at
    case Mapping(_, at) => at

  /** Describes the found value for messages. */
  def describe: String = this match
    case Scalar(text, _) => s"'${Node.shown(text)}'"
    case Sequence(items, _) => s"a list of ${items.size}"
    case Mapping(_, _) => "a mapping"

  /** The value of a key; none if this is not a mapping, or has no such key. */
  def entry(key: String): Option[Node] = this match
    case Mapping(entries, _) => entries.collectFirst { case (k, value) if k.text == key => value }
    case _ => None

  /** The text of a scalar entry. */
  def textOf(key: String): Option[String] = entry(key).collect { case Scalar(text, _) => text }

  def without(keys: String*): Node = this match
    case Mapping(entries, at) => Mapping(entries.filterNot((k, _) => keys.contains(k.text)), at)
    case other => other

  /** Merges this node over another one. Mappings are merged key by key; anything else replaces what was there. Every
    * node keeps its place, so that a problem is reported where it was written.
    */
  def over(base: Node): Node = (base, this) match
    case (Mapping(before, _), Mapping(after, at)) =>
      val changed = before.map { (k, value) =>
        after.find(_._1.text == k.text).fold(k -> value)((mine, own) => mine -> own.over(value))
      }
      Mapping(changed ++ after.filterNot((k, _) => before.exists(_._1.text == k.text)), at)
    case _ => this

object Node:
  private val MostShown = 100

  /** The user's text as messages repeat it, cut to fit a line. */
  def shown(text: String): String =
    if text.length <= MostShown then text else s"${text.take(MostShown)}... (${text.length} characters)"

/** Reads YAML 1.2 as a tree of [[Node]]s. It refuses unreasonably large input before that takes memory and time. It
  * limits the size of the file, its nesting, the length of one text, and the number of nodes with all aliases expanded.
  */
object Yaml:
  private val MostBytes = 1024 * 1024
  private val MostNested = 64
  private[yaml] val MostNodes = 100_000

  /** The limit of one text. */
  val MostCharacters = 10_000

  /** @return the document, or the problems: not readable, too large, not YAML, empty, or a key given twice */
  def read(path: Path): Either[List[Problem], Node] =
    def problem(words: String) = Left(List(Problem(Place(path.toString, 1, 1), words)))
    try
      if Files.exists(path) && !Files.isRegularFile(path) then
        problem("is no file but a folder, a pipe or a device; write the text into a file, and name that")
      else
        val bytes = Using.resource(Files.newInputStream(path))(_.readNBytes(MostBytes + 1))
        if bytes.length > MostBytes then
          problem(
            s"has more than ${MostBytes / 1024} KiB, which no scenario and no broker needs; is it the right file?"
          )
        else parse(path.toString, UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)).toString)
    catch
      case e: java.io.IOException => problem(s"cannot be read: ${FileTrouble.words(e)}")

  def parse(file: String, text: String): Either[List[Problem], Node] =
    val problems = Problems()
    try
      val settings = LoadSettings.builder.setLabel(file).setAllowDuplicateKeys(false).build
      checkSize(file, settings, text, problems)
      if !problems.isEmpty then Left(problems.toList)
      else
        val document = Compose(settings).composeString(text)
        if document.isEmpty then Left(List(Problem(Place(file, 1, 1), "the file is empty")))
        else
          val node = Conversion(file, problems).convert(document.get, Nil)
          problems.orElse(node)
    catch
      case e: MarkedYamlEngineException =>
        val context =
          e.getContextMark.filter(c => e.getProblemMark.isPresent && c.getLine != e.getProblemMark.get.getLine)
        val began = context.map(c => s", ${e.getContext} that began at ${c.getLine + 1}:${c.getColumn + 1}").orElse("")
        val mark = e.getProblemMark.or(() => e.getContextMark)
        // the parser expects the end of a block, or no mapping, where a line is indented too far
        val indented = e.getProblem.contains("<block end>") || e.getProblem.contains("mapping values")
        val hint = if indented then "; check the indentation, and the space after each colon" else ""
        Left(List(Problem(place(file, mark), s"not YAML: ${e.getProblem}$began$hint")))
      case e: YamlEngineException =>
        val words = Option(e.getMessage).getOrElse("").linesIterator.toList.headOption.getOrElse("")
        Left(List(Problem(Place(file, 1, 1), s"not YAML: $words")))

  /** Checks the events one by one, up to the first that exceeds a limit. Building a tree of them would take stack for
    * each level.
    */
  private def checkSize(file: String, settings: LoadSettings, text: String, problems: Problems): Unit =
    val events = Parse(settings).parseString(text).iterator
    var depth = 0
    while problems.isEmpty && events.hasNext do
      val event = events.next()
      event.getEventId match
        case Event.ID.SequenceStart | Event.ID.MappingStart =>
          depth += 1
          if depth > MostNested then
            problems.add(place(file, event.getStartMark), s"nested more than $MostNested levels deep; write it flatter")
        case Event.ID.SequenceEnd | Event.ID.MappingEnd => depth -= 1
        case _ => ()

  private[yaml] def place(file: String, mark: Optional[Mark]): Place =
    mark.map(m => Place(file, m.getLine + 1, m.getColumn + 1)).orElse(Place(file, 1, 1))

/** Converts the library's nodes to ours, including every use of an alias. */
private final class Conversion(file: String, problems: Problems):
  private var nodes = 0

  /** @param within the nodes around this one; an alias to one of them would never end */
  def convert(node: yaml.Node, within: List[yaml.Node]): Node =
    val place = Yaml.place(file, node.getStartMark)
    val inner = node :: within
    nodes += 1
    node match
      case _ if nodes > Yaml.MostNodes =>
        // Each further node would cause the same message.
        if nodes == Yaml.MostNodes + 1 then
          problems.add(place, s"more than ${Yaml.MostNodes} values, those that aliases repeat among them; use fewer")
        Node.Scalar("", place)
      case again if within.exists(_ eq again) =>
        problems.add(place, "an alias is inside what it names; write it out")
        Node.Scalar("", place)
      case scalar: yaml.ScalarNode => text(scalar.getValue, place)
      case sequence: yaml.SequenceNode =>
        Node.Sequence(sequence.getValue.asScala.toList.map(convert(_, inner)), place)
      case mapping: yaml.MappingNode =>
        val entries = mapping.getValue.asScala.toList.flatMap { tuple =>
          convert(tuple.getKeyNode, inner) match
            case key: Node.Scalar => Some(key -> convert(tuple.getValueNode, inner))
            case other =>
              problems.add(other.place, s"${other.describe} as a key; write a word")
              None
        }
        // After the limit, all keys are the same.
        for (_, same) <- entries.groupBy(_._1.text) if same.size > 1 && nodes <= Yaml.MostNodes do
          problems.add(
            same.last._1.at,
            s"key '${Node.shown(same.last._1.text)}' is given twice (first in line ${same.head._1.at.line})"
          )
        Node.Mapping(entries, place)
      case other => Node.Scalar(other.toString, place)

  private def text(value: String, place: Place): Node.Scalar =
    if value.length > Yaml.MostCharacters then
      problems.add(place, s"a text of ${value.length} characters; write at most ${Yaml.MostCharacters}")
    // Neither a file name nor a destination name may contain NUL.
    if value.contains('\u0000') then problems.add(place, "a text with a NUL character (\\0); write it without")
    Node.Scalar(value, place)
