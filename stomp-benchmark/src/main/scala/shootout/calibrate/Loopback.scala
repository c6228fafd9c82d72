package shootout.calibrate

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.{SelectionKey, Selector, ServerSocketChannel, SocketChannel}
import java.nio.file.Path
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.locks.LockSupport

/** What the machine's loopback carries: a bare socket that writes ready-made frames to a reader in another process, which
  * throws them away. No generator in which every message differs can reach this.
  */
final class Loopback private (process: Process, port: Int) extends AutoCloseable:
  /** @param frame
    *   written over and over, as many at a time as fit into one write of the load generator
    * @return
    *   frames a second
    */
  def rate(frame: Array[Byte], connections: Int, warmUpS: Double, seconds: Double): Double =
    val bytes = LongAdder()
    val writers = List.fill(connections)(Writer(frame, bytes))
    try
      writers.foreach(_.start())
      Loopback.pause(warmUpS)
      val (began, before) = (System.nanoTime(), bytes.sum)
      Loopback.pause(seconds)
      val (ended, after) = (System.nanoTime(), bytes.sum)
      (after - before).toDouble / frame.length / ((ended - began) / 1e9)
    finally writers.foreach(_.end())

  private final class Writer(frame: Array[Byte], bytes: LongAdder) extends Thread:
    setDaemon(true)
    private val channel = SocketChannel.open(InetSocketAddress(InetAddress.getLoopbackAddress, port))
    private val buffer = ByteBuffer.allocateDirect(math.max(1, Loopback.WriteSize / frame.length) * frame.length)
    while buffer.hasRemaining do buffer.put(frame)

    override def run(): Unit =
      try
        while true do
          if !buffer.hasRemaining then buffer.clear()
          bytes.add(channel.write(buffer))
      catch case _: IOException => ()

    def end(): Unit =
      channel.close()
      join()

  def close(): Unit =
    // it ends with its standard input, so also when we are killed
    process.getOutputStream.close()
    process.waitFor()

object Loopback:
  private val WriteSize = 64 * 1024

  /** Starts the reader. */
  def open(): Loopback =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val process =
      ProcessBuilder(java, "-XX:+UseSerialGC", "-cp", sys.props("java.class.path"), "shootout.calibrate.Sink")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start()
    val port = BufferedReader(InputStreamReader(process.getInputStream)).readLine()
    if port == null then throw IOException("the reader of the bare sockets did not start")
    Loopback(process, port.toInt)

  private[calibrate] def pause(seconds: Double): Unit =
    val until = System.nanoTime() + (seconds * 1e9).toLong
    var rest = until - System.nanoTime()
    while rest > 0 do
      LockSupport.parkNanos(rest)
      rest = until - System.nanoTime()

/** The other process: reads and throws away, until its standard input ends. */
object Sink:
  private val ReadSize = 256 * 1024

  def main(arguments: Array[String]): Unit =
    val server = ServerSocketChannel.open().bind(InetSocketAddress(InetAddress.getLoopbackAddress, 0))
    System.out.write(s"${server.socket.getLocalPort}\n".getBytes)
    System.out.flush()
    val thread = Thread(() => serve(server))
    thread.setDaemon(true)
    thread.start()
    while System.in.read() >= 0 do ()

  private def serve(server: ServerSocketChannel): Unit =
    val selector = Selector.open()
    val buffer = ByteBuffer.allocateDirect(ReadSize)
    server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT)
    while true do
      selector.select { key =>
        if key.isAcceptable then
          server.accept().configureBlocking(false).register(selector, SelectionKey.OP_READ)
        else discard(key.channel.asInstanceOf[SocketChannel], buffer)
      }

  private def discard(channel: SocketChannel, buffer: ByteBuffer): Unit =
    try if channel.read(buffer.clear()) < 0 then channel.close()
    catch case _: IOException => channel.close()
