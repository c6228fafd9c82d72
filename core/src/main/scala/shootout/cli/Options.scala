package shootout.cli

import picocli.CommandLine.{Command, ITypeConverter, Mixin, Option as Opt, TypeConversionException}
import shootout.scenario.Profile

import java.nio.file.Path
import java.util

/** The command line as typed; [[SettingsReader]] makes sense of it. */
@Command(
  name = "benchmark-all",
  sortOptions = false,
  usageHelpAutoWidth = true,
  description = Array(
    "Benchmarks message brokers side by side and draws a report that opens from disk.",
    "Each broker is fetched, configured, started on free ports of 127.0.0.1, loaded, and stopped again.",
    ""
  ),
  footer = Array(
    "",
    "Exit status: 0 all well; 1 some load failed or some broker could not be had; 2 bad usage or input;",
    "3 a result could not be written (a full disk); where it is instead is said;",
    "130 stopped by Ctrl-C or SIGTERM (what was measured is kept; --continue takes up where it stopped).",
    "",
    "Examples:",
    "  benchmark-all --profile quick --install",
    "  benchmark-all --brokers apollo,artemis --only '20b_*topic*' --samples 5",
    "  benchmark-all --protocols amqp --only 'send-*'",
    "  benchmark-all --url stomp://10.0.0.7:61613 --dialect activemq --login me --passcode @secret"
  )
)
class Options:
  @Opt(
    names = Array("--profile"),
    paramLabel = "NAME",
    description = Array(
      "quick: six loads, a minute for each broker and protocol;",
      "standard (default): most of every group but the optional ones, 20 to 45 min each;",
      "full: every size, number and rate, each load 3 times;",
      "replicated: batches for clusters, and for single nodes of the same systems."
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
      "Brokers to run, separated by commas: NAME, NAME/VARIANT or NAME@VERSION, of ${COMPLETION-CANDIDATES}. " +
        "Default: all but the variants and what runs on request only, which stand last; in profile replicated those that are " +
        "meant for it."
    )
  )
  var brokers: util.List[String] = util.List.of()

  @Opt(
    names = Array("--home"),
    paramLabel = "NAME=DIR",
    description = Array("Use a broker's installation in this folder (NAME@VERSION=DIR: of that version); repeatable.")
  )
  var homes: util.List[String] = util.List.of()

  @Opt(
    names = Array("--protocols"),
    split = ",",
    paramLabel = "NAME",
    completionCandidates = classOf[ProtocolNames],
    description = Array(
      "Protocols to run, separated by commas: ${COMPLETION-CANDIDATES}. Default: every one that a broker speaks, or those that it has for the profile; " +
        "in quick stomp and the broker's own."
    )
  )
  var protocols: util.List[String] = util.List.of()

  @Opt(
    names = Array("--scenarios"),
    // the signature of a Scala field says no more than List
    `type` = Array(classOf[Path]),
    paramLabel = "PATH",
    description = Array("Scenario file or folder; repeatable. Default: those that this project brings along.")
  )
  var scenarios: util.List[Path] = util.List.of()

  @Opt(
    names = Array("--only"),
    paramLabel = "GLOB",
    description = Array("Only loads whose id matches, such as '20b_*queue*'; repeatable.")
  )
  var only: util.List[String] = util.List.of()

  @Opt(
    names = Array("--samples"),
    paramLabel = "N",
    description = Array(
      "So many samples a load. Default: until the mean is known to 5 %%, 4 to 12 (quick: 3 to 14, replicated: 4 to 10)."
    )
  )
  var samples: Integer | Null = null

  @Opt(
    names = Array("--precision"),
    paramLabel = "PERCENT",
    description = Array("Sample until the mean is known so well (half of its 95 %% interval); --samples is the most.")
  )
  var precision: java.lang.Double | Null = null

  @Opt(
    names = Array("--warm-up"),
    paramLabel = "SECONDS",
    description = Array(
      "Load before the first sample; with 0 not even a broker that has just started is warmed up. Default: until the rate is steady, 2 to 8 s (quick: 1 to 5 s)."
    )
  )
  var warmUp: java.lang.Double | Null = null

  @Opt(
    names = Array("--sample-interval"),
    paramLabel = "MS",
    description = Array("Length of a sample. Default: 1000; 400 in profile quick.")
  )
  var sampleInterval: Integer | Null = null

  @Opt(
    names = Array("--repeat"),
    paramLabel = "N",
    description = Array("Run everything so many times, brokers in turn. Default: 1; 3 in profile full.")
  )
  var repeat: Integer | Null = null

  @Opt(
    names = Array("--seed"),
    paramLabel = "N",
    description = Array("Of the random order of brokers and protocols in each repetition. Default: drawn, and printed.")
  )
  var seed: Integer | Null = null

  @Opt(
    names = Array("--no-generator-limit"),
    description = Array("Do not measure the generator's own limit first; flag G comes from its processor use alone.")
  )
  var noGeneratorLimit: Boolean = false

  @Opt(
    names = Array("--beside-others"),
    description = Array("Measure though another run does so on this machine; such numbers get the flag B.")
  )
  var besideOthers: Boolean = false

  @Opt(names = Array("--generators"), paramLabel = "N", description = Array("Load JVMs that share a load's clients."))
  var generators: Int = 1

  @Opt(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array("Folder of results and report. Default: reports/<host name>.")
  )
  var out: Path | Null = null

  @Opt(
    names = Array("--continue"),
    description = Array(
      "Keep the results that are in the folder, and run only what is missing, or would be measured differently now."
    )
  )
  var continued: Boolean = false

  @Opt(
    names = Array("--summary"),
    paramLabel = "FORMAT",
    description = Array("How verdict and ranking are printed at the end: text (the default), markdown or json.")
  )
  var summary: String = "text"

  @Opt(
    names = Array("--metrics"),
    paramLabel = "[HOST:]PORT",
    description = Array("Serve metrics for Prometheus there.")
  )
  var metrics: String | Null = null

  @Opt(names = Array("--dry-run"), description = Array("Print the plan and how long it will take; run nothing."))
  var dryRun: Boolean = false

  @Opt(
    names = Array("--install"),
    description = Array("May use the system's package manager, for what this tool or a broker (RabbitMQ) needs.")
  )
  var install: Boolean = false

  @Opt(
    names = Array("--heap"),
    paramLabel = "MB",
    description = Array("Heap of every broker on the JVM. Default: 1024.")
  )
  var heap: Int = Options.DefaultHeapMb

  @Opt(
    names = Array("--data"),
    paramLabel = "DIR",
    description =
      Array(
        "Brokers keep their data below this folder, in broker-shootout: choose the disk here. Default: target/brokers."
      )
  )
  var data: Path | Null = null

  @Mixin
  val remote: RemoteOptions = RemoteOptions()

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

object Options:
  val DefaultHeapMb = 1024

/** A profile by its word. */
final class ProfileConverter extends ITypeConverter[Profile]:
  def convert(text: String): Profile = Profile.values.find(_.word == text).getOrElse {
    throw TypeConversionException(s"found '$text', expected one of ${Profile.values.map(_.word).mkString(", ")}")
  }
