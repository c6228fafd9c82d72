package shootout.stomp

import java.nio.ByteBuffer

class EightBytesSuite extends munit.FunSuite:
  private val before = 3

  /** Between bytes that are not part of the text. */
  private def inBuffer(bytes: Array[Byte], around: Byte): ByteBuffer =
    val buffer = ByteBuffer.allocateDirect(before + bytes.length + EightBytes.Slack)
    for i <- 0 until buffer.capacity do buffer.put(i, around)
    buffer.put(before, bytes)

  private def numbered(length: Int) = Array.tabulate(length)(i => (i + 1).toByte)

  test("a text is found whatever follows, and no different byte is missed"):
    for length <- 1 to 33 do
      val bytes = numbered(length)
      val wanted = EightBytes(bytes)
      assertEquals(wanted.length, length)
      for around <- List[Byte](0, -1) do
        assert(wanted.standAt(inBuffer(bytes, around), before), s"$length, $around")
      for at <- 0 until length; bit <- List(1, 0x80) do
        val other = bytes.updated(at, (bytes(at) ^ bit).toByte)
        assert(!wanted.standAt(inBuffer(other, 0), before), s"$length bytes, other at $at")

  test("the first line feed and NUL before the end are found"):
    for length <- 1 to 20; at <- 0 until length do
      val feed = inBuffer(numbered(length).map(b => (b | 0x40).toByte).updated(at, '\n'.toByte), '\n')
      assertEquals(EightBytes.lineEnd(feed, before, before + length), before + at)
      assertEquals(EightBytes.lineEnd(feed, before, before + at), -1)
      val nul = inBuffer(numbered(length).updated(at, 0.toByte), 0)
      assertEquals(EightBytes.nul(nul, before, before + length), before + at)
      assertEquals(EightBytes.nul(nul, before, before + at), -1)

  test("line feeds are found in their order, and similar bytes are not"):
    // differ from a line feed by one bit, or carry into the next byte
    val bytes = Array[Byte]('\n', 0x0b, '\n', 0x8a.toByte, 0, '\n', -1, 0x09)
    var found = EightBytes.lineEnds(inBuffer(bytes, 0), before)
    val places = List.newBuilder[Int]
    while found != 0 do
      places += EightBytes.first(found)
      found = EightBytes.rest(found)
    assertEquals(places.result(), List(0, 2, 5))
