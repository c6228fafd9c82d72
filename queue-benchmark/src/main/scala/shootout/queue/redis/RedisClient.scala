package shootout.queue.redis

import redis.clients.jedis.{Jedis, Pipeline, Response}
import redis.clients.jedis.params.{XAddParams, XAutoClaimParams, XClaimParams, XReadGroupParams}
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.*
import shootout.units.Endpoint

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{ArrayDeque, LinkedHashMap, List as Items, Map as Pairs}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** A connection, and what sends and receives over it. */
private final class RedisLink(spec: ClientSpec, endpoint: Endpoint, streams: RedisStreams, replicas: Int)
    extends ConnectedLink[RedisConnection](spec, streams):
  /** Of the connection that there is now. */
  private var pipelineOrNull: Pipeline | Null = null

  protected def connected(confirmations: Confirmations): RedisConnection =
    val connection = RedisConnection.open(endpoint)
    pipelineOrNull = Pipeline(connection)
    connection

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RedisSender(connection, pipelineOrNull.nn, send, replicas, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    RedisReceiver(pipelineOrNull.nn, spec.name, receive)

  /** Returns when the server has answered, and its replicas are there. */
  override protected def hello(): Unit =
    val jedis = Jedis(connection)
    jedis.ping()
    if replicas > 0 then
      val there = jedis.info("replication").linesIterator.count(line => line.matches("slave\\d+:.*state=online.*"))
      if there < replicas then
        throw IllegalStateException(s"$there of $replicas replicas are there; see whether they run")

  protected def end(connection: RedisConnection): Unit =
    try connection.close()
    catch case _: RuntimeException => ()

  /** From any thread: what reads from the socket does not hear of an interruption, only of the socket's end. */
  override def interrupt(): Unit = onConnection { connection =>
    try connection.disconnect()
    catch case _: RuntimeException => ()
  }

/** The sending half of a client: entries go into a pipeline, and [[flush]] waits for what the server says of each, if they are to be
  * confirmed. In the client's thread only.
  *
  * @param replicas
  *   that must have them too
  */
private final class RedisSender(
    connection: RedisConnection,
    pipeline: Pipeline,
    send: SendSpec,
    replicas: Int,
    confirmations: Confirmations
) extends MessageSender(send, reuse = true):
  private type Octets = Array[Byte]
  private val streams = send.targets.map(_.name.getBytes(UTF_8)).toArray

  private val fields = LinkedHashMap[Octets, Octets]()
  fields.put(RedisSender.Body, Array.emptyByteArray)
  for (name, value) <- send.headers do fields.put(name.getBytes(UTF_8), value.getBytes(UTF_8))
  private val anyId = XAddParams.xAddParams()

  /** What was not yet answered, and the sequence of each. */
  private val added = ArrayDeque[Response[Octets]]()
  private val sequences = SequenceBuffer()

  /** The library has copied an entry when its call returns. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    fields.put(RedisSender.Body, body)
    added.add(pipeline.xadd(streams(target), anyId, fields))
    sequences.add(sequence)

  /** Who does not wait for confirmations looks at the answers later. */
  def flush(): Unit =
    if send.confirm || added.size >= RedisSender.MostUnanswered then settle()
    else if !added.isEmpty then connection.push()

  def close(): Unit = settle()

  /** @throws redis.clients.jedis.exceptions.JedisException
    *   if the server refuses one, or too few replicas have them in time
    */
  private def settle(): Unit = if !added.isEmpty then
    val copies = if replicas > 0 then pipeline.waitReplicas(replicas, RedisSender.ReplicasWithinMs) else null
    pipeline.sync()
    // of one that was refused, this throws
    while !added.isEmpty do added.poll().get()
    if copies != null && copies.get() < replicas then
      throw IllegalStateException(
        s"${copies.get()} of $replicas replicas had a message within ${RedisSender.ReplicasWithinMs} ms; see whether they run"
      )
    sequences.settle(send, confirmations)

private object RedisSender:
  private val MostUnanswered = 1024
  private val ReplicasWithinMs = 20_000L
  val Body: Array[Byte] = Array('b'.toByte)

/** The receiving half of a client: a consumer of its stream's group. What it has acknowledged goes to the server with the next request. In
  * the client's thread only.
  *
  * @param name
  *   no other client has it at the same time
  */
private final class RedisReceiver(pipeline: Pipeline, name: String, receive: ReceiveSpec)
    extends HoldingReceiver[Items[Object]](receive):
  import RedisReceiver.*
  private type Octets = Array[Byte]
  private val most = (receive.batch.toList ++ receive.prefetch).minOption.getOrElse(Ahead)
  private val stream = receive.source.name.getBytes(UTF_8)
  private val consumer = name.getBytes(UTF_8)
  private val unread = Array(Pairs.entry(stream, Unread))
  private val claims = XAutoClaimParams.xAutoClaimParams().count(most)

  /** What the server does not yet know of. */
  private val acknowledged = ArrayDeque[Octets]()
  private var claimedAt = System.nanoTime() - ClaimNanos

  def poll(nanos: Long): Int =
    if came.isEmpty then
      tell()
      if System.nanoTime() - claimedAt >= ClaimNanos then claim()
      if came.isEmpty then read(nanos)
    came.size

  private def read(nanos: Long): Unit =
    val asked = XReadGroupParams.xReadGroupParams().count(most)
    // nothing is what it calls for ever
    if nanos > 0 then asked.block(math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos).toInt))
    val answer = pipeline.xreadGroup(Group, consumer, asked, unread)
    pipeline.sync()
    val streams = answer.get()
    if streams != null && !streams.isEmpty then keep(items(items(streams.get(0)).get(1)))

  /** What others left behind: they have not acknowledged it for long. */
  private def claim(): Unit =
    val answer = pipeline.xautoclaim(stream, Group, consumer, AckWithinMs, First, claims)
    pipeline.sync()
    claimedAt = System.nanoTime()
    keep(items(answer.get().get(1)))

  private def keep(entries: Items[Object]): Unit =
    entries.forEach(entry => if entry != null then came.add(items(entry)))

  def next(): Octets =
    val entry = take()
    if automatic then acceptAll()
    items(entry.get(1)).get(1).asInstanceOf[Octets]

  protected def accept(entry: Items[Object]): Unit = acknowledged.add(id(entry)): Unit

  /** Acknowledged entries are deleted: a stream keeps them otherwise. */
  private def tell(): Unit = if !acknowledged.isEmpty then
    val ids = acknowledged.toArray(NoIds)
    acknowledged.clear()
    pipeline.xack(stream, Group, ids*)
    pipeline.xdel(stream, ids*): Unit

  /** What is not acknowledged is for others, at once: it counts as waiting for long. */
  def close(unsubscribe: Boolean): Unit =
    tell()
    unacknowledged.addAll(came)
    came.clear()
    if !unacknowledged.isEmpty then
      val old = XClaimParams.xClaimParams().idle(GivenBackMs)
      val ids = unacknowledged.asScala.map(id).toArray
      pipeline.xclaimJustId(stream, Group, GivenBack, 0, old, ids*): Unit
    val left: Response[java.lang.Long] = pipeline.xgroupDelConsumer(stream, Group, consumer)
    pipeline.sync()
    left.get(): Unit

private object RedisReceiver:
  private val Ahead = 100
  private val AckWithinMs = 10_000L
  private val GivenBackMs = 10 * AckWithinMs
  private val ClaimNanos = TimeUnit.MILLISECONDS.toNanos(500)
  private val Group = RedisStreams.Group.getBytes(UTF_8)
  private val GivenBack = "given back".getBytes(UTF_8)
  private val Unread = ">".getBytes(UTF_8)
  private val First = "0-0".getBytes(UTF_8)
  private val NoIds = Array.empty[Array[Byte]]

  /** An answer as the library leaves it: lists of lists and bytes. */
  private def items(answer: Object): Items[Object] = answer.asInstanceOf[Items[Object]]
  private def id(entry: Items[Object]): Array[Byte] = entry.get(0).asInstanceOf[Array[Byte]]
