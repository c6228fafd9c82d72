package shootout.queue.rabbit

import com.rabbitmq.client.{Address, Channel, ConfirmListener, Connection, ConnectionFactory, DefaultConsumer}
import com.rabbitmq.client.{Envelope, MessageProperties, ShutdownListener}
import com.rabbitmq.client.AMQP.BasicProperties
import shootout.driver.{Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{CallersThread, MessageSender, QueueConnection, QueueReceiver, QueueSender, Unanswered}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException
import java.net.Socket
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicLongArray
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

/** A connection, with one channel for sending and one for receiving. An open connection shows that the broker has
  * answered.
  */
private final class RabbitClient(connection: RabbitConnection, session: RabbitSession, confirmations: Confirmations)
    extends QueueConnection(session):
  def sender(send: SendSpec): QueueSender = RabbitSender(connection.channel(), send, confirmations)
  def receiver(receive: ReceiveSpec): QueueReceiver =
    RabbitReceiver(connection.channel(), session, receive, confirmations.failed)

  override def leave(unsubscribe: Boolean): Unit =
    RabbitConnection.explained(connection.close())
    super.leave(unsubscribe)

  override def cut(): Unit = connection.cut()
  override def interrupt(): Unit = connection.cut()

/** A connection to any node of an endpoint that answers.
  *
  * @param lost
  *   called by a thread of the library when the connection or a channel ends, unless this client has ended it
  */
private final class RabbitConnection(endpoint: Endpoint, name: String, lost: Throwable => Unit):
  @volatile private var socketOrNull: Socket | Null = null

  private val listener: ShutdownListener = cause => if !cause.isInitiatedByApplication then lost(cause)
  private val connection: Connection = RabbitConnection.explained(connect())
  connection.addShutdownListener(listener)

  private def connect(): Connection =
    val factory = ConnectionFactory()
    endpoint.login.foreach(factory.setUsername)
    endpoint.passcode.foreach(factory.setPassword)
    endpoint.virtualHost.foreach(factory.setVirtualHost)
    factory.setAutomaticRecoveryEnabled(false)
    factory.setTopologyRecoveryEnabled(false)
    factory.setConnectionTimeout(RabbitConnection.ConnectMs)
    factory.setChannelRpcTimeout(RabbitConnection.AnswerMs)
    factory.setSocketConfigurator { socket =>
      // the library's own configurator does so too
      socket.setTcpNoDelay(true)
      socketOrNull = socket
    }
    val nodes = endpoint.addresses.map((host, port) => Address(host, port)).asJava
    // consumers only store what the connection's thread brings, so they need no thread of their own
    factory.newConnection(CallersThread(), nodes, name)

  def isOpen: Boolean = connection.isOpen

  def channel(): Channel = RabbitConnection.explained {
    val channel = connection.createChannel()
    if channel == null then throw IOException("the broker allows no more channels")
    channel.addShutdownListener(listener)
    channel
  }

  /** Says good-bye. */
  def close(): Unit = if connection.isOpen then connection.close(RabbitConnection.AnswerMs)

  /** Closes the socket at once, even if another thread waits for the broker. Any thread may call it. */
  def cut(): Unit =
    val socket = socketOrNull
    if socket != null then socket.close()

private object RabbitConnection:
  private val ConnectMs = TimeUnit.SECONDS.toMillis(10).toInt
  private val AnswerMs = TimeUnit.SECONDS.toMillis(30).toInt

  /** Gives a failure the message of its cause, because failures of the library often have none. */
  def explained[A](step: => A): A =
    try step
    catch
      case e: IOException if e.getMessage == null && e.getCause != null =>
        throw IOException(e.getCause.getMessage, e.getCause)

/** The sending half of a client. Publisher confirms arrive in the connection's thread. */
private final class RabbitSender(channel: Channel, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = true):
  private val exchanges =
    send.targets.map(to => if to.kind == DestinationType.Topic then to.name else "").toArray
  private val keys = send.targets.map(to => if to.kind == DestinationType.Queue then to.name else "").toArray
  private val properties: BasicProperties =
    val plain = if send.persistent then MessageProperties.MINIMAL_PERSISTENT_BASIC else MessageProperties.MINIMAL_BASIC
    if send.headers.isEmpty then plain
    else plain.builder().headers(send.headers.toMap[String, Object].asJava).build()

  private val unconfirmedOrNull: Unconfirmed | Null = if send.confirm then confirming() else null

  private def confirming(): Unconfirmed =
    val unconfirmed = Unconfirmed(confirmations)
    channel.addConfirmListener(new ConfirmListener:
      def handleAck(tag: Long, multiple: Boolean): Unit = unconfirmed.confirmed(tag, multiple)
      def handleNack(tag: Long, multiple: Boolean): Unit =
        confirmations.failed(IOException("the broker refused a message (basic.nack)")))
    channel.addShutdownListener(_ => unconfirmed.giveUp())
    channel.confirmSelect()
    unconfirmed

  /** Sends one message. When it returns, the library has written the body to the socket's buffer. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val unconfirmed = unconfirmedOrNull
    if unconfirmed != null then unconfirmed.add(sequence)
    channel.basicPublish(exchanges(target), keys(target), properties, body)

  /** Does nothing, because the library writes each message to the socket on its own. */
  def flush(): Unit = ()

  def close(): Unit = RabbitConnection.explained {
    val unconfirmed = unconfirmedOrNull
    if unconfirmed != null then unconfirmed.settleWithin(RabbitSender.PatienceS)
    // the broker answers this after all that was sent
    channel.close()
  }

private object RabbitSender:
  private val PatienceS = 20L

/** The sends of a channel that are not confirmed yet: the sequence of each by its delivery tag, which is the number of
  * the send. The client's thread adds, and the connection's thread takes. Nothing is allocated, and no thread waits
  * unless [[most]] sends are in flight.
  *
  * @param most
  *   the largest distance between the oldest send and the latest; a power of two
  */
private final class Unconfirmed(confirmations: Confirmations, most: Int = Unconfirmed.Most)
    extends Unanswered(most, confirmations):
  private val mask = most - 1
  private val sequences = AtomicLongArray(Array.fill(most)(Unconfirmed.Gone))

  /** The tag of the next send. Only the client's thread writes it, after the sequence of the send. */
  @volatile private var next = 1L

  /** The oldest tag that is not settled. Only the connection's thread uses it. */
  private var oldest = 1L

  /** Waits while too many sends are in flight. It is called before each send. */
  def add(sequence: Long): Unit =
    begin()
    val tag = next
    sequences.set(slot(tag), sequence)
    next = tag + 1

  /** Reports that the broker has confirmed a message, or all up to it. Only the connection's thread may call it. */
  def confirmed(tag: Long, multiple: Boolean): Unit =
    val before = oldest
    if multiple then
      var each = before
      while each <= tag do
        take(each)
        each += 1
    else take(tag)
    val end = next
    while oldest < end && sequences.get(slot(oldest)) == Unconfirmed.Gone do oldest += 1
    if oldest > before then over((oldest - before).toInt)

  private def take(tag: Long): Unit =
    val sequence = sequences.getAndSet(slot(tag), Unconfirmed.Gone)
    if sequence != Unconfirmed.Gone then confirmations.confirmed(sequence)

  private def slot(tag: Long): Int = (tag & mask).toInt

private object Unconfirmed:
  private val Most = 1 << 14
  private val Gone = -1L

/** The receiving half of a client. The connection's thread brings the messages. */
private final class RabbitReceiver(
    channel: Channel,
    session: RabbitSession,
    receive: ReceiveSpec,
    /** called when the broker ends the subscription */
    lost: Throwable => Unit
) extends DefaultConsumer(channel), QueueReceiver:
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic
  private val deliveries = Deliveries(Thread.currentThread)
  private var queue = ""

  /** The delivery tags of the latest message that was taken, and of the latest that was acknowledged. */
  private var taken = 0L
  private var acknowledged = 0L

  override def join(): Unit = RabbitConnection.explained {
    queue = session.source(channel, receive)
    channel.basicQos(receive.prefetch.getOrElse(RabbitReceiver.Ahead))
    channel.basicConsume(queue, false, this): Unit
  }

  // the connection's thread calls it
  override def handleDelivery(
      consumer: String,
      envelope: Envelope,
      properties: BasicProperties,
      body: Array[Byte]
  ): Unit =
    deliveries.add(envelope.getDeliveryTag, body)

  override def handleCancel(consumer: String): Unit =
    lost(IOException("the broker has ended the subscription: the queue, or the node that had it, is gone"))

  def poll(nanos: Long): Int =
    if automatic then acknowledge()
    math.min(most, deliveries.await(nanos))

  def next(): Array[Byte] =
    taken = deliveries.tag
    deliveries.take()

  /** Acknowledges all that was taken, or the latest message alone. */
  def acknowledge(): Unit = if taken > acknowledged then
    acknowledged = taken
    channel.basicAck(taken, receive.ack != Ack.Individual)

  /** Leaves what was not acknowledged to other receivers: the broker requeues it when the channel ends. */
  def close(unsubscribe: Boolean): Unit = RabbitConnection.explained {
    channel.basicCancel(getConsumerTag)
    if automatic then acknowledge()
    if unsubscribe && receive.durable.isDefined then channel.queueDelete(queue)
    channel.close()
  }

private object RabbitReceiver:
  private val Ahead = 1000

/** Messages on their way from the connection's thread to the client's. They need no allocation in steady state, and a
  * lock for a few instructions only.
  *
  * @param reader
  *   the client's thread
  */
private final class Deliveries(reader: Thread):
  private final class Block:
    private var bodies = new Array[Array[Byte]](Deliveries.FirstSize)
    private var tags = new Array[Long](Deliveries.FirstSize)
    var size = 0

    def add(tag: Long, body: Array[Byte]): Unit =
      if size == tags.length then
        bodies = java.util.Arrays.copyOf(bodies, 2 * size)
        tags = java.util.Arrays.copyOf(tags, 2 * size)
      bodies(size) = body
      tags(size) = tag
      size += 1

    def tag(at: Int): Long = tags(at)

    def take(at: Int): Array[Byte] =
      val body = bodies(at)
      // no other reference may keep the body from being garbage-collected
      bodies(at) = Deliveries.Taken
      body

  private val lock = Object()
  private var incoming = Block()
  private var outgoing = Block()
  private var at = 0

  /** Adds a message. Only the connection's thread may call it. */
  def add(tag: Long, body: Array[Byte]): Unit =
    val first = lock.synchronized {
      incoming.add(tag, body)
      incoming.size == 1
    }
    if first then LockSupport.unpark(reader)

  /** Waits for at most this time, and may return earlier without a message. Only the client's thread may call it and
    * the methods below.
    *
    * @return
    *   how many messages [[take]] will return
    */
  def await(nanos: Long): Int =
    if at == outgoing.size then swap()
    if at == outgoing.size && nanos > 0 then
      LockSupport.parkNanos(this, nanos)
      swap()
    outgoing.size - at

  private def swap(): Unit =
    val empty = outgoing
    empty.size = 0
    lock.synchronized {
      outgoing = incoming
      incoming = empty
    }
    at = 0

  /** The delivery tag of the next message. */
  def tag: Long = outgoing.tag(at)

  /** Takes the next message. @return its body */
  def take(): Array[Byte] =
    val body = outgoing.take(at)
    at += 1
    body

private object Deliveries:
  private val Taken = Array.emptyByteArray
  private val FirstSize = 256
