package shootout.queue.rabbitstream

import com.rabbitmq.stream.AuthenticationFailureException
import com.rabbitmq.stream.Constants.{RESPONSE_CODE_STREAM_ALREADY_EXISTS, RESPONSE_CODE_STREAM_DOES_NOT_EXIST}
import com.rabbitmq.stream.impl.{Client, ClientProperties}
import io.netty.channel.nio.NioEventLoopGroup
import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.scenario.Workload
import shootout.units.{DeliveryOrder, DestinationType, Endpoint}

import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.annotation.tailrec
import scala.collection.mutable.ArrayBuffer

/** RabbitMQ's streams, through RabbitMQ's own library for their protocol. A queue is one stream for each of its
  * partitions, which the session deals out to its receivers. A topic is one stream, which all subscribers read
  * independently.
  */
final class RabbitStreamDriver
    extends QueueDriver("rabbitmq_stream", "RabbitMQ streams", StreamDialect.reader, DeliveryOrder.Partition):
  def name: String = s"stream-client ${ClientProperties.VERSION}"
  override def access: Access = Access(virtualHosts = true)

  /** A frame has 1 MiB by default, and some of it is left for what surrounds a body. */
  override def largestBody(dialect: StreamDialect): Int = (1 << 20) - (1 << 12)
  override def whyNoLarger(dialect: StreamDialect): String =
    s"a frame may have at most 1 MiB, and a message at most ${largestBody(dialect)} B"

  override def undivided(workload: Workload): Option[String] =
    val shared = workload.destinations.kind == DestinationType.Queue && workload.consumerCount > 1
    Option.when(shared || workload.destinations.partitions.exists(_ > 1))(
      "the generator's JVM itself deals out partitions, because a broker of 3.10 does not"
    )

  /** Whether the broker refuses the password or the virtual host. The library has no exception for the latter. */
  def refuses(failure: Throwable): Boolean = failure match
    case _: AuthenticationFailureException => true
    case other => String.valueOf(other.getMessage).startsWith(RabbitStreamDriver.NoVirtualHost)

  def open(dialect: StreamDialect, endpoint: Endpoint): Session = StreamSession(endpoint)

  override def settings: List[String] = List(
    "com.rabbitmq.stream.impl.Client: the part of the library on which its producers and consumers are built. They " +
      "would silently recover from a lost connection, open three connections for each client, and write in a " +
      "thread of their own for each partition. Here a client has one connection, its loss is reported, and what is " +
      "sent together goes as one frame",
    "credits: 10 chunks, as in the library's consumers, and one more for each chunk that was taken whole, so that " +
      "no backlog builds up in the client",
    "store_offset: the driver stores each acknowledgement, as the workload asks; the library's consumers would " +
      "store one in 10,000"
  )

  def lacks(dialect: StreamDialect): Unsupported =
    QueueUnsupported.keepsAll("a stream writes every message to its log") ++
      QueueUnsupported.noTransactions("streams have no transactions") ++
      QueueUnsupported.noPrefetch(
        "messages delivered ahead are counted in chunks, of as many messages as were written together"
      ) ++
      QueueUnsupported.noSelectors("a stream has no selectors and delivers every message") ++ Unsupported(
        "ack_individual" -> "an offset is a position, not a message",
        "durable" -> "up to 3.10, the broker does not say where a stream ends, so that a new subscription has no place to begin",
        "shared" -> "each reader of a stream gets all of it",
        "shared_durable" -> "each reader of a stream gets all of it",
        "priority" -> "messages arrive in the order of their stream",
        "listener" -> "the library only offers callbacks, so every workload uses them"
      )

private object RabbitStreamDriver:
  private val NoVirtualHost = "Unexpected response code when connecting to virtual host"

/** The section of a `broker.yaml`, which has no keys of its own. */
private[queue] final class StreamDialect extends QueueDialect

private[queue] object StreamDialect:
  val reader: Reader[StreamDialect] =
    Fields.reader("a dialect of RabbitMQ's streams")((_, _) => Some(StreamDialect()))

/** Streams, and which receiver of a queue reads which of them. A client has one connection that sends, one that
  * receives, or both.
  */
private final class StreamSession(endpoint: Endpoint) extends QueueSession:
  private val group = NioEventLoopGroup()
  private val shared = CommonConnection[StreamConnection](connection("streams", _ => ()), _.isOpen, _.close())
  private val laidOut = ConcurrentHashMap[DestinationName, Partitions]()

  def connection(
      name: String,
      lost: Throwable => Unit,
      listening: Client.ClientParameters => Unit = _ => ()
  ): StreamConnection = StreamConnection(endpoint, name, group, lost, listening)

  override def hello(): Unit = shared.ask(_.answered())

  protected def make(spec: DestinationSpec): Unit =
    val count = spec.partitionsNeeded
    for partition <- 0 until count do create(StreamSession.stream(spec.name, partition))
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
          connection.client.delete(StreamSession.stream(destination, partition))
        }
      }
      if answer.isOk then deleteFrom(partition + 1)
    deleteFrom(0)

  /** The partitions of a destination that this session has made. */
  def partitions(destination: DestinationName): Partitions = laidOut.get(destination).nn

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection = new QueueConnection(this):
    def sender(send: SendSpec): QueueSender = StreamSender(StreamSession.this, spec.name, send, confirmations)
    def receiver(receive: ReceiveSpec): QueueReceiver =
      StreamReceiver(StreamSession.this, spec.name, receive, confirmations.failed)

  protected def end(): Unit =
    shared.close()
    group.shutdownGracefully(0, StreamSession.GraceMs, TimeUnit.MILLISECONDS): Unit

private object StreamSession:
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
