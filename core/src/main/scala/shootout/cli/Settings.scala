package shootout.cli

import shootout.scenario.PlanSettings
import shootout.units.Endpoint

import java.nio.file.Path

/** A broker that already runs (`--url`): no lifecycle, no purge. */
case class External(endpoint: Endpoint, protocol: String, name: String, dialect: String)

/** All that a person asked for, resolved once; everything behind the command line reads this and nothing else.
  *
  * @param home
  *   root of the checkout
  * @param brokers
  *   names of the catalogue, in the order in which they run
  * @param seed
  *   of the order of the brokers; none: not drawn yet
  * @param ceiling
  *   the generator's own limit is measured first, and beside each result
  * @param out
  *   folder of result files and report
  * @param data
  *   folder under which brokers keep configuration, data and logs
  * @param heapMb
  *   heap of every broker on the JVM, MiB
  * @param commandLine
  *   as typed, without secrets
  */
case class Settings(
    home: Path,
    plan: PlanSettings,
    brokers: List[String],
    scenarios: List[Path],
    repeat: Int,
    seed: Option[Int],
    ceiling: Boolean,
    out: Path,
    data: Path,
    continued: Boolean,
    dryRun: Boolean,
    install: Boolean,
    external: Option[External],
    heapMb: Int,
    commandLine: List[String]
):
  /** What all drivers of this run speak. */
  def protocol: String = external.fold("stomp")(_.protocol)

  /** Where the results of one broker are written. */
  def resultFile(protocol: String, broker: String): Path = out.resolve(s"$protocol-$broker.json")
