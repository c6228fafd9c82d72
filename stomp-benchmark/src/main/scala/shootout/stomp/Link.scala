package shootout.stomp

import org.fusesource.hawtdispatch.transport.{DefaultTransportListener, TcpTransport}
import org.fusesource.hawtdispatch.{Dispatch, DispatchQueue, Task}
import shootout.units.Nanos

import java.io.IOException
import java.util.concurrent.TimeUnit

/** One connection: the HawtDispatch transport with our codec, and its heart-beats. A client has one connection after
  * the other.
  */
final class Link(
    connector: Connector,
    queue: DispatchQueue,
    sending: Option[SendFrames],
    client: StompClient,
    /** whether all of a body is checked */
    wholeBodies: Boolean,
    /** send buffer of the socket, in bytes */
    sendBufferBytes: Int
):
  val reader = FrameReader(wholeBodies)
  val outbox = Outbox()
  private val sendingOrNull = sending.orNull
  private val codec = StompCodec(reader, outbox, () => if sendingOrNull == null then null else sendingOrNull.ready)
  private var open = true
  private var started = false
  private var suspended = false
  private var waits = false
  private var reads = true
  private var beats = Option.empty[HeartBeats]
  private val transport: TcpTransport = connector.transport(queue, sendBufferBytes)

  transport.setProtocolCodec(codec)
  transport.setTransportListener(new DefaultTransportListener:
    override def onTransportConnected(): Unit = if open then
      transport.resumeRead()
      client.opened()
    override def onTransportCommand(command: AnyRef): Unit = if open then client.received()
    override def onRefill(): Unit = if open then client.drained()
    override def onTransportFailure(error: IOException): Unit = if open then client.lost(error)
    override def onTransportDisconnected(): Unit = if open then client.lost(IOException("disconnected")))

  /** Begins to connect, and throws what goes wrong at once. */
  def start(): Unit =
    connector.start(transport)
    started = true

  /** Hands what is buffered to the transport at the end of this turn of the queue. */
  def flushLater(): Unit = if codec.pending then transport.offer(StompCodec.Filled)

  def lastReadBytes: Long = codec.getLastReadSize

  /** Whether the network has taken all that was to be sent. */
  def flushed: Boolean = !codec.pending

  /** Reads nothing for this many nanoseconds, so that what arrives meanwhile is read together. The time is too short to
    * miss a heart-beat.
    */
  def readAfter(nanos: Long): Unit =
    waits = true
    readOrNot()
    Alarms.after(Nanos(nanos), queue, readAgain)

  private val readAgain: Task = Link.task { () =>
    waits = false
    if open then readOrNot()
  }

  /** Suspends or resumes reads. The transport counts suspensions, so a second one in a row does nothing here. */
  private def readOrNot(): Unit = if reads == (suspended || waits) then
    reads = !reads
    if reads then
      codec.readAgain()
      transport.resumeRead()
    else transport.suspendRead()

  def suspendRead(): Unit = if !suspended then
    suspended = true
    readOrNot()
    beats.foreach(_.suspendRead())

  def resumeRead(): Unit = if suspended then
    suspended = false
    readOrNot()
    beats.foreach(_.resumeRead())

  /** Agrees on heart-beats (STOMP 1.1, "Heart-beating"). `theirs` is what the broker's CONNECTED says.
    *
    * @param ours
    *   milliseconds that we offered for both directions
    */
  def beat(theirs: String, ours: Int): Unit = for agreed <- Agreed.of(theirs, ours) do
    val agreedBeats = HeartBeats(
      () => codec.getReadCounter,
      () => codec.getWriteCounter,
      (millis, task) => queue.executeAfter(millis, TimeUnit.MILLISECONDS, Link.task(task)),
      // what still waits to be written serves as a heart-beat
      beat = () =>
        if flushed then outbox.add('\n'.toByte)
        flushLater()
      ,
      dead = () => if open then client.lost(IOException("no heart-beat from the broker"))
    )
    agreedBeats.start(agreed)
    beats = Some(agreedBeats)

  def close(): Unit = if open then
    open = false
    beats.foreach(_.stop())
    reader.release()
    outbox.release()
    val channel = transport.getSocketChannel
    if started then transport.stop(Dispatch.NOOP)
    // HawtDispatch forgets to close the socket of a transport that is not yet connected
    if channel != null && !transport.isConnected then channel.close()

object Link:
  private def task(body: () => Unit): Task = new Task:
    def run(): Unit = body()
