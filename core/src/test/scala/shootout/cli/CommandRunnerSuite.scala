package shootout.cli

import picocli.CommandLine.{Command, Option as Opt}
import shootout.campaign.{ExitStatus, ResultNotSaved}
import shootout.result.ResultStore

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{NoSuchFileException, Path}

class CommandRunnerSuite extends munit.FunSuite:
  /** The exit status, and what stood on standard error. */
  private def run(arguments: String*)(work: CommandRunnerSuite.Options => Either[List[String], Int])
      : (Int, List[String]) =
    val bytes = ByteArrayOutputStream()
    val options = CommandRunnerSuite.Options()
    val status = Console.withErr(PrintStream(bytes)) {
      CommandRunner("try", "Nothing was done.").status(options, arguments.toArray)(work(options))
    }
    (status, bytes.toString.linesIterator.toList)

  test("the work's own status, with the options filled in") {
    assertEquals(run("--count", "3")(options => Right(options.count)), (3, Nil))
  }

  test("bad usage and bad input: each problem with the command's name, and 2") {
    val (status, said) = run("--count", "many")(_ => fail("it began"))
    assertEquals((status, said.last), (ExitStatus.Usage, "Nothing was done."))
    assert(said.head.startsWith("try: Invalid value for option '--count'"), said)
    assertEquals(run()(_ => Left(List("a", "b"))), (ExitStatus.Usage, List("try: a", "try: b", "Nothing was done.")))
  }

  test("what a person did not type: no names of types or classes") {
    val (_, said) = run("--count", "many")(_ => fail("it began"))
    assert(said.head.contains("'many' is not a whole number"), said)
    val full = run()(_ => throw java.io.IOException("No space left on device"))
    assertEquals(full, (ExitStatus.Usage, List("try: a file cannot be read or written: No space left on device")))
    val denied = run()(_ => throw java.nio.file.AccessDeniedException("/denied/x"))
    assert(denied._2.head.startsWith("try: /denied/x cannot be used: access is denied"), denied)
    val walked = java.io.UncheckedIOException(java.nio.file.AccessDeniedException("/denied/x"))
    assertEquals(run()(_ => throw walked), denied)
  }

  test("a result that could not be written: one line, and a status of its own") {
    val golden =
      ResultStore.read(CommandRunner.home.resolve("reports/src/test/resources/golden/stomp-apollo.json")).toOption.get
    val full = java.io.IOException("No space left on device")
    val (status, said) = run()(_ => throw ResultNotSaved.saved(Path.of("/out/x.json"), golden, full, Nil))
    assertEquals((status, said.size), (ExitStatus.Unsaved, 1), said)
    assert(said.head.startsWith("try: --out: /out/x.json cannot be written (No space left on device): "), said)
  }

  test("a file that cannot be used is bad input, by its name") {
    assertEquals(
      run()(_ => throw NoSuchFileException("/nowhere")),
      (ExitStatus.Usage, List("try: /nowhere cannot be used: there is no such file or folder"))
    )
  }

object CommandRunnerSuite:
  @Command(name = "try")
  final class Options:
    @Opt(names = Array("--count"))
    var count: Int = 0
