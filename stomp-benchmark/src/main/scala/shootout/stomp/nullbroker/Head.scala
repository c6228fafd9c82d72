package shootout.stomp.nullbroker

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** The head of a frame: command and headers. One for each connection, which remembers the last SEND: the next one
  * usually begins with the very same bytes, but for its receipt.
  */
private[nullbroker] final class Head:
  private var known = ByteBuffer.allocate(0)
  private var knownLength = 0

  /** Bytes of the head with the empty line, of the frame that was found last. */
  var length = 0

  /** Its content-length, -1 if it has none. */
  var bodyBytes = -1

  /** Where the value of its `receipt` header is, seen from the beginning of the head; 0: it asks for none. */
  var receiptAt = 0
  var receiptLength = 0

  /** Whether the head at `at` is the known one; then all of the fields above hold for it. */
  def repeats(in: ByteBuffer, at: Int, end: Int): Boolean =
    knownLength > 0 && at + knownLength <= end && {
      if receiptAt == 0 then same(in, at, 0, knownLength)
      else same(in, at, 0, receiptAt) && same(in, at, receiptAt + receiptLength, knownLength)
    }

  private def same(in: ByteBuffer, at: Int, from: Int, until: Int): Boolean =
    var i = from
    while i + 8 <= until && in.getLong(at + i) == known.getLong(i) do i += 8
    while i < until && in.get(at + i) == known.get(i) do i += 1
    i == until

  /** Reads the head at `at`. @return false: its end has not come yet */
  def read(in: ByteBuffer, at: Int, end: Int): Boolean =
    knownLength = 0
    bodyBytes = -1
    receiptAt = 0
    receiptLength = 0
    var line = lineEnd(in, at, end) + 1
    var found = false
    while line > 0 && !found do
      val stop = lineEnd(in, line, end)
      if stop >= 0 then
        if stop == line || stop == line + 1 && in.get(line) == '\r' then
          length = stop + 1 - at
          found = true
        else header(in, at, line, if in.get(stop - 1) == '\r' then stop - 1 else stop)
      line = stop + 1
    found

  /** Remembers the head that was just read. */
  def learn(in: ByteBuffer, at: Int): Unit =
    if known.capacity < length then known = ByteBuffer.allocate(length * 2).order(in.order)
    for i <- 0 until length do known.put(i, in.get(at + i))
    knownLength = length

  private def header(in: ByteBuffer, frame: Int, line: Int, stop: Int): Unit =
    if bodyBytes < 0 && starts(in, line, stop, Head.ContentLength) then
      val number = text(in, line + Head.ContentLength.length, stop).trim
      bodyBytes = number.toIntOption.filter(_ >= 0).getOrElse(throw IOException(s"content-length '$number'"))
    else if receiptAt == 0 && starts(in, line, stop, Head.Receipt) then
      receiptAt = line + Head.Receipt.length - frame
      receiptLength = stop - frame - receiptAt

  private def starts(in: ByteBuffer, line: Int, stop: Int, name: Array[Byte]): Boolean =
    var i = 0
    while i < name.length && line + i < stop && in.get(line + i) == name(i) do i += 1
    i == name.length

  private def lineEnd(in: ByteBuffer, from: Int, end: Int): Int =
    var i = from
    while i < end && in.get(i) != '\n' do i += 1
    if i < end then i else -1

  /** Command and headers in words, of the head that was just read; of a repeated header the first counts. */
  def words(in: ByteBuffer, at: Int): (String, Map[String, String]) =
    val lines = text(in, at, at + length).linesIterator.toList
    val headers =
      lines.tail.filter(_.contains(':')).map(line => line.takeWhile(_ != ':') -> line.dropWhile(_ != ':').tail)
    lines.head -> headers.reverse.toMap

  private def text(in: ByteBuffer, from: Int, until: Int): String =
    val bytes = new Array[Byte](until - from)
    in.get(from, bytes)
    String(bytes, UTF_8)

private object Head:
  private val ContentLength = "content-length:".getBytes(UTF_8)
  private val Receipt = "receipt:".getBytes(UTF_8)
