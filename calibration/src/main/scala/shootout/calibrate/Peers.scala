package shootout.calibrate

import shootout.broker.*
import shootout.campaign.Drivers
import shootout.driver.Protocol
import shootout.units.{Endpoint, Nanos}

import java.io.IOException
import java.nio.file.Path
import scala.concurrent.duration.*

/** The peers of the catalogue that do as little as one can: they answer the clients whose own limit is measured.
  *
  * @param folder
  *   for their logs
  * @param say
  *   is told of downloads
  */
final class Peers(catalogue: List[BrokerSpec], drivers: Drivers, folder: Path, say: String => Unit)
    extends AutoCloseable:
  private val processes = OwnProcesses()
  private var running = Map.empty[String, RunningBroker]
  Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(1.second)))

  private val calibrating = catalogue.filter(_.calibration)

  /** Starts the peer of a protocol, unless it runs already for another one.
    *
    * @throws IOException
    *   if it does not start
    */
  def of(protocol: String): (Protocol, Endpoint) =
    val spec = calibrating.find(_.protocol(protocol).isDefined).get
    val spoken = drivers.protocol(protocol, spec.name).get
    val broker = running.getOrElse(spec.name, started(spec, protocol, spoken))
    running += spec.name -> broker
    spoken -> broker.endpoint(spec.protocol(protocol).get)

  def spec(protocol: String): BrokerSpec = calibrating.find(_.protocol(protocol).isDefined).get

  private def started(spec: BrokerSpec, name: String, protocol: Protocol): RunningBroker =
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say)
    val options = StartOptions(name, 256, folder.resolve(spec.name), Nil, Nil, stopWithin = 1.second)
    val ready = (endpoint: Endpoint) => protocol.handshake(endpoint, Nanos.ofSeconds(3)).isRight
    Broker.install(spec, install, processes)
      .flatMap(_.start(options, ready))
      .fold(problem => throw IOException(problem.toString), identity)

  def close(): Unit = running.values.foreach(_.purge())

object Peers:
  /** The protocol of our own client. What a vendor's library can do is seen beside plain loops over it, see [[Against]]. */
  val Stomp = "stomp"
