package shootout.stomp

import org.fusesource.hawtdispatch.transport.{SslTransport, TcpTransport}
import org.fusesource.hawtdispatch.{Dispatch, DispatchQueue}
import shootout.units.Endpoint

import java.io.IOException
import java.net.URI
import java.util.concurrent.{ExecutorService, Executors}

/** Makes the transports of one session. */
final class Connector(endpoint: Endpoint):
  /** Made once: reading a trust store takes longer than a handshake. */
  private lazy val tls = endpoint.tls.map(Tls.context)

  def transport(queue: DispatchQueue): TcpTransport =
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
    transport.setSendBufferSize(Connector.SendBufferBytes)
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
    * megabytes, ten connections carry half as much (docs/calibration.md).
    */
  val SendBufferBytes: Int = 192 * 1024

  /** Of the socket: with HawtDispatch's own 64 KiB, whoever sends stands still while we look at what came. A consumer of 1 KiB messages is two
    * to four times as fast with this, for half the processor time of each, and one of 256 KiB twice as fast (docs/calibration.md). Systems
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
