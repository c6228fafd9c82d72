package shootout.report

import java.io.{IOException, PrintWriter}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.spi.ToolProvider
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.util.Using

/** Results that were saved before they were judged: the run was killed in between, or a bug kept it from that. The engine that judges them is found by
  * its name, for this module knows nothing of it; where it is not at hand they are shown as they are.
  */
object Unjudged:
  private val Tool = "judge-results"

  /** As the engine writes it; null means that all is well. */
  private val Said = "\"unjudged\"\\s*:\\s*\"".r

  /** Has those in these folders judged. */
  def judge(dirs: List[Path]): Unit =
    val files = dirs.distinct.flatMap(in)
    if files.nonEmpty then
      for tool <- ToolProvider.findFirst(Tool).toScala do
        tool.run(PrintWriter(Console.out, true), PrintWriter(Console.err, true), files.map(_.toString)*): Unit

  /** What cannot be read is named by whoever draws it. */
  private def in(dir: Path): List[Path] =
    try
      val files = Using.resource(Files.list(dir))(_.iterator.asScala.filter(_.toString.endsWith(".json")).toList.sorted)
      files.filter(file => Said.findFirstIn(Files.readString(file, ISO_8859_1)).isDefined)
    catch case _: IOException => Nil
