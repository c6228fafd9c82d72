package shootout.queue.rabbit

import com.rabbitmq.client.{Address, BuiltinExchangeType, Channel, Connection, ConnectionFactory, ShutdownListener}
import shootout.driver.{ClientSpec, Confirmations, DestinationName, DestinationSpec, ReceiveSpec, SendSpec}
import shootout.queue.{CallersThread, CommonConnection, ConnectedLink, QueueAdmin, QueueReceiver, QueueSender}
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException
import java.net.Socket
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

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
    if socket != null then
      try socket.close()
      catch case _: IOException => ()

private object RabbitConnection:
  private val ConnectMs = TimeUnit.SECONDS.toMillis(10).toInt
  private val AnswerMs = TimeUnit.SECONDS.toMillis(30).toInt

  /** Gives a failure the message of its cause, because failures of the library often have none. */
  def explained[A](step: => A): A =
    try step
    catch
      case e: IOException if e.getMessage == null && e.getCause != null =>
        throw IOException(e.getCause.getMessage, e.getCause)

/** A connection, with one channel for sending and one for receiving. */
private final class RabbitLink(spec: ClientSpec, endpoint: Endpoint, queues: RabbitQueues)
    extends ConnectedLink[RabbitConnection](spec, queues):
  /** Connects. An open connection shows that the broker has answered. */
  protected def connected(confirmations: Confirmations): RabbitConnection =
    RabbitConnection(endpoint, spec.name, confirmations.failed)
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RabbitSender(connection.channel(), send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    RabbitReceiver(connection.channel(), queues, receive, confirmations.failed)

  override def close(unsubscribe: Boolean): Unit = RabbitConnection.explained(super.close(unsubscribe))

  override protected def leave(unsubscribe: Boolean): Unit =
    connection.close()
    disconnect()

  protected def end(connection: RabbitConnection): Unit = connection.cut()
  override def interrupt(): Unit = onConnection(_.cut())

/** Makes and removes queues and exchanges for all clients of a session. Any thread may call it, and every call waits
  * for the broker.
  */
private final class RabbitQueues(dialect: RabbitDialect, endpoint: Endpoint) extends QueueAdmin:
  private val shared =
    CommonConnection[RabbitConnection](RabbitConnection(endpoint, "queues", _ => ()), _.isOpen, _.close())
  private val arguments = dialect.arguments.asJava

  private def asking(what: Channel => Unit): Unit = shared.ask { connection =>
    val channel = connection.channel()
    try RabbitConnection.explained(what(channel))
    finally if channel.isOpen then channel.close()
  }

  protected def make(spec: DestinationSpec): Unit =
    val destination = spec.name
    asking { channel =>
      if destination.kind == DestinationType.Queue then declare(channel, destination.name)
      else channel.exchangeDeclare(destination.name, BuiltinExchangeType.FANOUT, true)
    }

  private def declare(channel: Channel, queue: String): Unit =
    channel.queueDeclare(queue, true, false, false, arguments): Unit

  protected def delete(destination: DestinationName): Unit =
    asking { channel =>
      if destination.kind == DestinationType.Queue then channel.queueDelete(destination.name)
      else channel.exchangeDelete(destination.name)
    }

  /** The queue from which a consumer takes messages through its channel. For a topic it is the queue of the
    * subscription, which is made if it does not exist.
    */
  def source(channel: Channel, receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else
      val queue = receive.durable.orElse(receive.shared).fold(channel.queueDeclare().getQueue) { name =>
        val queue = s"$topic.$name"
        if receive.durable.isDefined then declare(channel, queue)
        // the queue ends with the last consumer that shares it
        else channel.queueDeclare(queue, false, false, true, null)
        queue
      }
      channel.queueBind(queue, topic, "")
      queue

  def close(): Unit = shared.close()
