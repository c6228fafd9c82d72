package shootout.stomp

import shootout.driver.Refusal

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.regex.Matcher

/** Builds the bytes of STOMP frames, outside the hot path. */
object Frame:
  /** @param escape
    *   version by whose rules headers are escaped; CONNECT is never escaped, and nothing is under STOMP 1.0
    */
  def bytes(command: String, headers: Headers, escape: Version): Array[Byte] =
    head(command, headers, escape) :+ 0.toByte

  /** Command, headers and the empty line, up to where the body begins. */
  def head(command: String, headers: Headers, escape: Version): Array[Byte] =
    val plain = command == "CONNECT" || escape == Version.V10
    val lines = headers.map((name, value) =>
      if plain then oneLine(name, value) else s"${escaped(name, escape)}:${escaped(value, escape)}"
    )
    (command :: lines).mkString("", "\n", "\n\n").getBytes(UTF_8)

  /** Escapes a text (STOMP 1.1 and 1.2, "Value Encoding"). STOMP 1.1 has no escape for a carriage return. */
  def escaped(text: String, version: Version): String =
    val common = text.replace("\\", "\\\\").replace("\n", "\\n").replace(":", "\\c")
    if version == Version.V12 then common.replace("\r", "\\r") else common

  /** Does the reverse. An unknown escape is left as it is, because the text is only shown. */
  def unescaped(text: String): String =
    escape.replaceAllIn(text, found => Matcher.quoteReplacement(plain(found.matched)))

  private val plain = Map("\\n" -> "\n", "\\c" -> ":", "\\r" -> "\r", "\\\\" -> "\\")
  private val escape = """\\[ncr\\]""".r

  /** Command and headers of a frame's head. If a header is repeated, the first one counts. */
  def parsed(head: String): (String, Map[String, String]) =
    val lines = head.linesIterator.toList
    val headers = lines.tail.filter(_.contains(':')).map { line =>
      val colon = line.indexOf(':')
      unescaped(line.take(colon)) -> unescaped(line.drop(colon + 1))
    }
    lines.head -> headers.reverse.toMap

  /** One header line. The value may be a passcode, so the error message does not show it. */
  private def oneLine(name: String, value: String): String =
    require(!s"$name$value".contains('\n'), s"CONNECT and STOMP 1.0 cannot carry a line break in header '$name'")
    s"$name:$value"

/** How much of a frame may arrive before its end. A server that sends more does not speak STOMP, and must not use up
  * the generator's memory.
  */
private object FrameLimits:
  /** The limit for a head. Brokers themselves accept headers of some KiB. */
  private val HeadBytes = 64 * 1024

  /** The limit for the body of CONNECTED, RECEIPT and ERROR. Brokers on a JVM put the whole stack trace into ERROR. */
  private val BodyBytes = 1024 * 1024

  /** @param bytes
    *   bytes of command and headers, which have not ended
    * @throws IOException
    *   if that is too much
    */
  def head(bytes: Int): Unit = if bytes > HeadBytes then
    throw IOException(s"a frame whose headers do not end within ${HeadBytes / 1024} KiB: is that a STOMP broker?")

  /** @param bytes
    *   bytes of the body of a frame, which has not ended
    * @throws IOException
    *   if that is too much
    */
  def body(bytes: Int, isMessage: Boolean): Unit =
    val most = if isMessage then ContentLength.LargestBody else BodyBytes
    if bytes > most then
      val what = if isMessage then "MESSAGE" else "frame that is no MESSAGE"
      throw IOException(s"a $what whose body does not end within ${most / 1024} KiB: is that a STOMP broker?")

/** The value of a `content-length` header. */
private object ContentLength:
  /** The largest body, which is larger than any message of a benchmark. A larger number is a broken one. */
  val LargestBody = 256 * 1024 * 1024

  /** The decimal number at these places of the buffer; spaces that old brokers write around it are skipped. */
  def of(buffer: ByteBuffer, from: Int, until: Int): Int =
    var value = 0L
    var digits = 0
    var i = from
    while i < until do
      val c = buffer.get(i)
      if c >= '0' && c <= '9' then
        value = math.min(value * 10 + (c - '0'), Int.MaxValue)
        digits += 1
      else if c != ' ' then throw IOException("content-length is not a number")
      i += 1
    if digits == 0 then throw IOException("content-length is not a number")
    if value > LargestBody then throw IOException(s"content-length is more than $LargestBody bytes")
    value.toInt

/** Sequences as 12 hexadecimal digits. All have one width, so that they can be patched into ready-made frames. */
object Hex:
  val Digits = 12

  private val pairs: Array[Short] = Array.tabulate(256)(i => ((digit(i >> 4) << 8) | digit(i & 0xf)).toShort)
  private def digit(value: Int): Int = "0123456789abcdef".charAt(value)

  /** Writes `value` at an absolute position; `buffer` must be big endian. */
  def put(buffer: ByteBuffer, at: Int, value: Long): Unit =
    var i = 0
    while i < Digits do
      buffer.putShort(at + i, pairs(((value >>> (4 * (Digits - 2 - i))) & 0xff).toInt))
      i += 2

  /** Reads a sequence; -1 if these are not 12 digits. */
  def at(buffer: ByteBuffer, at: Int, length: Int): Long =
    var value = if length == Digits then 0L else -1L
    var i = 0
    while i < length && value >= 0 do
      val c = buffer.get(at + i)
      val digit = if c >= '0' && c <= '9' then c - '0' else if c >= 'a' && c <= 'f' then c - 'a' + 10 else -1
      value = if digit < 0 then -1 else (value << 4) | digit
      i += 1
    value

/** The broker refused something. */
final class StompError(message: String) extends IOException(message) with Refusal
