package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.scenario.PlanSettings
import shootout.units.{Endpoint, Json}

import java.nio.file.Path

/** A broker that already runs (`--url`): no lifecycle, no purge. */
case class External(endpoint: Endpoint, protocol: String, name: String, dialect: String) derives Json.ReadWriter

/** How a URL writes a protocol: without an underscore, and with a suffix if it goes over TLS. */
object Scheme:
  private val Tls = "+ssl"

  def of(protocol: String): String = protocol.replace('_', '-')
  def overTls(protocol: String): String = of(protocol) + Tls

  def isTls(scheme: String): Boolean = scheme.endsWith(Tls)
  def protocol(scheme: String): String = scheme.stripSuffix(Tls).replace('-', '_')

/** Where metrics are served.
  *
  * @param port
  *   0: any that is free
  */
final case class ListenAddress(host: String, port: Int):
  override def toString: String = s"$host:$port"

object ListenAddress:
  /** Nobody else can connect, unless another address is written. */
  private val Loopback = "127.0.0.1"
  private val HighestPort = 65535

  /** `9400`, `0.0.0.0:9400`, `[::1]:9400`; none: it is written in another way. */
  def read(text: String): Option[ListenAddress] =
    val (host, port) = text.lastIndexOf(':') match
      case -1 => (Loopback, text)
      case at => (text.take(at), text.drop(at + 1))
    port.toIntOption.filter(p => p >= 0 && p <= HighestPort && host.nonEmpty).map(ListenAddress(host, _))

/** A broker over a protocol: what one result file is about. */
final case class Pair(broker: String, protocol: String) derives Json.ReadWriter:
  def label: String = s"$broker ($protocol)"

/** All that a person asked for, resolved once; everything after the command line reads this and nothing else.
  *
  * @param home
  *   root of the checkout
  * @param pairs
  *   brokers of the catalogue, each over the protocols that it speaks, or should
  * @param seed
  *   of the order in which they run; none: not drawn yet
  * @param generatorLimit
  *   the generator's own limit is measured first, and is part of each result
  * @param generators
  *   how many load JVMs share the clients of a workload
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
    generatorLimit: Boolean,
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
