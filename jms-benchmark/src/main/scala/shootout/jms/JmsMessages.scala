package shootout.jms

import shootout.driver.{ExternalPriceUpdate, PriceUpdate, ReceivedMessage, SendSpec, Stamp}
import shootout.scenario.{Content, MessageForm}

import java.nio.ByteBuffer
import java.util.HexFormat
import javax.jms.{BytesMessage, JMSException, MapMessage, Message, ObjectMessage, Session, TextMessage}

/** Makes the messages of one client. Only the client's thread may use it. */
private final class MessageWriter(session: Session, spec: SendSpec):
  private val isPriceUpdate = spec.message.content == Content.PriceUpdate
  private val plainBytes = spec.message.form == MessageForm.Bytes && !isPriceUpdate
  private val groups = spec.messageGroups.toArray
  private var body = Array.emptyByteArray
  private var text = ""

  /** Nanoseconds that it took to make the latest message from its content, if the spec is `timed`. */
  var nanos = 0L

  def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val message =
      if plainBytes && bodyBytes >= Stamp.Bytes then stamped(producer, sequence, nanos, bodyBytes)
      else beside(producer, sequence, nanos, bodyBytes)
    for (name, value) <- spec.headers do message.setStringProperty(name, value)
    if groups.length > 0 then
      message.setStringProperty(MessageWriter.Group, groups((sequence % groups.length).toInt))
    message

  /** Puts the stamp at the beginning of the body. */
  private def stamped(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val bytes = filler(bodyBytes)
    Stamp.put(ByteBuffer.wrap(bytes), 0, producer, sequence, nanos, bodyBytes)
    val message = session.createBytesMessage()
    message.writeBytes(bytes)
    message

  /** Puts the stamp into a property, because the body cannot contain it. */
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
    // no scenario asks for filler that is externalizable
    case MessageForm.Object | MessageForm.Externalizable => session.createObjectMessage(filler(bodyBytes))

  /** The array is reused, because libraries copy the body, at the latest when they send it. */
  private def filler(bytes: Int): Array[Byte] =
    if body.length != bytes then body = Array.fill(bytes)(Stamp.Filler)
    body

private object MessageWriter:
  /** "The identity of the message group this message is part of", set by the client (JMS 2.0, 3.5.9). JMS does not say
    * what a broker does with it. Brokers that have groups give all messages of one group to one consumer.
    */
  val Group = "JMSXGroupID"

/** Reads the stamp of a message, and all of its body. It may be used only in the client's turns.
  *
  * @param timed
  *   whether `readNanos` is measured
  * @param wholeBodies
  *   whether all of the filler is checked, and not only its end
  */
private final class MessageReader(timed: Boolean, wholeBodies: Boolean) extends ReceivedMessage:
  private var stamp = new Array[Byte](64 * 1024)

  /** A message that cannot be read counts as damaged. It does not end the connection. */
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

  /** Copies the body to the beginning of `stamp`. @return its length */
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
    StampText.read(text, stamp)
    take(length)
    if isPriceUpdate && intact then intact = update == PriceUpdate.of(sequence, stampNanos)

  private def clock(): Long = if timed then System.nanoTime() else 0

  private def take(length: Int): Unit =
    intact = Stamp.intactAt(stamp, 0, length)
    if intact then
      producer = Stamp.producerAt(stamp, 0)
      sequence = Stamp.sequenceAt(stamp, 0)
      stampNanos = Stamp.nanosAt(stamp, 0)

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
    // the body is in `stamp` already
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

  /** The length of the text if it is filler to its end, else 0. */
  private def fillerIn(text: String): Int =
    var at = text.length - 1
    val least = if wholeBodies then 0 else at
    while at >= least && at >= 0 && text.charAt(at) == Stamp.Filler do at -= 1
    if at < least then text.length else 0

  private def fillerIn(bytes: Array[Byte]): Int =
    if bytes.nonEmpty && isFiller(bytes, 0, bytes.length) then bytes.length else 0

  /** Whether the checked part is filler. The check begins at the end. */
  private def isFiller(bytes: Array[Byte], from: Int, until: Int): Boolean =
    var at = until - 1
    val least = if wholeBodies then from else at
    while at >= least && bytes(at) == Stamp.Filler do at -= 1
    at < least

private object MessageReader:
  /** The entry that holds the bytes of a map message with filler. */
  val Entry = "body"

/** The stamp as a string property, for messages whose bodies have no room for it or carry real data. */
private object StampText:
  /** The name of the property. */
  val Property = "stamp"

  private val PriceUpdate = 'p'
  private val Filler = 'f'
  private val hex = HexFormat.of()

  /** Writes 40 hex digits of the stamp, and a letter for the content of the body: price update or filler. */
  def write(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, isPriceUpdate: Boolean): String =
    val bytes = new Array[Byte](Stamp.Bytes)
    Stamp.put(ByteBuffer.wrap(bytes), 0, producer, sequence, nanos, bodyBytes)
    val text = java.lang.StringBuilder(2 * Stamp.Bytes + 1)
    hex.formatHex(text, bytes)
    text.append(if isPriceUpdate then PriceUpdate else Filler).toString

  /** Reads the stamp into `bytes`.
    *
    * @throws RuntimeException
    *   if the text is not a stamp
    */
  def read(text: String, bytes: Array[Byte]): Unit =
    if text.length != 2 * Stamp.Bytes + 1 then throw IllegalArgumentException("the property is not a stamp")
    var i = 0
    while i < Stamp.Bytes do
      bytes(i) = HexFormat.fromHexDigits(text, 2 * i, 2 * i + 2).toByte
      i += 1

  def isPriceUpdate(text: String): Boolean = text.endsWith(PriceUpdate.toString)

/** A price update as the entries of a map message. */
private object PriceUpdateMap:
  def put(update: PriceUpdate, message: MapMessage): Unit =
    message.setLong("time", update.timeNanos)
    message.setString("symbol", update.symbol)
    message.setDouble("bid", update.bid)
    message.setLong("bid_volume", update.bidVolume)
    message.setDouble("ask", update.ask)
    message.setLong("ask_volume", update.askVolume)

  def get(message: MapMessage): PriceUpdate = PriceUpdate(
    message.getLong("time"),
    message.getString("symbol"),
    message.getDouble("bid"),
    message.getLong("bid_volume"),
    message.getDouble("ask"),
    message.getLong("ask_volume")
  )
