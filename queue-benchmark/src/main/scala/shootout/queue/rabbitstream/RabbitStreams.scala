package shootout.queue.rabbitstream

import com.rabbitmq.stream.Constants.{RESPONSE_CODE_STREAM_ALREADY_EXISTS, RESPONSE_CODE_STREAM_DOES_NOT_EXIST}
import com.rabbitmq.stream.impl.Client
import com.rabbitmq.stream.{AuthenticationFailureException, StreamException}
import io.netty.channel.nio.NioEventLoopGroup
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{Destinations, Shared}
import shootout.units.Endpoint

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.annotation.tailrec

/** Makes and removes streams, and knows who of a queue's receivers reads which, for all clients of a session. From any thread. */
private final class RabbitStreams(replicas: Int, endpoint: Endpoint) extends Destinations:
  private val group = NioEventLoopGroup()
  private val asked = AtomicInteger()
  private val shared = Shared[StreamConnection](connect("streams", _ => ()), _.isOpen, _.close())
  private val laidOut = ConcurrentHashMap[DestinationName, Partitions]()
  private val nodes = endpoint.addresses.toArray

  /** To any node that answers: each has all streams. Clients are spread. */
  def connect(
      name: String,
      lost: Throwable => Unit,
      listening: Client.ClientParameters => Unit = _ => ()
  ): StreamConnection =
    val first = asked.getAndIncrement()
    @tailrec def attempt(nth: Int): StreamConnection =
      val opened =
        try Right(at(nodes(Math.floorMod(first + nth, nodes.length)), name, lost, listening))
        catch
          case e: StreamException if nth + 1 < nodes.length && !e.isInstanceOf[AuthenticationFailureException] =>
            Left(e)
      opened match
        case Right(connection) => connection
        case Left(_) => attempt(nth + 1)
    attempt(0)

  def at(
      node: (String, Int),
      name: String,
      lost: Throwable => Unit,
      listening: Client.ClientParameters => Unit = _ => ()
  ): StreamConnection = StreamConnection(node, endpoint, name, group, lost, listening)

  /** Returns when the broker has answered. */
  def hello(): Unit = shared.ask(_.answered())

  protected def make(spec: DestinationSpec): Unit =
    val count = spec.partitionsNeeded
    for partition <- 0 until count do create(RabbitStreams.stream(spec.name, partition))
    laidOut.put(spec.name, Partitions(count)): Unit

  private def create(stream: String): Unit = shared.ask { connection =>
    val arguments = Client.StreamParametersBuilder().leaderLocator(RabbitStreams.Locator)
      .initialMemberCount(replicas).build()
    StreamConnection.settled(s"the stream $stream cannot be made", RESPONSE_CODE_STREAM_ALREADY_EXISTS) {
      connection.client.create(stream, arguments)
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

  /** Where its leader is. Where clients know one address only, they stay there. */
  def leader(stream: String): (String, Int) =
    if nodes.length == 1 then nodes(0)
    else
      val limit = System.nanoTime() + RabbitStreams.Patience
      @tailrec def find(): (String, Int) =
        val metadata = shared.ask(_.client.metadata(stream)).get(stream).nn
        val leader = if metadata.isResponseOk then metadata.getLeader else null
        if leader != null then leader.getHost -> leader.getPort
        else if System.nanoTime() - limit > 0 then throw StreamException(s"the stream $stream has no leader")
        else
          LockSupport.parkNanos(this, RabbitStreams.Pause)
          find()
      find()

  def close(): Unit =
    shared.close()
    group.shutdownGracefully(0, RabbitStreams.GraceMs, TimeUnit.MILLISECONDS): Unit

private object RabbitStreams:
  private val Patience = TimeUnit.SECONDS.toNanos(20)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(50)
  private val GraceMs = 200L
  private val Locator = com.rabbitmq.stream.StreamCreator.LeaderLocator.LEAST_LEADERS

  /** As RabbitMQ names the partitions of its super streams. */
  def stream(destination: DestinationName, partition: Int): String = s"${destination.name}-$partition"
