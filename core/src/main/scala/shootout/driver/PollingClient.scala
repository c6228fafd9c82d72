package shootout.driver

import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.TimeUnit
import java.util.function.BooleanSupplier

/** A client for libraries with blocking calls that must be asked for messages. It does everything in one thread. If the
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

  /** A publisher confirm may lead to the next send, which blocks. Only some are therefore handled in a turn, and only
    * one if each send waits.
    */
  private val mostConfirmations = if spec.send.exists(s => s.pipelined || s.batched) then PollingClient.Most else 1

  private var connections = 0
  private var ready = false
  private var paused = false
  private var wantsRoom = false
  private var sentInTurn = 0
  private var unflushed = false

  /** True if the latest finished transaction was rolled back. */
  private var undoes = false

  /** Messages that arrived and were not taken yet. */
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

  /** Ends the thread with a grace time. A client that closes in an orderly way does not make its successor wait. */
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
    // Reports about an earlier connection have no meaning any more.
    confirmations = Confirmations(() => thread.wake())
    val turns = turnsOrNull
    // A library may call the listener before the connection's start returns, and the start may wait for the listener.
    if turns == null then link.open(confirmations, null)
    else turns.released(() => link.open(confirmations, Hearing(turns, connections)))
    ready = true
    report(() => listener.onReady())

  /** Reports an event after the call that caused it, never from within. */
  private def report(event: Runnable): Unit =
    val mine = connections
    val turns = turnsOrNull
    val ifCurrent: Runnable = () => if connections == mine then event.run()
    if turns != null && turns.isListener then turns.follow(ifCurrent) else execute(ifCurrent)

  private def fail(cause: Throwable): Unit =
    abort()
    listener.onFailure(cause)

  /** Reports a failure later, because the engine's current call must continue undisturbed. */
  private def failSoon(cause: Throwable): Unit =
    ready = false
    report(() => fail(cause))

  // ---- work between tasks

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

  /** Never waits for long, because a task may arrive at any time. */
  private def receive(forNanos: Long): Boolean =
    if waiting == 0 then
      waiting = link.poll(math.min(forNanos, PollingClient.LongestPoll))
      arrival = System.nanoTime()
    if waiting > 0 then take()
    // The call has waited already.
    true

  /** Takes messages until the engine stops it, or the connection changes. */
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

  /** Receives the messages of one connection. The library's thread calls it for each. */
  private final class Hearing(turns: Turns, mine: Int) extends Runnable, BooleanSupplier:
    private def isCurrent = connections == mine && !givenUp

    /** Whether no message may be taken now. */
    def getAsBoolean: Boolean = paused && isCurrent

    /** It rests before it returns, because returning acknowledges the message, which must be processed by then. */
    def run(): Unit =
      turns.enter()
      try
        val undone = turns.rest(this) && undoes
        // A message that arrives while the connection closes goes back to the broker.
        if !isCurrent then throw IllegalStateException("this message is no longer wanted")
        if !undone then
          // A message may arrive while the client still connects.
          ready = true
          listener.onBatch(System.nanoTime())
          try takeOne(mine)
          finally listener.onBatchEnd()
          turns.runSoon()
          turns.rest(this)
      catch case e: Exception if isCurrent => execute(() => if connections == mine then fail(e))
      finally turns.leave()

  // ---- requests of the engine

  /** Takes a batch as a whole. Otherwise it takes only some messages in a turn, because tasks and arrivals need
    * attention, too.
    */
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
      // The messages may have arrived nevertheless, so the engine must know that they were under way.
      catch case e: Exception => failSoon(e)
      taken

  private def sendSingly(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bytes: Int): Int =
    val until = System.nanoTime() + PollingClient.LongestTurn
    var taken = 0
    unflushed = true
    try
      while taken < count && (taken == 0 || batched || System.nanoTime() - until < 0) do
        // A message whose send throws may have arrived nevertheless.
        taken += 1
        val began = if timesWrites then System.nanoTime() else 0
        link.send(target, id, sequence + taken - 1, 1, stampNanos, bytes)
        if timesWrites then
          val known = link.writtenNanos
          listener.onWritten(if known >= 0 then known else System.nanoTime() - began, stampNanos)
      if batched then link.endBatch(sequence, taken)
      wantsRoom = taken < count
      // The client's own thread rests during a turn of the listener.
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
      report(() => listener.onTransactionEnd(commit))
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
    // The library would wait for the listener's return.
    if turns != null && turns.isListener then execute(() => close(unsubscribe))
    else if turns == null then end(_.run(), unsubscribe)
    else end(turns.released, unsubscribe)

  /** @param during
    *   runs calls of the library that wait for the listener to return
    */
  private def end(during: Runnable => Unit, unsubscribe: Boolean): Unit =
    val wasReady = ready
    // From here on the end of the connection is not a failure.
    leave()
    try
      if wasReady then during(() => link.close(unsubscribe))
      report(() => listener.onClosed())
    catch case e: Exception => report(() => fail(e))

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

