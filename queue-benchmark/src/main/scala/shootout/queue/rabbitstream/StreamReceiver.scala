package shootout.queue.rabbitstream

import com.rabbitmq.stream.{Constants, OffsetSpecification}
import com.rabbitmq.stream.impl.Client
import shootout.driver.ReceiveSpec
import shootout.queue.{QueueReceiver, Waiting}
import shootout.units.DestinationType

import java.io.IOException
import java.util.ArrayDeque
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client. It reads the partitions that are dealt to it, each from the offset after the one
  * that is stored. From a topic, it reads what arrives from now on.
  */
private final class StreamReceiver(
    streams: StreamSession,
    name: String,
    receive: ReceiveSpec,
    lost: Throwable => Unit
) extends QueueReceiver:
  private val owner = Thread.currentThread
  private val ofQueue = receive.source.kind == DestinationType.Queue
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic
  private val partitions = streams.partitions(receive.source)
  private var connectionOrNull: StreamConnection | Null = null
  private def client: Client = connectionOrNull.nn.client

  private val subscriptions = AtomicReferenceArray[StreamSubscription](StreamReceiver.MostSubscriptions)
  private var made = 0
  private var live = List.empty[StreamSubscription]
  private var version = -1L

  /** Whole chunks, on their way from the library's thread to the client's. `here` has those of live subscriptions, and
    * `waiting` counts the messages in them.
    */
  private val came = ConcurrentLinkedQueue[Chunk]()
  private val here = ArrayDeque[Chunk]()
  private var waiting = 0

  private val beginning = Beginning(lost)

  override def join(): Unit = beginning {
    val connection = streams.connection(name, beginning.tell, hear)
    connectionOrNull = connection
    if ofQueue then
      partitions.join(this)
      settle()
    else for partition <- 0 until partitions.count do subscribe(partition, OffsetSpecification.next(), 0)
    connection.answered()
  } {
    cut()
    forget()
  }

  /** Forgets what an earlier connection brought. */
  private def forget(): Unit =
    live.foreach(_.isLive = false)
    live = Nil
    here.clear()
    waiting = 0
    made = 0

  private def hear(of: Client.ClientParameters): Unit =
    of.chunkListener((_, id, first, count, _) => Chunk(subscriptions.get(id & 0xff), first, count.toInt))
      .messageListener { (_, _, _, _, chunk, message) =>
        val body = message.getBodyAsBinary
        fill(chunk.asInstanceOf[Chunk], _.add(if body == null then Array.emptyByteArray else body))
      }
      .messageIgnoredListener((_, _, _, _, chunk) => fill(chunk.asInstanceOf[Chunk], _.skip()))
      .creditNotification((_, code) =>
        beginning.tell(IOException(s"no more credit: ${StreamConnection.words(code)}"))
      ): Unit

  private def fill(chunk: Chunk, add: Chunk => Unit): Unit =
    add(chunk)
    if chunk.isWhole then
      came.add(chunk)
      LockSupport.unpark(owner)

  /** Gives up partitions that belong to another reader now, and takes up its own that are free. */
  private def settle(): Unit =
    version = partitions.version
    for partition <- partitions.surplus(this); subscription <- live.find(_.partition == partition) do
      end(subscription)
      partitions.giveUp(partition)
    for partition <- partitions.takeUp(this) do
      val begin = stored(StreamSession.stream(receive.source, partition)) + 1
      subscribe(partition, OffsetSpecification.offset(begin), begin)

  private def subscribe(partition: Int, from: OffsetSpecification, begin: Long): Unit =
    val stream = StreamSession.stream(receive.source, partition)
    val subscription = StreamSubscription(made.toByte, partition, stream, begin)
    // no number is used twice, because the library keeps for it what an earlier subscription has not used up
    if made == StreamReceiver.MostSubscriptions then
      throw IOException(s"one connection has $made subscriptions already, and cannot have more")
    subscriptions.set(made, subscription)
    made += 1
    StreamConnection.settled(s"$stream accepts no reader") {
      client.subscribe(subscription.id, stream, from, StreamReceiver.Credits)
    }
    live = subscription :: live

  private def end(subscription: StreamSubscription): Unit =
    client.unsubscribe(subscription.id)
    subscription.isLive = false
    live = live.filterNot(_ eq subscription)
    here.removeIf(!_.of.isLive)
    waiting = 0
    here.forEach(chunk => waiting += chunk.left)
    awaitStored(subscription)

  def poll(nanos: Long): Int =
    if automatic then acknowledge()
    if ofQueue && version != partitions.version then settle()
    gather()
    if waiting == 0 && nanos > 0 then
      LockSupport.parkNanos(this, nanos)
      gather()
    math.min(most, waiting)

  private def gather(): Unit =
    var chunk = came.poll()
    while chunk != null do
      if chunk.of.isLive then
        if chunk.left > 0 then
          here.add(chunk)
          waiting += chunk.left
        else client.credit(chunk.of.id, 1)
      chunk = came.poll()

  def next(): Array[Byte] =
    val chunk = here.peek.nn
    val body = chunk.take()
    waiting -= 1
    if chunk.left == 0 then
      here.poll()
      client.credit(chunk.of.id, 1)
    body

  /** Acknowledges all that was taken. The broker does not answer. */
  def acknowledge(): Unit = if ofQueue then
    var left = live
    while left.nonEmpty do
      val of = left.head
      if of.taken > of.acknowledged then
        of.acknowledged = of.taken
        client.storeOffset(StreamReceiver.Reference, of.stream, of.taken - 1)
      left = left.tail

  /** The offset of the latest message that any reader has acknowledged; -1 if none was. */
  private def stored(stream: String): Long =
    val answer = StreamConnection.settled(s"$stream returns no offset", Constants.RESPONSE_CODE_NO_OFFSET) {
      client.queryOffset(StreamReceiver.Reference, stream)
    }
    if answer.isOk then answer.getOffset else -1

  private def awaitStored(subscription: StreamSubscription): Unit = if ofQueue then
    Waiting.until(s"${subscription.stream} did not store an offset", StreamReceiver.PatienceS, StreamReceiver.Pause) {
      stored(subscription.stream) + 1 >= subscription.acknowledged
    }

  /** Leaves what was not acknowledged to other receivers. */
  def close(unsubscribe: Boolean): Unit =
    try
      if automatic then acknowledge()
      live.foreach(end)
      connectionOrNull.nn.close()
    finally leave()

  override def cut(): Unit =
    val connection = connectionOrNull
    if connection != null then connection.cut()
    leave()

  private def leave(): Unit = if ofQueue then partitions.leave(this)

