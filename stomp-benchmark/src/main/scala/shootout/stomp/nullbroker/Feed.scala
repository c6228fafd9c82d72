package shootout.stomp.nullbroker

import shootout.driver.Stamp
import shootout.stomp.{Frame, Hex, ReadyFrames, Version}

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.UTF_8

/** The MESSAGE frames of one subscription, a buffer of them at a time: all ready but for what differs from message to
  * message, which is the message's id and its stamp. They come from producer 0 of cell 0, see [[Stamp.Calibration]].
  *
  * @param connection
  *   makes message ids unique
  */
private[nullbroker] final class Feed(
    val subscription: String,
    destination: String,
    connection: Int,
    version: Version,
    bodyBytes: Int
):
  private val head =
    Feed.head(subscription, destination, s"$connection-${String(ReadyFrames.Gap, UTF_8)}", version, bodyBytes)
  private val gap = String(ReadyFrames.Gap, UTF_8)
  private val idAt = String(head, UTF_8).indexOf(gap)
  private val ackAt = String(head, UTF_8).indexOf(gap, idAt + 1)
  private val stride = head.length + bodyBytes + 1
  private val capacity = math.max(1, Feed.Size / stride)
  private val buffer = ByteBuffer.allocateDirect(capacity * stride)
  private var sequence = 0L

  locally {
    val frame = head ++ Array.fill(bodyBytes)(Stamp.Filler) :+ 0.toByte
    for _ <- 0 until capacity do buffer.put(frame)
  }

  /** Whether bytes wait to be written. */
  def pending: Boolean = buffer.hasRemaining

  /** Makes the next messages; only when none is pending. */
  def fill(): Unit =
    val now = System.nanoTime()
    buffer.clear()
    var at = 0
    while at < buffer.capacity do
      Hex.put(buffer, at + idAt, sequence)
      if ackAt >= 0 then Hex.put(buffer, at + ackAt, sequence)
      Stamp.put(buffer, at + head.length, Stamp.Calibration, sequence, now, bodyBytes)
      sequence += 1
      at += stride

  def write(channel: WritableByteChannel): Unit = channel.write(buffer)

private object Feed:
  private val Size = 64 * 1024

  /** As real brokers write it; STOMP 1.2 wants an `ack` header where messages are acknowledged.
    *
    * @param id
    *   unique
    */
  def head(subscription: String, destination: String, id: String, version: Version, bodyBytes: Int): Array[Byte] =
    val ack = if version == Version.V12 then List("ack" -> id) else Nil
    val headers = List("subscription" -> subscription, "message-id" -> id, "destination" -> destination)
    Frame.head("MESSAGE", headers ++ ack :+ ("content-length" -> bodyBytes.toString), version)
