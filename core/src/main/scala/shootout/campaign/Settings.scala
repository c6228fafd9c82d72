package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.result.{ResultFile, ResultStore}
import shootout.scenario.PlanSettings
import shootout.units.{Endpoint, Json, Nanos}

import java.nio.file.Path

/** A broker that already runs (`--url`). It is neither started nor purged. */
case class External(endpoint: Endpoint, protocol: String, name: String, dialect: String) derives Json.ReadWriter

/** How long a run may take. */
enum TimeBudget derives Json.ReadWriter:
  case Given(time: Nanos)

  /** As long as the planned first pass takes, and as much again for racing as this share of it. */
  case OfFirstPass(more: Double)

  /** @param firstPass
    *   the planned duration of the first pass in seconds
    */
  def seconds(firstPass: Double): Double = this match
    case Given(time) => time.seconds
    case OfFirstPass(more) => (1 + more) * firstPass

/** The protocol in a URL: without an underscore, and with a suffix if it uses TLS. */
object Scheme:
  private val Tls = "+ssl"

  def of(protocol: String): String = protocol.replace('_', '-')
  def overTls(protocol: String): String = of(protocol) + Tls

  def isTls(scheme: String): Boolean = scheme.endsWith(Tls)
  def protocol(scheme: String): String = scheme.stripSuffix(Tls).replace('-', '_')

/** The address that serves metrics.
  *
  * @param port
  *   0 for any free port
  */
final case class ListenAddress(host: String, port: Int) derives Json.ReadWriter:
  override def toString: String = s"$host:$port"

object ListenAddress:
  /** Only this machine can connect, unless the user gives another address. */
  private val Loopback = "127.0.0.1"
  val HighestPort = 65535

  /** Reads `9400`, `0.0.0.0:9400` or `[::1]:9400`; none if the text has another form. */
  def read(text: String): Option[ListenAddress] =
    val (host, port) = text.lastIndexOf(':') match
      case -1 => (Loopback, text)
      case at => (text.take(at), text.drop(at + 1))
    port.toIntOption.filter(p => p >= 0 && p <= HighestPort && host.nonEmpty).map(ListenAddress(host, _))

/** A broker over a protocol, which is the subject of one result file. */
final case class Pair(broker: String, protocol: String) derives Json.ReadWriter:
  def label: String = s"$broker ($protocol)"

/** Everything that a person asked for, resolved once. All code after the command line reads only this. */
case class Settings(
    /** root of the checkout */
    home: Path,
    plan: PlanSettings,
    /** brokers of the catalogue, each over the protocols that it speaks, or should */
    pairs: List[Pair],
    scenarios: List[Path],
    repeat: Int,
    /** how long the run may take, racing included; none to measure each contender `repeat` times only */
    timeBudget: Option[TimeBudget],
    /** determines the order in which they run; none if it was not drawn yet */
    seed: Option[Int],
    /** true to measure the generator's own limit first and include it in each result */
    generatorLimit: Boolean,
    /** how many load JVMs share the clients of a workload */
    generators: Int,
    /** folder of result files and report */
    out: Path,
    /** folder below which brokers keep configuration, data and logs */
    data: Path,
    continued: Boolean,
    dryRun: Boolean,
    /** format of the verdict and the ranking that are printed at the end */
    summary: String,
    /** the address that serves the current measurement for Prometheus; none to serve nothing */
    metrics: Option[ListenAddress],
    install: Boolean,
    external: Option[External],
    /** true to measure while another run of this user measures on this machine */
    besideOthers: Boolean,
    /** heap of every broker on the JVM in MiB */
    heapMb: Int,
    /** as typed, without secrets */
    commandLine: List[String]
) derives Json.ReadWriter:
  def brokers: List[String] = pairs.map(_.broker).distinct
  def protocols: List[String] = pairs.map(_.protocol).distinct

  /** The file for the results of one broker over one protocol. */
  def resultFile(pair: Pair): Path = out.resolve(Settings.resultFile(pair))

  /** The results so far, as far as there are files that can be read. */
  def results: List[(Pair, ResultFile)] =
    for pair <- pairs; file <- ResultStore.read(resultFile(pair)).toOption.toList yield pair -> file

object Settings:
  /** The name of a pair's result file. */
  def resultFile(pair: Pair): String = s"${pair.protocol}-${BrokerSpec.slug(pair.broker)}.json"
