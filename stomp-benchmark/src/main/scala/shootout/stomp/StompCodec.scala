package shootout.stomp

import org.fusesource.hawtdispatch.transport.ProtocolCodec.BufferState
import org.fusesource.hawtdispatch.transport.{ProtocolCodec, Transport}

import java.io.EOFException
import java.nio.channels.SocketChannel

/** Lets a HawtDispatch transport move whole buffers instead of one object per frame. `read` only fills the
  * [[FrameReader]], and `write` only says that the buffers have something to flush.
  */
final class StompCodec(val reader: FrameReader, val outbox: Outbox, ready: () => ReadyFrames | Null)
    extends ProtocolCodec:
  private var transport: Transport = scala.compiletime.uninitialized
  private var readCount = 0L
  private var lastRead = 0L
  private var emptied = false
  private var wholeInARow = 0
  private var writeCount = 0L
  private var lastWrite = 0L

  def setTransport(transport: Transport): Unit = this.transport = transport

  /** A read that did not fill the buffer has emptied the socket, so another read at once would be a useless system
    * call. The selector sees what arrives meanwhile, and also the end of the stream. A TLS channel is read again,
    * because it gives one record at a time.
    */
  def read(): AnyRef | Null =
    if emptied then
      emptied = false
      null
    else
      wholeInARow = 0
      val channel = transport.getReadChannel
      val read = reader.fill(channel)
      if read < 0 then throw EOFException("the broker closed the connection")
      lastRead = read
      readCount += read
      emptied = read > 0 && reader.hasRoom && channel.isInstanceOf[SocketChannel]
      if read > 0 then StompCodec.Filled else null

  /** Allows a read after a pause, because there may be more in the socket, whatever the last read found. */
  def readAgain(): Unit = emptied = false

  def unread(buffer: Array[Byte]): Unit = throw UnsupportedOperationException("nothing is ever unread")
  def getReadCounter: Long = readCount
  def getLastReadSize: Long = lastRead
  def getReadBufferSize: Int = StompCodec.BufferSize
  def getWriteBufferSize: Int = StompCodec.BufferSize

  def write(command: AnyRef): BufferState = BufferState.NOT_EMPTY

  /** Whether anything waits to be written. */
  def pending: Boolean =
    val frames = ready()
    outbox.pending || (frames != null && frames.pending)

  /** Messages go before later frames (DISCONNECT), unless a frame of the outbox is half written.
    *
    * A thread asks its selector only when it has nothing else to do. A producer whose socket takes everything at once
    * always has something to do. So now and then it waits until the selector says that the socket takes more. Meanwhile
    * the other clients of its thread, and its own reads, have their turn.
    */
  def flush(): BufferState =
    val before = writeCount
    val channel = transport.getWriteChannel
    val frames = ready()
    if outbox.begun then count(outbox.write(channel))
    if !outbox.begun && frames != null && frames.pending then count(frames.write(channel))
    if (frames == null || !frames.pending) && outbox.pending then count(outbox.write(channel))
    lastWrite = writeCount - before
    wholeInARow = if pending || lastWrite == 0 then 0 else wholeInARow + 1
    if pending then BufferState.NOT_EMPTY
    else if wholeInARow >= StompCodec.MostInARow then
      wholeInARow = 0
      BufferState.NOT_EMPTY
    else BufferState.EMPTY

  private def count(written: Int): Unit = writeCount += written

  /** Always false, because the engine asks the buffers themselves for room. */
  def full(): Boolean = false
  def getWriteCounter: Long = writeCount
  def getLastWriteSize: Long = lastWrite

object StompCodec:
  /** The only command. To the transport's listener it says that the reader has new bytes, and to the transport that
    * there is something to flush.
    */
  val Filled: AnyRef = Object()
  private val BufferSize = 64 * 1024

  /** The most complete writes in a row: few enough that no other client waits long, and enough that the call of the
    * selector costs next to nothing. They carry 1 MiB of small messages.
    */
  private[stomp] val MostInARow = 16
