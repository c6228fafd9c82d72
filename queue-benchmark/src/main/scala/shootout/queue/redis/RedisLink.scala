package shootout.queue.redis

import redis.clients.jedis.{Jedis, Pipeline}
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.Endpoint

/** A connection, and what sends and receives over it. */
private final class RedisLink(spec: ClientSpec, endpoint: Endpoint, streams: RedisStreams, replicas: Int)
    extends QueueLink(spec, streams):
  @volatile private var connectionOrNull: RedisConnection | Null = null
  private var pipelineOrNull: Pipeline | Null = null

  override protected def connect(confirmations: Confirmations): Unit =
    val connection = RedisConnection.open(endpoint)
    connectionOrNull = connection
    pipelineOrNull = Pipeline(connection)

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RedisSender(connectionOrNull.nn, pipelineOrNull.nn, send, replicas, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    RedisReceiver(pipelineOrNull.nn, spec.name, receive)

  /** Returns when the server has answered, and its replicas are there. */
  protected def hello(): Unit =
    val jedis = Jedis(connectionOrNull.nn)
    jedis.ping()
    if replicas > 0 then
      val there = jedis.info("replication").linesIterator.count(line => line.matches("slave\\d+:.*state=online.*"))
      if there < replicas then
        throw IllegalStateException(s"$there of $replicas replicas are there; see whether they run")

  override protected def disconnect(): Unit =
    val connection = connectionOrNull
    connectionOrNull = null
    if connection != null then
      try connection.close()
      catch case _: RuntimeException => ()

  /** From any thread: what reads from the socket does not hear of an interruption, only of the socket's end. */
  override def interrupt(): Unit =
    val connection = connectionOrNull
    if connection != null then
      try connection.disconnect()
      catch case _: RuntimeException => ()
