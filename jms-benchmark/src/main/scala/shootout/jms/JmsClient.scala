package shootout.jms

import shootout.driver.{Client, ClientListener, ClientSpec, ClientThread}
import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.TimeUnit
import java.util.function.BooleanSupplier
import javax.jms.{JMSException, Message, MessageListener}

/** One JMS client: one connection, one session and one thread, in which it sends, receives and acknowledges. With a message
  * listener that thread and the library's [[Turns take turns]].
  */
private final class JmsClient(spec: ClientSpec, listener: ClientListener, link: JmsLink) extends Client:
  private enum ClientState:
    case Idle, Ready

  private var state = ClientState.Idle
  private var connections = 0
  private var paused = false
  private var wantsRoom = false

  /** The latest transaction to end was rolled back. */
  private var undoes = false
  private val timesWriting = spec.send.exists(_.timed)
  private val timesReading = spec.receive.exists(_.timed)
  private val reader = MessageReader(timesReading, spec.receive.exists(_.wholeBodies))
  private val turnsOrNull: Turns | Null = if link.listens then Turns() else null
  @volatile private var givenUp = false

  private val acknowledges = spec.receive.exists(r => r.ack == Ack.Client || r.ack == Ack.Individual)
  private val mode = link.mode
  private val batchOrNull: MessageBatch | Null = spec.receive.flatMap(_.batch).map(MessageBatch(_)).orNull

  private val thread: ClientThread =
    val turns: Runnable => Unit = if turnsOrNull == null then _.run() else turnsOrNull.own
    ClientThread(spec.name, turns, work, fail)
  private val confirmations = JmsConfirmations(
    if mode.waits then 1 else JmsClient.MostConfirmations,
    () => connections,
    () => thread.wake(),
    (cause, connection) => execute(() => if connections == connection then fail(cause))
  )
  thread.start()

  def execute(task: Runnable): Unit = thread.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = thread.after(delay.value, task)

  /** Nothing more happens, even if the library blocks. */
  override def giveUp(): Unit =
    givenUp = true
    thread.end()
    link.giveUp()

  def connect(): Unit =
    connections += 1
    val mine = connections
    paused = false
    wantsRoom = false
    confirmations.clear()
    if batchOrNull != null then batchOrNull.clear()
    val lost = (cause: Throwable) => execute(() => if connections == mine then fail(cause))
    val turns = turnsOrNull
    // a library may call the listener before the connection's start returns, and the start may wait for it
    if turns == null then link.connect(lost, null) else turns.released(() => link.connect(lost, Hearing(turns, mine)))
    state = ClientState.Ready
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

  // ---- beside tasks

  private def ready: Boolean = state == ClientState.Ready

  private def work(forNanos: Long): Boolean =
    val confirmed = ready && confirmations.tell(listener)
    val written = ready && wantsRoom && write()
    val received = ready && !paused && link.receives && receive(if written then 0 else forNanos)
    confirmed || written || received

  private def write(): Boolean =
    wantsRoom = false
    listener.onWritable()
    true

  /** Never waits for long: a task may come at any time. */
  private def receive(forNanos: Long): Boolean =
    val patience = math.max(1L, TimeUnit.NANOSECONDS.toMillis(math.min(forNanos, JmsClient.LongestReceive)))
    if batchOrNull != null then takeBatch(batchOrNull, patience)
    else if link.receive(patience) then takeAlone()
    // it has waited already
    true

  /** What is left of one when the engine says stop waits until it says go on. */
  private def takeBatch(batch: MessageBatch, patience: Long): Unit =
    if batch.isEmpty then batch.fill(link, patience)
    if !batch.isEmpty then
      val mine = connections
      listener.onBatch(batch.arrival)
      try
        while !batch.isEmpty && ready && !paused && connections == mine do
          link.latest = batch.next()
          take()
      finally listener.onBatchEnd()

  private def takeAlone(): Unit =
    listener.onBatch(System.nanoTime())
    try take()
    finally listener.onBatchEnd()

  private def take(): Unit =
    val mine = connections
    reader.read(link.latest.nn)
    val goOn =
      if reader.intact then
        if timesReading then listener.onRead(reader.readNanos, reader.nanos)
        listener.onMessage(reader.producer, reader.sequence, reader.nanos, reader.bodyBytes, true)
      else listener.onMessage(0, 0, 0, reader.bodyBytes, false)
    if !goOn && connections == mine then paused = true

  /** Gets the messages of one connection, in the library's thread. */
  private final class Hearing(turns: Turns, mine: Int) extends MessageListener, BooleanSupplier:
    private def isCurrent = connections == mine && !givenUp

    /** Whether no message may be taken now. */
    def getAsBoolean: Boolean = paused && isCurrent

    /** It rests before it returns, so that what is acknowledged by returning has been dealt with. */
    def onMessage(message: Message): Unit =
      turns.enter()
      try
        val undone = turns.rest(this) && undoes
        // a message that comes while the connection is closed goes back to the broker
        if !isCurrent then throw IllegalStateException("nobody takes this message any more")
        if !undone then
          // while it connects
          state = ClientState.Ready
          link.latest = message
          takeAlone()
          turns.runSoon()
          turns.rest(this)
      catch case e: Exception if isCurrent => execute(() => if connections == mine then fail(e))
      finally turns.leave()

  // ---- what the engine asks

  /** Sends for a moment only: then it is time to look at tasks and at what came. But a batch goes as a whole. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if !ready then 0
    else
      val began = System.nanoTime()
      var taken = 0
      try
        while taken < count &&
          (taken == 0 || mode.batched || System.nanoTime() - began < JmsClient.LongestTurn)
        do
          one(target, producer, sequence + taken, stampNanos, bodyBytes)
          taken += 1
        if mode.commits then
          link.endTransaction(commit = true)
          confirmations.add(sequence, taken, connections)
        if taken < count then
          wantsRoom = true
          // in a turn of the listener the client's own thread rests
          if turnsOrNull != null then thread.wake()
      catch
        case e: Exception =>
          // it may have arrived nevertheless: the engine has to know that it was under way
          taken = math.min(count, taken + 1)
          state = ClientState.Idle
          tell(() => fail(e))
      taken

  private def one(target: Int, producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Unit =
    if mode.pipelined then
      val done = confirmations.completion(sequence, connections)
      link.send(target, producer, sequence, stampNanos, bodyBytes, done)
    else
      link.send(target, producer, sequence, stampNanos, bodyBytes)
      if mode.waits then confirmations.add(sequence, 1, connections)
    if timesWriting then listener.onWritten(link.writtenNanos, stampNanos)

  def flush(): Unit = ()

  def acknowledge(): Unit = if acknowledges && ready then
    val turns = turnsOrNull
    if turns == null then link.acknowledge()
    else inSession(turns, () => link.acknowledge(), stranded = false)

  def endTransaction(commit: Boolean): Unit = if ready then
    val turns = turnsOrNull
    if turns == null then link.endTransaction(commit)
    else
      undoes = !commit
      inSession(turns, () => link.endTransaction(commit), stranded = !commit && link.strandsRolledBack)
    tell(() => listener.onTransactionEnd(commit))

  private def inSession(turns: Turns, task: Runnable, stranded: Boolean): Unit =
    turns.inSession(task, () => link.stop(), () => link.start(), stranded)

  def resume(): Unit =
    paused = false
    val turns = turnsOrNull
    if turns != null then turns.wake()

  def close(unsubscribe: Boolean): Unit =
    val turns = turnsOrNull
    // whose return the library would wait for
    if turns != null && turns.isListener then execute(() => close(unsubscribe))
    else if turns == null then end(task => task.run(), unsubscribe)
    else end(turns.released, unsubscribe)

  /** @param during
    *   calls of the library that wait for the listener to return
    */
  private def end(during: Runnable => Unit, unsubscribe: Boolean): Unit =
    val wasReady = ready
    // from here on the end of the connection is no failure
    connections += 1
    state = ClientState.Idle
    try
      if wasReady then
        during { () =>
          if unsubscribe then link.unsubscribe()
          link.close()
        }
      tell(() => listener.onClosed())
    catch case e: JMSException => tell(() => fail(e))

  def abort(): Unit =
    connections += 1
    state = ClientState.Idle
    link.cut()
    link.forget()

private object JmsClient:
  private val MostConfirmations = 64
  private val LongestReceive = TimeUnit.MILLISECONDS.toNanos(10)
  private val LongestTurn = TimeUnit.MICROSECONDS.toNanos(20)
