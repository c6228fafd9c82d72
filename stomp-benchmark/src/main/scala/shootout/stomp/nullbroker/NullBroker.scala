package shootout.stomp.nullbroker

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.{SelectionKey, Selector, ServerSocketChannel, SocketChannel}
import scala.collection.mutable
import scala.util.control.NonFatal

/** A STOMP broker that keeps nothing: it confirms and discards what is sent, and feeds every subscriber as fast as it
  * reads. The load generator against it shows the generator's own ceiling.
  *
  * One thread serves all connections, so that it takes no more than one core from the generator.
  *
  * @param port
  *   of 127.0.0.1; 0: any
  */
final class NullBroker(port: Int) extends AutoCloseable:
  private val selector = Selector.open()
  private val server = ServerSocketChannel.open()
  private val hall = Hall()
  private var connections = 0

  server.bind(InetSocketAddress(InetAddress.getLoopbackAddress, port), NullBroker.Backlog)
  server.configureBlocking(false)
  server.register(selector, SelectionKey.OP_ACCEPT)

  def localPort: Int = server.socket.getLocalPort

  /** Serves until [[close]]. */
  def run(): Unit =
    while selector.isOpen do
      try selector.select(serve(_))
      catch case _: java.nio.channels.ClosedSelectorException => ()

  /** From any thread. */
  def close(): Unit =
    server.close()
    for key <- selector.keys.toArray(Array.empty[SelectionKey]) do key.channel.close()
    selector.close()

  private def serve(key: SelectionKey): Unit = key.attachment match
    case peer: Peer =>
      try peer.turn()
      catch
        case _: IOException => peer.leave()
        case NonFatal(e) =>
          peer.leave()
          throw e
    case _ => accept()

  private def accept(): Unit =
    var channel: SocketChannel | Null = server.accept()
    while channel != null do
      channel.configureBlocking(false)
      channel.socket.setTcpNoDelay(true)
      connections += 1
      val key = channel.register(selector, SelectionKey.OP_READ)
      key.attach(Peer(channel, key, connections, hall))
      channel = server.accept()

object NullBroker:
  private val Backlog = 4096

  /** @param arguments the port */
  def main(arguments: Array[String]): Unit = NullBroker(arguments.head.toInt).run()

/** What all connections share; used by the broker's one thread only. */
private[nullbroker] final class Hall:
  /** What was just read, of whichever connection. */
  val input: ByteBuffer = ByteBuffer.allocateDirect(Hall.InputSize).order(java.nio.ByteOrder.nativeOrder)

  private val bodySizes = mutable.Map.empty[String, Int]
  private val waiting = mutable.Map.empty[String, List[Int => Unit]]

  /** The first message to a destination says how large its messages are. */
  def sent(destination: String, bodyBytes: Int): Unit = if !bodySizes.contains(destination) then
    bodySizes(destination) = bodyBytes
    waiting.remove(destination).foreach(_.foreach(_(bodyBytes)))

  /** Calls back with the size of the messages of this destination: at once, or when the first one is sent. */
  def whenSized(destination: String)(start: Int => Unit): Unit = bodySizes.get(destination) match
    case Some(bodyBytes) => start(bodyBytes)
    case None => waiting(destination) = start :: waiting.getOrElse(destination, Nil)

private object Hall:
  /** Stays in a core's second-level cache. */
  private val InputSize = 128 * 1024
