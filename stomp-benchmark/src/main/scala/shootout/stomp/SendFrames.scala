package shootout.stomp

import shootout.driver.{DestinationName, SendSpec, Stamp}

import java.nio.charset.StandardCharsets.UTF_8

/** The SEND frames of one client: ready-made where all are alike, put together otherwise. */
final class SendFrames(spec: SendSpec, dialect: Dialect):
  private val alike = spec.targets.sizeIs == 1 && spec.bodyBytes.isDefined && spec.messageGroups.isEmpty

  /** Set once the protocol's version is known. */
  private var readyOrNull: ReadyFrames | Null = null
  private var heads = Array.empty[Array[Byte]]
  private var speaks = Option.empty[Version]

  /** A line of each; the names need no escaping. */
  private val groups = dialect.messageGroup.toList.flatMap(header =>
    spec.messageGroups.map(group => s"$header:$group\n".getBytes(UTF_8))
  ).toArray

  /** Made when the first connection is up: escaping depends on the version. */
  def speak(version: Version): Unit = if !speaks.contains(version) then
    speaks = Some(version)
    if alike then readyOrNull = ReadyFrames(readyHead(version, spec.bodyBytes.get), spec.bodyBytes.get)
    else heads = spec.targets.map(target => openHead(target, version)).toArray

  def ready: ReadyFrames | Null = readyOrNull

  /** A new connection must not begin with the rest of a frame of the last one. */
  def clear(): Unit =
    val ready = readyOrNull
    if ready != null then ready.clear()

  /** A whole frame, its stamp not filled in. */
  def example(version: Version, bodyBytes: Int): Array[Byte] =
    readyHead(version, bodyBytes) ++ Array.fill(bodyBytes)(Stamp.Filler) :+ 0.toByte

  private def headers(target: DestinationName): Headers =
    val addressing = dialect.addressing(target.kind)
    List("destination" -> s"${addressing.prefix}${target.name}") ++ addressing.send ++
      (if spec.persistent then dialect.persistent else dialect.nonPersistent) ++ spec.headers

  private def readyHead(version: Version, bodyBytes: Int): Array[Byte] =
    val receipt = if spec.confirm then List("receipt" -> String(ReadyFrames.Gap, UTF_8)) else Nil
    Frame.head("SEND", headers(spec.targets.head) ++ receipt :+ ("content-length" -> bodyBytes.toString), version)

  /** Without the last line end, so that content-length and receipt can follow. */
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
