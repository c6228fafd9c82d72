package shootout.queue.redis

import redis.clients.jedis.{Jedis, Pipeline}
import shootout.driver.{ClientSpec, Confirmations, PollingLink}
import shootout.units.Endpoint

/** The library's objects for one client: a connection, and what sends and receives over it. */
private final class RedisLink(spec: ClientSpec, endpoint: Endpoint, streams: RedisStreams, replicas: Int)
    extends PollingLink:
  @volatile private var connectionOrNull: RedisConnection | Null = null
  private var senderOrNull: RedisSender | Null = null
  private var receiverOrNull: RedisReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    val connection = RedisConnection.open(endpoint)
    connectionOrNull = connection
    if spec.send.isEmpty && spec.receive.isEmpty then hello(Jedis(connection))
    (spec.send.toList.flatMap(_.targets) ++ spec.receive.map(_.source)).foreach(d => streams.ensure(d.name))
    val pipeline = Pipeline(connection)
    for send <- spec.send do senderOrNull = RedisSender(connection, pipeline, send, replicas, confirmations)
    for receive <- spec.receive do receiverOrNull = RedisReceiver(pipeline, spec.name, receive)

  /** Returns when the server has answered, and its replicas are there. */
  private def hello(jedis: Jedis): Unit =
    jedis.ping()
    if replicas > 0 then
      val there = jedis.info("replication").linesIterator.count(line => line.matches("slave\\d+:.*state=online.*"))
      if there < replicas then
        throw IllegalStateException(s"$there of $replicas replicas are there; see whether they run")

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val receiver = receiverOrNull
    if senderOrNull != null then senderOrNull.nn.close()
    if receiver != null then receiver.close()
    cut()

  def cut(): Unit =
    val connection = connectionOrNull
    connectionOrNull = null
    senderOrNull = null
    receiverOrNull = null
    if connection != null then
      try connection.close()
      catch case _: RuntimeException => ()

  /** From any thread: what reads from the socket does not hear of an interruption, only of the socket's end. */
  def interrupt(): Unit =
    val connection = connectionOrNull
    if connection != null then
      try connection.disconnect()
      catch case _: RuntimeException => ()
