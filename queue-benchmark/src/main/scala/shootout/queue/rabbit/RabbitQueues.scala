package shootout.queue.rabbit

import com.rabbitmq.client.{BuiltinExchangeType, Channel}
import shootout.driver.{DestinationName, DestinationSpec, ReceiveSpec}
import shootout.queue.{CommonConnection, QueueAdmin}
import shootout.units.{DestinationType, Endpoint}

import scala.jdk.CollectionConverters.*

/** Makes and removes queues and exchanges, for all clients of a session. From any thread; every call waits for the broker. */
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

  def close(): Unit = shared.close()
