package shootout.queue.redis

import redis.clients.jedis.exceptions.JedisDataException
import redis.clients.jedis.{Jedis, StreamEntryID}
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin}
import shootout.units.Endpoint

/** Makes and removes streams with their group, for all clients of a session. From any thread; every call waits for the server. */
private final class RedisStreams(endpoint: Endpoint) extends QueueAdmin:
  private val shared = CommonConnection[Jedis](Jedis(RedisConnection.open(endpoint)), !_.isBroken, _.close())

  /** Its group gets everything from its beginning. */
  protected def make(spec: DestinationSpec): Unit =
    try shared.ask(_.xgroupCreate(spec.name.name, RedisStreams.Group, StreamEntryID("0-0"), true))
    catch case e: JedisDataException if e.getMessage.startsWith("BUSYGROUP") => ()

  /** The server frees the memory beside other work. */
  protected def delete(destination: DestinationName): Unit = shared.ask(_.unlink(destination.name)): Unit

  def close(): Unit = shared.close()

private object RedisStreams:
  /** All receivers of a queue are in it. */
  val Group = "work"