private object StreamReceiver:
  /** The name under which all readers of a queue store offsets. */
  private val Reference = "shootout"

  /** The chunks that are delivered ahead, as in the library's consumers. */
  private val Credits = 10
  private val MostSubscriptions = 256
  private val PatienceS = 10L
  private val Pause = TimeUnit.MILLISECONDS.toNanos(1)

/** One reader's place in one stream. In the client's thread only.
  *
  * @param id
  *   the number by which the broker knows it
  * @param begin
  *   the offset of the first message that it wants, if that is known
  */
private final class StreamSubscription(val id: Byte, val partition: Int, val stream: String, begin: Long):
  /** The offset after the latest message that was taken, and after the latest that was acknowledged. */
  var taken: Long = begin
  var acknowledged: Long = begin

  /** Whether it still belongs to the reader. */
  var isLive = true

/** Messages that the broker has delivered together. A thread of the library fills it, and then the client's thread
  * empties it.
  *
  * @param first
  *   the offset of its first message
  */
private final class Chunk(val of: StreamSubscription, first: Long, count: Int):
  private val bodies = new Array[Array[Byte]](count)
  private var size = 0

  /** Messages at the front that lie before the reader's first place. */
  private var skipped = 0
  private var at = 0

  def add(body: Array[Byte]): Unit =
    bodies(size) = body
    size += 1

  def skip(): Unit = skipped += 1

  def isWhole: Boolean = size + skipped == count

  /** The number of messages that are left to take. */
  def left: Int = size - at

  def take(): Array[Byte] =
    val body = bodies(at)
    // no other reference may keep the body from being garbage-collected
    bodies(at) = Chunk.Taken
    at += 1
    of.taken = first + skipped + at
    body

private object Chunk:
  private val Taken = Array.emptyByteArray
