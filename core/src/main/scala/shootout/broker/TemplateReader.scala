package shootout.broker

import shootout.input.Reader

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Reads texts and files that are templates, and renders each once to check it.
  *
  * @param places
  *   where a file may be, the first one wins
  * @param variables
  *   made up, but with the names that there will be
  */
private final class TemplateReader(places: List[Path], variables: Variables):
  val text: Reader[String] = Reader.of("text") { (node, problems) =>
    Reader.text.read(node, problems).filter { text =>
      val outcome = rendered(text)
      outcome.left.foreach(problem => problems.add(node.place, s"found '$text': $problem"))
      outcome.isRight
    }
  }

  val file: Reader[String] = TemplateReader.file(places, "template", rendered)

  private def rendered(text: String): Either[String, String] =
    Template.render(text, variables).left.map(problem => s"$problem (known: ${known.mkString(", ")})")

  private def known: List[String] =
    val plain = variables.toJava.keySet.asScala.filter(_ != "ports").toList.sorted
    plain ++ variables.ports.map((name, _) => s"ports.$name")

private object TemplateReader:
  /** The name of a file that is in one of these places, and whose text passes the check. */
  def file(places: List[Path], what: String, check: String => Either[String, String]): Reader[String] =
    Reader.of("a file beside broker.yaml") { (node, problems) =>
      Reader.text.read(node, problems).filter { file =>
        val path = BrokerSpec.file(places, file)
        val outcome =
          if Files.isRegularFile(path) then check(Files.readString(path)) else Left(s"there is no file $path")
        outcome.left.foreach(problem => problems.add(node.place, s"$what '$file': $problem"))
        outcome.isRight
      }
    }

  /** Values for templates that are only checked.
    *
    * @param program
    *   whether there is an `{{executable}}`
    * @param compiled
    *   whether there are `{{classes}}`
    */
  def madeUp(ports: List[String], program: Boolean, compiled: Boolean): Variables =
    val path = Path.of("/made/up")
    val executable = Option.when(program)(path)
    Variables("1", path, path, path, executable, path, path, 1, "l", "p", ports.map(_ -> 1), List("q"), List("t"))
      .copy(classes = Option.when(compiled)(path))
