package shootout.jms.nullpeer

import io.netty.buffer.Unpooled
import org.apache.activemq.artemis.api.core.SimpleString
import org.apache.activemq.artemis.core.client.impl.ClientConsumerImpl
import org.apache.activemq.artemis.core.message.impl.CoreMessage
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.*

/** A consumer, whose credit counts bytes. Its messages have the numbers 1, 2, 3 ... in the order of delivery. */
private final class CoreSubscription(
    peer: Peer,
    from: Destination,
    memory: Memory,
    channel: Long,
    id: Long,
    old: Boolean
) extends Subscription(from, memory):
  private var credit = 0L
  private var unlimited = false
  private var delivered = 0L
  private var acknowledged = 0L
  // acknowledged in a transaction that has not ended
  private lazy val accepted = Backlog(memory)

  def ready: Boolean = (credit > 0 || unlimited) && peer.roomy

  /** @param bytes -1: no matter how many; 0: none any more */
  def credit(bytes: Int): Unit =
    if bytes < 0 then unlimited = true
    else if bytes == 0 then credit = 0
    else credit += bytes
    pump()

  /** As the client counts a packet: the old one with the size in front. */
  private def charge(size: Int): Unit = credit -= (if old then size + 4 else size)

  def deliver(bytes: Array[Byte], from: Int, length: Int): Unit =
    remember(bytes, from, length)
    delivered += 1
    if bytes(from) == CoreMessages.Whole then whole(bytes, from + 1, length - 1, delivered)
    else large(bytes, from + 1, length - 1)

  private def whole(bytes: Array[Byte], from: Int, length: Int, number: Long): Unit =
    val out = peer.output
    val size = PACKET_HEADERS_SIZE - 4 + length + 12
    out.int(size)
    out.byte(SESS_RECEIVE_MSG)
    out.long(channel)
    val message = out.position
    out.put(bytes, from, length)
    out.longAt(message + CoreMessages.headersAt(bytes, from), number)
    out.long(id)
    out.int(1)
    charge(size)

  private def large(bytes: Array[Byte], from: Int, length: Int): Unit =
    val head = Bytes.intAt(bytes, from)
    val bodyAt = from + 4 + head
    val body = length - 4 - head
    val out = peer.output
    val size = PACKET_HEADERS_SIZE - 4 + 20 + head
    out.int(size)
    out.byte(SESS_RECEIVE_LARGE_MSG)
    out.long(channel)
    out.long(id)
    out.int(1)
    out.long(body)
    val message = out.position
    out.put(bytes, from + 4, head)
    out.longAt(message, delivered)
    charge(size)
    var at = 0
    while at < body do
      val part = math.min(CoreSubscription.ChunkBytes, body - at)
      continuation(bytes, bodyAt + at, part, at + part < body)
      at += part

  private def continuation(bytes: Array[Byte], from: Int, length: Int, continues: Boolean): Unit =
    val out = peer.output
    val size = PACKET_HEADERS_SIZE - 4 + 4 + length + 1 + 8
    out.int(size)
    out.byte(SESS_RECEIVE_CONTINUATION)
    out.long(channel)
    out.int(length)
    out.put(bytes, from, length)
    out.byte(if continues then 1 else 0)
    out.long(id)
    charge(size)

  /** The client wants to know that there is nothing more now: a message that is none says so. */
  def force(sequence: Long): Unit =
    pump()
    val message = CoreMessage(0, CoreSubscription.ForcedBytes)
    message.setAddress(SimpleString.of(destination.name))
    message.putLongProperty(ClientConsumerImpl.FORCED_DELIVERY_MESSAGE, sequence)
    val encoded = Unpooled.buffer()
    if old then message.sendBuffer_1X(encoded) else message.sendBuffer(encoded, 0)
    whole(encoded.array, 0, encoded.writerIndex, 0)

  /** @param all this one and all before it */
  def acknowledge(number: Long, all: Boolean, transacted: Boolean): Unit =
    val count = if all then (number - acknowledged).toInt else 1
    acknowledged += count
    if transacted then moveHanded(count, accepted) else forget(count)

  def commit(): Unit = accepted.clear()

  /** What was accepted, and then what was not, comes again; whoever calls this wakes the destination. */
  def rollback(): Unit =
    val to = if destination.topic then returned else destination.returned
    while !accepted.isEmpty do to.add(accepted.take())
    giveBack(Int.MaxValue)
    acknowledged = delivered

private object CoreSubscription:
  /** As large as the client's own pieces. */
  private val ChunkBytes = 100 * 1024
  private val ForcedBytes = 64
