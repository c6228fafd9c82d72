package shootout.stomp.nullbroker

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{SelectionKey, Selector, SocketChannel}
import java.util.concurrent.ConcurrentLinkedQueue

/** One thread with the peers that were given to it. */
final class Loop(number: Int, destinations: NullDestinations) extends Thread(s"null-broker-$number"):
  private val selector = Selector.open()
  private val tasks = ConcurrentLinkedQueue[Runnable]()
  private val buffer = ByteBuffer.allocateDirect(Loop.ReadBytes)

  /** From any thread: this loop serves the channel from now on. */
  def adopt(channel: SocketChannel): Unit = run { () =>
    val key = channel.register(selector, SelectionKey.OP_READ)
    key.attach(Peer(channel, key, this, destinations))
  }

  /** From any thread: the loop's own thread does this soon. */
  def run(task: Runnable): Unit =
    tasks.add(task)
    selector.wakeup()

  /** From any thread: hangs up on all peers and ends. */
  def end(): Unit = run { () =>
    selector.keys.forEach(key => key.channel.close())
    selector.close()
  }

  override def run(): Unit = while selector.isOpen do
    selector.select((key: SelectionKey) => serve(key))
    var task = tasks.poll()
    while task != null do
      task.run()
      task = tasks.poll()

  private def serve(key: SelectionKey): Unit =
    val peer = key.attachment.asInstanceOf[Peer]
    try
      if key.isValid && key.isReadable then peer.read(buffer)
      if key.isValid && key.isWritable then peer.write()
    catch
      case _: IOException => peer.close() // it hung up
      case e: IllegalStateException => peer.refuse(e.getMessage)

object Loop:
  private val ReadBytes = 256 * 1024
