package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.metrics.ListenAddress
import shootout.scenario.PlanSettings
import shootout.units.{Endpoint, Json}

import java.nio.file.Path

/** A broker that already runs (`--url`): no lifecycle, no purge. */
case class External(endpoint: Endpoint, protocol: String, name: String, dialect: String)

/** A broker over a protocol: what one result file is about. */
final case class Pair(broker: String, protocol: String) derives Json.ReadWriter:
  def label: String = s"$broker ($protocol)"

/** All that a person asked for, resolved once; everything behind the command line reads this and nothing else.
  *
  * @param home
  *   root of the checkout
  * @param pairs
  *   brokers of the catalogue, each over the protocols that it speaks, or should
  * @param seed
  *   of the order in which they run; none: not drawn yet
  * @param ceiling
  *   the generator's own limit is measured first, and beside each result
  * @param generators
  *   how many load JVMs share the clients of a cell
  * @param out
  *   folder of result files and report
  * @param data
  *   folder under which brokers keep configuration, data and logs
  * @param summary
  *   format of the verdict and the ranking that are printed at the end
  * @param metrics
  *   where what is being measured is served for Prometheus; none: nowhere
  * @param besideOthers
  *   measure although another run of this user measures on this machine
  * @param heapMb
  *   heap of every broker on the JVM, MiB
  * @param commandLine
  *   as typed, without secrets
  */
case class Settings(
    home: Path,
    plan: PlanSettings,
    pairs: List[Pair],
    scenarios: List[Path],
    repeat: Int,
    seed: Option[Int],
    ceiling: Boolean,
    generators: Int,
    out: Path,
    data: Path,
    continued: Boolean,
    dryRun: Boolean,
    summary: String,
    metrics: Option[ListenAddress],
    install: Boolean,
    external: Option[External],
    besideOthers: Boolean,
    heapMb: Int,
    commandLine: List[String]
):
  def brokers: List[String] = pairs.map(_.broker).distinct
  def protocols: List[String] = pairs.map(_.protocol).distinct

  /** Where the results of one broker over one protocol are written. */
  def resultFile(pair: Pair): Path = out.resolve(Settings.resultFile(pair))

object Settings:
  /** The name of a pair's result file. */
  def resultFile(pair: Pair): String = s"${pair.protocol}-${BrokerSpec.slug(pair.broker)}.json"
