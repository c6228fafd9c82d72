package shootout.jms

import org.apache.activemq.command.{ActiveMQBytesMessage, ActiveMQMapMessage, ActiveMQTextMessage}
import shootout.driver.Stamp

import java.nio.ByteBuffer
import javax.jms.Message

/** How much of a body is checked, with messages of ActiveMQ's library. */
class MessageReaderSuite extends munit.FunSuite:
  private val filler = Stamp.Filler.toChar

  private def intact(message: Message, wholeBodies: Boolean): Boolean =
    val reader = MessageReader(timed = false, wholeBodies)
    reader.read(message)
    reader.intact

  private def damaged(size: Int, at: Option[Int]): Array[Byte] =
    val body = Array.fill(size)(Stamp.Filler)
    at.fold(body)(i => body.updated(i, 0.toByte))

  private def stampFor(size: Int): String = StampText.write(5, 6, 7, size, isPriceUpdate = false)

  /** With the stamp in a property, which is set first because setting it clears the body. */
  private def small(size: Int, at: Option[Int]): Message =
    val message = ActiveMQBytesMessage()
    message.setStringProperty(StampText.Property, stampFor(size))
    message.writeBytes(damaged(size, at))
    message.reset()
    message

  /** With the stamp in the body. */
  private def stamped(size: Int, at: Option[Int]): Message =
    val body = damaged(size, at)
    Stamp.put(ByteBuffer.wrap(body), 0, 5, 6, 7, size)
    bytes(body)

  private def bytes(body: Array[Byte]): ActiveMQBytesMessage =
    val message = ActiveMQBytesMessage()
    message.writeBytes(body)
    message.reset()
    message

  private def text(body: Array[Byte]): Message =
    val message = ActiveMQTextMessage()
    message.setText(String(body.map(b => if b == 0 then ' ' else filler)))
    message

  private def map(body: Array[Byte]): Message =
    val message = ActiveMQMapMessage()
    message.setBytes(MessageReader.Entry, body)
    message

  /** With the stamp in a property. */
  private def beside(make: Array[Byte] => Message)(size: Int, at: Option[Int]): Message =
    val message = make(damaged(size, at))
    message.setStringProperty(StampText.Property, stampFor(size))
    message

  private val kinds = List[(String, Int, (Int, Option[Int]) => Message)](
    ("bytes", 1000, stamped),
    ("a small body", 10, small),
    ("text", 1000, beside(text)),
    ("map", 1000, beside(map))
  )

  for (kind, size, make) <- kinds; wholeBodies <- List(true, false) do
    test(s"$kind: damage is found in ${if wholeBodies then "the whole body" else "the last byte"}") {
      def found(at: Option[Int]) = intact(make(size, at), wholeBodies)
      assert(found(None))
      assert(!found(Some(size - 1)), "the last byte")
      for at <- List(size - 2, size / 2, if size > Stamp.Bytes then Stamp.Bytes else 0) do
        assertEquals(found(Some(at)), !wholeBodies, s"byte $at")
    }
