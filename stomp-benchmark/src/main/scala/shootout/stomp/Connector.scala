package shootout.stomp

import org.fusesource.hawtdispatch.{Dispatch, DispatchQueue, Task}
import org.fusesource.hawtdispatch.transport.{SslTransport, TcpTransport}
import shootout.driver.SendSpec
import shootout.units.{Endpoint, Nanos, Trust}

import java.io.{IOException, InputStream}
import java.net.URI
import java.nio.file.{Files, Path}
import java.security.{KeyStore, SecureRandom}
import java.security.cert.CertificateFactory
import java.util.concurrent.{ExecutorService, Executors, ScheduledThreadPoolExecutor, TimeUnit}
import javax.net.ssl.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Makes the transports of one session. */
final class Connector(endpoint: Endpoint):
  /** Made once: reading a trust store takes longer than a handshake. */
  private lazy val tls = endpoint.tls.map(Tls.context)

  def transport(queue: DispatchQueue, sendBufferBytes: Int): TcpTransport =
    val transport = tls match
      case None => TcpTransport()
      case Some(context) =>
        val ssl = SslTransport()
        ssl.setSSLContext(context)
        ssl
    transport.setBlockingExecutor(Connector.blocking)
    transport.setDispatchQueue(queue)
    // its look-up of the machine's own name is slow where names do not resolve, and never needed
    transport.setUseLocalHost(false)
    transport.setSendBufferSize(sendBufferBytes)
    transport.setReceiveBufferSize(Connector.ReceiveBufferBytes)
    transport

  /** Begins to connect. */
  def start(transport: TcpTransport): Unit =
    val scheme = if endpoint.tls.isDefined then "tls" else "tcp"
    try transport.connecting(URI(scheme, null, endpoint.host, endpoint.port, null, null, null), null)
    catch case e: Exception => throw IOException(s"cannot open a connection: ${e.getMessage}", e)
    transport.start(Dispatch.NOOP)

object Connector:
  /** Of the socket: what is on its way stays in the processor's cache, and still there is enough of it that the broker reads while
    * we write. With a third of it one connection carries a third as much, with the system's own choice, which grows to
    * megabytes, ten connections carry half as much (docs/dev/calibration.md).
    */
  val SendBufferBytes: Int = 192 * 1024

  /** Producers of one workload share [[SendBufferBytes]], unless their messages are large. All that is on its way to the
    * broker is work that it has not seen yet. Ten full buffers drive a fan-out into a backlog, on which the broker then
    * spends its time. With a tenth each, ActiveMQ delivered 1.2 times as much to ten consumers in another scheduling
    * group as with 64 or 192 KiB each (docs/dev/calibration.md).
    */
  def sendBufferBytes(spec: SendSpec): Int =
    def share(bodyBytes: Int) = math.max(SendBufferBytes / spec.senders, LeastMessages * bodyBytes)
    spec.bodyBytes.fold(SendBufferBytes)(bytes => share(bytes).max(LeastSendBufferBytes).min(SendBufferBytes))

  private val LeastMessages = 16
  private val LeastSendBufferBytes = 16 * 1024

  /** Of the socket: with HawtDispatch's own 64 KiB, whoever sends stands still while we look at what came. A consumer of 1 KiB messages is two
    * to four times as fast with this, for half the CPU time of each, and one of 256 KiB twice as fast (docs/dev/calibration.md). Systems
    * grow theirs to several MiB if nobody sets it.
    */
  val ReceiveBufferBytes: Int = 1024 * 1024

  /** For host name look-ups and the arithmetic of TLS handshakes; a `TcpTransport` without it fails with a
    * NullPointerException. Never shut down, for a handshake under way would throw at that; its threads end when idle.
    */
  private val blocking: ExecutorService = Executors.newCachedThreadPool { task =>
    val thread = Thread(task, "stomp-lookup")
    thread.setDaemon(true)
    thread
  }

/** TLS contexts that trust as told, and that check the server's name as a browser does. */
object Tls:
  def context(trust: Trust): SSLContext =
    val context = SSLContext.getInstance("TLS")
    val managers = trust match
      case Trust.System => null
      case Trust.Ca(pem) => trustManagers(fromPem(pem))
      case Trust.Store(file, password) => trustManagers(fromStore(file, password))
    context.init(null, managers, null)
    NameChecking(context)

  private def trustManagers(store: KeyStore): Array[TrustManager] =
    val factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    factory.init(store)
    factory.getTrustManagers

  private def fromPem(pem: Path): KeyStore =
    val store = KeyStore.getInstance(KeyStore.getDefaultType)
    store.load(null, null)
    Using.resource(Files.newInputStream(pem)) { (in: InputStream) =>
      val certificates = CertificateFactory.getInstance("X.509").generateCertificates(in).nn.asScala
      for (certificate, i) <- certificates.zipWithIndex do store.setCertificateEntry(s"ca-$i", certificate)
    }
    store

  private def fromStore(file: Path, password: String): KeyStore =
    KeyStore.getInstance(file.toFile, password.toCharArray)

  /** HawtDispatch makes its engines itself and asks for no name check; this context's engines always do (RFC 2818). */
  private final class NameChecking(context: SSLContext)
      extends SSLContext(NameCheckingSpi(context), context.getProvider, context.getProtocol)

  private final class NameCheckingSpi(context: SSLContext) extends SSLContextSpi:
    private def checking(engine: SSLEngine): SSLEngine =
      val parameters = engine.getSSLParameters
      parameters.setEndpointIdentificationAlgorithm("HTTPS")
      engine.setSSLParameters(parameters)
      engine

    def engineCreateSSLEngine(): SSLEngine = checking(context.createSSLEngine())
    def engineCreateSSLEngine(host: String, port: Int): SSLEngine = checking(context.createSSLEngine(host, port))
    def engineInit(keys: Array[KeyManager], trust: Array[TrustManager], random: SecureRandom): Unit =
      context.init(keys, trust, random)
    def engineGetSocketFactory(): SSLSocketFactory = context.getSocketFactory
    def engineGetServerSocketFactory(): SSLServerSocketFactory = context.getServerSocketFactory
    def engineGetServerSessionContext(): SSLSessionContext = context.getServerSessionContext
    def engineGetClientSessionContext(): SSLSessionContext = context.getClientSessionContext

/** Runs tasks on queues at their time, to a fraction of a millisecond. HawtDispatch's own timer waits in whole
  * milliseconds (`Object.wait` rounds up), which would be most of the latency that a lightly loaded broker shows.
  */
object Alarms:
  private val timer = ScheduledThreadPoolExecutor(
    1,
    task =>
      val thread = Thread(task, "alarms")
      thread.setDaemon(true)
      thread
  )

  def after(delay: Nanos, queue: DispatchQueue, task: Task): Unit =
    timer.schedule((() => queue.execute(task)): Runnable, delay.value, TimeUnit.NANOSECONDS)
