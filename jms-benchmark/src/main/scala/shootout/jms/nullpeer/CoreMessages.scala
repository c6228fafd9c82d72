package shootout.jms.nullpeer

import io.netty.buffer.Unpooled
import org.apache.activemq.artemis.api.core.{Message, SimpleString}
import org.apache.activemq.artemis.core.message.impl.CoreMessage
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.PACKET_HEADERS_SIZE

import java.util

/** How messages look inside of packets. */
private object CoreMessages:
  /** Behind the message in SESS_SEND: whether it wants a response (8 bits), which (64), the producer (32). */
  val SendTail = 1 + 8 + 4

  // the first byte of a message that is kept
  val Whole: Byte = 0
  val Large: Byte = 1

  private val OldMessageSize = SimpleString.of("_HQ_LARGE_SIZE")

  /** A large message's head, with the body's size for the consumers. */
  def sized(head: Array[Byte], bodyBytes: Int, old: Boolean, usual: Destination | Null): Array[Byte] =
    val message = CoreMessage(0, head.length)
    message.decodeHeadersAndProperties(Unpooled.wrappedBuffer(head))
    if message.getAddressSimpleString == null && usual != null then message.setAddress(SimpleString.of(usual.name))
    message.putLongProperty(if old then OldMessageSize else Message.HDR_LARGE_BODY_SIZE, bodyBytes.toLong)
    val encoded = Unpooled.buffer(head.length + 64)
    message.encodeHeadersAndProperties(encoded)
    util.Arrays.copyOf(encoded.array, encoded.writerIndex)

  /** From the beginning of a message, which says where its body ends in a packet as that was before version 2. */
  def headersAt(bytes: Array[Byte], from: Int): Int = Bytes.intAt(bytes, from) - PACKET_HEADERS_SIZE + 4
