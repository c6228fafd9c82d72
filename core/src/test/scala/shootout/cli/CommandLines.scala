package shootout.cli

import picocli.CommandLine
import shootout.broker.{BrokerSpec, Catalogue}
import shootout.campaign.{Drivers, PreparedRun, Settings}
import shootout.scenario.Plan

import java.nio.file.Path

/** What `benchmark-all` makes of its options, with the project's own brokers. */
object CommandLines:
  val home: Path = Path.of(sys.props("shootout.home"))
  lazy val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get

  def settings(words: List[String], brokers: List[BrokerSpec] = catalogue): Settings =
    val options = Options()
    CommandLine(options).parseArgs(words*)
    SettingsReader(options, home, brokers, words).read().fold(found => throw AssertionError(found.mkString), identity)

  def prepared(words: String*)(plan: Plan, drivers: Drivers = Drivers(Nil, Map.empty)): PreparedRun =
    PreparedRun(settings(words.toList), catalogue, plan, drivers, plan)
