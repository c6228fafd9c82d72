package shootout.broker

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A command that did not do what it should.
  *
  * @param cannotRun
  *   the program does not exist, or is not executable
  */
private case class CommandFailure(reason: String, output: List[String], cannotRun: Boolean = false):
  def summary: String = (reason :: output.filter(_.nonEmpty).takeRight(1)).mkString(": ")

/** Runs a tool of the user's machine (Maven, a package manager) in the user's own environment, to its end. */
private object ToolCommand:
  /** @param folder
    *   where it runs; none: the current one
    * @param limit
    *   after which it is ended, with all it started
    * @param watch
    *   is given the file of its output, every second
    * @param environment
    *   beside that of the user
    * @return
    *   its lines of output, standard error among them
    */
  def run(
      command: List[String],
      folder: Option[Path],
      limit: FiniteDuration,
      watch: Path => Unit = _ => (),
      environment: List[(String, String)] = Nil
  ): Either[CommandFailure, List[String]] =
    val output = Files.createTempFile("shootout-", ".log")
    try
      val builder = ProcessBuilder(command.asJava).redirectErrorStream(true)
      folder.foreach(f => builder.directory(f.toFile))
      builder.environment.put("DEBIAN_FRONTEND", "noninteractive")
      for (name, value) <- environment do builder.environment.put(name, value)
      builder.redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null"))).redirectOutput(output.toFile)
      val tree = ProcessTree(builder.start())
      try
        await(tree, limit.fromNow, () => watch(output)) match
          case Some(0) => Right(lines(output))
          case Some(status) => Left(CommandFailure(s"${command.head} ended with status $status", lines(output)))
          case None => Left(CommandFailure(s"${command.head} did not end within $limit", lines(output)))
      finally tree.kill()
    catch
      case e: IOException =>
        Left(CommandFailure(s"${command.head} cannot be run: ${e.getMessage}", Nil, cannotRun = true))
    finally Files.deleteIfExists(output)

  @annotation.tailrec
  private def await(tree: ProcessTree, end: Deadline, watch: () => Unit): Option[Int] =
    val status = tree.awaitExit(end.timeLeft.min(1.second))
    watch()
    if status.isDefined || end.isOverdue() then status else await(tree, end, watch)

  private def lines(output: Path): List[String] = String(Files.readAllBytes(output), "UTF-8").linesIterator.toList
