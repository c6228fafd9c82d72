package shootout.queue.redis

import redis.clients.jedis.{Connection, DefaultJedisClientConfig, HostAndPort, Jedis, JedisClientConfig}
import redis.clients.jedis.StreamEntryID
import redis.clients.jedis.exceptions.{JedisAccessControlException, JedisDataException}
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DeliveryOrder, Endpoint}

import java.util.concurrent.TimeUnit

/** Redis, and servers that speak its protocol. A queue is a stream with one consumer group. Acknowledged entries are
  * deleted from the stream. The replicas are nodes in addition to the primary that have a message when its send is
  * confirmed (`WAIT`).
  */
final class RedisDriver
    extends QueueDriver("redis", "Redis streams", Replicas.reader("Redis", 0 to 100), DeliveryOrder.Producer):
  /** The version is in the library's own file, because the library has no public method for it. */
  def name: String = s"jedis ${versionIn(classOf[Jedis], "pom.properties")}"
  def refuses(failure: Throwable): Boolean = failure.isInstanceOf[JedisAccessControlException]
  def open(replicas: Replicas, endpoint: Endpoint): Session = RedisSession(endpoint, replicas.count)

  override def settings: List[String] = List(
    "socketTimeout=60 s: by default, a client gives up on a server that is silent for 2 s, but a server may pause " +
      "for longer",
    "pipelining: sends go in pipelines, and acknowledgements go with the next XREADGROUP, as XACK and as XDEL, " +
      "because the stream would grow forever otherwise",
    "XAUTOCLAIM: other consumers get the messages of a dead consumer after 10 s, because a server does not " +
      "redeliver them otherwise"
  )

  def lacks(replicas: Replicas): Unsupported =
    QueueUnsupported.noTopics(
      "entries that all groups of a stream have acknowledged cannot be deleted one by one, so this driver uses " +
        "streams as queues only"
    ) ++ QueueUnsupported.keepsAll("Redis writes each command to its append-only file") ++
      QueueUnsupported.noSelectors("a consumer group has no selectors") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "messages arrive in the order of their stream"
      )

/** The library's connection to the primary. */
private final class RedisConnection(server: HostAndPort, config: JedisClientConfig) extends Connection(server, config):
  /** Hands to the network what the library otherwise keeps until a call waits for an answer. */
  def push(): Unit = flush()

private object RedisConnection:
  private val SilentMs = TimeUnit.SECONDS.toMillis(60).toInt
  private val ConnectMs = TimeUnit.SECONDS.toMillis(10).toInt

  /** @throws redis.clients.jedis.exceptions.JedisException
    *   if there is no connection, or the password is refused
    */
  def open(endpoint: Endpoint): RedisConnection =
    val config = DefaultJedisClientConfig.builder()
      .connectionTimeoutMillis(ConnectMs).socketTimeoutMillis(SilentMs).blockingSocketTimeoutMillis(SilentMs)
    endpoint.login.foreach(config.user)
    endpoint.passcode.foreach(config.password)
    RedisConnection(HostAndPort(endpoint.host, endpoint.port), config.build())

/** Streams with their group. */
private final class RedisSession(endpoint: Endpoint, replicas: Int) extends QueueSession:
  private val shared = CommonConnection[Jedis](Jedis(RedisConnection.open(endpoint)), !_.isBroken, _.close())

  /** Makes a stream, whose group gets everything from its beginning. */
  protected def make(spec: DestinationSpec): Unit =
    try shared.ask(_.xgroupCreate(spec.name.name, RedisSession.Group, StreamEntryID("0-0"), true))
    catch case e: JedisDataException if e.getMessage.startsWith("BUSYGROUP") => ()

  /** Removes a stream. The server frees the memory in the background. */
  protected def delete(destination: DestinationName): Unit = shared.ask(_.unlink(destination.name)): Unit

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    RedisClient(spec, RedisConnection.open(endpoint), this, replicas, confirmations)

  protected def end(): Unit = shared.close()

private object RedisSession:
  /** The group of all receivers of a queue. */
  val Group = "work"
