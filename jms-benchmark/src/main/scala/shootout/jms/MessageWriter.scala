package shootout.jms

import shootout.driver.{ExternalPriceUpdate, PriceUpdate, SendSpec, Stamp}
import shootout.scenario.{Content, MessageForm}

import java.nio.ByteBuffer
import javax.jms.{Message, Session}

/** Makes the messages of one client. In its thread only. */
private final class MessageWriter(session: Session, spec: SendSpec):
  private val isPriceUpdate = spec.message.content == Content.PriceUpdate
  private val plainBytes = spec.message.form == MessageForm.Bytes && !isPriceUpdate
  private val groups = spec.messageGroups.toArray
  private var body = Array.emptyByteArray
  private var text = ""

  /** If the spec is `timed`: how long the latest message took to be made from its content. */
  var nanos = 0L

  def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val message =
      if plainBytes && bodyBytes >= Stamp.Bytes then stamped(producer, sequence, nanos, bodyBytes)
      else beside(producer, sequence, nanos, bodyBytes)
    for (name, value) <- spec.headers do message.setStringProperty(name, value)
    if groups.length > 0 then
      message.setStringProperty(MessageWriter.Group, groups((sequence % groups.length).toInt))
    message

  /** The stamp is the beginning of the body. */
  private def stamped(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val bytes = filler(bodyBytes)
    Stamp.put(ByteBuffer.wrap(bytes), 0, producer, sequence, nanos, bodyBytes)
    val message = session.createBytesMessage()
    message.writeBytes(bytes)
    message

  /** The stamp stands in a property. */
  private def beside(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val message = if isPriceUpdate then timed(PriceUpdate.of(sequence, nanos)) else meaningless(bodyBytes)
    val stamp = StampText.write(producer, sequence, nanos, bodyBytes, isPriceUpdate)
    message.setStringProperty(StampText.Property, stamp)
    message

  private def timed(update: PriceUpdate): Message =
    val began = if spec.timed then System.nanoTime() else 0
    val message = priceUpdate(update)
    if spec.timed then nanos = System.nanoTime() - began
    message

  private def priceUpdate(update: PriceUpdate): Message = spec.message.form match
    case MessageForm.Bytes =>
      val message = session.createBytesMessage()
      message.writeBytes(update.toBytes)
      message
    case MessageForm.Text => session.createTextMessage(update.toText)
    case MessageForm.Map =>
      val message = session.createMapMessage()
      PriceUpdateMap.put(update, message)
      message
    case MessageForm.Object => session.createObjectMessage(update)
    case MessageForm.Externalizable => session.createObjectMessage(ExternalPriceUpdate(update))

  private def meaningless(bodyBytes: Int): Message = spec.message.form match
    case MessageForm.Bytes =>
      val message = session.createBytesMessage()
      message.writeBytes(filler(bodyBytes))
      message
    case MessageForm.Text =>
      if text.length != bodyBytes then text = Stamp.Filler.toChar.toString * bodyBytes
      session.createTextMessage(text)
    case MessageForm.Map =>
      val message = session.createMapMessage()
      message.setBytes(MessageReader.Entry, filler(bodyBytes))
      message
    // scenarios have no filler that is externalizable
    case MessageForm.Object | MessageForm.Externalizable => session.createObjectMessage(filler(bodyBytes))

  /** Libraries copy the body, at the latest when they send it. */
  private def filler(bytes: Int): Array[Byte] =
    if body.length != bytes then body = Array.fill(bytes)(Stamp.Filler)
    body

private object MessageWriter:
  /** "The identity of the message group this message is part of", set by the client (JMS 2.0, 3.5.9). What a broker makes of it is not said
    * there; those that have groups give all of one to one consumer.
    */
  val Group = "JMSXGroupID"
