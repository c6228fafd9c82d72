package shootout.queue.redis

import redis.clients.jedis.exceptions.JedisDataException
import redis.clients.jedis.{Jedis, StreamEntryID}
import shootout.units.Endpoint

import java.util.concurrent.ConcurrentHashMap

/** Makes and removes streams with their group, for all clients of a session. From any thread; every call waits for the server. */
private final class RedisStreams(endpoint: Endpoint) extends AutoCloseable:
  private var jedisOrNull: Jedis | Null = null
  private val known = ConcurrentHashMap.newKeySet[String]()

  private def ask[A](question: Jedis => A): A = synchronized {
    val there = jedisOrNull
    val jedis = if there != null && !there.isBroken then there else Jedis(RedisConnection.open(endpoint))
    jedisOrNull = jedis
    question(jedis)
  }

  /** Makes a stream whose group gets everything from its beginning, unless it is there. */
  def ensure(stream: String): Unit = if !known.contains(stream) then
    try ask(_.xgroupCreate(stream, RedisStreams.Group, StreamEntryID("0-0"), true))
    catch case e: JedisDataException if e.getMessage.startsWith("BUSYGROUP") => ()
    known.add(stream): Unit

  /** The server frees the memory beside other work. */
  def remove(stream: String): Unit =
    ask(_.unlink(stream))
    known.remove(stream): Unit

  def close(): Unit = synchronized {
    val there = jedisOrNull
    if there != null then there.close()
  }

private object RedisStreams:
  /** All receivers of a queue are in it. */
  val Group = "work"
