package shootout.driver

import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.TimeUnit
import java.util.function.BooleanSupplier

/** A client for libraries whose calls block and that are asked for messages. It has one thread, in which everything is done; where the
  * library calls back with each message, that thread and the library's [[Turns take turns]].
  */
final class PollingClient(spec: ClientSpec, listener: ClientListener, link: PollingLink) extends Client:
  private val polls = spec.receive.isDefined && !link.listens
  private val batched = spec.send.exists(_.batched)
  private val confirms = spec.send.exists(_.confirm)
  private val timesWrites = spec.send.exists(_.timed)
  private val timesReads = spec.receive.exists(_.timed)
  private val acknowledges = spec.receive.exists(r => r.ack == Ack.Client || r.ack == Ack.Individual)
  private val sendsSingly = link.sendsSingly || timesWrites && !batched

  /** A confirmation may bring the next send, and that blocks: so only some in a turn, and only one where each send waits. */
  private val mostConfirmations = if spec.send.exists(s => s.pipelined || s.batched) then PollingClient.Most else 1

  private var connections = 0
  private var ready = false
  private var paused = false
  private var wantsRoom = false
  private var sentInTurn = 0
  private var unflushed = false

  /** The latest transaction to end was rolled back. */
  private var undoes = false

  /** Messages that came and were not yet taken. */
  private var waiting = 0
  private var arrival = 0L

  private val turnsOrNull: Turns | Null = if link.listens then Turns() else null
  @volatile private var givenUp = false
  private val thread: ClientThread =
    val turns: Runnable => Unit = if turnsOrNull == null then _.run() else turnsOrNull.own
    ClientThread(spec.name, turns, work, fail, () => link.cut())
  private var confirmations = Confirmations(() => thread.wake())
  thread.start()

  def execute(task: Runnable): Unit = thread.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = thread.after(delay.value, task)

  /** Whoever says good-bye in time keeps nobody waiting who comes next. */
  override def giveUp(): Unit =
    givenUp = true
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
    val turns = turnsOrNull
    // a library may call the listener before the connection's start returns, and the start may wait for it
    if turns == null then link.open(confirmations, null)
    else turns.released(() => link.open(confirmations, Hearing(turns, connections)))
    ready = true
    tell(() => listener.onReady())

  /** What a call brings about follows it, never from within. */
  private def tell(event: Runnable): Unit =
    val mine = connections
    val turns = turnsOrNull
    val ifCurrent: Runnable = () => if connections == mine then event.run()
    if turns != null && turns.isListener then turns.follow(ifCurrent) else execute(ifCurrent)

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
    val received = ready && !paused && polls && receive(if confirmed || written then 0 else forNanos)
    confirmed || written || received

  private def confirm(): Boolean =
    var left = mostConfirmations
    while ready && left > 0 && confirmations.advance() do
      left -= 1
      listener.onBatch(confirmations.nanos)
      try listener.onConfirmed(confirmations.sequence)
      finally listener.onBatchEnd()
    left < mostConfirmations

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
        takeOne(mine)
    finally listener.onBatchEnd()

  private def takeOne(mine: Int): Unit =
    val message = link.next()
    val goOn =
      if message.intact then
        if timesReads && message.readNanos >= 0 then listener.onRead(message.readNanos, message.stampNanos)
        listener.onMessage(message.producer, message.sequence, message.stampNanos, message.bodyBytes, true)
      else listener.onMessage(0, 0, 0, message.bodyBytes, false)
    if !goOn && connections == mine then paused = true

  /** Gets the messages of one connection, each by a call in the library's thread. */
  private final class Hearing(turns: Turns, mine: Int) extends Runnable, BooleanSupplier:
    private def isCurrent = connections == mine && !givenUp

    /** Whether no message may be taken now. */
    def getAsBoolean: Boolean = paused && isCurrent

    /** It rests before it returns, so that what is acknowledged by returning has been dealt with. */
    def run(): Unit =
      turns.enter()
      try
        val undone = turns.rest(this) && undoes
        // a message that comes while the connection is closed goes back to the broker
        if !isCurrent then throw IllegalStateException("nobody takes this message any more")
        if !undone then
          // while it connects
          ready = true
          listener.onBatch(System.nanoTime())
          try takeOne(mine)
          finally listener.onBatchEnd()
          turns.runSoon()
          turns.rest(this)
      catch case e: Exception if isCurrent => execute(() => if connections == mine then fail(e))
      finally turns.leave()

  // ---- what the engine asks

  /** A batch is taken as a whole; else only some in a turn, for there are tasks and arrivals to look at. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if !ready then 0
    else if sendsSingly then sendSingly(target, producer, sequence, count, stampNanos, bodyBytes)
    else
      val taken = if batched then count else math.max(0, math.min(count, PollingClient.Most - sentInTurn))
      wantsRoom = taken < count
      try
        if taken > 0 then
          sentInTurn += taken
          unflushed = true
          link.send(target, producer, sequence, taken, stampNanos, bodyBytes)
      // they may have arrived nevertheless: the engine has to know that they were under way
      catch case e: Exception => failSoon(e)
      taken

  private def sendSingly(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bytes: Int): Int =
    val until = System.nanoTime() + PollingClient.LongestTurn
    var taken = 0
    unflushed = true
    try
      while taken < count && (taken == 0 || batched || System.nanoTime() - until < 0) do
        // what throws may have arrived nevertheless
        taken += 1
        val began = if timesWrites then System.nanoTime() else 0
        link.send(target, id, sequence + taken - 1, 1, stampNanos, bytes)
        if timesWrites then
          val known = link.writtenNanos
          listener.onWritten(if known >= 0 then known else System.nanoTime() - began, stampNanos)
      if batched then link.endBatch(sequence, taken)
      wantsRoom = taken < count
      // in a turn of the listener the client's own thread rests
      if wantsRoom && turnsOrNull != null then thread.wake()
    catch case e: Exception => failSoon(e)
    taken

  def flush(): Unit = if ready && unflushed then
    unflushed = false
    try link.flush()
    catch case e: Exception => failSoon(e)

  def acknowledge(): Unit = if acknowledges && ready then
    try inSession(() => link.acknowledge(), stranded = false)
    catch case e: Exception => failSoon(e)

  def endTransaction(commit: Boolean): Unit = if ready then
    undoes = !commit
    try
      inSession(() => link.endTransaction(commit), stranded = !commit && link.strandsRolledBack)
      tell(() => listener.onTransactionEnd(commit))
    catch case e: Exception => failSoon(e)

  private def inSession(task: Runnable, stranded: Boolean): Unit =
    val turns = turnsOrNull
    if turns == null then task.run()
    else turns.inSession(task, () => link.stop(), () => link.start(), stranded)

  def resume(): Unit =
    paused = false
    val turns = turnsOrNull
    if turns != null then turns.wake()

  def close(unsubscribe: Boolean): Unit =
    val turns = turnsOrNull
    // the library would wait for the listener's return
    if turns != null && turns.isListener then execute(() => close(unsubscribe))
    else if turns == null then end(_.run(), unsubscribe)
    else end(turns.released, unsubscribe)

  /** @param during
    *   calls of the library that wait for the listener to return
    */
  private def end(during: Runnable => Unit, unsubscribe: Boolean): Unit =
    val wasReady = ready
    // from here on the end of the connection is no failure
    leave()
    try
      if wasReady then during(() => link.close(unsubscribe))
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
  private val Most = 64
  private val GraceMs = 1000L
  private val LongestPoll = TimeUnit.MILLISECONDS.toNanos(10)
  private val LongestTurn = TimeUnit.MICROSECONDS.toNanos(20)

