package shootout.cli

import picocli.CommandLine.{Command, ITypeConverter, Mixin, Option as Opt, TypeConversionException}
import shootout.broker.{BrokerSpec, Catalogue}
import shootout.scenario.Profile

import java.lang
import java.nio.file.Path
import java.util
import scala.jdk.CollectionConverters.*

/** The options as typed. [[SettingsReader]] interprets them. */
@Command(
  name = "benchmark-all",
  sortOptions = false,
  usageHelpAutoWidth = true,
  description = Array(
    "Benchmarks message brokers one after another and writes an HTML report.",
    "It downloads, starts, benchmarks and stops each broker on this machine.",
    ""
  ),
  footer = Array(
    "",
    "Exit status: 0 success; 1 a workload failed or a broker was not available;",
    "2 bad usage or input; 3 a result could not be written; 130 stopped by Ctrl-C.",
    "",
    "Examples:",
    "  benchmark-all --profile quick --install",
    "  benchmark-all --brokers apollo,artemis --only '20b_*topic*' --samples 5",
    "  benchmark-all --protocols amqp --only 'send-*'",
    "  benchmark-all --url stomp://10.0.0.7:61613 --dialect activemq --yes"
  )
)
class Options:
  @Opt(
    names = Array("--profile"),
    paramLabel = "NAME",
    description = Array(
      "quick: six workloads, about a minute per broker and protocol;",
      "standard (default): most workloads, 20 to 45 minutes per broker and protocol;",
      "full: every workload three times;",
      "replicated: clusters, and single nodes of the same systems."
    ),
    converter = Array(classOf[ProfileConverter])
  )
  var profile: Profile = Profile.Standard

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "NAME",
    completionCandidates = classOf[BrokerNames],
    description = Array(
      "Benchmark these brokers: NAME, NAME/VARIANT or NAME@VERSION. Default: all that suit the profile.",
      "Names: ${COMPLETION-CANDIDATES}. Variants run only when named, or in profile replicated if they belong to it."
    )
  )
  var brokers: util.List[String] = util.List.of()

  @Opt(
    names = Array("--home"),
    paramLabel = "NAME=DIR",
    description = Array("Use the broker installed in this folder. NAME@VERSION=DIR also says its version. Repeatable.")
  )
  var homes: util.List[String] = util.List.of()

  @Opt(
    names = Array("--protocols"),
    split = ",",
    paramLabel = "NAME",
    completionCandidates = classOf[ProtocolNames],
    description = Array(
      "Benchmark over these protocols only. Default: every one that a broker speaks; in profile quick, stomp and " +
        "the broker's own.",
      "Names: ${COMPLETION-CANDIDATES}."
    )
  )
  var protocols: util.List[String] = util.List.of()

  @Opt(
    names = Array("--scenarios"),
    // picocli cannot see the element type of a Scala field.
    `type` = Array(classOf[Path]),
    paramLabel = "PATH",
    description = Array("Run the scenarios of this file or folder. Repeatable. Default: the shipped ones.")
  )
  var scenarios: util.List[Path] = util.List.of()

  @Opt(
    names = Array("--only"),
    paramLabel = "GLOB",
    description = Array("Run only workloads whose id matches, such as '20b_*queue*'. Repeatable.")
  )
  var only: util.List[String] = util.List.of()

  @Opt(
    names = Array("--samples"),
    paramLabel = "N",
    description = Array(
      "Take N samples per workload. Default: until the mean is known to ±5%%, 4 to 12 (quick: 3 to 6, " +
        "replicated: 4 to 10)."
    )
  )
  var samples: Integer | Null = null

  @Opt(
    names = Array("--precision"),
    paramLabel = "PERCENT",
    description = Array("Sample until the 95%% interval of the mean is within ±PERCENT; --samples is the limit.")
  )
  var precision: java.lang.Double | Null = null

  @Opt(
    names = Array("--warm-up"),
    paramLabel = "SECONDS",
    description = Array(
      "Warm up for this long before the first sample; 0 skips the warm-up of the broker, too. Default: until the " +
        "rate is steady, 2 to 8 s (quick: 1 to 4 s)."
    )
  )
  var warmUp: java.lang.Double | Null = null

  @Opt(
    names = Array("--sample-interval"),
    paramLabel = "MS",
    description = Array("Set the length of a sample. Default: 1000; 400 in profile quick.")
  )
  var sampleInterval: Integer | Null = null

  @Opt(
    names = Array("--repeat"),
    paramLabel = "N",
    description = Array("Run everything N times, brokers in turn. Default: 1; 3 in profile full.")
  )
  var repeat: Integer | Null = null

  @Opt(
    names = Array("--time-budget"),
    paramLabel = "MINUTES",
    description = Array(
      "Measure close contenders again, up to MINUTES for the whole run; 0: never. Default: 1.6 times the first pass " +
        "in profile quick, else 0."
    )
  )
  var timeBudget: java.lang.Double | Null = null

  @Opt(
    names = Array("--seed"),
    paramLabel = "N",
    description = Array("Use the random order of an earlier run, which printed this seed.")
  )
  var seed: Integer | Null = null

  @Opt(
    names = Array("--no-generator-limit"),
    description = Array("Do not measure the generator limit first. Generator saturation is then judged by CPU only.")
  )
  var noGeneratorLimit: Boolean = false

  @Opt(
    names = Array("--beside-others"),
    description = Array("Run although another run measures on this machine. Results are flagged as disturbed.")
  )
  var besideOthers: Boolean = false

  @Opt(
    names = Array("--generators"),
    paramLabel = "N",
    description = Array("Share the clients of each workload among N load JVMs. Default: 1.")
  )
  var generators: Int = 1

  @Opt(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array("Write results and report to this folder. Default: reports/<host name>.")
  )
  var out: Path | Null = null

  @Opt(
    names = Array("--continue"),
    description = Array("Continue an interrupted run: keep its results, and run what is missing or has changed.")
  )
  var continued: Boolean = false

  @Opt(
    names = Array("--summary"),
    paramLabel = "FORMAT",
    description = Array("Print verdict and ranking as text (default), markdown or json.")
  )
  var summary: String = "text"

  @Opt(
    names = Array("--metrics"),
    paramLabel = "[HOST:]PORT",
    description = Array("Serve metrics for Prometheus at this port, on 127.0.0.1 unless HOST is given.")
  )
  var metrics: String | Null = null

  @Opt(names = Array("--dry-run"), description = Array("Print the plan and its duration. Run nothing."))
  var dryRun: Boolean = false

  @Opt(
    names = Array("--install"),
    description = Array("Let the package manager install what is missing, such as Java, Maven or RabbitMQ.")
  )
  var install: Boolean = false

  @Opt(
    names = Array("--heap"),
    paramLabel = "MB",
    description = Array("Set the heap of every broker that runs on a JVM. Default: 1024.")
  )
  var heap: Int = Options.DefaultHeapMb

  @Opt(
    names = Array("--data"),
    paramLabel = "DIR",
    description = Array(
      "Keep the brokers' data in DIR/broker-shootout, and so choose the disk. Default: target/brokers."
    )
  )
  var data: Path | Null = null

  @Mixin
  val remote: RemoteOptions = RemoteOptions()

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Show the most used options."))
  var help: Boolean = false

  @Opt(names = Array(CommandRunner.HelpAll), description = Array("Show all options."))
  var helpAll: Boolean = false

object Options:
  val DefaultHeapMb = 1024

  /** The options that `--help` shows. `--help-all` shows all. */
  private[cli] val MostUsed =
    val names = "--profile --brokers --only --repeat --time-budget --continue --dry-run --install --url --help"
    names.split(' ').toSet + CommandRunner.HelpAll

/** Finds a profile by its name. */
final class ProfileConverter extends ITypeConverter[Profile]:
  def convert(text: String): Profile = Profile.values.find(_.word == text).getOrElse {
    throw TypeConversionException(s"found '$text', expected one of ${Profile.values.map(_.word).mkString(", ")}")
  }

/** Values of `--brokers`, for the help and for completion: all of `brokers/` except those for calibration, variants
  * last. There are none if a file there is invalid. A run says which one.
  */
final class BrokerNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val (variants, brokers) = BrokerNames.compared.partition(_.onlyByName)
    (brokers ++ variants).map(_.name).asJava.iterator

object BrokerNames:
  def compared: List[BrokerSpec] =
    Catalogue.read(CommandRunner.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)

/** Values of `--protocols`: all protocols of all brokers and variants. */
final class ProtocolNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] = BrokerNames.compared.flatMap(_.protocolNames).distinct.asJava.iterator
