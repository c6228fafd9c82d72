package shootout.campaign

import shootout.broker.{Broker, RunningBroker, StartOptions, Unavailable}
import shootout.driver.{DestinationName, DriverUnusable, Handshake, NoService, Protocol}
import shootout.machine.Listeners
import shootout.engine.Killer
import shootout.result.{BrokerResult, ConfigurationFile}
import shootout.units.{orNone, Endpoint, FileTrouble, Nanos}

import java.io.IOException
import scala.util.Try

/** The broker under test, whether we started it or it was already running. */
trait Host:
  def endpoint: Endpoint
  def isAlive: Boolean

  /** The processes of each of its nodes; none if they are not ours. */
  def pidsOfNodes: Option[List[List[Long]]] = None

  /** Whether it runs on another machine. */
  def isElsewhere: Boolean = false

  /** Its processes that listen on this machine, if they are not ours. */
  def listeners: List[Long] = Nil
  def logTail: List[String] = Nil

  /** The lengths of its logs. */
  def logBytes: List[Long] = Nil

  /** The last complaint in its logs; none if there is none or we cannot read them.
    *
    * @param from
    *   an earlier value of [[logBytes]]; older text is skipped
    */
  def lastError(from: List[Long]): Option[String] = None

  /** Kills and restarts it; none if we did not start it. */
  def killer: Option[Killer] = None

  /** Restarts it with empty data if we started it. Otherwise it checks whether the broker still serves. */
  def renew(): Either[Unavailable, Unit]

  /** Describes for people what [[renew]] does. */
  def renewal: String
  def stop(): Unit = ()

  /** Its description in the result file. */
  def describe: BrokerResult

object Host:
  private val HandshakeLimit = Nanos.ofSeconds(3)

  /** Whether it serves: it accepts a connection and a subscription. Apollo accepts connections a moment before it
    * accepts subscriptions.
    *
    * @param queue
    *   a queue of no workload
    */
  def answers(protocol: Protocol, queue: DestinationName)(endpoint: Endpoint): Boolean =
    Handshake.attempt(protocol.open(endpoint), HandshakeLimit, Some(queue)).isRight

/** A broker of the catalogue that we start.
  *
  * @param probe
  *   a queue of no workload, which shows whether the broker serves
  */
final class ManagedHost(broker: Broker, start: StartOptions, protocol: Protocol, probe: DestinationName) extends Host:
  private val answers = Host.answers(protocol, probe)
  private var running: RunningBroker | Null = null
  private var startSeconds = 0.0

  private def current: RunningBroker =
    val r = running
    if r == null then throw IllegalStateException(s"${broker.spec.name} was not started") else r

  def endpoint: Endpoint = current.endpoint
  def isAlive: Boolean = running.orNone.exists(_.isAlive)
  override def pidsOfNodes: Option[List[List[Long]]] = Some(running.orNone.toList.flatMap(_.pidsOfNodes))
  override def logTail: List[String] = running.orNone.toList.flatMap(_.logTail(ManagedHost.LogLines))
  override def logBytes: List[Long] = running.orNone.toList.flatMap(_.logBytes)
  override def lastError(from: List[Long]): Option[String] = running.orNone.flatMap(_.lastError(from))

  val renewal = "starting it again with empty data"

  def renew(): Either[Unavailable, Unit] =
    try
      stop()
      val began = System.nanoTime()
      for started <- broker.start(start, answers) yield
        running = started
        startSeconds = (System.nanoTime() - began) / 1e9
    catch
      case e: DriverUnusable => Left(ManagedHost.unusable(e))
      case e: IOException =>
        val remedy = "free some space there, or choose another disk with --data"
        Left(Unavailable(s"${start.folder} cannot be used: ${FileTrouble.words(e)}", remedy))

  override val killer: Option[Killer] = Some(new Killer:
    def kill(): Unit = current.kill()
    def restart(): Either[String, Unit] = current.restart(answers).left.map(_.reason))

  override def stop(): Unit = if running != null then
    // The log survives the data, because it may show the cause.
    current.purge()
    running = null

  def describe: BrokerResult =
    val files = Try(current.effectiveConfiguration).getOrElse(Nil)
    BrokerDescription.unavailable(broker.spec, start.protocol).copy(
      version = broker.version,
      available = true,
      command = files.headOption.map(_.text),
      configuration = files.drop(1).map(f => ConfigurationFile(f.name, f.text)),
      startS = Some(startSeconds)
    )

object ManagedHost:
  private val LogLines = 20

  private[campaign] def unusable(driver: DriverUnusable): Unavailable =
    Unavailable(driver.getMessage, DriverUnusable.Remedy)

/** A broker that is already running, here or elsewhere. */
final class ExternalHost(external: External, protocol: Protocol) extends Host:
  def endpoint: Endpoint = external.endpoint
  def isAlive: Boolean = true
  override def isElsewhere: Boolean = !Listeners.isLocal(external.endpoint.host)
  override lazy val listeners: List[Long] = if isElsewhere then Nil else Listeners.of(external.endpoint.port)

  /** It cannot be emptied. Workloads of every run have their own destinations, so they do not get each other's
    * messages.
    */
  def renew(): Either[Unavailable, Unit] =
    try protocol.handshake(external.endpoint, ExternalHost.Patience).left.map(ExternalHost.explain(external, _))
    catch case e: DriverUnusable => Left(ManagedHost.unusable(e))

  val renewal = "it is not ours to empty: seeing whether it still serves"

  def describe: BrokerResult = BrokerDescription.external(external)

object ExternalHost:
  private val Patience = Nanos.ofSeconds(10)

  private def explain(external: External, failure: NoService): Unavailable =
    val address = s"${external.endpoint.host}:${external.endpoint.port}"
    val said = external.endpoint.quoted(failure.reason)
    if failure.refused then
      Unavailable(
        s"$address speaks ${external.protocol}, and refuses us: $said",
        "are --login and --passcode right, and the virtual host, --host?"
      )
    else
      val remedy = "is it running, and are its address, port and the scheme of --url right?"
      Unavailable(s"no answer to ${external.protocol} from $address: $said", remedy)
