package shootout.jms.nullpeer

/** A consumer, or whatever takes messages one by one.
  *
  * @param tag
  *   its name
  * @param automatic
  *   its messages are not acknowledged
  * @param prefetch
  *   so many may be unacknowledged; 0: any number
  */
private final class RabbitConsumer(
    channel: RabbitChannel,
    peer: Peer,
    from: Destination,
    memory: Memory,
    tag: String,
    val automatic: Boolean,
    prefetch: Int
) extends Subscription(from, memory):
  val name: Array[Byte] = Rabbit.short(tag)

  /** No exchange, and the queue as routing key. */
  val origin: Array[Byte] = Rabbit.short("") ++ Rabbit.short(from.name)

  private lazy val accepted = Backlog(memory)

  def ready: Boolean = (prefetch == 0 || unacknowledged < prefetch) && peer.roomy

  def deliver(bytes: Array[Byte], from: Int, length: Int): Unit =
    if !automatic then remember(bytes, from, length)
    channel.deliver(this, bytes, from, length)

  /** Counts a message that it has asked for. */
  def give(bytes: Array[Byte]): Unit = if !automatic then remember(bytes, 0, bytes.length)

  /** The oldest message is acknowledged in a transaction. */
  def accept(): Unit = moveHanded(1, accepted)

  def commit(): Unit = accepted.clear()

  def rollback(): Unit = while !accepted.isEmpty do destination.returned.add(accepted.take())
