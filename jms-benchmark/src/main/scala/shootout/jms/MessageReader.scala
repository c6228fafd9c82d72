package shootout.jms

import shootout.driver.{ExternalPriceUpdate, PriceUpdate, Stamp}
import shootout.scenario.Content

import javax.jms.{BytesMessage, JMSException, MapMessage, Message, ObjectMessage, TextMessage}

/** Reads what a message says of itself, with all of its body. In the client's turns only.
  *
  * @param timed
  *   `readNanos` is asked for
  * @param wholeBodies
  *   all of the filler is looked at, and not only its end
  */
private final class MessageReader(timed: Boolean, wholeBodies: Boolean):
  private var stamp = new Array[Byte](64 * 1024)

  /** Whether stamp and body are as they were sent; only then the other values mean something. */
  var intact = false
  var producer = 0
  var sequence = 0L
  var nanos = 0L
  var bodyBytes = 0

  /** How long the latest price update took to be got out of its message. */
  var readNanos = 0L

  /** What cannot be read is damaged, and no end of the connection. */
  def read(message: Message): Unit =
    intact = false
    bodyBytes = 0
    try readAll(message)
    catch case _: JMSException | _: RuntimeException => intact = false

  private def readAll(message: Message): Unit =
    message match
      case bytes: BytesMessage =>
        val began = clock()
        val length = body(bytes)
        readNanos = clock() - began
        // a small body has no room for the stamp
        val beside = if length < Stamp.Bytes || length == Content.PriceUpdateBytes then stampOf(message) else null
        if beside == null then stamped(length) else judge(beside, message)
      case other =>
        readNanos = 0
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
    if length >= Stamp.Bytes && (length == Stamp.Bytes || isFiller(stamp, Stamp.Bytes, length)) then take(length)

  private def judge(text: String, message: Message): Unit =
    val isPriceUpdate = StampText.isPriceUpdate(text)
    val began = clock()
    val update = if isPriceUpdate then priceUpdate(message) else null
    readNanos += clock() - began
    val length = if isPriceUpdate then Content.PriceUpdateBytes else fillerLength(message)
    bodyBytes = length
    if StampText.read(text, stamp) then take(length)
    if isPriceUpdate && intact then intact = update == PriceUpdate.of(sequence, nanos)

  private def clock(): Long = if timed then System.nanoTime() else 0

  private def take(length: Int): Unit =
    intact = Stamp.intactAt(stamp, 0, length)
    if intact then
      producer = Stamp.producerAt(stamp, 0)
      sequence = Stamp.sequenceAt(stamp, 0)
      nanos = Stamp.nanosAt(stamp, 0)

  private def priceUpdate(message: Message): PriceUpdate | Null = message match
    case bytes: BytesMessage => PriceUpdate.ofBytes(stamp, 0, bytes.getBodyLength.toInt)
    case text: TextMessage => PriceUpdate.ofText(text.getText)
    case map: MapMessage => PriceUpdateMap.get(map)
    case of: ObjectMessage =>
      of.getObject match
        case update: PriceUpdate => update
        case external: ExternalPriceUpdate => external.update
        case _ => null
    case _ => null

  private def fillerLength(message: Message): Int = message match
    // it was copied to `stamp`
    case bytes: BytesMessage =>
      val length = bytes.getBodyLength.toInt
      if length == 0 || isFiller(stamp, 0, length) then length else 0
    case text: TextMessage => fillerIn(text.getText)
    case map: MapMessage => fillerIn(map.getBytes(MessageReader.Entry))
    case of: ObjectMessage =>
      of.getObject match
        case bytes: Array[Byte] => fillerIn(bytes)
        case _ => 0
    case _ => 0

  /** The length of what is filler to its end, else 0. */
  private def fillerIn(text: String): Int =
    var at = text.length - 1
    val least = if wholeBodies then 0 else at
    while at >= least && at >= 0 && text.charAt(at) == Stamp.Filler do at -= 1
    if at < least then text.length else 0

  private def fillerIn(bytes: Array[Byte]): Int =
    if bytes.nonEmpty && isFiller(bytes, 0, bytes.length) then bytes.length else 0

  /** As far as it is looked at, from the end. */
  private def isFiller(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var at = until - 1
    val least = if wholeBodies then from else at
    while at >= least && bytes(at) == Stamp.Filler do at -= 1
    at < least

private object MessageReader:
  /** Where a map message without a meaning has its bytes. */
  val Entry = "body"