/** The objects of a library that blocks, for one client of a [[PollingClient]]. Whatever it throws ends the connection. All calls are made
  * in the client's turns, but for [[interrupt]].
  */
trait PollingLink:
  /** Connects, and subscribes if the client is to receive; returns when the broker has confirmed both.
    *
    * @param confirmations
    *   of this connection: where the client's sends are confirmed, it is told of each
    * @param heard
    *   run by a thread of the library's when [[next]] has a message; null: [[poll]] asks for them
    */
  def open(confirmations: Confirmations, heard: Runnable | Null): Unit

  /** Hands `count` messages with consecutive sequences to the library, as one if the client's spec is batched. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit

  /** Whether it is handed one message at a time, also of a batch, which [[endBatch]] ends. */
  def sendsSingly: Boolean = false

  /** Behind the messages of a batch. */
  def endBatch(sequence: Long, count: Int): Unit = ()

  /** How long the latest message took to be written, if only the link knows; else -1. */
  def writtenNanos: Long = -1

  /** Behind one or several sends, at the end of a turn. */
  def flush(): Unit

  /** Waits for messages.
    *
    * @return
    *   how many may be taken with [[next]] before the next call of this; 0 if none came within so many nanoseconds
    */
  def poll(nanos: Long): Int

  /** The next one, until the next call. */
  def next(): ReceivedMessage

  /** Acknowledges the latest one that was taken, and under `Ack.Client` all before it; need not wait for the broker. */
  def acknowledge(): Unit

  /** Commits or undoes what was sent and received. */
  def endTransaction(commit: Boolean): Unit =
    throw IllegalStateException("this protocol has no transactions, and says so")

  /** Whether the library calls back with each message. */
  def listens: Boolean = false

  /** No message is heard any more until [[start]]; waits for the one that is being heard. */
  def stop(): Unit = ()
  def start(): Unit = ()

  /** Whether messages that a rollback brings back after [[stop]] stay with the library when it is started again. */
  def strandsRolledBack: Boolean = false

  /** Says good-bye; what was acknowledged counts, and the broker has processed what was sent.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends the connection at once, if there is one. Throws nothing. */
  def cut(): Unit

  /** From any thread, and for good: a call that blocks ends soon. */
  def interrupt(): Unit

/** What a message says of itself. Read in the client's turns only, and used again for each message. */
abstract class ReceivedMessage:
  /** Whether stamp and body are as they were sent; only then the values but `bodyBytes` mean something. */
  var intact = false
  var producer = 0
  var sequence = 0L
  var stampNanos = 0L
  var bodyBytes = 0

  /** How long the content took to be got out of the message; -1: it had none. */
  var readNanos: Long = -1

/** Reads messages that are bytes. */
final class ReceivedBytes(wholeBodies: Boolean) extends ReceivedMessage:
  /** @param began
    *   when the library was asked for the body
    */
  def read(body: Array[Byte], began: Long): Unit =
    val plain = StampedBody.isIntact(body, wholeBodies)
    val declared = if plain then body.length else FormedBody.read(body, wholeBodies)
    intact = declared != FormedBody.Damaged
    bodyBytes = if intact then declared else body.length
    readNanos = if plain then -1 else System.nanoTime() - began
    if intact then
      producer = Stamp.producerAt(body, 0)
      sequence = Stamp.sequenceAt(body, 0)
      stampNanos = Stamp.nanosAt(body, 0)
