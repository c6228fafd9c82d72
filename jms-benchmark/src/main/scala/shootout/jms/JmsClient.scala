package shootout.jms

import shootout.driver.{Client, ClientListener, ClientSpec, Stamp}
import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import javax.jms.{CompletionListener, JMSException, Message}

/** One JMS client: one connection, one session and one thread, in which it sends, receives and acknowledges. */
private final class JmsClient(spec: ClientSpec, listener: ClientListener, link: JmsLink) extends Client:
  private enum State:
    case Idle, Ready

  private final case class Confirmation(sequence: Long, nanos: Long)

  private var state = State.Idle
  private var connections = 0
  private var paused = false
  private var wantsRoom = false
  private val confirms = spec.send.exists(_.confirm)
  private val automatic = spec.receive.forall(_.ack == Ack.Auto)

  // told by this thread after a send, or by threads of the library
  private val confirmations = ConcurrentLinkedQueue[Confirmation]()

  private val thread = ClientThread(spec.name, work, fail)
  thread.start()

  def execute(task: Runnable): Unit = thread.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = thread.after(delay.value, task)

  /** From any thread: nothing more happens. */
  def end(): Unit = thread.end()

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
    connections += 1
    state = State.Idle
    link.abort()
    listener.onFailure(cause)

  // ---- beside tasks

  private def work(forNanos: Long): Boolean =
    if state != State.Ready then false
    else
      val confirmed = confirm()
      val written = state == State.Ready && wantsRoom && write()
      val received = state == State.Ready && link.receives && !paused && receive(forNanos)
      confirmed || written || received

  private def confirm(): Boolean =
    var next = confirmations.poll()
    val any = next != null
    while next != null do
      listener.onBatch(next.nanos)
      listener.onConfirmed(next.sequence)
      listener.onBatchEnd()
      next = confirmations.poll()
    any

  private def write(): Boolean =
    wantsRoom = false
    listener.onWritable()
    true

  /** Waits only if there is nothing else to do, and not for long: a task may come at any time. */
  private def receive(forNanos: Long): Boolean =
    val patience = if wantsRoom then 0L else math.min(forNanos, JmsClient.LongestReceive)
    val came = link.receive(math.max(1L, TimeUnit.NANOSECONDS.toMillis(patience)))
    if came then
      val now = System.nanoTime()
      listener.onBatch(now)
      try take()
      finally listener.onBatchEnd()
    // it has waited already
    true

  private def take(): Unit =
    val (bytes, length) = link.read()
    val intact = length >= Stamp.Bytes && Stamp.intactAt(bytes, 0, length) &&
      (length == Stamp.Bytes || bytes(length - 1) == Stamp.Filler)
    val goOn =
      if intact then
        val producer = Stamp.producerAt(bytes, 0)
        listener.onMessage(producer, Stamp.sequenceAt(bytes, 0), Stamp.nanosAt(bytes, 0), length, true)
      else listener.onMessage(0, 0, 0, length, false)
    if !goOn then paused = true

  // ---- what the engine asks

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if state != State.Ready then 0
    else
      var taken = 0
      while taken < count && (taken == 0 || !thread.wanted) do
        one(target, producer, sequence + taken, stampNanos, bodyBytes)
        taken += 1
      // the engine would go on for ever: between two batches the thread looks at its tasks and at what has come
      val full = taken < count || count > 1 || !confirms
      if full then wantsRoom = true
      if full && taken == count && taken > 1 then taken else taken

  private def one(target: Int, producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Unit =
    if confirms && spec.send.exists(s => s.targets.sizeIs == 1) && JmsClient.asynchronous(spec) then
      val mine = connections
      val done = new CompletionListener:
        def onCompletion(message: Message): Unit =
          confirmations.add(Confirmation(sequence, System.nanoTime()))
          execute(JmsClient.Nothing)
        def onException(message: Message, e: Exception): Unit = execute(() => if connections == mine then fail(e))
      link.send(target, producer, sequence, stampNanos, bodyBytes, done)
    else
      link.send(target, producer, sequence, stampNanos, bodyBytes)
      if confirms then confirmations.add(Confirmation(sequence, System.nanoTime()))

  def flush(): Unit = ()

  def acknowledge(): Unit = if !automatic && state == State.Ready then link.acknowledge()

  def resume(): Unit = paused = false

  def close(unsubscribe: Boolean): Unit =
    connections += 1
    try
      if state == State.Ready then
        if unsubscribe then link.unsubscribe()
        link.close()
      state = State.Idle
      listener.onClosed()
    catch
      case e: JMSException => fail(e)

  def abort(): Unit =
    connections += 1
    state = State.Idle
    link.abort()

private object JmsClient:
  private val Nothing: Runnable = () => ()
  private val LongestReceive = TimeUnit.MILLISECONDS.toNanos(5)
  private def asynchronous(spec: ClientSpec): Boolean = false
