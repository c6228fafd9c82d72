package shootout.queue.kafka

import shootout.driver.{ClientSpec, Confirmations, PollingLink}

/** The library's objects for one client: a producer, a consumer, or both. */
private final class KafkaLink(spec: ClientSpec, settings: KafkaSettings, topics: KafkaTopics) extends PollingLink:
  private var senderOrNull: KafkaSender | Null = null
  @volatile private var receiverOrNull: KafkaReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    if spec.send.isEmpty && spec.receive.isEmpty then topics.hello()
    for send <- spec.send do
      send.targets.foreach(target => topics.ensure(target.name))
      val sender = KafkaSender(settings.producer(spec), send, confirmations)
      senderOrNull = sender
      sender.begin()
    for receive <- spec.receive do
      topics.ensure(receive.source.name)
      val receiver = KafkaReceiver(settings.consumer(spec, receive), receive)
      receiverOrNull = receiver
      receiver.join()

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    if receiver != null then receiver.close()
    receiverOrNull = null
    if sender != null then sender.close()
    senderOrNull = null
    if unsubscribe then spec.receive.flatMap(_.durable).foreach(topics.removeGroup)

  def cut(): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    senderOrNull = null
    receiverOrNull = null
    if sender != null then sender.cut()
    if receiver != null then receiver.cut()

  def interrupt(): Unit =
    val receiver = receiverOrNull
    if receiver != null then receiver.interrupt()
