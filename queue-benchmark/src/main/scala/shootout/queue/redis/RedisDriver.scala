package shootout.queue.redis

import redis.clients.jedis.exceptions.JedisAccessControlException
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** Redis, and servers that speak its protocol. A queue is a stream with one consumer group. Acknowledged entries are
  * deleted from the stream.
  */
final class RedisDriver extends QueueDriver("redis", "Redis streams", RedisProtocol.replicas, RedisProtocol(_, _)):
  def name: String = s"jedis ${RedisConnection.libraryVersion}"
  override def settings: List[String] = RedisProtocol.settings

/** Redis as one server, or a primary with its replicas, speaks it.
  *
  * @param replicas
  *   number of nodes, in addition to the primary, that have a message when its send is confirmed (`WAIT`)
  */
final class RedisProtocol(replicas: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      RedisProtocol.lacks,
      replicas.promise(DeliveryOrder.Producer, Redelivery.AtLeastOnce),
      RedisProtocol.settings,
      replicas.options
    ):
  protected def refuses(failure: Throwable): Boolean = failure.isInstanceOf[JedisAccessControlException]

  def open(endpoint: Endpoint): Session =
    val streams = RedisStreams(endpoint)
    QueueSession(streams, RedisLink(_, endpoint, streams, replicas.count))

object RedisProtocol:
  /** Reads the section of a `broker.yaml`. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("Redis", alone = 0, most = 100)

  private[queue] val settings: List[String] = List(
    "socketTimeout=60 s: by default, a client gives up on a server that is silent for 2 s, but a server may pause " +
      "for longer",
    "pipelining: sends go in pipelines, and acknowledgements go with the next XREADGROUP, as XACK and as XDEL, " +
      "because the stream would grow forever otherwise",
    "XAUTOCLAIM: other consumers get the messages of a dead consumer after 10 s, because a server does not " +
      "redeliver them otherwise"
  )

  /** What Redis or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics(
      "entries that all groups of a stream have acknowledged cannot be deleted one by one, so this driver uses " +
        "streams as queues only"
    ) ++ QueueUnsupported.keepsAll("Redis writes each command to its append-only file") ++
      QueueUnsupported.noSelectors("a consumer group has no selectors") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "messages arrive in the order of their stream",
        "listener" -> "the library delivers entries only on request, and has no callbacks"
      )
