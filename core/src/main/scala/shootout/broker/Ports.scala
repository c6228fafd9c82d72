package shootout.broker

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import scala.util.Random

/** Free TCP ports of 127.0.0.1. */
object Ports:
  val loopback: InetAddress = InetAddress.getByAddress("localhost", Array(127, 0, 0, 1))

  // Below the range from which Linux (32768) and macOS (49152) give ports to outgoing connections: a client that
  // reconnects while its broker restarts must not be given the broker's own port.
  private val first = 15000
  private val last = 32000

  /** Distinct ports, each bound once to see that it is free. Another process may still take one before the broker
    * does, so whoever starts a broker must be ready to pick again.
    *
    * @return
    *   fewer if so many are not free in the whole range
    */
  def pick(count: Int): List[Int] = pickOf(count, isFree)

  private[broker] def pickOf(count: Int, isFree: Int => Boolean): List[Int] =
    Random.shuffle(Vector.range(first, last)).iterator.filter(isFree).take(count).toList

  /** Where they are, for people. */
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
