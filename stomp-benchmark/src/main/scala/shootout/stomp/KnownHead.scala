package shootout.stomp

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays

/** The head of the last message, by which the next one is recognised: mostly they differ in the values of one or two
  * headers, such as the message's id. What lies between is compared eight bytes at a time, and need not be looked at line by
  * line.
  */
final class KnownHead:
  private var lines = Array.empty[String]
  private var varying = Array.empty[Boolean]
  private var usable = false
  private var lessons = KnownHead.MostLessons

  // what stands before, between and behind the values that vary, and which of these is the one that is wanted
  private var fixed = Array.empty[EightBytes]
  private var wanted = -1

  var contentLength: Int = -1
  var valueAt: Int = -1
  var valueLength: Int = 0

  /** @return where the body of the message at `frame` begins; -1 if its head is another one, or not all there */
  def find(buffer: ByteBuffer, frame: Int, end: Int): Int =
    valueAt = -1
    valueLength = 0
    if !usable then -1
    else
      val last = fixed.length - 1
      var at = frame
      var i = 0
      while at >= 0 && i < last do
        at = behind(fixed(i), buffer, at, end)
        if at >= 0 then
          val stop = EightBytes.lineEnd(buffer, at, end)
          if i == wanted then
            valueAt = at
            valueLength = stop - at
          at = stop
        i += 1
      if at < 0 then -1 else behind(fixed(last), buffer, at, end)

  /** @return where what follows begins, -1 if these bytes do not stand here */
  private def behind(bytes: EightBytes, buffer: ByteBuffer, at: Int, end: Int): Int =
    val next = at + bytes.length
    if next <= end && bytes.standAt(buffer, at) then next else -1

  /** Looks at a head that was not recognised. Nothing is learned from heads that never repeat themselves.
    *
    * @param value
    *   where the wanted value begins, -1 if there is none
    */
  def learn(buffer: ByteBuffer, frame: Int, bodyAt: Int, length: Int, value: Int): Unit = if lessons > 0 then
    lessons -= 1
    val bytes = new Array[Byte](bodyAt - frame)
    buffer.get(frame, bytes)
    val head = String(bytes, ISO_8859_1)
    val current = head.split('\n')
    val starts = current.scanLeft(0)(_ + _.length + 1)
    def names(of: Array[String]) = of.map(_.takeWhile(_ != ':')).toList
    val alike = names(current) == names(lines)
    val differs = current.indices.map { i =>
      val isValue = value >= 0 && starts(i) <= value - frame && value - frame < starts(i + 1)
      isValue || alike && (varying(i) || current(i) != lines(i))
    }.toArray
    if !alike || !Arrays.equals(differs, varying) then
      contentLength = length
      lines = current
      varying = differs
      val regions = current.indices.filter(differs(_))
      val from = regions.map(i => starts(i) + current(i).indexOf(':') + 1)
      val until = regions.map(i => starts(i + 1) - 1)
      fixed = (0 +: until).zip(from :+ bytes.length).map((a, b) => EightBytes(bytes.slice(a, b))).toArray
      wanted = from.indexOf(value - frame)
      usable = !head.contains('\r') && (value < 0 || wanted >= 0) &&
        !regions.exists(i => i == 0 || current(i).startsWith("content-length:"))

  def forget(): Unit = usable = false

object KnownHead:
  private val MostLessons = 1000
