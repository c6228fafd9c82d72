package shootout.stomp

import shootout.driver.{DestinationName, SendSpec, Stamp}

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

/** The SEND frames of one client. They are ready-made if all are alike, and put together otherwise. */
final class SendFrames(spec: SendSpec, dialect: Dialect):
  private val alike = spec.targets.sizeIs == 1 && spec.bodyBytes.isDefined && spec.messageGroups.isEmpty

  /** This is set once the protocol's version is known. */
  private var readyOrNull: ReadyFrames | Null = null
  private var heads = Array.empty[Array[Byte]]
  private var speaks = Option.empty[Version]

  /** A header line for each group, whose name needs no escaping. */
  private val groups = dialect.messageGroup.toList.flatMap(header =>
    spec.messageGroups.map(group => s"$header:$group\n".getBytes(UTF_8))
  ).toArray

  /** Makes the frames when the first connection is up, because escaping depends on the version. */
  def speak(version: Version): Unit = if !speaks.contains(version) then
    speaks = Some(version)
    if alike then readyOrNull = ReadyFrames(readyHead(version, spec.bodyBytes.get), spec.bodyBytes.get)
    else heads = spec.targets.map(target => openHead(target, version)).toArray

  def ready: ReadyFrames | Null = readyOrNull

  /** Forgets unsent bytes, because a new connection must not begin with the rest of an old frame. */
  def clear(): Unit =
    val ready = readyOrNull
    if ready != null then ready.clear()

  private def headers(target: DestinationName): Headers =
    val addressing = dialect.addressing(target.kind)
    List("destination" -> s"${addressing.prefix}${target.name}") ++ addressing.send ++
      (if spec.persistent then dialect.persistent else dialect.nonPersistent) ++ spec.headers

  private def readyHead(version: Version, bodyBytes: Int): Array[Byte] =
    val receipt = if spec.confirm then List("receipt" -> String(ReadyFrames.Gap, UTF_8)) else Nil
    Frame.head("SEND", headers(spec.targets.head) ++ receipt :+ ("content-length" -> bodyBytes.toString), version)

  /** The head without the last line end, so that content-length and receipt can follow. */
  private def openHead(target: DestinationName, version: Version): Array[Byte] =
    Frame.head("SEND", headers(target), version).dropRight(1)

  /** @return how many messages there was room for */
  def send(outbox: Outbox, target: Int, producer: Int, sequence: Long, count: Int, nanos: Long, bodyBytes: Int): Int =
    val ready = readyOrNull
    if ready != null then ready.put(producer, sequence, count, nanos)
    else
      var taken = 0
      while taken < count && outbox.roomy do
        one(outbox, target, producer, sequence + taken, nanos, bodyBytes)
        taken += 1
      taken

  private def one(outbox: Outbox, target: Int, producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Unit =
    outbox.add(heads(target))
    if groups.length > 0 then outbox.add(groups((sequence % groups.length).toInt))
    if spec.confirm then
      outbox.add(SendFrames.Receipt)
      outbox.addHex(sequence)
      outbox.add('\n'.toByte)
    outbox.add(SendFrames.ContentLength)
    outbox.addDecimal(bodyBytes)
    outbox.add(SendFrames.HeadEnd)
    outbox.addBody(producer, sequence, nanos, bodyBytes)
    outbox.add(0.toByte)

object SendFrames:
  private val Receipt = "receipt:".getBytes(UTF_8)
  private val ContentLength = "content-length:".getBytes(UTF_8)
  private val HeadEnd = "\n\n".getBytes(UTF_8)

/** A buffer of identical SEND frames. Only their stamps and receipt ids are patched before each use, so that sends need
  * no allocation, and no copies of headers and bodies.
  *
  * It starts small, so that thousands of clients that send now and then cost little. It grows for a client that fills
  * it.
  *
  * @param head
  *   the frame up to the body; wherever it contains [[ReadyFrames.Gap]], the sequence is patched in
  */
final class ReadyFrames(head: Array[Byte], val bodyBytes: Int):
  private val stride = head.length + bodyBytes + 1
  private val largest = math.max(1, ReadyFrames.LargestSize / stride)
  private var capacity = math.max(1, ReadyFrames.FirstSize / stride)
  private var buffer = made
  private val gaps = ReadyFrames.gapsIn(head)
  private var filled = 0
  private var cramped = false

  private def made: ByteBuffer =
    val buffer = ByteBuffer.allocateDirect(capacity * stride)
    val frame = head ++ Array.fill(bodyBytes)(Stamp.Filler) :+ 0.toByte
    for _ <- 0 until capacity do buffer.put(frame)
    buffer.clear().limit(0)

  /** Whether bytes wait to be written. */
  def pending: Boolean = buffer.hasRemaining

  /** How many more messages there is room for. */
  def room: Int = capacity - filled

  /** Adds up to `count` messages with consecutive sequences. @return how many there was room for */
  def put(producer: Int, sequence: Long, count: Int, nanos: Long): Int =
    val taken = math.min(count, capacity - filled)
    buffer.limit((filled + taken) * stride)
    var i = 0
    while i < taken do
      val at = (filled + i) * stride
      Stamp.put(buffer, at + head.length, producer, sequence + i, nanos, bodyBytes)
      var gap = 0
      while gap < gaps.length do
        Hex.put(buffer, at + gaps(gap), sequence + i)
        gap += 1
      i += 1
    filled += taken
    if filled == capacity && capacity < largest then cramped = true
    taken

  /** @return bytes written; once all are, there is room for a full buffer again */
  def write(channel: WritableByteChannel): Int =
    val written = channel.write(buffer)
    if !buffer.hasRemaining then clear()
    if cramped && filled == 0 then grow()
    written

  private def grow(): Unit =
    cramped = false
    capacity = math.min(largest, capacity * ReadyFrames.Growth)
    buffer = made

  /** Forgets what was not written. */
  def clear(): Unit =
    buffer.clear().limit(0)
    filled = 0

object ReadyFrames:
  private val FirstSize = 2 * 1024
  private val Growth = 8

  /** The largest buffer has as many bytes as one write to a socket usually takes. */
  private val LargestSize = 64 * 1024

  /** The placeholder in a frame's head for an id, which is a sequence in 12 hexadecimal digits. */
  val Gap: Array[Byte] = ("?" * Hex.Digits).getBytes(US_ASCII)

  private def gapsIn(head: Array[Byte]): Array[Int] =
    Iterator.iterate(head.indexOfSlice(Gap))(at => head.indexOfSlice(Gap, at + 1)).takeWhile(_ >= 0).toArray
