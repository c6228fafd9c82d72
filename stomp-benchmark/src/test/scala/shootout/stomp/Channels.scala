package shootout.stomp

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** Returns `bytes` in pieces of these sizes, then nothing, or the end if `closed`. */
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

/** Takes `allowance` bytes per write, like a busy network. */
final class Narrow(var allowance: Int) extends WritableByteChannel:
  private val taken = ByteArrayOutputStream()

  def text: String = String(taken.toByteArray, ISO_8859_1)

  def write(from: ByteBuffer): Int =
    val size = math.min(allowance, from.remaining)
    for _ <- 1 to size do taken.write(from.get())
    size

  def isOpen: Boolean = true
  def close(): Unit = ()

/** Records frames as text. A message is `#sequence bytes <ack id>`, without the sequence if it is damaged. */
final class Notes(reader: FrameReader, goOn: String => Boolean = _ => true) extends FrameHandler:
  private var found = List.empty[String]
  private val ack = AckId()

  def all: List[String] = found.reverse

  private def note(text: String): Boolean =
    found ::= text
    goOn(text)

  def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    reader.acknowledgement(ack)
    val id = String(ack.bytes, 0, ack.length, ISO_8859_1)
    val body = s"${if intact then s"#$sequence " else ""}$bodyBytes"
    note(body + (if id.nonEmpty then s" <$id>" else ""))
  def receipt(idAt: Int, idLength: Int): Boolean = note(s"receipt ${reader.text(idAt, idLength)}")
  def other(command: String, headers: Map[String, String], body: String): Boolean =
    note(s"$command ${headers.toList.sorted.map((k, v) => s"$k=$v").mkString("[", ",", "]")} $body")
