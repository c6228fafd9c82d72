package shootout.stomp

import shootout.driver.Stamp

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.Random

class FrameReaderSuite extends munit.FunSuite:
  private def bytes(text: String) = text.getBytes(ISO_8859_1)

  /** Feeds the text in pieces and parses after each. */
  private def read(text: String, version: Version = Version.V11, sizes: Iterator[Int] = Iterator.continually(1 << 20)) =
    val reader = FrameReader()
    reader.acknowledgeBy(Subscription.ackHeader(version))
    val notes = Notes(reader)
    val pieces = Pieces(bytes(text), sizes)
    while !pieces.done do
      reader.fill(pieces)
      assert(reader.parse(notes))
    notes.all

  private def message(body: String, headers: String = "") =
    s"MESSAGE\ndestination:/queue/a\nmessage-id:m-${body.length}\n${headers}content-length:${body.length}\n\n$body\u0000"

  test("a body with content-length may contain NULs and whatever else") {
    assertEquals(read(message("a\u0000b\u0000\n\nMESSAGE\n\n")), List("15 <m-15>"))
  }

  test("without content-length the body ends at the NUL") {
    assertEquals(
      read("MESSAGE\nmessage-id:1\n\nab\ncd\u0000MESSAGE\nmessage-id:2\n\n\u0000"),
      List("5 <1>", "0 <2>")
    )
  }

  test("lines may end in CR LF (1.2)") {
    val text = "MESSAGE\r\nack:7\r\ncontent-length:3\r\n\r\n\r\u0000\n\u0000\r\nRECEIPT\r\nreceipt-id:x\r\n\r\n\u0000"
    assertEquals(read(text, Version.V12), List("3 <7>", "receipt x"))
    assertEquals(read("ERROR\r\nmessage:no\r\n\r\nwhy\u0000"), List("ERROR [message=no] why"))
  }

  test("messages much like the one before, with other values, sizes and headers in between") {
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
  }

  test("heart-beats between frames are skipped, also alone") {
    assertEquals(read("\n\r\n\n" + message("a") + "\n\r\n\n" + message("b") + "\n"), List("1 <m-1>", "1 <m-1>"))
    assertEquals(read("\n\n\r\n"), Nil)
  }

  test("of a repeated header the first counts") {
    val text = "MESSAGE\nmessage-id:one\nmessage-id:two\ncontent-length:2\ncontent-length:1\n\nab\u0000"
    assertEquals(read(text), List("2 <one>"))
    assertEquals(read("ERROR\nmessage:one\nmessage:two\n\n\u0000"), List("ERROR [message=one] "))
    assertEquals(read("MESSAGE\nmessage-id:\nmessage-id:two\n\n\u0000"), List("0"))
  }

  test("1.0 and 1.1 acknowledge by message-id, 1.2 by ack; similar names are others") {
    val text = "MESSAGE\nmessage-ids:n\nmessage:n\nacks:n\nack:b\nmessage-id:a\ncontent-lengths:9\n\nx\u0000"
    assertEquals(read(text, Version.V10), List("1 <a>"))
    assertEquals(read(text, Version.V11), List("1 <a>"))
    assertEquals(read(text, Version.V12), List("1 <b>"))
  }

  test("escapes are resolved where they are shown, and left in what goes back to the broker") {
    val shown = read("ERROR\nmessage:a\\cb\\\\c\\nd\\re\\tf\\\n\n\u0000CONNECTED\nver\\csion:1.1:x\n\n\u0000")
    assertEquals(shown, List("ERROR [message=a:b\\c\nd\re\\tf\\] ", "CONNECTED [ver:sion=1.1:x] "))
    assertEquals(read("MESSAGE\nmessage-id:a\\cb\\\\c:d\n\n\u0000"), List("0 <a\\cb\\\\c:d>"))
  }

  test("the same frames, however the stream is cut") {
    val random = Random(1)
    val bodies = List.fill(60)(Random.alphanumeric.take(random.nextInt(90)).mkString)
    val frames = bodies.zipWithIndex.map { (body, i) =>
      if i % 7 == 3 then "\r\n\nRECEIPT\nreceipt-id:r\n\n\u0000"
      else if i % 7 == 5 then s"MESSAGE\nmessage-id:$i\n\n$body\u0000\n"
      else message(s"\u0000$body\u0000")
    }
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
  }

  test("a long stream of all sizes goes through a buffer that wraps and grows") {
    val random = Random(2)
    val bodies =
      List.fill(400)("x" * (if random.nextInt(50) == 0 then random.nextInt(700000) else random.nextInt(3000)))
    val stream = bodies.map(message(_)).mkString
    for seed <- 1 to 3 do
      val sizes = Random(seed)
      val found = read(stream, sizes = Iterator.continually(1 + sizes.nextInt(60000)))
      assertEquals(found, bodies.map(body => s"${body.length} <m-${body.length}>"))
  }

  test("frames larger than the buffer, with and without content-length") {
    val large = "y" * (10 * 1024 * 1024)
    val text = message("a") + message(large) + s"MESSAGE\nmessage-id:1\n\n$large\u0000" + message("b")
    val found = read(text, sizes = Iterator.continually(300000))
    assertEquals(found, List("1 <m-1>", "10485760 <m-10485760>", "10485760 <1>", "1 <m-1>"))
  }

  test("a handler that says stop gets the rest at the next call, without new bytes") {
    val reader = FrameReader()
    reader.acknowledgeBy(Subscription.ackHeader(Version.V11))
    val notes = Notes(reader, goOn = !_.startsWith("4"))
    reader.fill(Pieces(
      bytes(message("a") + message("stop") + message("b") + message("stop") + "MESSA"),
      Iterator(9999)
    ))
    assert(!reader.parse(notes))
    assertEquals(notes.all, List("1 <m-1>", "4 <m-4>"))
    // what comes in meanwhile waits behind
    reader.fill(Pieces(bytes("GE\nmessage-id:c\n\nc\u0000"), Iterator(9999)))
    assert(!reader.parse(notes))
    assertEquals(notes.all.drop(2), List("1 <m-1>", "4 <m-4>"))
    assert(reader.parse(notes))
    assertEquals(notes.all.drop(4), List("1 <c>"))
  }

  test("receipts and other frames can say stop as well") {
    for first <- List("RECEIPT\nreceipt-id:1\n\n\u0000", "ERROR\n\n\u0000") do
      val reader = FrameReader()
      val notes = Notes(reader, goOn = _ => false)
      reader.fill(Pieces(bytes(first + message("a")), Iterator(9999)))
      assert(!reader.parse(notes))
      assertEquals(notes.all.size, 1)
  }

  test("a content-length that lies is an error that says so") {
    def fails(length: String, body: String, words: String) =
      val error = intercept[IOException](read(s"MESSAGE\ncontent-length:$length\n\n$body\u0000" + message("next")))
      assert(error.getMessage.contains(words), error.getMessage)
    fails("2", "abc", "does not end where its content-length says")
    fails("4", "abc", "does not end where its content-length says")
    fails("3x", "abc", "not a number")
    fails("-3", "abc", "not a number")
    fails("", "abc", "not a number")
    fails("2147483647", "abc", "more than")
    fails("4294967299", "abc", "more than")
    assertEquals(read("MESSAGE\ncontent-length: 3 \n\nabc\u0000"), List("3"))
  }

  /** What the reader says when a stream goes on without end, and how many bytes it had taken by then. */
  private def refused(start: String, more: String): (String, Int) =
    val reader = FrameReader()
    var taken = 0
    def feed(text: String): Unit =
      val pieces = Pieces(bytes(text), Iterator.continually(50_000))
      while !pieces.done do
        taken += reader.fill(pieces)
        reader.parse(Notes(reader))
    val error = intercept[IOException] {
      feed(start)
      while taken < (64 << 20) do feed(more)
    }
    assert(reader.buffer.capacity < 4 * taken, s"${reader.buffer.capacity} for $taken bytes")
    (error.getMessage, taken)

  test("headers without end: told before they take memory") {
    val lines = "x-header:and its value\n" * 1000
    for (start, more) <-
        List("MESSAGE\n" -> lines, "MESSAGE\nx:" -> "y" * 10_000, "CONNECTED\n" -> lines, "y" * 10 -> "y" * 10_000)
    do
      val (said, taken) = refused(start, more)
      assert(said.contains("headers do not end within 64 KiB"), said)
      assert(taken < 200_000, s"$taken bytes")
  }

  test("an ERROR without end; a long one is read") {
    val (said, taken) = refused("ERROR\nmessage:no\n\n", "and on " * 10_000)
    assert(said.contains("no MESSAGE whose body does not end within 1024 KiB"), said)
    assert(taken < 2_000_000, s"$taken bytes")
    val (announced, _) = refused("ERROR\ncontent-length:200000000\n\n", "and on " * 10_000)
    assert(announced.contains("does not end within 1024 KiB"), announced)
    assertEquals(read(s"ERROR\n\n${"x" * 1_000_000}\u0000").map(_.length), List("ERROR [] ".length + 1_000_000))
  }

  test("many frames at once are no long one") {
    val many = "RECEIPT\nreceipt-id:x\n\n\u0000" * 20_000 + "RECEIPT\nrec"
    assertEquals(read(many).size, 20_000)
  }

  test("the end of the stream is told from no bytes yet") {
    val reader = FrameReader()
    assertEquals(reader.fill(Pieces(Array(), Iterator.empty)), 0)
    assertEquals(reader.fill(Pieces(Array(), Iterator.empty, closed = true)), -1)
  }

  private def stamped(size: Int, sequence: Long = 6): Array[Byte] =
    val buffer = ByteBuffer.wrap(Array.fill(size)(Stamp.Filler))
    if size >= Stamp.Bytes then Stamp.put(buffer, 0, 5, sequence, 7, size)
    buffer.array

  private def text(body: Array[Byte]) = String(body, ISO_8859_1)

  test("a body is intact if stamp, length and filler fit") {
    def found(body: Array[Byte]) = read(message(text(body)))
    assertEquals(found(stamped(20)), List("#6 20 <m-20>"))
    assertEquals(found(stamped(100)), List("#6 100 <m-100>"))
    assertEquals(found(stamped(100).take(99)), List("99 <m-99>"), "shorter")
    assertEquals(found(stamped(19)), List("19 <m-19>"), "too small for a stamp")
    assertEquals(found(stamped(100).updated(99, 0.toByte)), List("100 <m-100>"), "another end")
    for i <- 0 until 20 do assertEquals(found(stamped(20).updated(i, 99.toByte)), List("20 <m-20>"), s"byte $i")
  }

  test("the same stamps, however the stream is cut, and the same damage") {
    val sizes = List(20, 21, 22, 60, 19, 5000, 20)
    val whole = sizes.zipWithIndex.map((size, i) => stamped(size, i))
    for damaged <- None +: whole.indices.map(Some(_)) do
      val bodies = damaged.fold(whole)(i => whole.updated(i, whole(i).updated(whole(i).length - 1, 0.toByte)))
      val stream = bodies.map(body => message(text(body), "ack:7\n")).mkString
      val expected = bodies.zipWithIndex.map { (body, i) =>
        val intact = body.length >= Stamp.Bytes && !damaged.contains(i)
        s"${if intact then s"#$i " else ""}${body.length} <7>"
      }
      for cut <- (1 until 600) ++ (stream.length - 600 until stream.length) do
        val pieces = Iterator(cut) ++ Iterator.continually(stream.length)
        assertEquals(read(stream, Version.V12, pieces), expected, s"cut at $cut, damaged $damaged")
      for size <- List(1, 7, 100) do
        assertEquals(read(stream, Version.V12, Iterator.continually(size)), expected, s"pieces of $size")
  }

  test("a large body is let go as it comes, and its end is looked at") {
    val body = stamped(3_000_000)
    val reader = FrameReader()
    val notes = Notes(reader)
    val pieces = Pieces(bytes(message(text(body)) * 3), Iterator.continually(100_000))
    while !pieces.done do
      reader.fill(pieces)
      assert(reader.parse(notes))
    assertEquals(notes.all.map(_.take(10)), List.fill(3)("#6 3000000"))
    assert(reader.buffer.capacity < 600_000, reader.buffer.capacity)
    val longer = message(text(body)).dropRight(1) + "x\u0000"
    val error = intercept[IOException](read(longer, sizes = Iterator.continually(100_000)))
    assert(error.getMessage.contains("does not end where its content-length says"), error.getMessage)
  }

  test("of whole bodies each byte is looked at, however the stream is cut; else their end") {
    for
      size <- List(20, 21, 27, 28, 29, 500)
      damaged <- None +: (20 until size).filter(i => i % 7 == 0 || i == size - 1).map(Some(_))
      pieces <- List(1, 3, 8, 25, 64, 9999)
      whole <- List(true, false)
    do
      val body = damaged.fold(stamped(size))(i => stamped(size).updated(i, 0.toByte))
      val reader = FrameReader(whole)
      val notes = Notes(reader)
      val stream = Pieces(bytes(message(text(body)) * 2), Iterator.continually(pieces))
      while !stream.done do
        reader.fill(stream)
        assert(reader.parse(notes))
      val intact = !damaged.exists(i => whole || i == size - 1)
      val expected = s"${if intact then "#6 " else ""}$size <m-$size>"
      assertEquals(notes.all, List.fill(2)(expected), s"damaged $damaged, whole $whole, pieces of $pieces")
  }

  test("a handler that stops at a message that came in parts gets what is behind it later") {
    val reader = FrameReader()
    reader.acknowledgeBy(Subscription.ackHeader(Version.V11))
    val notes = Notes(reader, goOn = !_.startsWith("#"))
    val pieces = Pieces(bytes(message(text(stamped(500))) + message("ab")), Iterator(200, 100, 9999))
    for _ <- 1 to 2 do
      reader.fill(pieces)
      assert(reader.parse(notes))
    reader.fill(pieces)
    assert(!reader.parse(notes))
    assertEquals(notes.all, List("#6 500 <m-500>"))
    assert(reader.parse(notes))
    assertEquals(notes.all.tail, List("2 <m-2>"))
  }
