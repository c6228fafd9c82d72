package shootout.stomp.nullbroker

import java.net.{InetAddress, InetSocketAddress}
import java.nio.channels.{ServerSocketChannel, SocketChannel}

/** A STOMP server that does as little as a broker can, so that the generator itself can be measured against it. It answers
  * CONNECT and receipts and throws away what is sent, but for its number: as many messages, of the same producers and sizes
  * and in the same order, are given to the subscribers as fast as they read.
  *
  * So audit, drain and linked phases mean the same as with every other broker. Only the send times are made up: messages
  * carry that of the latest message that came.
  */
object NullBroker:
  /** @param arguments
    *   the port of 127.0.0.1 to listen on
    */
  def main(arguments: Array[String]): Unit = serve(arguments.head.toInt)

  private def serve(port: Int): Unit =
    val destinations = Destinations()
    val loops = Array.tabulate(Runtime.getRuntime.availableProcessors)(n => Loop(n, destinations))
    loops.foreach(_.start())
    val server = ServerSocketChannel.open()
    server.bind(InetSocketAddress(InetAddress.getByAddress(Array[Byte](127, 0, 0, 1)), port), Backlog)
    var accepted = 0
    while true do
      val channel: SocketChannel = server.accept()
      channel.configureBlocking(false)
      channel.socket.setTcpNoDelay(true)
      loops(accepted % loops.length).adopt(channel)
      accepted += 1

  /** A scenario may connect thousands of clients in a moment. */
  private val Backlog = 4096
