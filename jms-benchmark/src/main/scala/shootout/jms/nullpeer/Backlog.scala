package shootout.jms.nullpeer

import java.util

/** What all backlogs of one peer may hold. */
final class Memory(most: Long):
  private var held = 0L

  /** Producers should wait. */
  def full: Boolean = held > most
  def add(bytes: Long): Unit = held += bytes

/** Messages that wait for a consumer, first in, first out, byte for byte as they came.
  *
  * Messages of a benchmark are alike but for their stamp and identifier. So a message is kept as its differences from an
  * earlier one of the same length, some 40 bytes whatever its size: this is what counting messages is to the STOMP null
  * broker, without having to know where which protocol puts what.
  *
  * Format of an entry: 16 bits template, 16 bits number of differences; each: 32 bits offset, 8 bits length, bytes.
  */
final class Backlog(memory: Memory):
  private val chunks = util.ArrayDeque[Array[Byte]]()
  private var readAt = 0
  private var writeAt = 0
  private var count = 0L

  private val templates = util.ArrayList[Array[Byte]]()
  private var turn = 0
  private var scratch = Array.emptyByteArray

  def isEmpty: Boolean = count == 0
  def size: Long = count

  def add(bytes: Array[Byte]): Unit = add(bytes, 0, bytes.length)

  def add(bytes: Array[Byte], from: Int, length: Int): Unit =
    val number = templateFor(bytes, from, length)
    val template = templates.get(number)
    // as many differences as there can be, each with its head
    val chunk = roomFor(Backlog.EntryBytes + Backlog.MostDifferences * (Backlog.HeadBytes + Backlog.MostBytes))
    val entry = writeAt
    var at = entry + Backlog.EntryBytes
    var differences = 0
    var offset = util.Arrays.mismatch(bytes, from, from + length, template, 0, length)
    while offset >= 0 do
      var end = offset + 1
      while end < length && end - offset < Backlog.MostBytes && bytes(from + end) != template(end) do end += 1
      Bytes.putInt(chunk, at, offset)
      chunk(at + 4) = (end - offset).toByte
      System.arraycopy(bytes, from + offset, chunk, at + Backlog.HeadBytes, end - offset)
      at += Backlog.HeadBytes + end - offset
      differences += 1
      val next = util.Arrays.mismatch(bytes, from + end, from + length, template, end, length)
      offset = if next < 0 then -1 else end + next
    Bytes.putShort(chunk, entry, number)
    Bytes.putShort(chunk, entry + 2, differences)
    writeAt = at
    count += 1

  /** Takes the oldest message. @return it, in an array that the next call overwrites */
  def take(): Array[Byte] =
    val chunk = head()
    val template = templates.get(Bytes.shortAt(chunk, readAt))
    if scratch.length != template.length then scratch = new Array[Byte](template.length)
    System.arraycopy(template, 0, scratch, 0, template.length)
    pass(chunk, scratch)
    scratch

  /** Drops the oldest message. */
  def skip(): Unit = pass(head(), null)

  private def head(): Array[Byte] =
    if Bytes.shortAt(chunks.peekFirst, readAt) == Backlog.Next then drop()
    chunks.peekFirst

  /** Goes behind the entry, whose differences are applied to the message, if there is one. */
  private def pass(chunk: Array[Byte], message: Array[Byte] | Null): Unit =
    var differences = Bytes.shortAt(chunk, readAt + 2)
    var at = readAt + Backlog.EntryBytes
    while differences > 0 do
      val length = Bytes.unsigned(chunk, at + 4)
      if message != null then
        System.arraycopy(chunk, at + Backlog.HeadBytes, message, Bytes.intAt(chunk, at), length)
      at += Backlog.HeadBytes + length
      differences -= 1
    readAt = at
    count -= 1
    if count == 0 then empty()

  /** The first chunk and the templates are kept for what comes next, for many a queue is empty again and again. */
  private def empty(): Unit =
    while chunks.size > 1 do drop()
    readAt = 0
    writeAt = 0
    if templates.size > Backlog.FewTemplates then forgetTemplates()

  private def forgetTemplates(): Unit =
    for i <- 0 until templates.size do memory.add(-templates.get(i).length)
    templates.clear()
    turn = 0

  def clear(): Unit =
    while !chunks.isEmpty do drop()
    forgetTemplates()
    count = 0
    readAt = 0
    writeAt = 0

  private def drop(): Unit =
    memory.add(-chunks.removeFirst().length)
    readAt = 0

  private def roomFor(most: Int): Array[Byte] =
    // two more bytes, to say that it goes on in the next chunk
    if chunks.isEmpty || writeAt + most + 2 > Backlog.ChunkBytes then
      if !chunks.isEmpty then Bytes.putShort(chunks.peekLast, writeAt, Backlog.Next)
      chunks.addLast(new Array[Byte](Backlog.ChunkBytes))
      memory.add(Backlog.ChunkBytes)
      writeAt = 0
    chunks.peekLast

  /** The template of an equal length that the last such message used, if that is near enough; else a new one. */
  private def templateFor(bytes: Array[Byte], from: Int, length: Int): Int =
    var tries = templates.size
    var found = -1
    while found < 0 && tries > 0 do
      if near(templates.get(turn), bytes, from, length) then found = turn
      else turn = if turn + 1 < templates.size then turn + 1 else 0
      tries -= 1
    if found >= 0 then found
    else
      if templates.size >= Backlog.Next then throw IllegalStateException("too many messages of too many kinds wait")
      templates.add(util.Arrays.copyOfRange(bytes, from, from + length))
      memory.add(length)
      turn = templates.size - 1
      turn

  private def near(template: Array[Byte], bytes: Array[Byte], from: Int, length: Int): Boolean =
    if template.length != length then false
    else
      var differences = 0
      var at = 0
      while at < length && differences <= Backlog.MostDifferences do
        val next = util.Arrays.mismatch(bytes, from + at, from + length, template, at, length)
        if next < 0 then at = length
        else
          differences += 1
          var end = at + next + 1
          val most = end - 1 + Backlog.MostBytes
          while end < length && end < most && bytes(from + end) != template(end) do end += 1
          at = end
      differences <= Backlog.MostDifferences

object Backlog:
  private val ChunkBytes = 64 * 1024
  private val EntryBytes = 4
  private val HeadBytes = 5
  private val MostBytes = 127
  private val MostDifferences = 40
  private val FewTemplates = 16

  /** In place of a template: the entry is in the next chunk. */
  private val Next = 0xffff
