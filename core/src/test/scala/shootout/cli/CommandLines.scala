package shootout.cli

import picocli.CommandLine
import shootout.broker.{BrokerSpec, Brokers, Catalogue}
import shootout.campaign.{Drivers, PreparedRun, Settings}
import shootout.result.{ResultFile, ResultStore}
import shootout.scenario.Plan

import java.nio.file.Path

/** The settings of `benchmark-all` for given options, with the project's own brokers. */
object CommandLines:
  val home: Path = Brokers.home

  def golden(name: String): ResultFile =
    ResultStore.read(home.resolve(s"reports/src/test/resources/golden/$name.json")).toOption.get

  lazy val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get

  def settings(words: List[String], brokers: List[BrokerSpec] = catalogue): Settings =
    val options = Options()
    CommandLine(options).parseArgs(words*)
    SettingsReader(options, home, brokers, words).read().fold(found => throw AssertionError(found.mkString), identity)

  def prepared(words: String*)(plan: Plan, drivers: Drivers = Drivers(Nil, Map.empty)): PreparedRun =
    PreparedRun(settings(words.toList), catalogue, plan, drivers, plan)
