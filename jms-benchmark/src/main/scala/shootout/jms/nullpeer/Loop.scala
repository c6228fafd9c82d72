package shootout.jms.nullpeer

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.SelectionKey.{OP_READ, OP_WRITE}
import java.nio.channels.{ClosedSelectorException, SelectionKey, Selector, ServerSocketChannel, SocketChannel}
import java.util

/** How one protocol makes sense of what a client sends; one for each connection. */
trait Wire:
  /** Deals with all whole frames. An IllegalStateException hangs up. @return how many bytes those were */
  def read(bytes: Array[Byte], from: Int, until: Int): Int

  /** The socket takes more again. */
  def writable(): Unit

  /** The client is gone, or should go. */
  def closed(): Unit

/** A server that does as little as a broker of its protocol can, so that a client library can be measured against it.
  *
  * One thread does all: it reads what there is of every connection, then writes what that led to, in one go for each.
  * Messages go from one connection's input to another's output as they are. What no consumer wants yet waits in memory
  * (see [[Backlog]]); when that is full, producers are no longer read until there is room.
  *
  * @param port
  *   of 127.0.0.1; 0: any
  * @param backlogBytes
  *   for messages that wait
  */
final class Loop(name: String, port: Int, backlogBytes: Long, wire: (Peer, Destinations) => Wire)
    extends Thread(s"null-$name")
    with AutoCloseable:
  private val selector = Selector.open()
  private val server = ServerSocketChannel.open()
  private val memory = Memory(backlogBytes)
  private val destinations = Destinations(memory)
  private val touched = util.ArrayList[Peer]()
  private val waiting = util.ArrayList[Peer]()
  private val timers = util.PriorityQueue[Loop.Timer](util.Comparator.comparingLong[Loop.Timer](_.at))

  server.bind(InetSocketAddress(InetAddress.getByAddress(Array[Byte](127, 0, 0, 1)), port), Loop.Backlog)
  server.configureBlocking(false)
  server.register(selector, SelectionKey.OP_ACCEPT)

  def localPort: Int = server.socket.getLocalPort

  /** From any thread: hangs up on all and ends. */
  def close(): Unit =
    server.close()
    selector.close()

  /** In this thread, so many milliseconds from now. */
  private[nullpeer] def after(millis: Long)(task: => Unit): Unit =
    timers.add(Loop.Timer(System.nanoTime() + millis * 1_000_000, () => task)): Unit

  override def run(): Unit =
    try
      while selector.isOpen do
        val patience = if timers.isEmpty then 0L else math.max(1L, (timers.peek.at - System.nanoTime()) / 1_000_000)
        selector.select((key: SelectionKey) => serve(key), if waiting.isEmpty then patience else 1L)
        while !timers.isEmpty && timers.peek.at <= System.nanoTime() do timers.poll().task.run()
        write()
        if !memory.full && !waiting.isEmpty then readAgain()
    catch case _: ClosedSelectorException => ()
    finally
      import scala.jdk.CollectionConverters.*
      // a closed selector no longer knows its keys
      peers.asScala.toList.foreach(_.hangUp())

  private val peers = util.HashSet[Peer]()

  private def serve(key: SelectionKey): Unit =
    if key.isValid && key.isAcceptable then accept()
    else
      val peer = key.attachment.asInstanceOf[Peer]
      peer.attempt {
        if key.isValid && key.isWritable then peer.write()
        if key.isValid && key.isReadable then
          if memory.full && peer.sends then
            waiting.add(peer)
            peer.reads(false)
          else peer.read()
      }

  private def accept(): Unit =
    val channel: SocketChannel = server.accept()
    channel.configureBlocking(false)
    channel.socket.setTcpNoDelay(true)
    val key = channel.register(selector, OP_READ)
    val peer = Peer(channel, key, this)
    key.attach(peer)
    peers.add(peer)
    peer.begin(wire(peer, destinations))

  private def write(): Unit =
    var i = 0
    // writing may make room for others, which are then appended
    while i < touched.size do
      val peer = touched.get(i)
      peer.attempt(peer.write())
      i += 1
    touched.clear()

  private def readAgain(): Unit =
    waiting.forEach(_.reads(true))
    waiting.clear()

  private[nullpeer] def touch(peer: Peer): Unit = touched.add(peer): Unit
  private[nullpeer] def forget(peer: Peer): Unit = peers.remove(peer): Unit

object Loop:
  /** A scenario may connect thousands of clients in a moment. */
  private val Backlog = 4096

  private final case class Timer(at: Long, task: Runnable)

/** One connection. Its loop's thread alone uses it. */
final class Peer(channel: SocketChannel, key: SelectionKey, loop: Loop):
  private val out = Out()
  private var wireOrNull: Wire | Null = null
  private var in = new Array[Byte](Peer.ReadBytes)
  private var inEnd = 0
  private var touched = false
  private var blocked = false
  private var gone = false

  /** Messages come from it, so it may have to wait until there is memory. */
  var sends = false

  private[nullpeer] def begin(wire: Wire): Unit = wireOrNull = wire

  /** To append a frame to; it goes out when all that has come was dealt with. */
  def output: Out =
    if !touched && !gone then
      touched = true
      loop.touch(this)
    out

  /** Whether the client keeps up with what is written. */
  def roomy: Boolean = !gone && out.size < Peer.MostWaiting

  def localPort: Int = channel.socket.getLocalPort

  /** Runs the task so many milliseconds from now, if the client is still there. */
  def after(millis: Long)(task: => Unit): Unit = loop.after(millis)(if !gone then task)

  private[nullpeer] def reads(on: Boolean): Unit = if key.isValid then
    key.interestOps(if on then key.interestOps | OP_READ else key.interestOps & ~OP_READ): Unit

  private[nullpeer] def read(): Unit =
    if in.length - inEnd < Peer.LeastRead then in = util.Arrays.copyOf(in, in.length * 2)
    val count = channel.read(ByteBuffer.wrap(in, inEnd, math.min(in.length - inEnd, Peer.ReadBytes)))
    if count < 0 then hangUp()
    else
      inEnd += count
      val used = wireOrNull.nn.read(in, 0, inEnd)
      if used > 0 then
        System.arraycopy(in, used, in, 0, inEnd - used)
        inEnd -= used

  private[nullpeer] def write(): Unit =
    touched = false
    if !gone then
      val full = !roomy
      out.write(channel)
      val more = out.size > 0
      if more != blocked then
        blocked = more
        key.interestOps(if more then key.interestOps | OP_WRITE else key.interestOps & ~OP_WRITE)
      if full && roomy then wireOrNull.nn.writable()

  /** Writes what the client should still hear, and hangs up. */
  def finish(): Unit =
    attempt(out.write(channel))
    hangUp()

  private[nullpeer] def hangUp(): Unit = if !gone then
    gone = true
    key.cancel()
    channel.close()
    wireOrNull.nn.closed()
    loop.forget(this)

  private[nullpeer] def attempt(task: => Unit): Unit =
    try task
    catch
      case _: IOException => hangUp() // the client did
      case e: RuntimeException =>
        Peer.log.log(System.Logger.Level.WARNING, s"${loop.getName} hangs up on a client", e)
        hangUp()

object Peer:
  private val log = System.getLogger("shootout.jms.nullpeer")
  private val ReadBytes = 128 * 1024
  private val LeastRead = 64 * 1024

  /** So much may wait for a client that does not read before no more messages are given to it. */
  private val MostWaiting = 512 * 1024
