package shootout.broker

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import scala.util.Random

/** Free TCP ports of 127.0.0.1. */
object Ports:
  val loopback: InetAddress = InetAddress.getByAddress("localhost", Array(127, 0, 0, 1))

  // The ports are below the range from which Linux (32768) and macOS (49152) assign ports to outgoing connections. A
  // client that reconnects while its broker restarts must not get the broker's own port.
  private val first = 15000
  private val last = 32000

  /** Picks distinct ports, each bound once to check that it is free. Another process may still take one before the
    * broker does, so the caller must be ready to pick again.
    *
    * @return
    *   fewer ports than asked for if the whole range has too few free ones
    */
  def pick(count: Int): List[Int] = pickOf(count, isFree)

  private[broker] def pickOf(count: Int, isFree: Int => Boolean): List[Int] =
    Random.shuffle(Vector.range(first, last)).iterator.filter(isFree).take(count).toList

  /** The range of the ports, for people. */
  val range: String = s"$first to ${last - 1}"

  def isFree(port: Int): Boolean =
    val socket = ServerSocket()
    try
      socket.bind(InetSocketAddress(loopback, port))
      true
    catch case _: IOException => false
    finally socket.close()

  def accepts(port: Int): Boolean =
    val socket = Socket()
    try
      socket.connect(InetSocketAddress(loopback, port), connectLimitMs)
      true
    catch case _: IOException => false
    finally socket.close()

  private val connectLimitMs = 500
