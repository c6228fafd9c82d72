package shootout.queue.redis

import redis.clients.jedis.{Connection, DefaultJedisClientConfig, HostAndPort, Jedis, JedisClientConfig}
import redis.clients.jedis.StreamEntryID
import redis.clients.jedis.exceptions.JedisDataException
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{versionIn, CommonConnection, QueueAdmin}
import shootout.units.Endpoint

import java.util.concurrent.TimeUnit

/** The library's connection to the primary. */
private final class RedisConnection(server: HostAndPort, config: JedisClientConfig) extends Connection(server, config):
  /** Hands to the network what the library otherwise keeps until a call waits for an answer. */
  def push(): Unit = flush()

private object RedisConnection:
  private val SilentMs = TimeUnit.SECONDS.toMillis(60).toInt
  private val ConnectMs = TimeUnit.SECONDS.toMillis(10).toInt

  /** The version in the library's own file, because the library has no public method for it. */
  def libraryVersion: String = versionIn(classOf[Jedis], "pom.properties")

  /** @throws redis.clients.jedis.exceptions.JedisException
    *   if there is no connection, or the password is refused
    */
  def open(endpoint: Endpoint): RedisConnection =
    val config = DefaultJedisClientConfig.builder()
      .connectionTimeoutMillis(ConnectMs).socketTimeoutMillis(SilentMs).blockingSocketTimeoutMillis(SilentMs)
    endpoint.login.foreach(config.user)
    endpoint.passcode.foreach(config.password)
    RedisConnection(HostAndPort(endpoint.host, endpoint.port), config.build())

/** Makes and removes streams with their group, for all clients of a session. Any thread may call it, and every call
  * waits for the server.
  */
private final class RedisStreams(endpoint: Endpoint) extends QueueAdmin:
  private val shared = CommonConnection[Jedis](Jedis(RedisConnection.open(endpoint)), !_.isBroken, _.close())

  /** Makes a stream, whose group gets everything from its beginning. */
  protected def make(spec: DestinationSpec): Unit =
    try shared.ask(_.xgroupCreate(spec.name.name, RedisStreams.Group, StreamEntryID("0-0"), true))
    catch case e: JedisDataException if e.getMessage.startsWith("BUSYGROUP") => ()

  /** Removes a stream. The server frees the memory in the background. */
  protected def delete(destination: DestinationName): Unit = shared.ask(_.unlink(destination.name)): Unit

  def close(): Unit = shared.close()

private object RedisStreams:
  /** The group of all receivers of a queue. */
  val Group = "work"
