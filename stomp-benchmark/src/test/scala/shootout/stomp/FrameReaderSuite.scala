package shootout.stomp

import shootout.driver.Stamp

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.Random

class FrameReaderSuite extends munit.FunSuite:
  private def bytes(text: String) = text.getBytes(ISO_8859_1)

  private def reader(version: Version = Version.V11, wholeBodies: Boolean = false): FrameReader =
    val reader = FrameReader(wholeBodies)
    reader.acknowledgeBy(Subscription.ackHeader(version))
    reader

  /** Feeds the text in pieces of these sizes. */
  private def readBy(reader: FrameReader, text: String, sizes: Iterator[Int]): List[String] =
    val notes = Notes(reader)
    val pieces = Pieces(bytes(text), sizes)
    while !pieces.done do
      reader.fill(pieces)
      assert(reader.parse(notes))
    notes.all

  private def read(text: String, version: Version = Version.V11, sizes: Iterator[Int] = Iterator.continually(1 << 20)) =
    readBy(reader(version), text, sizes)

  private def message(body: String, headers: String = "") =
    s"MESSAGE\ndestination:/queue/a\nmessage-id:m-${body.length}\n${headers}content-length:${body.length}\n\n$body\u0000"

  test("a body with a content-length may contain NULs"):
    assertEquals(read(message("a\u0000b\u0000\n\nMESSAGE\n\n")), List("15 <m-15>"))

  test("a body without a content-length ends at the NUL"):
    assertEquals(
      read("MESSAGE\nmessage-id:1\n\nab\ncd\u0000MESSAGE\nmessage-id:2\n\n\u0000"),
      List("5 <1>", "0 <2>")
    )

  test("lines may end in CR LF"):
    val text =
      "MESSAGE\r\nack:7\r\ncontent-length:3\r\n\r\n\r\u0000\n\u0000\r\nRECEIPT\r\nreceipt-id:x\r\n\r\n\u0000"
    assertEquals(read(text, Version.V12), List("3 <7>", "receipt x"))
    assertEquals(read("ERROR\r\nmessage:no\r\n\r\nwhy\u0000"), List("ERROR [message=no] why"))

  test("messages that resemble the one before are told apart"):
    val ids = List("1", "2", "10", "99", "100000000000", "7", "8", "")
    def text(id: String, extra: String, size: Int) =
      val body = "b" * size
      s"MESSAGE\ndestination:/queue/a\nmessage-id:$id\n${extra}ack:a$id\ncontent-length:$size\n\n$body\u0000"
    for extra <- List("", "x:1\n"); repeat <- List(1, 3); version <- List(Version.V11, Version.V12) do
      val shapes =
        for id <- ids; size <- List(3, 3, 3, 14); more <- List.fill(repeat)(extra) :+ "y:2\n" yield (id, more, size)
      val expected = shapes.map((id, _, size) => s"$size <${if version == Version.V12 then "a" else ""}$id>")
      val shown = read(shapes.map(text.tupled).mkString, version)
      assertEquals(shown.map(_.replace(" <>", "")), expected.map(_.replace(" <>", "")))

  test("heart-beats between frames are skipped"):
    assertEquals(read("\n\r\n\n" + message("a") + "\n\r\n\n" + message("b") + "\n"), List("1 <m-1>", "1 <m-1>"))
    assertEquals(read("\n\n\r\n"), Nil)

  test("the first of repeated headers counts"):
    val text = "MESSAGE\nmessage-id:one\nmessage-id:two\ncontent-length:2\ncontent-length:1\n\nab\u0000"
    assertEquals(read(text), List("2 <one>"))
    assertEquals(read("ERROR\nmessage:one\nmessage:two\n\n\u0000"), List("ERROR [message=one] "))
    assertEquals(read("MESSAGE\nmessage-id:\nmessage-id:two\n\n\u0000"), List("0"))

  test("the reader finds the acknowledgement id of each version"):
    val text = "MESSAGE\nmessage-ids:n\nmessage:n\nacks:n\nack:b\nmessage-id:a\ncontent-lengths:9\n\nx\u0000"
    assertEquals(read(text, Version.V10), List("1 <a>"))
    assertEquals(read(text, Version.V11), List("1 <a>"))
    assertEquals(read(text, Version.V12), List("1 <b>"))

  test("escapes are resolved, but not in acknowledgement ids"):
    val shown = read("ERROR\nmessage:a\\cb\\\\c\\nd\\re\\tf\\\n\n\u0000CONNECTED\nver\\csion:1.1:x\n\n\u0000")
    assertEquals(shown, List("ERROR [message=a:b\\c\nd\re\\tf\\] ", "CONNECTED [ver:sion=1.1:x] "))
    assertEquals(read("MESSAGE\nmessage-id:a\\cb\\\\c:d\n\n\u0000"), List("0 <a\\cb\\\\c:d>"))

  test("the frames do not depend on the pieces of the stream"):
    val random = Random(1)
    val bodies = List.fill(60)(Random.alphanumeric.take(random.nextInt(90)).mkString)
    val frames = bodies.zipWithIndex.map: (body, i) =>
      if i % 7 == 3 then "\r\n\nRECEIPT\nreceipt-id:r\n\n\u0000"
      else if i % 7 == 5 then s"MESSAGE\nmessage-id:$i\n\n$body\u0000\n"
      else message(s"\u0000$body\u0000")
    val stream = frames.mkString
    val expected = read(stream)
    assertEquals(expected.size, frames.size)
    for cut <- 0 to stream.length do
      val sizes = Iterator(cut) ++ Iterator.continually(stream.length)
      assertEquals(read(stream, sizes = sizes.filter(_ > 0)), expected, s"cut at $cut")
    assertEquals(read(stream, sizes = Iterator.continually(1)), expected)
    for seed <- 1 to 200 do
      val sizes = Random(seed)
      assertEquals(read(stream, sizes = Iterator.continually(1 + sizes.nextInt(150))), expected, s"seed $seed")

  test("the buffer wraps and grows for messages of all sizes"):
    val random = Random(2)
    val bodies =
      List.fill(400)("x" * (if random.nextInt(50) == 0 then random.nextInt(700000) else random.nextInt(3000)))
    val stream = bodies.map(message(_)).mkString
    for seed <- 1 to 3 do
      val sizes = Random(seed)
      val found = read(stream, sizes = Iterator.continually(1 + sizes.nextInt(60000)))
      assertEquals(found, bodies.map(body => s"${body.length} <m-${body.length}>"))

  test("a frame may be larger than the buffer"):
    val large = "y" * (10 * 1024 * 1024)
    val text = message("a") + message(large) + s"MESSAGE\nmessage-id:1\n\n$large\u0000" + message("b")
    val found = read(text, sizes = Iterator.continually(300000))
    assertEquals(found, List("1 <m-1>", "10485760 <m-10485760>", "10485760 <1>", "1 <m-1>"))

  test("a handler that stops gets the remaining frames later, without new bytes"):
    val reading = reader()
    val notes = Notes(reading, goOn = !_.startsWith("4"))
    val twice = message("a") + message("stop")
    reading.fill(Pieces(bytes(twice + twice + "MESSA"), Iterator(9999)))
    assert(!reading.parse(notes))
    assertEquals(notes.all, List("1 <m-1>", "4 <m-4>"))
    reading.fill(Pieces(bytes("GE\nmessage-id:c\n\nc\u0000"), Iterator(9999)))
    assert(!reading.parse(notes))
    assertEquals(notes.all.drop(2), List("1 <m-1>", "4 <m-4>"))
    assert(reading.parse(notes))
    assertEquals(notes.all.drop(4), List("1 <c>"))
    for first <- List("RECEIPT\nreceipt-id:1\n\n\u0000", "ERROR\n\n\u0000") do
      val other = reader()
      val only = Notes(other, goOn = _ => false)
      other.fill(Pieces(bytes(first + message("a")), Iterator(9999)))
      assert(!other.parse(only))
      assertEquals(only.all.size, 1)

  test("a wrong content-length is an error"):
    val wrong = List("2", "4").map(_ -> "does not end where its content-length says") ++
      List("3x", "-3", "").map(_ -> "not a number") ++
      List("2147483647", "4294967299").map(_ -> "more than")
    for (length, words) <- wrong do
      val text = s"MESSAGE\ncontent-length:$length\n\nabc\u0000" + message("next")
      val error = intercept[IOException](read(text))
      assert(error.getMessage.contains(words), error.getMessage)
    assertEquals(read("MESSAGE\ncontent-length: 3 \n\nabc\u0000"), List("3"))

  /** The error for a stream without end, and how many bytes were taken by then. */
  private def refused(start: String, more: String): (String, Int) =
    val reader = FrameReader()
    var taken = 0
    def feed(text: String): Unit =
      val pieces = Pieces(bytes(text), Iterator.continually(50_000))
      while !pieces.done do
        taken += reader.fill(pieces)
        reader.parse(Notes(reader))
    val error = intercept[IOException]:
      feed(start)
      while taken < (64 << 20) do feed(more)
    assert(reader.buffer.capacity < 4 * taken, s"${reader.buffer.capacity} for $taken bytes")
    (error.getMessage, taken)

  test("headers without end are refused before they take memory"):
    val lines = "x-header:and its value\n" * 1000
    for (start, more) <-
        List("MESSAGE\n" -> lines, "MESSAGE\nx:" -> "y" * 10_000, "CONNECTED\n" -> lines, "y" * 10 -> "y" * 10_000)
    do
      val (said, taken) = refused(start, more)
      assert(said.contains("headers do not end within 64 KiB"), said)
      assert(taken < 200_000, s"$taken bytes")

  test("an ERROR without end is refused, but a long one is read"):
    val (said, taken) = refused("ERROR\nmessage:no\n\n", "and on " * 10_000)
    assert(said.contains("no MESSAGE whose body does not end within 1024 KiB"), said)
    assert(taken < 2_000_000, s"$taken bytes")
    val (announced, _) = refused("ERROR\ncontent-length:200000000\n\n", "and on " * 10_000)
    assert(announced.contains("does not end within 1024 KiB"), announced)
    assertEquals(read(s"ERROR\n\n${"x" * 1_000_000}\u0000").map(_.length), List("ERROR [] ".length + 1_000_000))

  test("many frames at once are not taken for a long one"):
    val many = "RECEIPT\nreceipt-id:x\n\n\u0000" * 20_000 + "RECEIPT\nrec"
    assertEquals(read(many).size, 20_000)

  private def stamped(size: Int, sequence: Long = 6): Array[Byte] =
    val buffer = ByteBuffer.wrap(Array.fill(size)(Stamp.Filler))
    if size >= Stamp.Bytes then Stamp.put(buffer, 0, 5, sequence, 7, size)
    buffer.array

  private def text(body: Array[Byte]) = String(body, ISO_8859_1)

  test("a body is intact if its stamp, length and filler fit"):
    def found(body: Array[Byte]) = read(message(text(body)))
    assertEquals(found(stamped(20)), List("#6 20 <m-20>"))
    assertEquals(found(stamped(100)), List("#6 100 <m-100>"))
    assertEquals(found(stamped(100).take(99)), List("99 <m-99>"), "shorter")
    assertEquals(found(stamped(19)), List("19 <m-19>"), "too small for a stamp")
    assertEquals(found(stamped(100).updated(99, 0.toByte)), List("100 <m-100>"), "another end")
    for i <- 0 until 20 do assertEquals(found(stamped(20).updated(i, 99.toByte)), List("20 <m-20>"), s"byte $i")

  test("damage is found in any pieces of the stream"):
    val sizes = List(20, 21, 22, 60, 19, 5000, 20)
    val whole = sizes.zipWithIndex.map((size, i) => stamped(size, i))
    for damaged <- None +: whole.indices.map(Some(_)) do
      val bodies = damaged.fold(whole)(i => whole.updated(i, whole(i).updated(whole(i).length - 1, 0.toByte)))
      val stream = bodies.map(body => message(text(body), "ack:7\n")).mkString
      val expected = bodies.zipWithIndex.map: (body, i) =>
        val intact = body.length >= Stamp.Bytes && !damaged.contains(i)
        s"${if intact then s"#$i " else ""}${body.length} <7>"
      for cut <- (1 until 600) ++ (stream.length - 600 until stream.length) do
        val pieces = Iterator(cut) ++ Iterator.continually(stream.length)
        assertEquals(read(stream, Version.V12, pieces), expected, s"cut at $cut, damaged $damaged")
      for size <- List(1, 7, 100) do
        assertEquals(read(stream, Version.V12, Iterator.continually(size)), expected, s"pieces of $size")

  test("a large body is not kept in memory, and its end is checked"):
    val large = message(text(stamped(3_000_000)))
    val reading = reader()
    val found = readBy(reading, large * 3, Iterator.continually(100_000))
    assertEquals(found.map(_.take(10)), List.fill(3)("#6 3000000"))
    assert(reading.buffer.capacity < 600_000, reading.buffer.capacity)
    val longer = large.dropRight(1) + "x\u0000"
    val error = intercept[IOException](read(longer, sizes = Iterator.continually(100_000)))
    assert(error.getMessage.contains("does not end where its content-length says"), error.getMessage)

  test("every byte of a body is checked on request, otherwise the end"):
    for
      size <- List(20, 21, 27, 28, 29, 500)
      damaged <- None +: (20 until size).filter(i => i % 7 == 0 || i == size - 1).map(Some(_))
      pieces <- List(1, 3, 8, 25, 64, 9999)
      whole <- List(true, false)
    do
      val body = damaged.fold(stamped(size))(i => stamped(size).updated(i, 0.toByte))
      val found = readBy(reader(wholeBodies = whole), message(text(body)) * 2, Iterator.continually(pieces))
      val intact = !damaged.exists(i => whole || i == size - 1)
      val expected = s"${if intact then "#6 " else ""}$size <m-$size>"
      assertEquals(found, List.fill(2)(expected), s"damaged $damaged, whole $whole, pieces of $pieces")

  test("a handler that stops at a message in parts gets the next one later"):
    val reading = reader()
    val notes = Notes(reading, goOn = !_.startsWith("#"))
    val pieces = Pieces(bytes(message(text(stamped(500))) + message("ab")), Iterator(200, 100, 9999))
    for piece <- 1 to 3 do
      reading.fill(pieces)
      assertEquals(reading.parse(notes), piece < 3)
    assertEquals(notes.all, List("#6 500 <m-500>"))
    assert(reading.parse(notes))
    assertEquals(notes.all.tail, List("2 <m-2>"))
