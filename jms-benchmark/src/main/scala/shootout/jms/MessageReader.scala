package shootout.jms

import shootout.driver.Stamp
import shootout.scenario.Content

import javax.jms.{BytesMessage, MapMessage, Message, ObjectMessage, TextMessage}

/** Reads what a message says of itself, with all of its body. In the client's thread only. */
private final class MessageReader:
  private var stamp = new Array[Byte](64 * 1024)

  /** Whether stamp and body are as they were sent; only then the other values mean something. */
  var intact = false
  var producer = 0
  var sequence = 0L
  var nanos = 0L
  var bodyBytes = 0

  def read(message: Message): Unit =
    intact = false
    bodyBytes = 0
    message match
      case bytes: BytesMessage =>
        val length = body(bytes)
        // a small body has no room for the stamp
        val beside = if length < Stamp.Bytes || length == Content.PriceUpdateBytes then stampOf(message) else null
        if beside == null then stamped(length) else judge(beside, message)
      case other =>
        val beside = stampOf(message)
        if beside != null then judge(beside, other)

  private def stampOf(message: Message): String | Null = message.getStringProperty(StampText.Property)

  /** Copies it to the beginning of `stamp`. @return its length */
  private def body(message: BytesMessage): Int =
    val length = message.getBodyLength.toInt
    if stamp.length < length then stamp = new Array[Byte](length)
    if length > 0 then message.readBytes(stamp, length)
    length

  private def stamped(length: Int): Unit =
    bodyBytes = length
    if length >= Stamp.Bytes && (length == Stamp.Bytes || stamp(length - 1) == Stamp.Filler) then take(length)

  private def judge(text: String, message: Message): Unit =
    val isPriceUpdate = StampText.isPriceUpdate(text)
    val update = if isPriceUpdate then priceUpdate(message) else null
    val length = if isPriceUpdate then Content.PriceUpdateBytes else fillerLength(message)
    bodyBytes = length
    if StampText.read(text, stamp) then take(length)
    if isPriceUpdate && intact then intact = update == PriceUpdate.of(sequence, nanos)

  private def take(length: Int): Unit =
    intact = Stamp.intactAt(stamp, 0, length)
    if intact then
      producer = Stamp.producerAt(stamp, 0)
      sequence = Stamp.sequenceAt(stamp, 0)
      nanos = Stamp.nanosAt(stamp, 0)

  private def priceUpdate(message: Message): PriceUpdate | Null = message match
    case bytes: BytesMessage => PriceUpdate.ofBytes(stamp, bytes.getBodyLength.toInt)
    case text: TextMessage => PriceUpdate.ofText(text.getText)
    case map: MapMessage => PriceUpdate.ofMap(map)
    case of: ObjectMessage =>
      of.getObject match
        case update: PriceUpdate => update
        case _ => null
    case _ => null

  private def fillerLength(message: Message): Int = message match
    case bytes: BytesMessage => bytes.getBodyLength.toInt
    case text: TextMessage => text.getText.length
    case map: MapMessage => map.getBytes(MessageReader.Entry).length
    case of: ObjectMessage =>
      of.getObject match
        case bytes: Array[Byte] => bytes.length
        case _ => 0
    case _ => 0

private object MessageReader:
  /** Where a map message without a meaning has its bytes. */
  val Entry = "body"
