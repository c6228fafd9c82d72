package shootout.cli

import picocli.CommandLine

import java.nio.file.{
  AccessDeniedException,
  FileAlreadyExistsException,
  FileSystemException,
  NoSuchFileException,
  NotDirectoryException,
  Path
}

/** What the commands of `bin/` have in common: options are read, help is printed, and whatever goes wrong becomes lines on
  * standard error and an exit status.
  *
  * @param name
  *   of the command
  * @param refusal
  *   what is said after the problems of bad usage or input
  */
final class Script(name: String, refusal: String):
  /** Ends this JVM.
    *
    * @param options
    *   annotated for picocli
    * @param work
    *   with the options filled in: the exit status, or everything that is wrong with usage or input
    */
  def main(options: AnyRef, arguments: Array[String])(work: => Either[List[String], Int]): Unit =
    sys.exit(status(options, arguments)(work))

  private[cli] def status(options: AnyRef, arguments: Array[String])(work: => Either[List[String], Int]): Int =
    val parser = CommandLine(options)
    try
      parser.parseArgs(arguments*)
      if parser.isUsageHelpRequested then
        parser.usage(System.out)
        0
      else work.fold(refuse, identity)
    catch
      case e: CommandLine.ParameterException => refuse(List(e.getMessage))
      // perhaps in the middle of the work, so not that nothing was done
      case e: FileSystemException =>
        say(Script.explain(e))
        Script.Usage
      case e: Throwable =>
        e.printStackTrace()
        Script.Bug

  private def refuse(problems: List[String]): Int =
    problems.foreach(say)
    Console.err.println(refusal)
    Script.Usage

  /** A line on standard error. */
  def say(problem: String): Unit = Console.err.println(s"$name: $problem")

object Script:
  /** Exit status of bad usage or input. */
  val Usage = 2

  /** Of what ought to have been caught. */
  private val Bug = 70

  /** The root of the checkout. */
  def home: Path = Path.of(sys.props.getOrElse("shootout.home", ".")).toAbsolutePath.normalize

  private def explain(e: FileSystemException): String =
    val reason = e match
      case _: NoSuchFileException => "there is no such file or folder"
      case _: NotDirectoryException => "it is no folder"
      case _: FileAlreadyExistsException => "there is a file of that name"
      case _: AccessDeniedException => "access is denied"
      case _ => Option(e.getReason).map(_.toLowerCase).getOrElse(e.getClass.getSimpleName)
    s"${Option(e.getFile).getOrElse("a file")} cannot be used: $reason"
