package shootout.queue.rabbitstream

import com.rabbitmq.stream.Message
import com.rabbitmq.stream.impl.Client
import shootout.driver.{Confirmations, SendSpec}
import shootout.queue.{InFlight, MessageSender}

import java.io.IOException
import java.util.ArrayList
import java.util.function.ToLongFunction
import scala.collection.mutable

/** The sending half of a client. Each batch goes to the next partition; without batches, each message does.
  * Publisher confirms arrive in a thread of the library.
  */
private final class StreamSender(streams: StreamSession, name: String, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = false):
  private var connectionOrNull: StreamConnection | Null = null
  private val publishers = mutable.ArrayBuffer.empty[StreamPublisher]
  private var targets = Array.empty[Array[StreamPublisher]]

  /** The current partition. All partitions take turns. */
  private var turn = 0
  private var isFirst = true

  private val inFlight = InFlight(StreamSender.Most, send, confirmations)

  private val beginning = Beginning { cause =>
    confirmations.failed(cause)
    inFlight.giveUp()
  }

  override def begin(): Unit = beginning {
    val connection = streams.connection(name, beginning.tell, hear)
    connectionOrNull = connection
    targets = declared(connection)
    connection.answered()
  } {
    cut()
    publishers.clear()
  }

  private def declared(at: StreamConnection): Array[Array[StreamPublisher]] = send.targets.map { target =>
    Array.tabulate(streams.partitions(target).count)(n => publisher(at, StreamSession.stream(target, n)))
  }.toArray

  private def publisher(connection: StreamConnection, stream: String): StreamPublisher =
    if publishers.size == StreamSender.MostPublishers then
      throw IOException(s"a client can send to at most ${StreamSender.MostPublishers} streams")
    val id = publishers.size.toByte
    StreamConnection.settled(s"$stream accepts no sender")(connection.client.declarePublisher(id, null, stream))
    val publisher = StreamPublisher(connection, id)
    publishers += publisher
    publisher

  private def hear(of: Client.ClientParameters): Unit =
    of.publishConfirmListener((_, sequence) => inFlight.end(sequence, 1, null))
      .publishErrorListener((_, sequence, code) => inFlight.end(sequence, 1, StreamSender.refused(code))): Unit

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val partitions = targets(target)
    if isFirst || !send.batched then turn = if turn + 1 < partitions.length then turn + 1 else 0
    isFirst = false
    val publisher = partitions(turn)
    // a message that waits for its frame is never confirmed
    if !inFlight.tryBegin() then
      flush()
      inFlight.begin()
    publisher.add(sequence, message(publisher, body), body.length)

  override protected def together(target: Int): Unit = isFirst = true

  private def message(publisher: StreamPublisher, body: Array[Byte]): Message =
    val builder = publisher.connection.client.messageBuilder().addData(body)
    if send.headers.nonEmpty then
      val properties = builder.applicationProperties()
      send.headers.foreach((name, value) => properties.entry(name, value))
    builder.build()

  def flush(): Unit =
    var n = 0
    while n < publishers.length do
      publishers(n).flush()
      n += 1

  def close(): Unit =
    flush()
    inFlight.settleWithin(StreamSender.PatienceS)
    connectionOrNull.nn.close()

  override def cut(): Unit =
    val connection = connectionOrNull
    if connection != null then connection.cut()

private object StreamSender:
  /** The most messages that are in flight, as in the library's producers. */
  private val Most = 10_000
  private val MostPublishers = 256
  private val PatienceS = 20L

  private def refused(code: Short): IOException =
    IOException(s"the broker refused a message: ${StreamConnection.words(code)}")

/** Gathers the messages for one stream, until they go together in one frame. The broker confirms each by the number
  * that came with it, which is its sequence here.
  *
  * @param id
  *   the number by which the broker knows the stream
  */
private final class StreamPublisher(val connection: StreamConnection, id: Byte) extends ToLongFunction[Object]:
  private val messages = ArrayList[Message](StreamPublisher.Most)
  private val sequences = new Array[Long](StreamPublisher.Most)
  private var bytes = 0
  private var numbered = 0

  def add(sequence: Long, message: Message, bodyBytes: Int): Unit =
    sequences(messages.size) = sequence
    messages.add(message)
    bytes += bodyBytes
    if messages.size == StreamPublisher.Most || bytes >= StreamPublisher.MostBytes then flush()

  /** Returns the number of the next message. The library asks for the numbers one by one. */
  def applyAsLong(message: Object): Long =
    numbered += 1
    sequences(numbered - 1)

  def flush(): Unit = if !messages.isEmpty then
    connection.awaitRoom()
    numbered = 0
    connection.client.publish(id, messages, this)
    messages.clear()
    bytes = 0

private object StreamPublisher:
  /** The most messages in one frame, as in the library's producers. */
  private val Most = 100
  private val MostBytes = 1 << 18
