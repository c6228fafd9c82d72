package shootout.campaign

import shootout.broker.{Broker, BrokerSpec, InstallOptions, OwnProcesses, RunningBroker, StartOptions}
import shootout.driver.{DestinationName, DriverUnusable, Encryption, Handshake, NoService, Protocol, ProtocolSignature}
import shootout.machine.Listeners
import shootout.engine.Killer
import shootout.result.{BrokerResult, ConfigurationFile}
import shootout.units.{orNone, Endpoint, FileTrouble, Nanos}

import java.io.IOException
import java.net.{InetSocketAddress, Socket, SocketTimeoutException}
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.{Try, Using}

/** The broker under test, whether we started it or it was already running. */
trait Host:
  def endpoint: Endpoint
  def isAlive: Boolean

  /** The processes of each of its nodes; none if they are not ours. */
  def pidsOfNodes: Option[List[List[Long]]]

  /** Whether it runs on another machine. */
  def isElsewhere: Boolean

  /** Its processes that listen on this machine, if they are not ours. */
  def listeners: List[Long]
  def logTail: List[String]

  /** The lengths of its logs. */
  def logBytes: List[Long]

  /** The last complaint in its logs; none if there is none or we cannot read them.
    *
    * @param from
    *   an earlier value of [[logBytes]]; older text is skipped
    */
  def lastError(from: List[Long]): Option[String]

  /** Kills and restarts it; none if we did not start it. */
  def killer: Option[Killer]

  /** Restarts it with empty data if we started it. Otherwise it checks whether the broker still serves. */
  def renew(): Either[NoBroker, Unit]

  /** Describes for people what [[renew]] does. */
  def renewal: String
  def stop(): Unit

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

/** A broker of the catalogue that we start. */
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

  val renewal = "starting it again with empty data"

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
    // The log survives the data, because it may show the cause.
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

  private[campaign] def unusable(driver: DriverUnusable): NoBroker =
    NoBroker(driver.getMessage, Some(DriverUnusable.Remedy), Nil)

  /** Fetches or finds the broker without starting it.
    *
    * @param probe
    *   a queue of no workload, which shows whether the broker serves
    */
  def install(
      spec: BrokerSpec,
      options: InstallOptions,
      start: StartOptions,
      protocol: Protocol,
      probe: DestinationName,
      processes: OwnProcesses
  ): Either[NoBroker, ManagedHost] =
    Broker.install(spec, options, processes) match
      case Left(unavailable) => Left(NoBroker(unavailable))
      case Right(broker) => Right(ManagedHost(spec, broker, start, protocol, spec.cannot(start.protocol), probe))

/** A broker that is already running, here or elsewhere. */
final class ExternalHost(external: External, protocol: Protocol, probe: ServerProbe) extends Host:
  def endpoint: Endpoint = external.endpoint
  def isAlive: Boolean = true
  def pidsOfNodes: Option[List[List[Long]]] = None
  def isElsewhere: Boolean = !Listeners.isLocal(external.endpoint.host)
  lazy val listeners: List[Long] = if isElsewhere then Nil else Listeners.of(external.endpoint.port)
  def logTail: List[String] = Nil
  def logBytes: List[Long] = Nil
  def lastError(from: List[Long]): Option[String] = None
  def killer: Option[Killer] = None

  /** It cannot be emptied. Workloads of every run have their own destinations, so they do not get each other's
    * messages.
    */
  def renew(): Either[NoBroker, Unit] =
    try protocol.handshake(external.endpoint, ExternalHost.Patience).left.map(ExternalHost.explain(external, _, probe))
    catch case e: DriverUnusable => Left(ManagedHost.unusable(e))

  val renewal = "it is not ours to empty: seeing whether it still serves"

  def stop(): Unit = ()

  def describe: BrokerResult = BrokerDescription.external(external)

object ExternalHost:
  private val Patience = Nanos.ofSeconds(10)

  private[campaign] def explain(external: External, failure: NoService, probe: ServerProbe): NoBroker =
    val address = s"${external.endpoint.host}:${external.endpoint.port}"
    val said = external.endpoint.quoted(failure.reason)
    if failure.refused then
      NoBroker(
        s"$address speaks ${external.protocol}, and refuses us: $said",
        Some("are --login and --passcode right, and the virtual host, --host?"),
        Nil
      )
    else
      probe.of(external.endpoint) match
        case Some(identified) =>
          val reason = s"$address answers, but not to ${external.protocol} ($said): $identified"
          NoBroker(reason, Some("is it the right port, and the right scheme in --url?"), Nil)
        case None =>
          val reason = s"no answer from $address: $said"
          NoBroker(reason, Some("is it running, and is the address right?"), Nil)

/** Identifies a server that does not speak the expected protocol by the first bytes that it sends, unasked or as an
  * answer.
  *
  * @param prod
  *   a text that servers of most kinds answer, at least with an error
  * @param signs
  *   the signatures that identify servers
  */
final class ServerProbe(prod: String, signs: List[ProtocolSignature]):
  /** None if no server listens there, or it sends nothing. */
  def of(endpoint: Endpoint): Option[String] =
    try
      Using.resource(Socket()) { socket =>
        socket.connect(InetSocketAddress(endpoint.host, endpoint.port), ServerProbe.ConnectMs)
        socket.setSoTimeout(ServerProbe.AnswerMs)
        socket.getOutputStream.write(prod.getBytes(ISO_8859_1))
        val bytes = new Array[Byte](ServerProbe.Most)
        val read = socket.getInputStream.read(bytes)
        Option.when(read > 0)(describe(String(bytes, 0, read, ISO_8859_1)))
      }
    catch case _: (IOException | SocketTimeoutException) => None

  private def describe(text: String): String =
    val kind = signs.find(_.fits(text)).map(_.kind)
    s"it says '${shown(text)}'" + kind.fold("")(name => s", which looks like $name")

  /** The first line, with dots for characters that cannot be printed. */
  private def shown(text: String): String =
    text.linesIterator.nextOption.getOrElse("").map(c => if c >= ' ' && c <= '~' then c else '.')

object ServerProbe:
  private val ConnectMs = 2_000
  private val AnswerMs = 1_500
  private val Most = 60

  /** Servers that are not brokers. */
  private val others =
    List(
      ProtocolSignature("HTTP/", "an HTTP server"),
      ProtocolSignature("<!DOCTYPE", "an HTTP server"),
      ProtocolSignature("SSH-", "an SSH server")
    )

  /** The bytes with which TLS begins its refusal of other protocols. */
  private val TlsAlert = "\u0015\u0003"

  /** Uses the signatures that the drivers know.
    *
    * @param protocol
    *   the expected protocol
    */
  def by(drivers: Drivers, protocol: String): ServerProbe =
    val remedy =
      if drivers.access(protocol).encryption == Encryption.Never then ""
      else s": write ${Scheme.overTls(protocol)}:// for it"
    ServerProbe(drivers.prod, others ++ (ProtocolSignature(TlsAlert, s"TLS$remedy") :: drivers.signs))
