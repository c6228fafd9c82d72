package shootout.input

import org.snakeyaml.engine.v2.api.LoadSettings
import org.snakeyaml.engine.v2.api.lowlevel.Compose
import org.snakeyaml.engine.v2.exceptions.{MarkedYamlEngineException, YamlEngineException}
import org.snakeyaml.engine.v2.nodes as yaml

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A piece of a YAML document that knows its place, so that whoever reads it can say what is wrong where. */
enum Node:
  case Scalar(text: String, at: Place)
  case Sequence(items: List[Node], at: Place)
  case Mapping(entries: List[(Scalar, Node)], at: Place)

  def place: Place = this match
    case Scalar(_, at) => at
    case Sequence(_, at) => at
    case Mapping(_, at) => at

  /** For messages: what was found. */
  def describe: String = this match
    case Scalar(text, _) => s"'$text'"
    case Sequence(items, _) => s"a list of ${items.size}"
    case Mapping(_, _) => "a mapping"

/** YAML 1.2 as a tree of [[Node]]s. */
object Yaml:
  /** @return the document, or the problems: not readable, not YAML, empty, a key given twice */
  def read(path: Path): Either[List[Problem], Node] =
    try parse(path.toString, Files.readString(path))
    catch
      case e: java.io.IOException =>
        Left(List(Problem(Place(path.toString, 1, 1), s"cannot be read: ${FileTrouble.words(e)}")))

  def parse(file: String, text: String): Either[List[Problem], Node] =
    val problems = Problems()
    try
      val document = Compose(LoadSettings.builder.setLabel(file).setAllowDuplicateKeys(false).build).composeString(text)
      if document.isEmpty then Left(List(Problem(Place(file, 1, 1), "the file is empty")))
      else
        val node = convert(file, document.get, Nil, problems)
        problems.orElse(node)
    catch
      case e: MarkedYamlEngineException =>
        val context =
          e.getContextMark.filter(c => e.getProblemMark.isPresent && c.getLine != e.getProblemMark.get.getLine)
        val began = context.map(c => s", ${e.getContext} that began at ${c.getLine + 1}:${c.getColumn + 1}").orElse("")
        val mark = e.getProblemMark.or(() => e.getContextMark)
        val place = mark.map(m => Place(file, m.getLine + 1, m.getColumn + 1)).orElse(Place(file, 1, 1))
        Left(List(Problem(place, s"not YAML: ${e.getProblem}$began")))
      case e: YamlEngineException =>
        val words = Option(e.getMessage).getOrElse("").linesIterator.toList.headOption.getOrElse("")
        Left(List(Problem(Place(file, 1, 1), s"not YAML: $words")))

  /** @param within the nodes around this one: an alias may name one of them, and would never end */
  private def convert(file: String, node: yaml.Node, within: List[yaml.Node], problems: Problems): Node =
    val place = node.getStartMark.map(m => Place(file, m.getLine + 1, m.getColumn + 1)).orElse(Place(file, 1, 1))
    val inner = node :: within
    node match
      case again if within.exists(_ eq again) =>
        problems.add(place, "an alias stands within what it names; write it out")
        Node.Scalar("", place)
      case scalar: yaml.ScalarNode => Node.Scalar(scalar.getValue, place)
      case sequence: yaml.SequenceNode =>
        Node.Sequence(sequence.getValue.asScala.toList.map(convert(file, _, inner, problems)), place)
      case mapping: yaml.MappingNode =>
        val entries = mapping.getValue.asScala.toList.flatMap { tuple =>
          convert(file, tuple.getKeyNode, inner, problems) match
            case key: Node.Scalar => Some(key -> convert(file, tuple.getValueNode, inner, problems))
            case other =>
              problems.add(other.place, s"${other.describe} as a key; write a word")
              None
        }
        for (_, same) <- entries.groupBy(_._1.text) if same.size > 1 do
          problems.add(
            same.last._1.at,
            s"key '${same.last._1.text}' is given twice (first in line ${same.head._1.at.line})"
          )
        Node.Mapping(entries, place)
      case other => Node.Scalar(other.toString, place)
