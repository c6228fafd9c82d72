package shootout.cli

import shootout.broker.BrokerSpec
import shootout.campaign.{ListenAddress, Pair, Settings, ThisMachine, TimeBudget}
import shootout.driver.Access
import shootout.yaml.Fields
import shootout.scenario.{PlanSettings, Profile, ScenarioFolders, TimingSettings}
import shootout.units.{orNone, Nanos}

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Converts [[Options]] to [[Settings]], or to everything that is wrong with them. */
final class SettingsReader(
    options: Options,
    home: Path,
    catalogue: List[BrokerSpec],
    commandLine: List[String],
    environment: Map[String, String] = sys.env,
    /** the properties of a protocol that decide which options it takes */
    access: String => Access = _ => Access.plain
):
  private val wrong = List.newBuilder[String]

  private def check(condition: Boolean, problem: => String): Unit = if !condition then wrong += problem

  private def bounded(option: String, number: Number | Null, least: Double, most: Double = Double.MaxValue): Unit =
    for value <- number.orNone.map(_.doubleValue) do
      check(value >= least, s"$option: found ${plain(value)}, expected at least ${plain(least)}")
      check(value <= most, s"$option: found ${plain(value)}, expected at most ${plain(most)}")

  private def plain(number: Double): String = if number.isWhole then number.toLong.toString else number.toString

  def read(): Either[List[String], Settings] =
    checkNumbers()
    val external = ExternalReader(options.remote, catalogue, access, environment, wrong += _).read()
    val chosen = chosenPairs()
    val pairs = external.fold(chosen)(e => List(Pair(e.name, e.protocol)))
    val scenarios = options.scenarios.asScala.toList
    for path <- scenarios do check(Files.exists(path), s"--scenarios: there is no file or folder $path")
    val usualRepeats = if options.profile == Profile.Full then SettingsReader.FullRepeats else 1
    val settings = Settings(
      home = home,
      plan = PlanSettings(
        options.profile,
        options.only.asScala.toList,
        options.warmUp.orNone.map(seconds => Nanos.ofSeconds(seconds.doubleValue)),
        options.samples.orNone.map(_.intValue),
        options.sampleInterval.orNone.map(ms => Nanos.ofMillis(ms.doubleValue)),
        options.precision.orNone.map(_.doubleValue / 100)
      ),
      pairs = pairs,
      scenarios = if scenarios.isEmpty then ScenarioFolders.shipped(home) else scenarios,
      repeat = options.repeat.orNone.fold(usualRepeats)(_.intValue),
      timeBudget = readTimeBudget(),
      seed = options.seed.orNone.map(_.intValue),
      generatorLimit = !options.noGeneratorLimit,
      generators = options.generators,
      out = options.out.orNone.getOrElse(home.resolve("reports").resolve(ThisMachine.hostName)),
      // Everything in this folder is deleted without asking, so it must be a folder that this tool made.
      data = options.data.orNone.fold(home.resolve("target/brokers"))(_.resolve("broker-shootout")),
      continued = options.continued,
      dryRun = options.dryRun,
      summary = readSummary(),
      metrics = readMetrics(),
      install = options.install,
      external = external,
      besideOthers = options.besideOthers,
      heapMb = options.heap,
      commandLine = SettingsReader.masked(commandLine)
    )
    val problems = wrong.result()
    if problems.isEmpty then Right(settings) else Left(problems)

  private def checkNumbers(): Unit =
    bounded("--samples", options.samples, 1, TimingSettings.MaxSamples)
    bounded("--warm-up", options.warmUp, 0, SettingsReader.DayS)
    bounded("--sample-interval", options.sampleInterval, SettingsReader.ShortestSampleMs, SettingsReader.DayS * 1000)
    bounded(
      "--precision",
      options.precision,
      TimingSettings.FinestPrecision * 100,
      TimingSettings.CoarsestPrecision * 100
    )
    bounded("--repeat", options.repeat, 1)
    bounded("--heap", Int.box(options.heap), SettingsReader.SmallestHeapMb)
    bounded("--generators", Int.box(options.generators), 1, SettingsReader.MostGenerators)

  /** With `--repeat`, each contender gets the same number of starts. */
  private def readTimeBudget(): Option[TimeBudget] =
    val minutes = options.timeBudget.orNone.map(_.doubleValue)
    bounded("--time-budget", options.timeBudget, 0, SettingsReader.DayS / 60)
    if minutes.isDefined then check(options.repeat == null, "--time-budget and --repeat exclude each other: write one")
    val usual = Option.when(options.profile == Profile.Quick && options.repeat == null)(
      TimeBudget.OfFirstPass(SettingsReader.RacingShare)
    )
    minutes.fold(usual)(some => Option.when(some > 0)(TimeBudget.Given(Nanos.ofSeconds(60 * some))))

  private def readSummary(): String =
    val known = SettingsReader.summaries
    check(known.contains(options.summary), s"--summary: found '${options.summary}', expected ${known.mkString(", ")}")
    options.summary

  private def readMetrics(): Option[ListenAddress] =
    val read = options.metrics.orNone.map(text => ListenAddress.read(text).toRight(text))
    for text <- read.flatMap(_.left.toOption) do
      wrong += s"--metrics: found '$text', expected a port of 0 to 65535, or HOST:PORT"
    read.flatMap(_.toOption)

  /** The given brokers over the given protocols, as far as their files list them. */
  private def chosenPairs(): List[Pair] =
    val (variants, compared) = catalogue.filterNot(_.calibration).partition(_.onlyByName)
    val offered = (compared ++ variants).map(_.name)
    val asked = options.brokers.asScala.toList.map(_.trim)
    val brokers = named("--brokers", asked, catalogue.map(_.name), offered)
    val spoken = catalogue.flatMap(_.protocolNames).distinct
    val protocols = named("--protocols", options.protocols.asScala.toList, spoken, spoken)
    if options.remote.url != null then
      check(brokers.isEmpty, "--brokers and --url exclude each other: --url names the one broker to benchmark")
      check(protocols.isEmpty, "--protocols and --url exclude each other: the scheme of the URL is the protocol")
    val usually = catalogue.filter(_.runsIn(options.profile.word))
    val specs = if brokers.isEmpty then usually else brokers.flatMap(name => catalogue.find(_.name == name))
    val pairs =
      for
        spec <- specs;
        protocol <- if protocols.isEmpty then usual(spec) else spec.protocolNames.filter(protocols.contains)
      yield Pair(spec.name, protocol)
    val silent =
      if brokers.isEmpty && pairs.nonEmpty then Nil else specs.filterNot(s => pairs.exists(_.broker == s.name))
    // An unknown protocol was already reported.
    if protocols.nonEmpty && protocols.forall(spoken.contains) then
      for spec <- silent do
        wrong += s"--protocols: ${spec.name} speaks ${spec.protocolNames.mkString(", ")}; name any of these"
    pairs

  /** The protocols that a broker runs by default in the profile. */
  private def usual(spec: BrokerSpec): List[String] = options.profile match
    case Profile.Quick => spec.quickProtocols
    case Profile.Replicated => spec.replicatedProtocols
    case Profile.Standard | Profile.Full => spec.standardProtocols

  /** @param offered
    *   those of the `known` names that messages list
    */
  private def named(option: String, written: List[String], known: List[String], offered: List[String]): List[String] =
    val asked = written.map(_.trim).filter(_.nonEmpty).distinct
    for name <- asked if !known.contains(name) do
      val hint = Fields.meant(name.takeWhile(_ != '@'), offered).fold("")(n => s"; did you mean '$n'?")
      wrong += s"$option: found '$name'$hint (expected any of ${offered.mkString(", ")})"
    asked

object SettingsReader:
  private val summaries = List("text", "markdown", "json")
  private val ShortestSampleMs = 10
  private val DayS = 24 * 3600.0
  private val SmallestHeapMb = 64
  private val MostGenerators = 16
  private val FullRepeats = 3
  private val RacingShare = 0.6

  /** The arguments without passwords, for the result file. */
  def masked(arguments: List[String]): List[String] =
    val secret = Set("--passcode", "--trust-store-password")
    arguments.zip("" :: arguments).map { (argument, before) =>
      if secret(before) then "********"
      else secret.find(s => argument.startsWith(s"$s=")).fold(argument)(s => s"$s=********")
    }
