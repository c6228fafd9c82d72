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

/** What the machine's loopback carries: bare sockets that write ready-made frames to another process, the null broker, which
  * throws them away unseen, or read what it writes without end. Direct buffers of several sizes are tried each time, and the
  * best of them counts.
  */
final class Loopback(endpoint: Endpoint):
  /** @param frame
    *   written over and over
    * @return
    *   frames a second
    */
  def writes(frame: Array[Byte], connections: Int, warmUpS: Double, seconds: Double): Double =
    best(frame.length, connections, warmUpS, seconds)(Peer.Discard) { size =>
      val buffer = ByteBuffer.allocateDirect(math.max(1, size / frame.length) * frame.length)
      while buffer.hasRemaining do buffer.put(frame)
      channel => channel.write(buffer.clear())
    }

  /** @return as many frames of this size as there would be in what was read in a second */
  def reads(frameBytes: Int, connections: Int, warmUpS: Double, seconds: Double): Double =
    best(frameBytes, connections, warmUpS, seconds)(Peer.Endless) { size =>
      val buffer = ByteBuffer.allocateDirect(size)
      channel => math.max(0, channel.read(buffer.clear()))
    }

  private def best(frameBytes: Int, connections: Int, warmUpS: Double, seconds: Double)(request: Array[Byte])(
      move: Int => SocketChannel => Int
  ): Double =
    val shapes = Loopback.Shapes
    val rates = shapes.map { shape =>
      val channels = List.fill(connections)(open(shape, request))
      bytesPerS(channels, () => move(shape.bufferBytes), warmUpS / shapes.size, seconds / shapes.size)
    }
    rates.max / frameBytes

  private def bytesPerS(
      channels: List[SocketChannel],
      move: () => SocketChannel => Int,
      warmUpS: Double,
      seconds: Double
  ) =
    val bytes = LongAdder()
    // more threads than cores would only stand in each other's way
    val threads = math.min(channels.size, Runtime.getRuntime.availableProcessors)
    val movers = channels.grouped((channels.size + threads - 1) / threads).map(Mover(_, move(), bytes)).toList
    try
      movers.foreach(_.start())
      Loopback.pause(warmUpS)
      val (began, before) = (System.nanoTime(), bytes.sum)
      Loopback.pause(seconds)
      val (ended, after) = (System.nanoTime(), bytes.sum)
      (after - before) / ((ended - began) / 1e9)
    finally
      channels.foreach(_.close())
      movers.foreach(_.join())

  private def open(shape: Loopback.Buffers, request: Array[Byte]): SocketChannel =
    val channel = SocketChannel.open()
    shape.socketBytes.foreach(channel.setOption(StandardSocketOptions.SO_SNDBUF, _))
    channel.connect(InetSocketAddress(endpoint.host, endpoint.port))
    channel.write(ByteBuffer.wrap(request))
    channel

  /** Serves its channels in turn. */
  private final class Mover(channels: List[SocketChannel], move: SocketChannel => Int, bytes: LongAdder) extends Thread:
    setDaemon(true)

    override def run(): Unit =
      val all = channels.toArray
      var turn = 0
      try
        while true do
          bytes.add(move(all(turn)))
          turn = if turn + 1 < all.length then turn + 1 else 0
      catch case _: IOException => ()

object Loopback:
  /** @param socketBytes
    *   of the socket's own buffer; none: the system's choice, which grows
    */
  private final case class Buffers(bufferBytes: Int, socketBytes: Option[Int])

  private val Shapes =
    List(Buffers(64 * 1024, Some(Connector.SendBufferBytes)), Buffers(64 * 1024, None), Buffers(1024 * 1024, None))

  private def pause(seconds: Double): Unit =
    val until = System.nanoTime() + (seconds * 1e9).toLong
    var rest = until - System.nanoTime()
    while rest > 0 do
      LockSupport.parkNanos(rest)
      rest = until - System.nanoTime()
