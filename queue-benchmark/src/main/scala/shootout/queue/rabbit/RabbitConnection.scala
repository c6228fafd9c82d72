package shootout.queue.rabbit

import com.rabbitmq.client.{Address, Channel, Connection, ConnectionFactory, ShutdownListener}
import shootout.units.Endpoint

import java.io.IOException
import java.net.Socket
import java.util.concurrent.{AbstractExecutorService, TimeUnit}
import scala.jdk.CollectionConverters.*

/** A connection to one of the nodes of an endpoint, any of them that answers.
  *
  * @param lost
  *   is told by a thread of the library when connection or channel end, and nobody here has ended them
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
      // as the library's own configurator
      socket.setTcpNoDelay(true)
      socketOrNull = socket
    }
    val nodes = endpoint.addresses.map((host, port) => Address(host, port)).asJava
    factory.newConnection(RabbitConnection.InPlace, nodes, name)

  def isOpen: Boolean = connection.isOpen

  def channel(): Channel = RabbitConnection.explained {
    val channel = connection.createChannel()
    if channel == null then throw IOException("the broker allows no more channels")
    channel.addShutdownListener(listener)
    channel
  }

  /** Says good-bye. */
  def close(): Unit = if connection.isOpen then connection.close(RabbitConnection.AnswerMs)

  /** From any thread, and at once, whoever waits for the broker in another one. */
  def cut(): Unit =
    val socket = socketOrNull
    if socket != null then
      try socket.close()
      catch case _: IOException => ()

private object RabbitConnection:
  private val ConnectMs = TimeUnit.SECONDS.toMillis(10).toInt
  private val AnswerMs = TimeUnit.SECONDS.toMillis(30).toInt

  /** What the library throws often has no words, and its cause has. */
  def explained[A](step: => A): A =
    try step
    catch
      case e: IOException if e.getMessage == null && e.getCause != null =>
        throw IOException(e.getCause.getMessage, e.getCause)

  /** Runs what consumers do in the thread that brings it: they only put it away. */
  private object InPlace extends AbstractExecutorService:
    def execute(task: Runnable): Unit = task.run()
    def shutdown(): Unit = ()
    def shutdownNow(): java.util.List[Runnable] = java.util.List.of()
    def isShutdown: Boolean = false
    def isTerminated: Boolean = false
    def awaitTermination(timeout: Long, unit: TimeUnit): Boolean = true
