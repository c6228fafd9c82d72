package shootout.queue.rabbit

import com.rabbitmq.client.{BuiltinExchangeType, Channel}
import shootout.driver.{DestinationName, ReceiveSpec}
import shootout.scenario.DestinationType
import shootout.units.Endpoint

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Makes and removes queues and exchanges, for all clients of a session. From any thread; every call waits for the broker. */
private final class RabbitQueues(dialect: RabbitDialect, endpoint: Endpoint) extends AutoCloseable:
  private var connectionOrNull: RabbitConnection | Null = null
  private val known = ConcurrentHashMap.newKeySet[DestinationName]()
  private val arguments = dialect.arguments.asJava

  private def asking(what: Channel => Unit): Unit = synchronized {
    val there = connectionOrNull
    val connection =
      if there != null && there.isOpen then there else RabbitConnection(endpoint, "queues", _ => ())
    connectionOrNull = connection
    val channel = connection.channel()
    try RabbitConnection.explained(what(channel))
    finally if channel.isOpen then channel.close()
  }

  /** Makes it, unless it is there. */
  def ensure(destination: DestinationName): Unit = if !known.contains(destination) then
    asking { channel =>
      if destination.kind == DestinationType.Queue then declare(channel, destination.name)
      else channel.exchangeDeclare(destination.name, BuiltinExchangeType.FANOUT, true)
    }
    known.add(destination)

  private def declare(channel: Channel, queue: String): Unit =
    channel.queueDeclare(queue, true, false, false, arguments): Unit

  def remove(destination: DestinationName): Unit =
    asking { channel =>
      if destination.kind == DestinationType.Queue then channel.queueDelete(destination.name)
      else channel.exchangeDelete(destination.name)
    }
    known.remove(destination): Unit

  /** The queue that a consumer takes from, by its channel: of a topic it is that of its subscription, made if it is not there. */
  def source(channel: Channel, receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else
      val queue = receive.durable.orElse(receive.shared).fold(channel.queueDeclare().getQueue) { name =>
        val queue = s"$topic.$name"
        if receive.durable.isDefined then declare(channel, queue)
        // it goes with the last one who shares it
        else channel.queueDeclare(queue, false, false, true, null)
        queue
      }
      channel.queueBind(queue, topic, "")
      queue

  def close(): Unit =
    val there = synchronized(connectionOrNull)
    if there != null then there.close()
