package shootout.queue

import shootout.driver.*

import java.util.Properties
import java.util.concurrent.{AbstractExecutorService, CompletionException, ExecutionException, Future, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.annotation.unused
import scala.util.Using

/** The library's objects for one client: those that send, those that receive, or both, and the connections that they
  * need.
  */
private[queue] abstract class QueueLink(spec: ClientSpec, destinations: QueueAdmin) extends PollingLink:
  private var senderOrNull: QueueSender | Null = null
  @volatile private var receiverOrNull: QueueReceiver | Null = null
  private var confirmationsOrNull: Confirmations | Null = null
  private val received = ReceivedBytes(spec.receive.exists(_.wholeBodies))
  private val timed = spec.receive.exists(_.timed)

  /** Connects what sender and receiver need. */
  protected def connect(confirmations: Confirmations): Unit = ()

  /** Returns when the broker has answered. Only a client that neither sends nor receives calls it. */
  protected def hello(): Unit = destinations.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver

  /** Says good-bye, after sender and receiver have done so. */
  protected def leave(@unused unsubscribe: Boolean): Unit = disconnect()

  /** Ends at once what [[connect]] made. It throws nothing. */
  protected def disconnect(): Unit = ()

  def open(confirmations: Confirmations, heard: Runnable | Null): Unit =
    confirmationsOrNull = confirmations
    connect(confirmations)
    if spec.send.isEmpty && spec.receive.isEmpty then hello()
    (spec.send.toList.flatMap(_.targets) ++ spec.receive.map(_.source)).foreach(destinations.ensure)
    for send <- spec.send do
      val beginning = sender(send, confirmations)
      senderOrNull = beginning
      beginning.begin()
    for receive <- spec.receive do
      val joining = receiver(receive, confirmations)
      receiverOrNull = joining
      joining.join()

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): ReceivedMessage =
    val began = if timed then System.nanoTime() else 0
    received.read(receiverOrNull.nn.next(), began)
    received

  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    if receiver != null then receiver.close(unsubscribe)
    receiverOrNull = null
    if sender != null then
      sender.close()
      // a client that waits for no publisher confirms has not yet learned of messages that were lost
      for failure <- confirmationsOrNull.nn.failure do throw failure
    senderOrNull = null
    leave(unsubscribe)

  def cut(): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    senderOrNull = null
    receiverOrNull = null
    if sender != null then sender.cut()
    if receiver != null then receiver.cut()
    disconnect()

  def interrupt(): Unit =
    val receiver = receiverOrNull
    if receiver != null then receiver.interrupt()

/** The link of a client that has one connection of its own. */
private[queue] abstract class ConnectedLink[C <: AnyRef](spec: ClientSpec, destinations: QueueAdmin)
    extends QueueLink(spec, destinations):
  @volatile private var connectionOrNull: C | Null = null
  protected def connection: C = connectionOrNull.nn

  protected def connected(confirmations: Confirmations): C

  /** Ends the connection at once. It throws nothing. */
  protected def end(connection: C): Unit

  override protected def connect(confirmations: Confirmations): Unit = connectionOrNull = connected(confirmations)

  override protected def disconnect(): Unit =
    onConnection(end)
    connectionOrNull = null

  /** Does this step if there is a connection. Any thread may call it. */
  protected def onConnection(step: C => Unit): Unit =
    val connection = connectionOrNull
    if connection != null then step(connection)

/** Waits for what libraries do in their own time. */
private[queue] object Waiting:
  /** Returns the answer when it has arrived.
    *
    * @throws Throwable
    *   what the broker says if it refuses
    */
  def answer[A](future: Future[A], limitS: Long = 20): A =
    try future.get(limitS, TimeUnit.SECONDS)
    catch case e: ExecutionException => throw cause(e)

  /** The failure that a library has wrapped. */
  def cause(failure: Throwable): Throwable = failure match
    case wrapped: (ExecutionException | CompletionException) if wrapped.getCause != null => cause(wrapped.getCause)
    case other => other

  /** Asks repeatedly until the answer is yes.
    *
    * @param missing
    *   what did not happen, for the message if the time is over
    * @throws IllegalStateException
    *   if the time is over
    */
  def until(missing: String, limitS: Long, pauseNanos: Long)(there: => Boolean): Unit =
    val limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitS)
    while !there do
      if System.nanoTime() - limit > 0 then throw IllegalStateException(s"$missing within $limitS s")
      if pauseNanos > 0 then LockSupport.parkNanos(this, pauseNanos)

/** Runs each task at once, in the thread of the caller. */
private[queue] final class CallersThread extends AbstractExecutorService:
  def execute(task: Runnable): Unit = task.run()
  def shutdown(): Unit = ()
  def shutdownNow(): java.util.List[Runnable] = java.util.List.of()
  def isShutdown: Boolean = false
  def isTerminated: Boolean = false
  def awaitTermination(timeout: Long, unit: TimeUnit): Boolean = true

/** The version of a library, from a properties file next to its classes. */
private[queue] def versionIn(of: Class[?], file: String): String =
  Option(of.getResourceAsStream(file)).fold("") { found =>
    val properties = Properties()
    Using.resource(found)(properties.load)
    properties.getProperty("version")
  }
