package shootout.stomp

import shootout.driver.{DestinationName, SendSpec, Stamp}
import shootout.units.DestinationType

import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.Random

/** What is written by the outbox, by ready-made frames, and by both together. */
class BuffersSuite extends munit.FunSuite:
  private def bytes(text: String) = text.getBytes(ISO_8859_1)
  private def body(sequence: Long, size: Int) = ScriptedServer.body(sequence, size)

  private def drain(outbox: Outbox, channel: Narrow): String =
    while outbox.pending do outbox.write(channel)
    channel.text

  test("the outbox keeps the order while it grows and the network is slow"):
    val outbox = Outbox()
    val channel = Narrow(1)
    val random = Random(3)
    val expected = StringBuilder()
    for i <- 0 until 300 do
      val text = s"$i." * random.nextInt(40)
      outbox.add(bytes(text))
      expected ++= text
      for _ <- 0 until random.nextInt(60) do if outbox.pending then outbox.write(channel)
    assertEquals(drain(outbox, channel), expected.toString)
    assert(!outbox.pending && !outbox.begun)

  test("the outbox writes numbers, hexadecimal numbers and bodies"):
    val outbox = Outbox()
    for n <- List(0, 7, 10, 99, 100, 1048576, Int.MaxValue) do
      outbox.addDecimal(n)
      outbox.add(' '.toByte)
    outbox.addHex(0xab12cd34ef56L)
    outbox.add(bytes("<abc>"), 1, 3)
    outbox.addBody(1, 42, 0, 3000)
    val text = drain(outbox, Narrow(100))
    assertEquals(text, "0 7 10 99 100 1048576 2147483647 ab12cd34ef56abc" + body(42, 3000))

  test("a frame is begun until it is written, even if the buffer grows"):
    val outbox = Outbox()
    val channel = Narrow(5)
    outbox.add(bytes("x" * 100))
    assert(!outbox.begun)
    outbox.write(Narrow(0))
    assert(!outbox.begun, "nothing was taken")
    outbox.write(channel)
    assert(outbox.begun)
    outbox.add(bytes("y" * 5000))
    outbox.write(Narrow(0))
    assert(outbox.begun, "grown")
    drain(outbox, Narrow(9999))
    assert(!outbox.begun)

  test("an outbox that is never empty does not grow without need"):
    val outbox = Outbox()
    val before = direct()
    val channel = Narrow(1000)
    outbox.add(new Array[Byte](1500))
    for _ <- 0 until 20000 do
      outbox.add(new Array[Byte](1000))
      outbox.write(channel)
    assert(direct() - before < 1_000_000, s"${direct() - before} bytes")

  private def direct(): Long =
    import java.lang.management.{BufferPoolMXBean, ManagementFactory}
    val pools = ManagementFactory.getPlatformMXBeans(classOf[BufferPoolMXBean]).iterator
    Iterator.continually(pools.next()).find(_.getName == "direct").get.getTotalCapacity

  test("the outbox is roomy until 64 KiB wait, and empty after a clear"):
    val outbox = Outbox()
    outbox.add(new Array[Byte](65535))
    assert(outbox.roomy)
    outbox.add(0.toByte)
    assert(!outbox.roomy)
    outbox.write(Narrow(1))
    assert(outbox.roomy && outbox.begun)
    outbox.clear()
    assert(!outbox.pending && !outbox.begun)
    outbox.add(bytes("a"))
    assertEquals(drain(outbox, Narrow(9)), "a")
    outbox.release()
    assert(!outbox.pending)

  private val gap = String(ReadyFrames.Gap, ISO_8859_1)

  test("ready frames get stamps and receipt ids, even through partial writes"):
    val frames = ReadyFrames(bytes(s"SEND\nreceipt:$gap\n\n"), 30)
    for allowance <- List(1, 7, 1 << 20) do
      val channel = Narrow(allowance)
      val expected = StringBuilder()
      for sequence <- List(0L, 3L, 0x123456789abL) do
        assertEquals(frames.put(1, sequence, 3, 0), 3)
        frames.write(channel)
        val more = frames.put(1, sequence + 3, 1, 0)
        assertEquals(more, 1)
        while frames.pending do frames.write(channel)
        for s <- sequence until sequence + 4 do expected ++= f"SEND\nreceipt:$s%012x\n\n${body(s, 30)}\u0000"
      assertEquals(channel.text, expected.toString)

  test("a full buffer of ready frames refuses more until all is written"):
    val frames = ReadyFrames(bytes("SEND\n\n"), 1000)
    val rooms = List.fill(3):
      val room = frames.put(1, 0, 100000, 0)
      if room < 65536 / 1007 then frames.write(Narrow(1 << 20))
      room
    // the buffer starts small, and grows when it is full
    assert(rooms.head <= 2, rooms)
    val room = rooms.last
    assertEquals(room, 65536 / 1007)
    assertEquals(frames.put(1, 0, 1, 0), 0)
    frames.write(Narrow(1007 * room - 1))
    assertEquals(frames.put(1, 0, 1, 0), 0)
    frames.write(Narrow(1))
    assertEquals(frames.put(1, 0, 100000, 0), room)
    assertEquals(ReadyFrames(bytes("SEND\n\n"), 1 << 20).put(1, 0, 5, 0), 1, "larger than the buffer")
    frames.write(Narrow(1500))
    frames.clear()
    assert(!frames.pending)
    assertEquals(frames.put(1, 0, 100000, 0), room)

  test("receipt ids are read back, and other texts are not receipt ids"):
    val buffer = java.nio.ByteBuffer.allocate(12)
    for value <- List(0L, 1L, 255L, Stamp.MaxSequence) do
      Hex.put(buffer, 0, value)
      assertEquals(Hex.at(buffer, 0, 12), value)
    for text <- List("subscribed", "unsubscribed", "bye", "", "00000000000g", "00000000000A", "0000000000000") do
      assertEquals(Hex.at(java.nio.ByteBuffer.wrap(bytes(text)), 0, text.length), -1L, text)

  private def sender(sizes: Option[Int], confirm: Boolean, targets: Int = 1) =
    val names = Vector.tabulate(targets)(i => DestinationName(DestinationType.Queue, s"q:$i"))
    SendFrames(SendSpec(names, true, confirm, List("extra" -> "e"), sizes), ClientUnderTest.dialect())

  private val common = "destination:/queue/q\\c0\nsend-queue:1\npersistent:true\nextra:e\n"

  test("ready-made frames and assembled ones have the same text"):
    val alike = sender(Some(25), confirm = true)
    alike.speak(Version.V12)
    val channel = Narrow(1 << 20)
    val outbox = Outbox()
    assertEquals(alike.send(outbox, 0, 1, 17, 2, 0, 25), 2)
    assert(!outbox.pending)
    alike.ready.nn.write(channel)
    def frame(sequence: Long) =
      f"SEND\n${common}receipt:$sequence%012x\ncontent-length:25\n\n${body(sequence, 25)}\u0000"
    assertEquals(channel.text, frame(17) + frame(18))
    val varying = sender(None, confirm = true)
    varying.speak(Version.V12)
    assertEquals(varying.ready, null)
    assertEquals(varying.send(outbox, 0, 1, 17, 2, 0, 25), 2)
    assertEquals(drain(outbox, Narrow(1 << 20)), frame(17) + frame(18))

  test("messages of groups name the groups in turn"):
    val queue = Vector(DestinationName(DestinationType.Queue, "q:0"))
    val spec = SendSpec(queue, true, false, List("extra" -> "e"), Some(25), messageGroups = Vector("a", "b"))
    val frames = SendFrames(spec, ClientUnderTest.dialect().copy(messageGroup = Some("group")))
    frames.speak(Version.V12)
    val outbox = Outbox()
    assertEquals(frames.send(outbox, 0, 1, 17, 3, 0, 25), 3)
    val expected = List(17 -> "b", 18 -> "a", 19 -> "b").map((sequence, group) =>
      s"SEND\n${common}group:$group\ncontent-length:25\n\n${body(sequence, 25)}\u0000"
    )
    assertEquals(drain(outbox, Narrow(1 << 20)), expected.mkString)

  test("sizes and destinations may vary until the outbox is full"):
    val outbox = Outbox()
    val frames = sender(None, confirm = false, targets = 2)
    frames.speak(Version.V10)
    val sizes = List(20, 21, 5000, 20)
    for (size, i) <- sizes.zipWithIndex do assertEquals(frames.send(outbox, i % 2, 1, i, 1, 0, size), 1)
    val expected = sizes.zipWithIndex.map: (size, i) =>
      s"SEND\n${common.replace("q\\c0", s"q:${i % 2}")}content-length:$size\n\n${body(i, size)}\u0000"
    assertEquals(drain(outbox, Narrow(999)), expected.mkString)
    val taken = frames.send(outbox, 0, 1, 0, 1000, 0, 1000)
    assert(taken > 50 && taken < 70, taken)
    assertEquals(frames.send(outbox, 0, 1, 0, 1, 0, 1000), 0)

  test("producers of small messages share a send buffer"):
    val expected = List(
      (1, Some(20)) -> 192,
      (4, Some(20)) -> 48,
      (1000, Some(20)) -> 16,
      (4, Some(4096)) -> 64,
      (4, Some(1 << 20)) -> 192,
      (4, None) -> 192
    )
    for ((senders, body), kib) <- expected do
      val spec = SendSpec(Vector(), false, false, Nil, body, senders = senders)
      assertEquals(Connector.sendBufferBytes(spec), kib * 1024, s"$senders of $body")
