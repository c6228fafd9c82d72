package shootout.stomp

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** Gives `bytes` in pieces of the given sizes, then nothing more; `closed`: then the end. */
final class Pieces(bytes: Array[Byte], sizes: Iterator[Int], closed: Boolean = false) extends ReadableByteChannel:
  private var at = 0

  def done: Boolean = at == bytes.length

  def read(into: ByteBuffer): Int =
    if done then if closed then -1 else 0
    else
      val size = math.min(math.min(sizes.next(), into.remaining), bytes.length - at)
      into.put(bytes, at, size)
      at += size
      size

  def isOpen: Boolean = true
  def close(): Unit = ()

/** Takes `allowance` bytes in each write, as a network does that is nearly full. */
final class Narrow(var allowance: Int) extends WritableByteChannel:
  private val taken = ByteArrayOutputStream()

  def text: String = String(taken.toByteArray, ISO_8859_1)

  def write(from: ByteBuffer): Int =
    val size = math.min(allowance, from.remaining)
    for _ <- 1 to size do taken.write(from.get())
    size

  def isOpen: Boolean = true
  def close(): Unit = ()

/** Notes what a reader finds; messages as `body <ack id>`, others as their words. */
final class Notes(reader: FrameReader, goOn: String => Boolean = _ => true) extends FrameHandler:
  private var found = List.empty[String]

  def all: List[String] = found.reverse

  private def note(text: String): Boolean =
    found ::= text
    goOn(text)

  private def text(at: Int, length: Int) = String(reader.bytes, at, length, ISO_8859_1)

  def message(bodyAt: Int, bodyLength: Int, ackAt: Int, ackLength: Int): Boolean =
    note(text(bodyAt, bodyLength) + (if ackLength > 0 then s" <${text(ackAt, ackLength)}>" else ""))
  def receipt(idAt: Int, idLength: Int): Boolean = note(s"receipt ${text(idAt, idLength)}")
  def other(command: String, headers: Map[String, String], body: String): Boolean =
    note(s"$command ${headers.toList.sorted.map((k, v) => s"$k=$v").mkString("[", ",", "]")} $body")
