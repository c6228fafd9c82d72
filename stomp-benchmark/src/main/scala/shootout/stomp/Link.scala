package shootout.stomp

import org.fusesource.hawtdispatch.transport.{DefaultTransportListener, HeartBeatMonitor, TcpTransport}
import org.fusesource.hawtdispatch.{Dispatch, DispatchQueue, Task}

import java.io.IOException

/** One connection: the HawtDispatch transport with our codec, and its heart-beats. A client has one after the other.
  *
  * @param wholeBodies
  *   of what comes is looked at
  */
final class Link(
    connector: Connector,
    queue: DispatchQueue,
    sending: Option[SendFrames],
    client: StompClient,
    wholeBodies: Boolean
):
  val reader = FrameReader(wholeBodies)
  val outbox = Outbox()
  private val sendingOrNull = sending.orNull
  private val codec = StompCodec(reader, outbox, () => if sendingOrNull == null then null else sendingOrNull.ready)
  private var open = true
  private var started = false
  private var suspended = false
  private var monitorOrNull: HeartBeatMonitor | Null = null
  private val transport: TcpTransport = connector.transport(queue)

  transport.setProtocolCodec(codec)
  transport.setTransportListener(new DefaultTransportListener:
    override def onTransportConnected(): Unit = if open then
      transport.resumeRead()
      client.opened()
    override def onTransportCommand(command: AnyRef): Unit = if open then client.received()
    override def onRefill(): Unit = if open then client.drained()
    override def onTransportFailure(error: IOException): Unit = if open then client.lost(error)
    override def onTransportDisconnected(): Unit = if open then client.lost(IOException("disconnected")))

  /** Begins to connect; throws what goes wrong at once. */
  def start(): Unit =
    connector.start(transport)
    started = true

  /** Hands what is buffered to the transport at the end of this turn of the queue. */
  def flushLater(): Unit = if codec.pending then transport.offer(StompCodec.Filled)

  /** Whether the network took all that was to be said. */
  def flushed: Boolean = !codec.pending

  /** The transport counts suspensions; here the second in a row does nothing. */
  def suspendRead(): Unit = if !suspended then
    suspended = true
    transport.suspendRead()
    // who does not read hears no heart-beats
    val monitor = monitorOrNull
    if monitor != null then monitor.suspendRead()

  def resumeRead(): Unit = if suspended then
    suspended = false
    transport.resumeRead()
    val monitor = monitorOrNull
    if monitor != null then monitor.resumeRead()

  /** Agrees on heart-beats (STOMP 1.1, "Heart-beating"): `theirs` is what the broker's CONNECTED says.
    *
    * @param ours
    *   milliseconds that we offered for both directions
    */
  def beat(theirs: String, ours: Int): Unit =
    val wanted = theirs.split(',').flatMap(_.trim.toIntOption)
    if wanted.length == 2 && wanted.exists(_ > 0) then
      val monitor = HeartBeatMonitor()
      monitor.setTransport(transport)
      // half the agreed time, for the monitor looks whether anything was written in its last interval
      if wanted(1) > 0 then monitor.setWriteInterval(math.max(ours, wanted(1)) / 2L)
      // three times the agreed time before a silent broker counts as dead: a busy one may be late, and the first heart-beat of
      // ActiveMQ 6.3.1 comes after twice the time (seen with a bare socket)
      if wanted(0) > 0 then monitor.setReadInterval(math.max(ours, wanted(0)) * 3L)
      monitor.setOnKeepAlive(Link.task { () =>
        // whatever still waits to be written says as much
        if flushed then outbox.add('\n'.toByte)
        flushLater()
      })
      monitor.setOnDead(Link.task(() => if open then client.lost(IOException("no heart-beat from the broker"))))
      monitor.start()
      monitorOrNull = monitor

  def close(): Unit = if open then
    open = false
    val monitor = monitorOrNull
    if monitor != null then monitor.stop()
    reader.release()
    outbox.release()
    val channel = transport.getSocketChannel
    if started then transport.stop(Dispatch.NOOP)
    // of a transport that is not yet connected HawtDispatch forgets to close the socket
    if channel != null && !transport.isConnected then channel.close()

object Link:
  private def task(body: () => Unit): Task = new Task:
    def run(): Unit = body()
