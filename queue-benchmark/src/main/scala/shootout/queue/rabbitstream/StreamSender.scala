package shootout.queue.rabbitstream

import com.rabbitmq.stream.{Constants, Message, StreamException}
import com.rabbitmq.stream.impl.Client
import io.netty.channel.{Channel, ChannelHandlerContext, ChannelInboundHandlerAdapter, EventLoopGroup}
import shootout.driver.{Confirmations, SendSpec}
import shootout.queue.{InFlight, MessageSender}
import shootout.units.Endpoint

import java.io.IOException
import java.time.Duration
import java.util.ArrayList
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
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

/** A connection to the broker. */
private final class StreamConnection(
    endpoint: Endpoint,
    name: String,
    group: EventLoopGroup,
    /** called by a thread of the library when the connection ends or a stream that it uses is gone, unless this client
      * has ended it
      */
    lost: Throwable => Unit,
    /** adds listeners for publisher confirms or messages */
    listening: Client.ClientParameters => Unit = _ => ()
):
  /** The client's thread, which waits for room, see [[awaitRoom]]. */
  private val owner = Thread.currentThread
  @volatile private var channelOrNull: Channel | Null = null
  @volatile private var ended = false

  /** @throws com.rabbitmq.stream.StreamException
    *   if the broker is not there, or refuses the connection
    */
  val client: Client = Client(parameters)

  private def parameters: Client.ClientParameters =
    val of = Client.ClientParameters().host(endpoint.host).port(endpoint.port).eventLoopGroup(group)
      .clientProperty("connection_name", name)
      .channelCustomizer(watch(_)).shutdownListener(_ => tell("the connection is lost"))
      .metadataListener((stream, code) => tell(s"the stream $stream is gone (${StreamConnection.words(code)})"))
    endpoint.login.foreach(of.username)
    endpoint.passcode.foreach(of.password)
    endpoint.virtualHost.foreach(of.virtualHost)
    listening(of)
    of

  private def tell(what: String): Unit = if !ended then lost(IOException(what))

  private def watch(channel: Channel): Unit =
    channelOrNull = channel
    channel.pipeline.addLast(new ChannelInboundHandlerAdapter:
      override def channelWritabilityChanged(context: ChannelHandlerContext): Unit = LockSupport.unpark(owner)
      override def channelInactive(context: ChannelHandlerContext): Unit = LockSupport.unpark(owner))

  /** Waits while the network takes no more, because the library would keep everything in memory. It is called before
    * each send.
    */
  def awaitRoom(): Unit =
    val channel = channelOrNull.nn
    while !channel.isWritable && channel.isActive && !Thread.currentThread.isInterrupted do
      LockSupport.parkNanos(this, StreamConnection.Pause)

  /** Returns when the broker has answered, and all that it said before was reported. */
  def answered(): Unit = client.metadata(StreamConnection.AnyStream): Unit

  def isOpen: Boolean = client.isOpen

  /** Closes the connection with a close command. */
  def close(): Unit =
    ended = true
    client.close()

  /** Ends the connection at once. Any thread may call it. */
  def cut(): Unit =
    ended = true
    val channel = channelOrNull
    if channel != null then channel.close(): Unit

private object StreamConnection:
  /** A stream to ask for. It need not exist, because only the answer counts. */
  private val AnyStream = "shootout"
  val Patience: Duration = Duration.ofSeconds(20)
  val Pause: Long = TimeUnit.MILLISECONDS.toNanos(10)

  /** Temporary answers, while nodes start or stop, and elect a leader. */
  private val passing =
    Set(Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE, Constants.RESPONSE_CODE_INTERNAL_ERROR)

  /** Words for the codes that a person may meet. The library has names for all codes, but they are private. */
  def words(code: Short): String = code match
    case Constants.RESPONSE_CODE_STREAM_DOES_NOT_EXIST => "there is no such stream"
    case Constants.RESPONSE_CODE_STREAM_NOT_AVAILABLE => "the stream is not available"
    case Constants.RESPONSE_CODE_ACCESS_REFUSED => "access refused"
    case Constants.RESPONSE_CODE_PRECONDITION_FAILED => "precondition failed"
    case Constants.RESPONSE_CODE_INTERNAL_ERROR => "internal error"
    case other => s"code $other"

  /** Asks again while the broker says that it cannot answer yet.
    *
    * @param fine
    *   further codes that mean yes
    */
  def settled[R <: Client.Response](what: String, fine: Short*)(ask: => R): R =
    val limit = System.nanoTime() + Patience.toNanos
    var answer = ask
    while passing(answer.getResponseCode) && System.nanoTime() - limit < 0 do
      LockSupport.parkNanos(StreamConnection, Pause)
      answer = ask
    if answer.isOk || fine.contains(answer.getResponseCode) then answer
    else throw StreamException(s"$what: ${words(answer.getResponseCode)}", answer.getResponseCode)

/** A node that has just started accepts senders and readers of a stream, and sends them away once more when the
  * stream's leader is there. So a loss while a client begins makes it begin again, and a later loss is reported.
  */
private final class Beginning(lost: Throwable => Unit):
  @volatile private var begun = false
  @volatile private var early: Throwable | Null = null

  /** Reports a loss. Any thread may call it. */
  def tell(cause: Throwable): Unit = if begun then lost(cause) else early = cause

  /** @param step
    *   returns when the broker has answered after all that was asked of it
    * @param undo
    *   runs before the next try
    */
  def apply(step: => Unit)(undo: => Unit): Unit =
    val limit = System.nanoTime() + StreamConnection.Patience.toNanos
    var failure = attempt(step)
    while failure != null && System.nanoTime() - limit < 0 do
      undo
      LockSupport.parkNanos(this, StreamConnection.Pause)
      failure = attempt(step)
    if failure != null then throw failure
    begun = true
    val cause = early
    if cause != null then lost(cause)

  private def attempt(step: => Unit): Throwable | Null =
    early = null
    try
      step
      early
    catch case e: StreamException if early != null => e
