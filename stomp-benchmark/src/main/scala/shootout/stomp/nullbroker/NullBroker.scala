package shootout.stomp.nullbroker

import shootout.stomp.Connector

import java.net.{InetAddress, InetSocketAddress}
import java.nio.channels.{ClosedChannelException, ServerSocketChannel, SocketChannel}

/** A STOMP server that does as little as a broker can, so that the generator itself can be measured against it. It answers
  * CONNECT and receipts and throws away what is sent, but for its number: as many messages, of the same producers and sizes
  * and in the same order, are given to the subscribers as fast as they read.
  *
  * So audit, drain and linked phases mean the same as with every other broker. Only the send times are made up: messages
  * carry that of the latest message that came.
  *
  * @param port
  *   of 127.0.0.1; 0: any
  */
final class NullBroker(port: Int) extends AutoCloseable:
  private val destinations = NullDestinations()
  private val loops = Array.tabulate(NullBroker.Loops)(n => Loop(n, destinations))
  private val server = ServerSocketChannel.open()

  server.bind(InetSocketAddress(InetAddress.getByAddress(Array[Byte](127, 0, 0, 1)), port), NullBroker.Backlog)

  def localPort: Int = server.socket.getLocalPort

  /** Serves until [[close]]. */
  def run(): Unit =
    loops.foreach(_.start())
    try
      var accepted = 0
      while true do
        val channel: SocketChannel = server.accept()
        channel.configureBlocking(false)
        channel.socket.setTcpNoDelay(true)
        channel.socket.setSendBufferSize(Connector.SendBufferBytes)
        loops(accepted % loops.length).adopt(channel)
        accepted += 1
    catch case _: ClosedChannelException => loops.foreach(_.end())

  /** From any thread. */
  def close(): Unit = server.close()

object NullBroker:
  /** A scenario may connect thousands of clients in a moment. */
  private val Backlog = 4096

  /** Half of the cores are left to the generator. */
  private val Loops = math.max(1, Runtime.getRuntime.availableProcessors / 2)

  /** @param arguments the port */
  def main(arguments: Array[String]): Unit = NullBroker(arguments.head.toInt).run()
