package shootout.cli

import picocli.CommandLine
import shootout.broker.{BrokerFile, BrokerSpec, Catalogue}
import shootout.campaign.{Contenders, Pair}
import shootout.result.ResultStore
import shootout.scenario.{Plan, PlanSettings, ScenarioFile}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Whatever a person hands in is taken, or refused in words, and nothing is thrown. The objects below hold one kind of input each to
  * that: `FuzzSuite` with a corpus and what chance makes of it, `e2e/fuzz.sh` with a fuzzer that looks for new ways through the code.
  */
private object FuzzTarget:
  private lazy val folder: Path = Files.createTempDirectory("fuzz")

  def written(name: String, bytes: Array[Byte]): Path =
    val file = folder.resolve(name)
    Files.createDirectories(file.getParent)
    file.toFile.deleteOnExit()
    Files.write(file, bytes)

  private val ClassName = """\w+(?:Exception|Error)\b""".r

  /** The input itself may name a class, and is quoted then. */
  def inWords(input: Array[Byte], outcome: Either[Iterable[Any], Any]): Unit =
    for problems <- outcome.left do
      if problems.isEmpty then throw AssertionError("refused without a word")
      for problem <- problems.map(_.toString) do
        val names = ClassName.findAllIn(problem).toList.filterNot(String(input, UTF_8).contains)
        if problem.isBlank || names.nonEmpty then
          throw AssertionError(s"these are no words for a person: '$problem'")

/** A scenario file, up to the plan. */
object FuzzScenario:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("scenario.yaml", bytes)
    FuzzTarget.inWords(bytes, ScenarioFile.read(List(file)).flatMap(Plan.from(_, PlanSettings())))

/** A `broker.yaml`. */
object FuzzBroker:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("b/broker.yaml", bytes)
    FuzzTarget.inWords(bytes, BrokerFile.readAll(file.getParent))

/** A result file that a run goes on with. */
object FuzzResult:
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val file = FuzzTarget.written("stomp-b.json", bytes)
    val read = ResultStore.read(file)
    FuzzTarget.inWords(bytes, read.left.map(List(_)))
    for result <- read do
      RunSummary.of(List(Pair("b", "stomp") -> result), 1)
      ResultStore.write(file, result)
      if ResultStore.read(file).isLeft then throw AssertionError("what was read and written cannot be read again")

/** A command line: an argument a line. */
object FuzzCommand:
  private lazy val home = Path.of(sys.props("shootout.home"))
  private lazy val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get

  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    // no shell can hand over a NUL, and a word behind an @ would have a file of this machine read
    val words = String(bytes, UTF_8).replace("\u0000", "").split('\n').toList.filterNot(_.startsWith("@"))
    // what is quoted has no NUL either
    val typed = words.mkString("\n").getBytes(UTF_8)
    val options = Options()
    try
      CommandLine(options).parseArgs(words*)
      val known = Contenders(catalogue, options.brokers.asScala.toList, options.homes.asScala.toList).all
      FuzzTarget.inWords(typed, known.flatMap(SettingsReader(options, home, _, words, Map.empty).read()))
    catch case e: CommandLine.ParameterException => FuzzTarget.inWords(typed, Left(List(String.valueOf(e.getMessage))))
