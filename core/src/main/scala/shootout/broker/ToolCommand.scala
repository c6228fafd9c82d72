package shootout.broker

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A command that failed, and its lines of output. */
private case class CommandFailure(reason: String, output: List[String]):
  def summary: String = (reason :: output.filter(_.nonEmpty).takeRight(1)).mkString(": ")

/** Runs a tool of the user's machine, such as Maven or a package manager, to its end in the user's environment. */
private object ToolCommand:
  /** @param folder
    *   the working folder; none for the current one
    * @param limit
    *   the time after which it is ended, with all processes that it started
    * @param watch
    *   is called every second with the file of its output
    * @return
    *   its lines of output, including standard error
    */
  def run(
      command: List[String],
      folder: Option[Path],
      limit: FiniteDuration,
      watch: Path => Unit = _ => ()
  ): Either[CommandFailure, List[String]] =
    val output = Files.createTempFile("shootout-", ".log")
    try
      val builder = ProcessBuilder(command.asJava).redirectErrorStream(true)
      folder.foreach(f => builder.directory(f.toFile))
      builder.environment.put("DEBIAN_FRONTEND", "noninteractive")
      builder.redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null"))).redirectOutput(output.toFile)
      val tree = ProcessTree(builder.start())
      try
        await(tree, limit.fromNow, () => watch(output)) match
          case Some(0) => Right(lines(output))
          case Some(status) => Left(CommandFailure(s"${command.head} ended with status $status", lines(output)))
          case None => Left(CommandFailure(s"${command.head} did not end within $limit", lines(output)))
      finally tree.kill()
    catch
      case e: IOException => Left(CommandFailure(s"${command.head} cannot be run: ${e.getMessage}", Nil))
    finally Files.deleteIfExists(output)

  @annotation.tailrec
  private def await(tree: ProcessTree, end: Deadline, watch: () => Unit): Option[Int] =
    val status = tree.awaitExit(end.timeLeft.min(1.second))
    watch()
    if status.isDefined || end.isOverdue() then status else await(tree, end, watch)

  private def lines(output: Path): List[String] = String(Files.readAllBytes(output), UTF_8).linesIterator.toList
