package shootout.cli

import picocli.{AutoComplete, CommandLine}
import shootout.campaign.{ExitStatus, ResultNotSaved}
import shootout.units.FileTrouble

import java.io.{IOException, UncheckedIOException}
import java.nio.file.{FileSystemException, Path}
import scala.jdk.CollectionConverters.*

/** What all commands of `bin/` have in common: they read options and print help. Every error becomes lines on standard
  * error and an exit status.
  *
  * @param name
  *   the command's name
  * @param refusal
  *   what to print after the problems of bad usage or input
  * @param mostUsed
  *   the options that `--help` shows; if there are any, [[CommandRunner.HelpAll]] shows all
  */
final class CommandRunner(name: String, refusal: String, mostUsed: Set[String] = Set.empty):
  /** Runs the command and ends this JVM.
    *
    * @param options
    *   an object with picocli's annotations
    * @param work
    *   runs once the options have their values; returns the exit status, or everything that is wrong with usage or
    *   input
    */
  def main(options: AnyRef, arguments: Array[String])(work: => Either[List[String], Int]): Unit =
    sys.exit(status(options, arguments)(work))

  private[cli] def status(options: AnyRef, arguments: Array[String])(work: => Either[List[String], Int]): Int =
    val parser = CommandLine(options)
    parser.getCommandSpec.usageMessage.abbreviateSynopsis(true)
    try
      val parsed = parser.parseArgs(arguments*)
      val all = parsed.hasMatchedOption(CommandRunner.HelpAll)
      if all || parser.isUsageHelpRequested then
        if !all && mostUsed.nonEmpty then CommandRunner.shorten(parser.getCommandSpec, mostUsed)
        parser.usage(System.out)
        0
      else work.fold(refuse, identity)
    catch
      case e: CommandLine.ParameterException => refuse(List(CommandRunner.plain(e.getMessage)))
      case e: ResultNotSaved =>
        say(e.getMessage)
        ExitStatus.Unsaved
      // The work may have been half done, so do not print that nothing was done.
      case e: IOException => unusable(e)
      // Walking through a folder wraps the exception.
      case e: UncheckedIOException => unusable(e.getCause)
      case e: Throwable =>
        e.printStackTrace()
        ExitStatus.Bug

  private def unusable(e: IOException): Int =
    say(CommandRunner.explain(e))
    ExitStatus.Usage

  private def refuse(problems: List[String]): Int =
    problems.foreach(say)
    Console.err.println(refusal)
    ExitStatus.Usage

  /** Prints a line on standard error. */
  def say(problem: String): Unit = Console.err.println(s"$name: $problem")

object CommandRunner:
  /** The root of the checkout. */
  def home: Path = Path.of(sys.props.getOrElse("shootout.home", ".")).toAbsolutePath.normalize

  final val HelpAll = "--help-all"

  /** The start of the line, in an option's description, that lists every broker or protocol. */
  private val Names = "Names: "

  /** Hides all other options, and the lines that list every broker or protocol. */
  private[cli] def shorten(command: CommandLine.Model.CommandSpec, mostUsed: Set[String]): Unit =
    for option <- command.options.asScala.toList do
      val lines = option.description.filterNot(_.startsWith(Names))
      val isShown = option.names.exists(mostUsed)
      command.remove(option)
      command.add(option.toBuilder.hidden(!isShown).description(lines*).build())

  /** Replaces type names by words. */
  private def plain(message: String): String =
    message.replace("is not a double", "is not a number").replace("is not an int", "is not a whole number")

  private def explain(e: IOException): String =
    val file = Option(e).collect { case f: FileSystemException => f.getFile }.flatMap(Option(_))
    file.fold(s"a file cannot be read or written: ${FileTrouble.words(e)}")(f =>
      s"$f cannot be used: ${FileTrouble.words(e)}"
    )

/** Prints the completion scripts of `bin/completion`, for all commands with options. An argument is `NAME=CLASS`, where
  * the class has picocli's annotations.
  */
object Completion:
  def main(arguments: Array[String]): Unit =
    for Array(name, options) <- arguments.map(_.split('=')) do
      val command = Class.forName(options).getDeclaredConstructor().newInstance()
      println(AutoComplete.bash(name, CommandLine(command)))
