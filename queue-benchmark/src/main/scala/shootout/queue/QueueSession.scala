package shootout.queue

import shootout.driver.*

import java.util.Properties
import java.util.concurrent.{AbstractExecutorService, CompletionException, ConcurrentHashMap}
import java.util.concurrent.{ConcurrentLinkedQueue, ExecutionException, Future, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.annotation.unused
import scala.util.Using

/** What the clients of a workload share. It makes and removes destinations. Any thread may call it, and every call
  * waits for the broker.
  */
private[queue] abstract class QueueSession extends Session:
  private val known = ConcurrentHashMap.newKeySet[DestinationName]()
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  /** Returns when the broker has answered. */
  def hello(): Unit = ()

  /** Makes a destination, unless it exists and is as it should be. */
  protected def make(spec: DestinationSpec): Unit

  /** Removes a destination with all its messages, if it exists. */
  protected def delete(destination: DestinationName): Unit

  /** Connects one client. */
  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection

  /** Ends what the clients shared. */
  protected def end(): Unit

  override def create(wanted: List[DestinationSpec]): Unit = for spec <- wanted if !known.contains(spec.name) do
    make(spec)
    known.add(spec.name)

  override def remove(unwanted: List[DestinationName]): Unit = for destination <- unwanted do
    delete(destination)
    known.remove(destination)

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, QueueLink(spec, this))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    end()

/** A connection for requests that belong to no client. It is opened when it is needed, and again when it was lost. Any
  * thread may use it.
  *
  * @param serves
  *   whether a connection is still of use
  */
private[queue] final class CommonConnection[C](open: => C, serves: C => Boolean, end: C => Unit):
  private var opened = Option.empty[C]

  def get: C = ask(identity)

  /** Asks one question at a time. */
  def ask[A](question: C => A): A = synchronized {
    val connection = opened.filter(serves).getOrElse(open)
    opened = Some(connection)
    question(connection)
  }

  def close(): Unit = synchronized(opened.foreach(end))

/** The library's objects for one connection of a client: what sends, what receives, and the connections that both
  * need. Only the client's thread may use it, except for [[interrupt]].
  */
private[queue] abstract class QueueConnection(session: QueueSession):
  /** Returns when the broker has answered. Only a client that neither sends nor receives calls it. */
  def hello(): Unit = session.hello()
  def sender(send: SendSpec): QueueSender
  def receiver(receive: ReceiveSpec): QueueReceiver

  /** Says good-bye, after sender and receiver have done so. */
  def leave(@unused unsubscribe: Boolean): Unit = quietly(cut())

  /** Ends at once what sender and receiver do not end. */
  def cut(): Unit = ()

  /** Makes a blocking call end soon; any thread may call it. */
  def interrupt(): Unit = ()

/** The link of one client. */
private final class QueueLink(spec: ClientSpec, session: QueueSession) extends PollingLink:
  @volatile private var connectionOrNull: QueueConnection | Null = null
  private var senderOrNull: QueueSender | Null = null
  @volatile private var receiverOrNull: QueueReceiver | Null = null
  private var confirmationsOrNull: Confirmations | Null = null
  private val received = ReceivedBytes(spec.receive.exists(_.wholeBodies))
  private val timed = spec.receive.exists(_.timed)

  def open(confirmations: Confirmations, heard: Runnable | Null): Unit =
    confirmationsOrNull = confirmations
    val connection = session.connect(spec, confirmations)
    connectionOrNull = connection
    if spec.send.isEmpty && spec.receive.isEmpty then connection.hello()
    val destinations = spec.send.toList.flatMap(_.targets) ++ spec.receive.map(_.source)
    session.create(destinations.map(DestinationSpec(_, None, 1)))
    for send <- spec.send do
      val beginning = connection.sender(send)
      senderOrNull = beginning
      beginning.begin()
    for receive <- spec.receive do
      val joining = connection.receiver(receive)
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
    connectionOrNull.nn.leave(unsubscribe)
    connectionOrNull = null

  def cut(): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    val connection = connectionOrNull
    senderOrNull = null
    receiverOrNull = null
    connectionOrNull = null
    if sender != null then quietly(sender.cut())
    if receiver != null then quietly(receiver.cut())
    if connection != null then quietly(connection.cut())

  def interrupt(): Unit =
    val (receiver, connection) = (receiverOrNull, connectionOrNull)
    if receiver != null then quietly(receiver.interrupt())
    if connection != null then quietly(connection.interrupt())

/** Ends something at once. Its failure does not matter any more. */
private def quietly(end: => Unit): Unit =
  try end
  catch case _: Exception => ()

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
