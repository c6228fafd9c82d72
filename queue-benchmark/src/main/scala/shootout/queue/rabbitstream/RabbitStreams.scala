package shootout.queue.rabbitstream

import com.rabbitmq.stream.Constants.{RESPONSE_CODE_STREAM_ALREADY_EXISTS, RESPONSE_CODE_STREAM_DOES_NOT_EXIST}
import com.rabbitmq.stream.impl.Client
import io.netty.channel.nio.NioEventLoopGroup
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin}
import shootout.units.Endpoint

import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.annotation.tailrec

/** Makes and removes streams, and knows who of a queue's receivers reads which, for all clients of a session. From any thread. */
private final class RabbitStreams(endpoint: Endpoint) extends QueueAdmin:
  private val group = NioEventLoopGroup()
  private val shared = CommonConnection[StreamConnection](connect("streams", _ => ()), _.isOpen, _.close())
  private val laidOut = ConcurrentHashMap[DestinationName, Partitions]()

  def connect(
      name: String,
      lost: Throwable => Unit,
      listening: Client.ClientParameters => Unit = _ => ()
  ): StreamConnection = StreamConnection(endpoint, name, group, lost, listening)

  /** Returns when the broker has answered. */
  def hello(): Unit = shared.ask(_.answered())

  protected def make(spec: DestinationSpec): Unit =
    val count = spec.partitionsNeeded
    for partition <- 0 until count do create(RabbitStreams.stream(spec.name, partition))
    laidOut.put(spec.name, Partitions(count)): Unit

  private def create(stream: String): Unit = shared.ask { connection =>
    StreamConnection.settled(s"the stream $stream cannot be made", RESPONSE_CODE_STREAM_ALREADY_EXISTS) {
      connection.client.create(stream)
    }: Unit
  }

  /** However many there are, also of another session's. */
  protected def delete(destination: DestinationName): Unit =
    laidOut.remove(destination)
    @tailrec def deleteFrom(partition: Int): Unit =
      val answer = shared.ask { connection =>
        StreamConnection.settled("a stream cannot be removed", RESPONSE_CODE_STREAM_DOES_NOT_EXIST) {
          connection.client.delete(RabbitStreams.stream(destination, partition))
        }
      }
      if answer.isOk then deleteFrom(partition + 1)
    deleteFrom(0)

  /** Of a destination that is laid out. */
  def partitions(destination: DestinationName): Partitions = laidOut.get(destination).nn

  def close(): Unit =
    shared.close()
    group.shutdownGracefully(0, RabbitStreams.GraceMs, TimeUnit.MILLISECONDS): Unit

private object RabbitStreams:
  private val GraceMs = 200L

  /** As RabbitMQ names the partitions of its super streams. */
  def stream(destination: DestinationName, partition: Int): String = s"${destination.name}-$partition"
