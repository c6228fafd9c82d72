package shootout.queue

import scala.annotation.unused
import shootout.driver.{ClientSpec, Confirmations, PollingLink, ReceiveSpec, SendSpec}

/** The sending half of a client. In the client's thread only. */
private[queue] trait QueueSender:
  /** Returns when the first send need not wait. */
  def begin(): Unit = ()

  /** As [[PollingLink.send]]. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit
  def flush(): Unit

  /** Returns when the broker has processed what was sent. */
  def close(): Unit

  /** Ends at once what a connection's end does not. Throws nothing. */
  def cut(): Unit = ()

/** The receiving half of a client. In the client's thread only, but for [[interrupt]]. */
private[queue] trait QueueReceiver:
  /** Returns when the broker has confirmed the subscription. */
  def join(): Unit = ()

  /** As [[PollingLink.poll]]. */
  def poll(nanos: Long): Int
  def next(): Array[Byte]
  def acknowledge(): Unit

  /** What was acknowledged counts; what was not is for others, at once.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends at once what a connection's end does not. Throws nothing. */
  def cut(): Unit = ()

  /** From any thread: a call that blocks ends soon. By default it is interrupted, see [[shootout.driver.ClientThread]]. */
  def interrupt(): Unit = ()

/** The library's objects for one client: those that send, that receive, or both, and the connections that they need. */
private[queue] abstract class QueueLink(spec: ClientSpec, destinations: QueueAdmin) extends PollingLink:
  private var senderOrNull: QueueSender | Null = null
  @volatile private var receiverOrNull: QueueReceiver | Null = null
  private var confirmationsOrNull: Confirmations | Null = null

  /** What sender and receiver stand on. */
  protected def connect(confirmations: Confirmations): Unit = ()

  /** Of a client that neither sends nor receives: returns when the broker has answered. */
  protected def hello(): Unit
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver

  /** Says good-bye, when sender and receiver have. */
  protected def leave(@unused unsubscribe: Boolean): Unit = disconnect()

  /** Ends at once what [[connect]] made. Throws nothing. */
  protected def disconnect(): Unit = ()

  def open(confirmations: Confirmations): Unit =
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
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    if receiver != null then receiver.close(unsubscribe)
    receiverOrNull = null
    if sender != null then
      sender.close()
      // what was lost on the way was told nobody if nobody waits for confirmations
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
