package shootout.broker

import shootout.units.FileTrouble

import java.io.{ByteArrayOutputStream, File, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import javax.tools.ToolProvider
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The Java sources of a broker, compiled once for all its starts. A broker started from its source would contain the
  * compiler. Each start would take a second of CPU time more, and memory that is not the broker's.
  */
private object Sources:
  private val HashDigits = 12

  /** @param root
    *   has a folder for each combination of content, class path and Java version
    * @param artifacts
    *   the broker's jars
    * @return
    *   the folder of the class files; none if the broker has no sources
    */
  def compiled(root: Path, spec: BrokerSpec, artifacts: Path): Either[Unavailable, Option[Path]] =
    val files = spec.launch.sources.map(spec.file)
    if files.isEmpty then Right(None)
    else
      val made = System.getProperty("java.home") :: artifacts.toString :: files.map(Files.readString(_))
      val target = root.resolve(s"${spec.slug}-${Checksums.sha256(made.mkString("\n")).take(HashDigits)}")
      if Files.isDirectory(target) then Right(Some(target))
      else
        try compile(files, artifacts, target).map(Some(_))
        catch
          case e: IOException =>
            Left(Unavailable(s"$root cannot be written: ${FileTrouble.words(e)}", "free some space there"))

  private def compile(files: List[Path], artifacts: Path, target: Path): Either[Unavailable, Path] =
    Files.createDirectories(target.getParent)
    val scratch = Files.createTempDirectory(target.getParent, "incomplete-")
    val said = ByteArrayOutputStream()
    val arguments = List("-proc:none", "-cp", classPath(artifacts), "-d", scratch.toString) ++ files.map(_.toString)
    try
      if ToolProvider.getSystemJavaCompiler.run(null, said, said, arguments*) == 0 then
        Right(Artifacts.publish(scratch, target))
      else
        val lines = said.toString(UTF_8).linesIterator.toList
        val reason = s"the Java compiler says ${lines.headOption.getOrElse("nothing")}"
        Left(Unavailable(reason, "correct that source", lines))
    finally WorkFolder.delete(scratch)

  /** The compiler does not know wildcards. */
  private def classPath(artifacts: Path): String =
    Using.resource(Files.list(artifacts))(_.iterator.asScala.map(_.toString).filter(_.endsWith(".jar")).toList.sorted)
      .mkString(File.pathSeparator)
