package shootout.driver

import shootout.units.Nanos

import java.util.concurrent.TimeUnit

/** A client for libraries whose calls block and that are asked for messages. It has one thread, in which everything is done. */
final class PollingClient(spec: ClientSpec, listener: ClientListener, link: PollingLink) extends Client:
  private val receives = spec.receive.isDefined
  private val wholeBodies = spec.receive.exists(_.wholeBodies)
  private val batched = spec.send.exists(_.batched)
  private val confirms = spec.send.exists(_.confirm)
  private val timesWrites = spec.send.exists(_.timed)
  private val timesReads = spec.receive.exists(_.timed)

  private var connections = 0
  private var ready = false
  private var paused = false
  private var wantsRoom = false
  private var sentInTurn = 0
  private var unflushed = false

  /** Messages that came and were not yet taken. */
  private var waiting = 0
  private var arrival = 0L

  private val thread: ClientThread = ClientThread(spec.name, _.run(), work, fail, () => link.cut())
  private var confirmations = Confirmations(() => thread.wake())
  thread.start()

  def execute(task: Runnable): Unit = thread.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = thread.after(delay.value, task)

  /** Whoever says good-bye in time keeps nobody waiting who comes next. */
  override def giveUp(): Unit =
    thread.end(PollingClient.GraceMs)
    link.interrupt()

  def connect(): Unit =
    connections += 1
    paused = false
    wantsRoom = false
    unflushed = false
    waiting = 0
    // what is told of an earlier connection concerns nobody any more
    confirmations = Confirmations(() => thread.wake())
    link.open(confirmations)
    ready = true
    tell(() => listener.onReady())

  /** What a call brings about follows it, never from within. */
  private def tell(event: Runnable): Unit =
    val mine = connections
    execute(() => if connections == mine then event.run())

  private def fail(cause: Throwable): Unit =
    abort()
    listener.onFailure(cause)

  /** From within a call of the engine's, which shall go on undisturbed. */
  private def failSoon(cause: Throwable): Unit =
    ready = false
    tell(() => fail(cause))

  // ---- beside tasks

  private def work(forNanos: Long): Boolean =
    sentInTurn = 0
    for cause <- confirmations.failure if ready do fail(cause)
    val confirmed = ready && confirms && confirm()
    val written = ready && wantsRoom && write()
    val received = ready && !paused && receives && receive(if confirmed || written then 0 else forNanos)
    confirmed || written || received

  /** A confirmation may bring the next send, and that blocks: so only some in a turn. */
  private def confirm(): Boolean =
    var left = PollingClient.MostConfirmations
    while ready && left > 0 && confirmations.advance() do
      left -= 1
      listener.onBatch(confirmations.nanos)
      try listener.onConfirmed(confirmations.sequence)
      finally listener.onBatchEnd()
    left < PollingClient.MostConfirmations

  private def write(): Boolean =
    wantsRoom = false
    listener.onWritable()
    true

  /** Never waits for long: a task may come at any time. */
  private def receive(forNanos: Long): Boolean =
    if waiting == 0 then
      waiting = link.poll(math.min(forNanos, PollingClient.LongestPoll))
      arrival = System.nanoTime()
    if waiting > 0 then take()
    // it has waited already
    true

  /** Until the engine says stop, or the connection is another one. */
  private def take(): Unit =
    val mine = connections
    listener.onBatch(arrival)
    try
      while waiting > 0 && ready && !paused && connections == mine do
        waiting -= 1
        val began = if timesReads then System.nanoTime() else 0
        val goOn = tellOf(link.next(), began)
        if !goOn && connections == mine then paused = true
    finally listener.onBatchEnd()

  private def tellOf(body: Array[Byte], began: Long): Boolean =
    val length = body.length
    if StampedBody.isIntact(body, wholeBodies) then tell(body, length)
    else
      val declared = FormedBody.read(body, wholeBodies)
      if declared == FormedBody.Damaged then listener.onMessage(0, 0, 0, length, false)
      else
        if timesReads then listener.onRead(System.nanoTime() - began, Stamp.nanosAt(body, 0))
        tell(body, declared)

  private def tell(body: Array[Byte], bytes: Int): Boolean =
    listener.onMessage(Stamp.producerAt(body, 0), Stamp.sequenceAt(body, 0), Stamp.nanosAt(body, 0), bytes, true)

  // ---- what the engine asks

  /** A batch is taken as a whole; else only some in a turn, for there are tasks and arrivals to look at. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if !ready then 0
    else
      val taken = if batched then count else math.max(0, math.min(count, PollingClient.MostSends - sentInTurn))
      wantsRoom = taken < count
      try
        if taken > 0 then
          sentInTurn += taken
          unflushed = true
          if timesWrites && !batched then sendTimed(target, producer, sequence, taken, stampNanos, bodyBytes)
          else link.send(target, producer, sequence, taken, stampNanos, bodyBytes)
      // they may have arrived nevertheless: the engine has to know that they were under way
      catch case e: Exception => failSoon(e)
      taken

  private def sendTimed(target: Int, id: Int, first: Long, count: Int, stampNanos: Long, bytes: Int): Unit =
    var sequence = first
    while sequence < first + count do
      val began = System.nanoTime()
      link.send(target, id, sequence, 1, stampNanos, bytes)
      listener.onWritten(System.nanoTime() - began, stampNanos)
      sequence += 1

  def flush(): Unit = if ready && unflushed then
    unflushed = false
    try link.flush()
    catch case e: Exception => failSoon(e)

  def acknowledge(): Unit = if ready then
    try link.acknowledge()
    catch case e: Exception => failSoon(e)

  def endTransaction(commit: Boolean): Unit =
    throw IllegalStateException(s"${spec.name}: its protocol has no transactions, and says so")

  def resume(): Unit = paused = false

  def close(unsubscribe: Boolean): Unit =
    val wasReady = ready
    // from here on the end of the connection is no failure
    leave()
    try
      if wasReady then link.close(unsubscribe)
      tell(() => listener.onClosed())
    catch case e: Exception => tell(() => fail(e))

  def abort(): Unit =
    leave()
    link.cut()

  private def leave(): Unit =
    connections += 1
    ready = false
    waiting = 0

object PollingClient:
  private val MostConfirmations = 64
  private val MostSends = 64
  private val GraceMs = 1000L
  private val LongestPoll = TimeUnit.MILLISECONDS.toNanos(10)

/** The objects of a library that blocks and is asked for messages, for one client of a [[PollingClient]]. Whatever it throws ends the
  * connection. All calls are made in the client's thread, but for [[interrupt]].
  */
trait PollingLink:
  /** Connects, and subscribes if the client is to receive; returns when the broker has confirmed both.
    *
    * @param confirmations
    *   of this connection: where the client's sends are confirmed, it is told of each
    */
  def open(confirmations: Confirmations): Unit

  /** Hands `count` messages with consecutive sequences to the library, as one if the client's spec is batched. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit

  /** Behind one or several sends, at the end of a turn. */
  def flush(): Unit

  /** Waits for messages.
    *
    * @return
    *   how many may be taken with [[next]] before the next call of this; 0 if none came within so many nanoseconds
    */
  def poll(nanos: Long): Int

  /** The body of the next one. */
  def next(): Array[Byte]

  /** Acknowledges the latest one that was taken, and under `Ack.Client` all before it; need not wait for the broker. */
  def acknowledge(): Unit

  /** Says good-bye; what was acknowledged counts, and the broker has processed what was sent.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends the connection at once, if there is one. Throws nothing. */
  def cut(): Unit

  /** From any thread: a call that blocks ends soon. */
  def interrupt(): Unit
