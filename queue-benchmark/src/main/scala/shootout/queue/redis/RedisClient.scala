package shootout.queue.redis

import redis.clients.jedis.{Jedis, Pipeline, Response}
import redis.clients.jedis.params.{XAddParams, XAutoClaimParams, XClaimParams, XReadGroupParams}
import shootout.driver.*
import shootout.queue.*

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{ArrayDeque, LinkedHashMap, List as Items, Map as Pairs}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** A connection, with what sends and receives over it. */
private final class RedisClient(
    spec: ClientSpec,
    connection: RedisConnection,
    session: RedisSession,
    replicas: Int,
    confirmations: Confirmations
) extends QueueConnection(session):
  private val pipeline = Pipeline(connection)

  def sender(send: SendSpec): QueueSender = RedisSender(connection, pipeline, send, replicas, confirmations)
  def receiver(receive: ReceiveSpec): QueueReceiver = RedisReceiver(pipeline, spec.name, receive)

  /** Returns when the server has answered and its replicas are online. */
  override def hello(): Unit =
    val jedis = Jedis(connection)
    jedis.ping()
    if replicas > 0 then
      val there = jedis.info("replication").linesIterator.count(line => line.matches("slave\\d+:.*state=online.*"))
      if there < replicas then
        throw IllegalStateException(s"$there of $replicas replicas are online; check that all are running")

  override def cut(): Unit = connection.close()

  /** Closes the socket, because a blocked read notices only that, and no interruption. */
  override def interrupt(): Unit = connection.disconnect()

/** The sending half of a client. Entries go into a pipeline. [[flush]] waits for the server's answer to each, if they
  * are to be confirmed.
  */
private final class RedisSender(
    connection: RedisConnection,
    pipeline: Pipeline,
    send: SendSpec,
    /** number of replicas that must have the entries too */
    replicas: Int,
    confirmations: Confirmations
) extends MessageSender(send, reuse = true):
  private type Octets = Array[Byte]
  private val streams = send.targets.map(_.name.getBytes(UTF_8)).toArray

  private val fields = LinkedHashMap[Octets, Octets]()
  fields.put(RedisSender.Body, Array.emptyByteArray)
  for (name, value) <- send.headers do fields.put(name.getBytes(UTF_8), value.getBytes(UTF_8))
  private val anyId = XAddParams.xAddParams()

  /** Entries without an answer yet, and the sequence of each. */
  private val added = ArrayDeque[Response[Octets]]()
  private val sequences = SequenceBuffer()

  /** Adds an entry to the pipeline. The library has copied it when its call returns. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    fields.put(RedisSender.Body, body)
    added.add(pipeline.xadd(streams(target), anyId, fields))
    sequences.add(sequence)

  /** A client that does not wait for publisher confirms reads the answers later. */
  def flush(): Unit =
    if send.confirm || added.size >= RedisSender.MostUnanswered then settle()
    else if !added.isEmpty then connection.push()

  def close(): Unit = settle()

  /** @throws redis.clients.jedis.exceptions.JedisException
    *   if the server refuses an entry; if too few replicas have it in time, an IllegalStateException is thrown
    */
  private def settle(): Unit = if !added.isEmpty then
    val copies = if replicas > 0 then pipeline.waitReplicas(replicas, RedisSender.ReplicasWithinMs) else null
    pipeline.sync()
    // this throws if an entry was refused
    while !added.isEmpty do added.poll().get()
    if copies != null && copies.get() < replicas then
      throw IllegalStateException(
        s"${copies.get()} of $replicas replicas had a message within ${RedisSender.ReplicasWithinMs} ms; check that " +
          "all are running"
      )
    sequences.settle(send, confirmations)

private object RedisSender:
  private val MostUnanswered = 1024
  private val ReplicasWithinMs = 20_000L
  val Body: Array[Byte] = Array('b'.toByte)

/** The receiving half of a client: a consumer of its stream's group. Its acknowledgements go to the server with the
  * next request.
  *
  * @param name
  *   the consumer's name, which no other client has at the same time
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

  /** Acknowledgements that the server does not have yet. */
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
    // the server takes a time of 0 for "forever"
    if nanos > 0 then asked.block(math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos).toInt))
    val answer = pipeline.xreadGroup(Group, consumer, asked, unread)
    pipeline.sync()
    val streams = answer.get()
    if streams != null && !streams.isEmpty then keep(items(items(streams.get(0)).get(1)))

  /** Takes over entries that other consumers have not acknowledged for a long time. */
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

  /** Sends the acknowledgements and deletes the entries, which the stream would keep otherwise. */
  private def tell(): Unit = if !acknowledged.isEmpty then
    val ids = acknowledged.toArray(NoIds)
    acknowledged.clear()
    pipeline.xack(stream, Group, ids*)
    pipeline.xdel(stream, ids*): Unit

  /** Gives what is not acknowledged to others at once: it is marked as idle for a long time. */
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
  private val Group = RedisSession.Group.getBytes(UTF_8)
  private val GivenBack = "given back".getBytes(UTF_8)
  private val Unread = ">".getBytes(UTF_8)
  private val First = "0-0".getBytes(UTF_8)
  private val NoIds = Array.empty[Array[Byte]]

  /** An answer as the library leaves it: lists of lists and bytes. */
  private def items(answer: Object): Items[Object] = answer.asInstanceOf[Items[Object]]
  private def id(entry: Items[Object]): Array[Byte] = entry.get(0).asInstanceOf[Array[Byte]]
