package shootout.queue.rabbitstream

import com.rabbitmq.stream.Constants.{RESPONSE_CODE_STREAM_ALREADY_EXISTS, RESPONSE_CODE_STREAM_DOES_NOT_EXIST}
import com.rabbitmq.stream.impl.Client
import io.netty.channel.nio.NioEventLoopGroup
import shootout.driver.{ClientSpec, Confirmations, DestinationName, DestinationSpec, ReceiveSpec, SendSpec}
import shootout.queue.{CommonConnection, QueueAdmin, QueueLink, QueueReceiver, QueueSender}
import shootout.units.Endpoint

import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.annotation.tailrec
import scala.collection.mutable.ArrayBuffer

/** A sender and a receiver, each over a connection of its own. */
private final class RabbitStreamLink(spec: ClientSpec, streams: RabbitStreams) extends QueueLink(spec, streams):
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    StreamSender(streams, spec.name, send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    StreamReceiver(streams, spec.name, receive, confirmations.failed)

/** Makes and removes streams for all clients of a session, and knows which receiver of a queue reads which stream. Any
  * thread may call it.
  */
private final class RabbitStreams(endpoint: Endpoint) extends QueueAdmin:
  private val group = NioEventLoopGroup()
  private val shared = CommonConnection[StreamConnection](connect("streams", _ => ()), _.isOpen, _.close())
  private val laidOut = ConcurrentHashMap[DestinationName, Partitions]()

  def connect(
      name: String,
      lost: Throwable => Unit,
      listening: Client.ClientParameters => Unit = _ => ()
  ): StreamConnection = StreamConnection(endpoint, name, group, lost, listening)

  override def hello(): Unit = shared.ask(_.answered())

  protected def make(spec: DestinationSpec): Unit =
    val count = spec.partitionsNeeded
    for partition <- 0 until count do create(RabbitStreams.stream(spec.name, partition))
    laidOut.put(spec.name, Partitions(count)): Unit

  private def create(stream: String): Unit = shared.ask { connection =>
    StreamConnection.settled(s"the stream $stream cannot be made", RESPONSE_CODE_STREAM_ALREADY_EXISTS) {
      connection.client.create(stream)
    }: Unit
  }

  /** Removes all streams of a destination, also those of another session. */
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

  /** The partitions of a destination that this session has made. */
  def partitions(destination: DestinationName): Partitions = laidOut.get(destination).nn

  def close(): Unit =
    shared.close()
    group.shutdownGracefully(0, RabbitStreams.GraceMs, TimeUnit.MILLISECONDS): Unit

private object RabbitStreams:
  private val GraceMs = 200L

  /** The name of a stream, as RabbitMQ names the partitions of its super streams. */
  def stream(destination: DestinationName, partition: Int): String = s"${destination.name}-$partition"

/** Decides which receiver of a queue reads which of its partitions, because RabbitMQ 3.10 has no single active consumer
  * for streams. Each receiver has as many as the others, or one more. A receiver that joins or leaves moves as few
  * partitions as possible. A partition that changes hands is taken up when its old receiver has given it up. Any thread
  * may call it.
  */
private final class Partitions(val count: Int):
  private type StreamReader = AnyRef
  private val readers = ArrayBuffer.empty[StreamReader]
  private val meant = Array.fill[Option[StreamReader]](count)(None)
  private val held = Array.fill[Option[StreamReader]](count)(None)

  /** A number that changes whenever a reader has something to give up or to take up. */
  @volatile private var changes = 0L
  def version: Long = changes

  def join(reader: StreamReader): Unit = synchronized {
    readers += reader
    deal()
  }

  /** Removes a reader, and frees what it had. */
  def leave(reader: StreamReader): Unit = synchronized {
    readers -= reader
    for partition <- 0 until count if held(partition).contains(reader) do held(partition) = None
    deal()
  }

  private def deal(): Unit =
    val quotas = readers.indices.map(n => count / readers.size + (if n < count % readers.size then 1 else 0))
    for (reader, quota) <- readers.zip(quotas) do
      for partition <- of(meant, reader).drop(quota) do meant(partition) = None
    for partition <- 0 until count if !meant(partition).exists(readers.contains) do
      meant(partition) = readers.zip(quotas).collectFirst {
        case (reader, quota) if of(meant, reader).size < quota => reader
      }
    changes += 1

  private def of(all: Array[Option[StreamReader]], reader: StreamReader): List[Int] =
    all.indices.filter(all(_).contains(reader)).toList

  /** The partitions that a reader has and must give up. */
  def surplus(reader: StreamReader): List[Int] = synchronized(of(held, reader).filterNot(meant(_).contains(reader)))

  def giveUp(partition: Int): Unit = synchronized {
    held(partition) = None
    changes += 1
  }

  /** Gives a reader those of its partitions that are free. @return these */
  def takeUp(reader: StreamReader): List[Int] = synchronized {
    val free = of(meant, reader).filter(held(_).isEmpty)
    for partition <- free do held(partition) = Some(reader)
    free
  }
