package shootout.stomp

import org.fusesource.hawtdispatch.transport.{SslTransport, TcpTransport}
import org.fusesource.hawtdispatch.{Dispatch, DispatchQueue}
import shootout.units.Endpoint

import java.io.IOException
import java.net.URI
import java.util.concurrent.{Executors, ExecutorService}

/** Makes transports; holds what all connections share. */
final class Connector extends AutoCloseable:
  /** For host name look-ups, which block; a `TcpTransport` without it fails with a NullPointerException. */
  private val blocking: ExecutorService = Executors.newCachedThreadPool { task =>
    val thread = Thread(task, "stomp-lookup")
    thread.setDaemon(true)
    thread
  }

  def transport(endpoint: Endpoint, queue: DispatchQueue): TcpTransport =
    val transport = endpoint.tls match
      case None => TcpTransport()
      case Some(trust) =>
        val ssl = SslTransport()
        ssl.setSSLContext(Tls.context(trust))
        ssl
    transport.setBlockingExecutor(blocking)
    transport.setDispatchQueue(queue)
    // its look-up of the machine's own name is slow where names do not resolve, and never needed
    transport.setUseLocalHost(false)
    transport

  /** Begins to connect; `failed` hears of what goes wrong at once. */
  def start(transport: TcpTransport, endpoint: Endpoint, failed: IOException => Unit): Unit =
    try
      val scheme = if endpoint.tls.isDefined then "tls" else "tcp"
      transport.connecting(URI(scheme, null, endpoint.host, endpoint.port, null, null, null), null)
      transport.start(Dispatch.NOOP)
    catch case e: Exception => failed(IOException(s"cannot open a connection: ${e.getMessage}", e))

  def close(): Unit = blocking.shutdownNow()
