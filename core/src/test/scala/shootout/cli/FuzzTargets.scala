package shootout.cli

import picocli.CommandLine
import shootout.broker.{BrokerFile, BrokerSpec, Catalogue}
import shootout.campaign.{Contenders, Pair}
import shootout.result.ResultStore
import shootout.scenario.{Plan, PlanSettings, ScenarioFile}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Every input is accepted or refused in words, without an exception. Each object below tests one kind of input:
  * `FuzzSuite` with random mutations, `e2e/fuzz.sh` with a coverage-guided fuzzer.
  */
private object FuzzTarget:
  private lazy val folder: Path = Files.createTempDirectory("fuzz")

  def written(name: String, bytes: Array[Byte]): Path =
    val file = folder.resolve(name)
    Files.createDirectories(file.getParent)
    file.toFile.deleteOnExit()
    Files.write(file, bytes)

  private val ClassName = """\w+(?:Exception|Error)\b""".r

  /** A message may name a class only if the input does. */
  def inWords(input: Array[Byte], outcome: Either[Iterable[Any], Any]): Unit =
    for problems <- outcome.left do
      if problems.isEmpty then throw AssertionError("refused without a word")
      for problem <- problems.map(_.toString) do
        val names = ClassName.findAllIn(problem).toList.filterNot(String(input, UTF_8).contains)
        if problem.isBlank || names.nonEmpty then
          throw AssertionError(s"this message is no plain text: '$problem'")

object FuzzScenario:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("scenario.yaml", bytes)
    FuzzTarget.inWords(bytes, ScenarioFile.read(List(file)).flatMap(Plan.from(_, PlanSettings())))

object FuzzBroker:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("b/broker.yaml", bytes)
    FuzzTarget.inWords(bytes, BrokerFile.readAll(file.getParent))

object FuzzResult:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("stomp-b.json", bytes)
    val read = ResultStore.read(file)
    FuzzTarget.inWords(bytes, read.left.map(List(_)))
    for result <- read do
      RunOutcome.of(List(Pair("b", "stomp") -> result), 1)
      ResultStore.write(file, result)
      if ResultStore.read(file).isLeft then throw AssertionError("a written result cannot be read again")

/** A command line, one argument per line. */
object FuzzCommand:
  private lazy val home = Path.of(sys.props("shootout.home"))
  private lazy val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get

  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    // a shell passes no NUL, and an argument with @ would read a file
    val words =
      String(bytes, UTF_8).replace("\u0000", "").split('\n').toList.filterNot(_.startsWith("@"))
    // messages quote the input without NUL
    val typed = words.mkString("\n").getBytes(UTF_8)
    val options = Options()
    try
      CommandLine(options).parseArgs(words*)
      val known =
        Contenders(catalogue, options.brokers.asScala.toList, options.homes.asScala.toList).all
      FuzzTarget.inWords(typed, known.flatMap(SettingsReader(options, home, _, words, Map.empty).read()))
    catch case e: CommandLine.ParameterException => FuzzTarget.inWords(typed, Left(List(String.valueOf(e.getMessage))))
