package shootout.calibrate

import shootout.stomp.Connector
import shootout.stomp.nullbroker.Peer
import shootout.units.Endpoint

import java.io.IOException
import java.net.{InetSocketAddress, StandardSocketOptions}
import java.nio.ByteBuffer
import java.nio.channels.SocketChannel
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.locks.LockSupport

/** What the machine's loopback carries: bare sockets that write ready-made frames to a reader in another process, the null
  * broker, which throws them away unseen. No generator whose messages all differ can reach much more.
  */
final class Loopback(endpoint: Endpoint):
  /** @param frame
    *   written over and over, as many at a time as fit into one write of the load generator
    * @return
    *   frames a second
    */
  def rate(frame: Array[Byte], connections: Int, warmUpS: Double, seconds: Double): Double =
    val bytes = LongAdder()
    val channels = List.fill(connections)(open(frame.length))
    // more threads than cores would only stand in each other's way
    val threads = math.min(connections, Runtime.getRuntime.availableProcessors)
    val writers = channels.grouped((connections + threads - 1) / threads).map(Writer(frame, _, bytes)).toList
    try
      writers.foreach(_.start())
      Loopback.pause(warmUpS)
      val (began, before) = (System.nanoTime(), bytes.sum)
      Loopback.pause(seconds)
      val (ended, after) = (System.nanoTime(), bytes.sum)
      (after - before).toDouble / frame.length / ((ended - began) / 1e9)
    finally
      channels.foreach(_.close())
      writers.foreach(_.join())

  private def open(frameBytes: Int): SocketChannel =
    val channel = SocketChannel.open()
    // as our clients have it: the system's own choice is slower for small messages
    channel.setOption(StandardSocketOptions.SO_SNDBUF, Connector.sendBufferBytes(frameBytes))
    channel.connect(InetSocketAddress(endpoint.host, endpoint.port))
    channel.write(ByteBuffer.wrap(Peer.Discard))
    channel

  /** Writes to its channels in turn. */
  private final class Writer(frame: Array[Byte], channels: List[SocketChannel], bytes: LongAdder) extends Thread:
    private val buffer = ByteBuffer.allocateDirect(math.max(1, Loopback.WriteSize / frame.length) * frame.length)
    setDaemon(true)
    while buffer.hasRemaining do buffer.put(frame)

    override def run(): Unit =
      val all = channels.toArray
      var turn = 0
      try
        while true do
          bytes.add(all(turn).write(buffer.clear()))
          turn = if turn + 1 < all.length then turn + 1 else 0
      catch case _: IOException => ()

object Loopback:
  private val WriteSize = 64 * 1024

  private def pause(seconds: Double): Unit =
    val until = System.nanoTime() + (seconds * 1e9).toLong
    var rest = until - System.nanoTime()
    while rest > 0 do
      LockSupport.parkNanos(rest)
      rest = until - System.nanoTime()
