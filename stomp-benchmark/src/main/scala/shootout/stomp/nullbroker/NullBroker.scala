package shootout.stomp.nullbroker

import shootout.stomp.Connector

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.{ClosedChannelException, SelectionKey, Selector, ServerSocketChannel, SocketChannel}
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, CopyOnWriteArrayList}
import java.util.concurrent.atomic.AtomicLong
import scala.annotation.tailrec

/** A STOMP server that does as little as a broker can, so that the generator itself can be measured against it. It
  * answers CONNECT and receipts. It throws away what is sent, and keeps only the number of messages. Subscribers get as
  * many messages, of the same producers and sizes and in the same order, as fast as they read.
  *
  * So audit, drain and linked phases mean the same as with every other broker. Only the send times are made up:
  * messages carry that of the latest message that has arrived.
  *
  * @param port
  *   port of 127.0.0.1; 0 for any free one
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

  /** Ends [[run]]. Any thread may call it. */
  def close(): Unit = server.close()

object NullBroker:
  /** A scenario may connect thousands of clients in a moment. */
  private val Backlog = 4096

  /** Half of the cores are left to the generator. */
  private val Loops = math.max(1, Runtime.getRuntime.availableProcessors / 2)

  /** @param arguments the port */
  def main(arguments: Array[String]): Unit = NullBroker(arguments.head.toInt).run()

/** One thread with the peers that were given to it. */
final class Loop(number: Int, destinations: NullDestinations) extends Thread(s"null-broker-$number"):
  private val selector = Selector.open()
  private val tasks = ConcurrentLinkedQueue[Runnable]()
  private val buffer = ByteBuffer.allocateDirect(Loop.ReadBytes)

  /** Serves the channel from now on. Any thread may call it. */
  def adopt(channel: SocketChannel): Unit = run { () =>
    val key = channel.register(selector, SelectionKey.OP_READ)
    key.attach(Peer(channel, key, this, destinations))
  }

  /** Runs a task soon, in the loop's own thread. Any thread may call it. */
  def run(task: Runnable): Unit =
    tasks.add(task)
    selector.wakeup()

  /** Hangs up on all peers, and ends. Any thread may call it. */
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
      case _: IOException => peer.close() // the client hung up
      case e: IllegalStateException => peer.refuse(e.getMessage)

object Loop:
  private val ReadBytes = 256 * 1024

/** Messages of one producer in one destination. Only their number is kept, because their sequences are 0, 1, 2 ...
  *
  * @param producer
  *   number of the producer, as [[shootout.driver.Stamp]] writes it
  */
final class Flow(val producer: Int, val bodyBytes: Int):
  private val received = AtomicLong()
  private val delivered = AtomicLong()

  /** The send time that the latest message carried. */
  @volatile var nanos = 0L
  @volatile private var endless = false

  /** The send time of messages that are given out now. */
  def stamp: Long = if endless then System.nanoTime() else nanos

  /** How many messages have arrived. */
  def count: Long = received.get

  def add(messages: Long): Unit = received.addAndGet(messages): Unit

  /** Acts as if there were more messages than a client could ever read. */
  def flood(): Unit =
    endless = true
    received.set(Flow.Endless)

  /** Takes up to `most` messages before `until` out of a queue. @return the first sequence */
  @tailrec final def take(most: Int, until: Long): Long =
    val first = delivered.get
    // A lambda would be allocated each time.
    if delivered.compareAndSet(first, math.max(first, math.min(first + most, until))) then first
    else take(most, until)

object Flow:
  private val Endless = Long.MaxValue / 2

/** A queue or topic, shared by all loops.
  *
  * @param topic
  *   whether every subscriber gets every message; if not, they share the messages
  */
final class Destination(val name: String, val topic: Boolean):
  @volatile private var all = Array.empty[Flow]
  private val feeds = CopyOnWriteArrayList[Outflow]()

  def flows: Array[Flow] = all

  /** What this producer sends here, in messages of this size. */
  def flow(producer: Int, bodyBytes: Int): Flow = synchronized {
    all.find(f => f.producer == producer && f.bodyBytes == bodyBytes).getOrElse {
      val flow = Flow(producer, bodyBytes)
      all = all :+ flow
      flow
    }
  }

  def subscribe(feed: Outflow): Unit = feeds.add(feed): Unit
  def unsubscribe(feed: Outflow): Unit = feeds.remove(feed): Unit

  /** Wakes the subscribers that have run out of messages, because something has arrived. */
  def arrived(): Unit =
    var i = 0
    while i < feeds.size do
      feeds.get(i).wake()
      i += 1

final class NullDestinations:
  private val byName = ConcurrentHashMap[String, Destination]()

  def of(name: String): Destination =
    byName.computeIfAbsent(name, _ => Destination(name, name.startsWith(NullDestinations.TopicPrefix)))

object NullDestinations:
  /** The prefix of topics, as in `brokers/null/broker.yaml`. */
  private val TopicPrefix = "/topic/"
