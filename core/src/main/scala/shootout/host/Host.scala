package shootout.host

import shootout.broker.{Artifacts, Broker, BrokerSpec, InstallOptions, OwnProcesses, RunningBroker, StartOptions}
import shootout.campaign.{BrokerDescription, External, NoBroker, Settings}
import shootout.driver.{DestinationName, DriverUnusable, Handshake, NoService, Protocol}
import shootout.machine.Listeners
import shootout.run.Killer
import shootout.result.{BrokerResult, ConfigurationFile}
import shootout.units.{orNone, Endpoint, FileTrouble, Nanos}

import java.io.IOException
import scala.util.Try

/** The broker under test, whether we run it or somebody else does. */
trait Host:
  def endpoint: Endpoint
  def isAlive: Boolean

  /** The processes of each of its nodes; none if they are not ours. */
  def pidsOfNodes: Option[List[List[Long]]]

  /** It runs on another machine. */
  def isElsewhere: Boolean

  /** Its processes that listen on this machine, if they are not ours. */
  def listeners: List[Long]
  def logTail: List[String]

  /** How long its logs are. */
  def logBytes: List[Long]

  /** The last complaint in its logs; none: it has none, or nobody knows.
    *
    * @param from
    *   what [[logBytes]] was; what stands before is older
    */
  def lastError(from: List[Long]): Option[String]

  /** Kills it and starts it again, if we started it. */
  def killer: Option[Killer]

  /** Starts anew with empty data, if we started it; else sees whether it still serves. */
  def renew(): Either[NoBroker, Unit]

  /** What [[renew]] does, for people. */
  def renewal: String
  def stop(): Unit

  /** What the result file says of it. */
  def describe: BrokerResult

object Host:
  private val HandshakeLimit = Nanos.ofSeconds(3)

  /** Whether it serves: connects, and subscribes. Apollo takes connections a moment before it takes subscriptions.
    *
    * @param queue
    *   of no cell
    */
  def answers(protocol: Protocol, queue: DestinationName)(endpoint: Endpoint): Boolean =
    Handshake.attempt(protocol.open(endpoint), HandshakeLimit, Some(queue)).isRight

/** A broker of the catalogue, started by us. */
final class ManagedHost(
    spec: BrokerSpec,
    broker: Broker,
    start: StartOptions,
    protocol: Protocol,
    cannot: List[(String, String)],
    probe: DestinationName
) extends Host:
  private val answers = Host.answers(protocol, probe)
  private var running: RunningBroker | Null = null
  private var startSeconds = 0.0

  private def current: RunningBroker =
    val r = running
    if r == null then throw IllegalStateException(s"${spec.name} was not started") else r

  def endpoint: Endpoint = current.endpoint
  def isAlive: Boolean = running.orNone.exists(_.isAlive)
  def isElsewhere: Boolean = false
  def listeners: List[Long] = Nil
  def pidsOfNodes: Option[List[List[Long]]] = Some(running.orNone.toList.flatMap(_.pidsOfNodes))
  def logTail: List[String] = running.orNone.toList.flatMap(_.logTail(ManagedHost.LogLines))
  def logBytes: List[Long] = running.orNone.toList.flatMap(_.logBytes)
  def lastError(from: List[Long]): Option[String] = running.orNone.flatMap(_.lastError(from))

  val renewal = "starting it anew, with empty data"

  def renew(): Either[NoBroker, Unit] =
    try
      stop()
      val began = System.nanoTime()
      broker.start(start, answers) match
        case Left(failure) => Left(NoBroker(failure.reason, Some(failure.remedy), failure.logTail))
        case Right(started) =>
          running = started
          startSeconds = (System.nanoTime() - began) / 1e9
          Right(())
    catch
      case e: DriverUnusable => Left(ManagedHost.unusable(e))
      case e: IOException =>
        val remedy = "free some space there, or choose another disk with --data"
        Left(NoBroker(s"${start.folder} cannot be used: ${FileTrouble.words(e)}", Some(remedy), Nil))

  val killer: Option[Killer] = Some(new Killer:
    def kill(): Unit = current.kill()
    def restart(): Either[String, Unit] = current.restart(answers).left.map(_.reason))

  def stop(): Unit = if running != null then
    // the log outlives the data, for whoever wants to know why
    current.purge()
    running = null

  def describe: BrokerResult = BrokerDescription
    .unavailable(spec, cannot)
    .copy(
      version = broker.version,
      available = true,
      command = Try(current.effectiveConfiguration).toOption.flatMap(_.headOption).map(_.text),
      configuration =
        Try(current.effectiveConfiguration.tail).getOrElse(Nil).map(f => ConfigurationFile(f.name, f.text)),
      startS = Some(startSeconds)
    )

object ManagedHost:
  private val LogLines = 20

  private[host] def unusable(driver: DriverUnusable): NoBroker =
    NoBroker(driver.getMessage, Some(DriverUnusable.Remedy), Nil)

  /** Fetches or finds the broker; does not start it.
    *
    * @param probe
    *   a queue of no cell, to see whether the broker serves
    */
  def install(
      spec: BrokerSpec,
      settings: Settings,
      start: StartOptions,
      protocol: Protocol,
      probe: DestinationName,
      processes: OwnProcesses,
      say: String => Unit
  ): Either[NoBroker, ManagedHost] =
    val options = InstallOptions(Artifacts(Artifacts.defaultCache), settings.install, say)
    Broker.install(spec, options, processes) match
      case Left(unavailable) => Left(NoBroker(unavailable))
      case Right(broker) => Right(ManagedHost(spec, broker, start, protocol, spec.cannot(start.protocol), probe))

/** A broker that already runs, here or elsewhere. */
final class ExternalHost(external: External, protocol: Protocol, seen: FirstBytes) extends Host:
  def endpoint: Endpoint = external.endpoint
  def isAlive: Boolean = true
  def pidsOfNodes: Option[List[List[Long]]] = None
  def isElsewhere: Boolean = !Listeners.isLocal(external.endpoint.host)
  lazy val listeners: List[Long] = if isElsewhere then Nil else Listeners.of(external.endpoint.port)
  def logTail: List[String] = Nil
  def logBytes: List[Long] = Nil
  def lastError(from: List[Long]): Option[String] = None
  def killer: Option[Killer] = None

  /** Cannot be emptied; cells of every run use destinations of their own, so they do not meet each other's messages. */
  def renew(): Either[NoBroker, Unit] =
    try protocol.handshake(external.endpoint, ExternalHost.Patience).left.map(ExternalHost.explain(external, _, seen))
    catch case e: DriverUnusable => Left(ManagedHost.unusable(e))

  val renewal = "it is not ours to empty: seeing whether it still serves"

  def stop(): Unit = ()

  def describe: BrokerResult = BrokerDescription.external(external)

object ExternalHost:
  private val Patience = Nanos.ofSeconds(10)

  private[host] def explain(external: External, failure: NoService, seen: FirstBytes): NoBroker =
    val address = s"${external.endpoint.host}:${external.endpoint.port}"
    val said = external.endpoint.quoted(failure.reason)
    if failure.refused then
      NoBroker(
        s"$address speaks ${external.protocol}, and refuses us: $said",
        Some("are --login and --passcode right, and the virtual host, --host?"),
        Nil
      )
    else
      seen.of(external.endpoint) match
        case Some(told) =>
          val reason = s"$address answers, but not to ${external.protocol} ($said): $told"
          NoBroker(reason, Some("is it the right port, and the right scheme in --url?"), Nil)
        case None =>
          val reason = s"no answer from $address: $said"
          NoBroker(reason, Some("is it running, and is the address right?"), Nil)
