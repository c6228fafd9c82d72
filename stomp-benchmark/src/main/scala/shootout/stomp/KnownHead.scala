package shootout.stomp

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays

/** The head of the last message, by which the next one is recognised: mostly they differ in the values of one or two
  * headers, such as the message's id. What lies between is compared at once, with the processor's vector instructions, and
  * need not be looked at line by line.
  */
final class KnownHead:
  private var lines = Array.empty[String]
  private var varying = Array.empty[Boolean]
  private var bytes = Array.empty[Byte]
  private var usable = false
  private var lessons = KnownHead.MostLessons

  // the values that vary: where each begins and ends in `bytes`, and which of them is the one that is wanted
  private var from = Array.empty[Int]
  private var until = Array.empty[Int]
  private var wanted = -1

  var contentLength: Int = -1
  var valueAt: Int = -1
  var valueLength: Int = 0

  /** @return where the body of the message at `frame` begins; -1 if its head is another one, or not all there */
  def find(array: Array[Byte], frame: Int, end: Int): Int =
    var at = if usable then frame else -1
    var known = 0
    var i = 0
    valueAt = -1
    valueLength = 0
    while at >= 0 && i < from.length do
      at = same(array, at, end, known, from(i))
      if at >= 0 then
        val stop = FrameReader.lineEnd(array, at, end)
        if i == wanted then
          valueAt = at
          valueLength = stop - at
        known = until(i)
        at = stop
      i += 1
    if at < 0 then -1 else same(array, at, end, known, bytes.length)

  /** @return where what follows begins, -1 if these are not the known bytes */
  private def same(array: Array[Byte], at: Int, end: Int, from: Int, until: Int): Int =
    val next = at + until - from
    if next <= end && Arrays.equals(array, at, next, bytes, from, until) then next else -1

  /** Looks at a head that was not recognised. Nothing is learned from heads that never repeat themselves.
    *
    * @param value
    *   where the wanted value begins, -1 if there is none
    */
  def learn(array: Array[Byte], frame: Int, bodyAt: Int, length: Int, value: Int): Unit = if lessons > 0 then
    lessons -= 1
    val head = String(array, frame, bodyAt - frame, ISO_8859_1)
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
      bytes = head.getBytes(ISO_8859_1)
      val regions = current.indices.filter(differs(_))
      from = regions.map(i => starts(i) + current(i).indexOf(':') + 1).toArray
      until = regions.map(i => starts(i + 1) - 1).toArray
      wanted = from.indexOf(value - frame)
      usable = !head.contains('\r') && (value < 0 || wanted >= 0) &&
        !regions.exists(i => i == 0 || current(i).startsWith("content-length:"))

  def forget(): Unit = usable = false

object KnownHead:
  private val MostLessons = 1000