/** The objects of a blocking library, for one client of a [[PollingClient]]. Any exception ends the connection. All
  * calls except [[interrupt]] are made in the client's turns.
  */
trait PollingLink:
  /** Connects, and subscribes if the client is to receive. Returns when the broker has confirmed both.
    *
    * @param confirmations
    *   gets each publisher confirm of this connection, if the client's sends are confirmed
    * @param heard
    *   runs in a thread of the library when [[next]] has a message; null if [[poll]] asks for messages
    */
  def open(confirmations: Confirmations, heard: Runnable | Null): Unit

  /** Hands `count` messages with consecutive sequences to the library, as a unit if the client's spec is batched. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit

  /** Whether it takes one message at a time, even of a batch. [[endBatch]] then ends the batch. */
  def sendsSingly: Boolean = false

  /** Ends a batch after its last message. */
  def endBatch(sequence: Long, count: Int): Unit = ()

  /** How long it took to write the latest message, if only the link knows it; otherwise -1. */
  def writtenNanos: Long = -1

  /** Flushes after one or several sends, at the end of a turn. */
  def flush(): Unit

  /** Waits for messages.
    *
    * @return
    *   how many may be taken with [[next]] before the next call of this; 0 if none arrived within the time
    */
  def poll(nanos: Long): Int

  /** The next message, which is valid until the next call. */
  def next(): ReceivedMessage

  /** Acknowledges the latest message that was taken, and under `Ack.Client` also all before it. It need not wait for
    * the broker.
    */
  def acknowledge(): Unit

  /** Commits or rolls back what was sent and received. */
  def endTransaction(commit: Boolean): Unit =
    throw IllegalStateException("this protocol has no transactions, and says so")

  /** Whether the library calls back with each message. */
  def listens: Boolean = false

  /** Stops the delivery until [[start]], and waits for the message that is being delivered. */
  def stop(): Unit = ()
  def start(): Unit = ()

  /** Whether messages that a rollback returns after [[stop]] stay with the library when it is started again. */
  def strandsRolledBack: Boolean = false

  /** Closes the connection. Acknowledgements count, and the broker has processed what was sent.
    *
    * @param unsubscribe
    *   true to end a durable subscription, too
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends the connection at once, if there is one. It throws nothing. */
  def cut(): Unit

  /** From any thread, and for good: ends a blocking call soon. */
  def interrupt(): Unit

/** The properties of a message. It is read in the client's turns only, and reused for each message. */
abstract class ReceivedMessage:
  /** Whether stamp and body arrived as they were sent. Only then do values other than `bodyBytes` have a meaning. */
  var intact = false
  var producer = 0
  var sequence = 0L
  var stampNanos = 0L
  var bodyBytes = 0

  /** How long it took to read the content from the message; -1 if it had none. */
  var readNanos: Long = -1

/** Reads messages that are bytes. */
final class ReceivedBytes(wholeBodies: Boolean) extends ReceivedMessage:
  /** @param began
    *   when the library was asked for the body, in nanoseconds
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
