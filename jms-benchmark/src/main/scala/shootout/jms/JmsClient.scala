package shootout.jms

import shootout.driver.{Client, ClientListener, ClientSpec}
import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import javax.jms.{CompletionListener, JMSException, Message}

/** One JMS client: one connection, one session and one thread, in which it sends, receives and acknowledges. */
private final class JmsClient(spec: ClientSpec, listener: ClientListener, link: JmsLink) extends Client:
  private enum State:
    case Idle, Ready

  private final case class Confirmation(sequence: Long, nanos: Long, connection: Int)

  private var state = State.Idle
  private var connections = 0
  private var paused = false
  private var wantsRoom = false
  private val reader = MessageReader()

  private val acknowledges = spec.receive.exists(r => r.ack == Ack.Client || r.ack == Ack.Individual)
  private val confirms = spec.send.exists(s => s.confirm && !s.transacted)
  private val pipelined = confirms && spec.send.exists(_.pipelined)

  private val turnOfConfirmations = if pipelined then JmsClient.MostConfirmations else 1

  // told by this thread behind a send that waits, or by threads of the library
  private val confirmations = ConcurrentLinkedQueue[Confirmation]()

  private val thread = ClientThread(spec.name, work, fail)
  thread.start()

  def execute(task: Runnable): Unit = thread.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = thread.after(delay.value, task)

  /** From any thread: nothing more happens, even if the library blocks. */
  def end(): Unit =
    thread.end()
    link.cut()

  def connect(): Unit =
    connections += 1
    val mine = connections
    paused = false
    wantsRoom = false
    confirmations.clear()
    link.connect(cause => execute(() => if connections == mine then fail(cause)))
    state = State.Ready
    listener.onReady()

  private def fail(cause: Throwable): Unit =
    abort()
    listener.onFailure(cause)

  // ---- beside tasks

  private def ready: Boolean = state == State.Ready

  private def work(forNanos: Long): Boolean =
    val confirmed = ready && confirm()
    val written = ready && wantsRoom && write()
    val received = ready && !paused && link.receives && receive(if written then 0 else forNanos)
    confirmed || written || received

  /** A confirmation lets the engine send, which without a pipeline brings the next one at once: so only some in a turn. */
  private def confirm(): Boolean =
    var next = confirmations.poll()
    val any = next != null
    var left = turnOfConfirmations
    while next != null do
      if next.connection == connections then
        listener.onBatch(next.nanos)
        try listener.onConfirmed(next.sequence)
        finally listener.onBatchEnd()
      left -= 1
      next = if left > 0 then confirmations.poll() else null
    any

  private def write(): Boolean =
    wantsRoom = false
    listener.onWritable()
    true

  /** Never waits for long: a task may come at any time. */
  private def receive(forNanos: Long): Boolean =
    val patience = math.min(forNanos, JmsClient.LongestReceive)
    if link.receive(math.max(1L, TimeUnit.NANOSECONDS.toMillis(patience))) then
      listener.onBatch(System.nanoTime())
      try take()
      finally listener.onBatchEnd()
    // it has waited already
    true

  private def take(): Unit =
    reader.read(link.latest.nn)
    val goOn =
      if reader.intact then
        listener.onMessage(reader.producer, reader.sequence, reader.nanos, reader.bodyBytes, true)
      else listener.onMessage(0, 0, 0, reader.bodyBytes, false)
    if !goOn then paused = true

  // ---- what the engine asks

  /** Sends for a moment only: then it is time to look at tasks and at what came. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if !ready then 0
    else
      val began = System.nanoTime()
      var taken = 0
      while taken < count && (taken == 0 || System.nanoTime() - began < JmsClient.LongestTurn) do
        one(target, producer, sequence + taken, stampNanos, bodyBytes)
        taken += 1
      if taken < count then wantsRoom = true
      taken

  private def one(target: Int, producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Unit =
    if pipelined then link.send(target, producer, sequence, stampNanos, bodyBytes, completion(sequence))
    else
      link.send(target, producer, sequence, stampNanos, bodyBytes)
      if confirms then confirmations.add(Confirmation(sequence, System.nanoTime(), connections))

  private def completion(sequence: Long): CompletionListener =
    val mine = connections
    new CompletionListener:
      def onCompletion(message: Message): Unit =
        confirmations.add(Confirmation(sequence, System.nanoTime(), mine))
        thread.wake()
      def onException(message: Message, e: Exception): Unit = execute(() => if connections == mine then fail(e))

  def flush(): Unit = ()

  def acknowledge(): Unit = if acknowledges && ready then link.acknowledge()

  def endTransaction(commit: Boolean): Unit = if ready then
    link.endTransaction(commit)
    val mine = connections
    execute(() => if connections == mine then listener.onTransactionEnd(commit))

  def resume(): Unit = paused = false

  def close(unsubscribe: Boolean): Unit =
    val wasReady = ready
    // from here on the end of the connection is no failure
    connections += 1
    state = State.Idle
    try
      if wasReady then
        if unsubscribe then link.unsubscribe()
        link.close()
      listener.onClosed()
    catch case e: JMSException => fail(e)

  def abort(): Unit =
    connections += 1
    state = State.Idle
    link.cut()
    link.forget()

private object JmsClient:
  private val MostConfirmations = 64
  private val LongestReceive = TimeUnit.MILLISECONDS.toNanos(10)
  private val LongestTurn = TimeUnit.MICROSECONDS.toNanos(20)
