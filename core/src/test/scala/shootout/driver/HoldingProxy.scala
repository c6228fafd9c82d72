package shootout.driver

import shootout.units.Endpoint

import java.io.{ByteArrayOutputStream, IOException, InputStream, OutputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}

/** A proxy before a broker on 127.0.0.1. While it holds, it forwards the clients' bytes, but neither the broker's
  * answers nor its close. It also proxies the JMS port that OpenMQ's port mapper announces.
  */
final class HoldingProxy(broker: Endpoint) extends AutoCloseable:
  private val loopback = InetAddress.getByName("127.0.0.1")
  private val open = ConcurrentLinkedQueue[AutoCloseable]()
  private var holding = false
  private var fromClients = 0L
  private var fromBroker = 0L

  val endpoint: Endpoint = broker.copy(port = relay(broker.port))

  /** Holds back all further answers and resets both counts. */
  def hold(): Unit = synchronized {
    holding = true
    fromClients = 0
    fromBroker = 0
  }

  /** Waits until neither side has sent anything for a moment. */
  def awaitSilence(): Unit = synchronized {
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HoldingProxy.LimitS)
    var sent = -1L
    while sent != fromClients + fromBroker && System.nanoTime() < deadline do
      sent = fromClients + fromBroker
      wait(HoldingProxy.SilenceMs)
  }

  def release(): Unit = synchronized {
    holding = false
    notifyAll()
  }

  /** Waits until clients have sent this many bytes since [[hold]], and the broker any. Returns both counts. */
  def awaitBoth(bytes: Long): (Long, Long) = synchronized {
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HoldingProxy.LimitS)
    def left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())
    while (fromClients < bytes || fromBroker == 0) && left > 0 do wait(left)
    (fromClients, fromBroker)
  }

  def close(): Unit =
    release()
    open.forEach(_.close())

  private def relay(port: Int): Int =
    val server = ServerSocket(0, 50, loopback)
    open.add(server)
    daemon {
      while true do
        val client = server.accept()
        val service = Socket(loopback, port)
        for socket <- List(client, service) do
          socket.setTcpNoDelay(true)
          open.add(socket)
        daemon(until(client, service)(listen(client.getInputStream, service.getOutputStream)))
        daemon(until(client, service)(speak(service.getInputStream, client.getOutputStream)))
    }
    server.getLocalPort

  private def listen(client: InputStream, service: OutputStream): Unit =
    val chunk = new Array[Byte](HoldingProxy.Chunk)
    var read = client.read(chunk)
    while read >= 0 do
      service.write(chunk, 0, read)
      synchronized {
        fromClients += read
        notifyAll()
      }
      read = client.read(chunk)

  private def speak(service: InputStream, client: OutputStream): Unit =
    var sent = redirected(next(service), service)
    while sent.nonEmpty do
      deliver(sent, client)
      sent = next(service)
    // the close is held back too
    deliver(Array.emptyByteArray, client)

  private def deliver(sent: Array[Byte], client: OutputStream): Unit = synchronized {
    fromBroker += math.max(1, sent.length)
    notifyAll()
    while holding do wait()
    client.write(sent)
  }

  private def next(in: InputStream): Array[Byte] =
    val chunk = new Array[Byte](HoldingProxy.Chunk)
    val read = in.read(chunk)
    chunk.take(math.max(0, read))

  private def redirected(first: Array[Byte], in: InputStream): Array[Byte] =
    if !String(first, ISO_8859_1).startsWith(HoldingProxy.PortMap) then first
    else
      val map = ByteArrayOutputStream()
      map.write(first)
      map.write(in.readAllBytes())
      HoldingProxy.JmsService.replaceAllIn(
        map.toString(ISO_8859_1),
        found => java.util.regex.Matcher.quoteReplacement(s"${found.group(1)}${relay(found.group(2).toInt)}")
      ).getBytes(ISO_8859_1)

  private def until(ends: Socket*)(body: => Unit): Unit =
    try body
    finally ends.foreach(_.close())

  private def daemon(body: => Unit): Unit =
    val thread = Thread(() =>
      try body
      catch case _: IOException => ()
    )
    thread.setDaemon(true)
    thread.start()

private object HoldingProxy:
  private val Chunk = 64 * 1024
  private val LimitS = 50L
  private val SilenceMs = 200

  /** The greeting of OpenMQ's port mapper, and its line for the JMS service. */
  private val PortMap = "101 "
  private val JmsService = "(?m)^(jms tcp NORMAL )(\\d+)".r
