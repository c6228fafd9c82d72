package shootout.queue.redis

import redis.clients.jedis.exceptions.JedisAccessControlException
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** Redis, and servers that speak as it does. A queue is a stream with one consumer group; what was acknowledged is deleted from it. */
final class RedisDriver extends QueueDriver("redis", "Redis streams", RedisProtocol.replicas, RedisProtocol(_, _)):
  def name: String = s"jedis ${RedisConnection.libraryVersion}"
  override def settings: List[String] = RedisProtocol.settings

/** Redis as one server, or a primary with its replicas, speaks it.
  *
  * @param replicas
  *   nodes beside the primary that have a message when its send is confirmed (`WAIT`)
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
  /** The section of a `broker.yaml`. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("Redis", alone = 0, most = 100)

  private[queue] val settings: List[String] = List(
    "socketTimeout=60 s: by default a client gives up on a server that is silent for 2 s, shorter than one may stand still",
    "pipelining: sends go in pipelines, and acknowledgements (XACK, and XDEL, for else the stream would grow for ever) with the next XREADGROUP",
    "XAUTOCLAIM: what a consumer took along into its grave comes to others after 10 s, for a server gives it to nobody by itself"
  )

  /** What Redis lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics(
      "what all groups of a stream have acknowledged cannot be deleted one by one, so this driver makes streams queues only"
    ) ++ QueueUnsupported.keepsAll("Redis writes each command to its append-only file") ++
      QueueUnsupported.noSelectors("a consumer group selects nothing") ++ Unsupported(
        "partitions" -> "a stream has none",
        "priority" -> "messages come in the order of their stream",
        "listener" -> "the library is asked for entries, and calls nobody back"
      )
