package shootout.queue.redis

import redis.clients.jedis.params.{XAutoClaimParams, XClaimParams, XReadGroupParams}
import redis.clients.jedis.{Pipeline, Response}
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit
import java.util.{ArrayDeque, List as Items, Map as Pairs}

/** The receiving half of a client: a consumer of its stream's group. What it has acknowledged goes to the server with the next request. In
  * the client's thread only.
  *
  * @param name
  *   no other client has it at the same time
  */
private final class RedisReceiver(pipeline: Pipeline, name: String, receive: ReceiveSpec) extends QueueReceiver:
  import RedisReceiver.*
  private type Octets = Array[Byte]
  private val automatic = receive.ack.isAutomatic
  private val most = (receive.batch.toList ++ receive.prefetch).minOption.getOrElse(Ahead)
  private val stream = receive.source.name.getBytes(UTF_8)
  private val consumer = name.getBytes(UTF_8)
  private val unread = Array(Pairs.entry(stream, Unread))
  private val claims = XAutoClaimParams.xAutoClaimParams().count(most)

  /** Entries that came and were not taken. */
  private val came = ArrayDeque[Items[Object]]()
  private val unacknowledged = ArrayDeque[Octets]()

  /** What the server does not yet know of. */
  private val acknowledged = ArrayDeque[Octets]()
  private var claimedAt = System.nanoTime() - ClaimNanos

  /** @return how many [[next]] will give */
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
    val entry = came.poll()
    (if automatic then acknowledged else unacknowledged).add(entry.get(0).asInstanceOf[Octets])
    items(entry.get(1)).get(1).asInstanceOf[Octets]

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then acknowledged.add(latest)
    else
      acknowledged.addAll(unacknowledged)
      unacknowledged.clear()

  /** Acknowledged entries are deleted: a stream keeps them otherwise. */
  private def tell(): Unit = if !acknowledged.isEmpty then
    val ids = drained(acknowledged)
    pipeline.xack(stream, Group, ids*)
    pipeline.xdel(stream, ids*): Unit

  private def drained(ids: ArrayDeque[Octets]): Array[Octets] =
    val all = ids.toArray(NoIds)
    ids.clear()
    all

  /** What is not acknowledged is for others, at once: it counts as waiting for long. */
  def close(unsubscribe: Boolean): Unit =
    tell()
    came.forEach(entry => unacknowledged.add(entry.get(0).asInstanceOf[Octets]))
    came.clear()
    if !unacknowledged.isEmpty then
      val old = XClaimParams.xClaimParams().idle(GivenBackMs)
      pipeline.xclaimJustId(stream, Group, GivenBack, 0, old, drained(unacknowledged)*): Unit
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
