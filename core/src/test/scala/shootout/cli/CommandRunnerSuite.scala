package shootout.cli

import picocli.CommandLine.{Command, Option as Opt}
import shootout.campaign.{ExitStatus, ResultNotSaved}

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{NoSuchFileException, Path}

class CommandRunnerSuite extends munit.FunSuite:
  private def run(arguments: String*)(work: CommandRunnerSuite.Options => Either[List[String], Int])
      : (Int, List[String]) =
    val bytes = ByteArrayOutputStream()
    val options = CommandRunnerSuite.Options()
    val status = Console.withErr(PrintStream(bytes)) {
      CommandRunner("try", "Nothing was done.").status(options, arguments.toArray)(work(options))
    }
    (status, bytes.toString.linesIterator.toList)

  test("the command returns the status of its work, which gets the options"):
    assertEquals(run("--count", "3")(options => Right(options.count)), (3, Nil))

  test("bad usage and bad input print each problem after the command's name, with status 2"):
    val (status, printed) = run("--count", "many")(_ => fail("it began"))
    assertEquals((status, printed.last), (ExitStatus.Usage, "Nothing was done."))
    assert(printed.head.startsWith("try: Invalid value for option '--count'"), printed)
    assertEquals(run()(_ => Left(List("a", "b"))), (ExitStatus.Usage, List("try: a", "try: b", "Nothing was done.")))

  test("errors are printed in words, without class names"):
    val (_, printed) = run("--count", "many")(_ => fail("it began"))
    assert(printed.head.contains("'many' is not a whole number"), printed)
    val full = run()(_ => throw java.io.IOException("No space left on device"))
    assertEquals(full, (ExitStatus.Usage, List("try: a file cannot be read or written: No space left on device")))
    val denied = run()(_ => throw java.nio.file.AccessDeniedException("/denied/x"))
    assert(denied._2.head.startsWith("try: /denied/x cannot be used: access is denied"), denied)
    val walked = java.io.UncheckedIOException(java.nio.file.AccessDeniedException("/denied/x"))
    assertEquals(run()(_ => throw walked), denied)
    val missing = run()(_ => throw NoSuchFileException("/nowhere"))
    assertEquals(missing, ExitStatus.Usage -> List("try: /nowhere cannot be used: there is no such file or folder"))

  test("a result that cannot be saved prints one line and has its own status"):
    val golden = CommandLines.golden("stomp-apollo")
    val full = java.io.IOException("No space left on device")
    val (status, printed) =
      run()(_ => throw ResultNotSaved.saved(Path.of("/out/x.json"), golden, full, Nil))
    assertEquals((status, printed.size), (ExitStatus.Unsaved, 1), printed)
    assert(printed.head.startsWith("try: --out: /out/x.json cannot be written (No space left on device): "), printed)

object CommandRunnerSuite:
  @Command(name = "try")
  final class Options:
    @Opt(names = Array("--count"))
    var count: Int = 0
