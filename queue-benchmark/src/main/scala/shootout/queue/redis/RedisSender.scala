package shootout.queue.redis

import redis.clients.jedis.params.XAddParams
import redis.clients.jedis.{Pipeline, Response}
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{ArrayDeque, LinkedHashMap}

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
) extends QueueSender:
  private type Octets = Array[Byte]
  private val streams = send.targets.map(_.name.getBytes(UTF_8)).toArray

  /** The library has copied an entry when its call returns. */
  private val bodies = StampedBody(reuse = true)
  private val fields = LinkedHashMap[Octets, Octets]()
  fields.put(RedisSender.Body, Array.emptyByteArray)
  for (name, value) <- send.headers do fields.put(name.getBytes(UTF_8), value.getBytes(UTF_8))
  private val anyId = XAddParams.xAddParams()

  /** What was not yet answered, and the sequence of each. */
  private val added = ArrayDeque[Response[Octets]]()
  private var sequences = new Array[Long](RedisSender.FirstSize)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val stream = streams(target)
    val pending = added.size
    if pending + count > sequences.length then
      sequences = java.util.Arrays.copyOf(sequences, math.max(pending + count, 2 * sequences.length))
    var n = 0
    while n < count do
      fields.put(RedisSender.Body, bodies(id, sequence + n, stampNanos, bodyBytes))
      added.add(pipeline.xadd(stream, anyId, fields))
      sequences(pending + n) = sequence + n
      n += 1

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
    val count = added.size
    // of one that was refused, this throws
    while !added.isEmpty do added.poll().get()
    if copies != null && copies.get() < replicas then
      throw IllegalStateException(
        s"${copies.get()} of $replicas replicas had a message within ${RedisSender.ReplicasWithinMs} ms; see whether they run"
      )
    if send.confirm then
      var n = 0
      while n < count do
        confirmations.confirmed(sequences(n))
        n += 1

private object RedisSender:
  private val FirstSize = 64
  private val MostUnanswered = 1024
  private val ReplicasWithinMs = 20_000L
  val Body: Array[Byte] = Array('b'.toByte)
