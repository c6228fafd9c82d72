package shootout.stomp

import com.sun.management.ThreadMXBean

import java.lang.management.ManagementFactory
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.charset.StandardCharsets.UTF_8

/** Sending, receiving and acknowledging a message allocates nothing. */
class AllocationSuite extends munit.FunSuite:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
  private val limit = 0.1

  private def perMessage(messages: Int)(work: Int => Unit): Double =
    work(messages)
    val self = Thread.currentThread.getId
    val before = threads.getThreadAllocatedBytes(self)
    work(messages)
    (threads.getThreadAllocatedBytes(self) - before).toDouble / messages

  private object Void extends WritableByteChannel:
    def write(from: ByteBuffer): Int =
      val size = from.remaining
      from.position(from.limit)
      size
    def isOpen: Boolean = true
    def close(): Unit = ()

  /** Repeats the same bytes, at most `piece` at a time. */
  private final class Endless(bytes: Array[Byte], piece: Int) extends ReadableByteChannel:
    private var at = 0
    def read(into: ByteBuffer): Int =
      val size = math.min(math.min(into.remaining, bytes.length - at), piece)
      into.put(bytes, at, size)
      at = if at + size == bytes.length then 0 else at + size
      size
    def isOpen: Boolean = true
    def close(): Unit = ()

  private final class Counting(reader: FrameReader, acks: Outbox) extends FrameHandler:
    var messages = 0
    var receipts = 0
    var sum = 0L
    val ack = AckId()
    def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
      if !intact then throw AssertionError("broken")
      sum += sequence + nanos
      reader.acknowledgement(ack)
      acks.add(ack.bytes, 0, ack.length)
      if !acks.roomy then acks.write(Void)
      messages += 1
      true
    def receipt(idAt: Int, idLength: Int): Boolean =
      sum += Hex.at(reader.buffer, idAt, idLength)
      receipts += 1
      true
    def other(command: String, headers: Map[String, String], body: String): Boolean =
      throw AssertionError(command)

  test("sending ready-made frames allocates nothing"):
    val frames = ReadyFrames("SEND\nreceipt:".getBytes(UTF_8) ++ ReadyFrames.Gap ++ "\n\n".getBytes(UTF_8), 20)
    val bytes = perMessage(1_000_000): count =>
      var sent = 0
      while sent < count do
        val taken = frames.put(1, sent, math.min(32, count - sent), sent)
        if taken == 0 then frames.write(Void)
        sent += taken
    assert(bytes < limit, s"$bytes bytes for each message")

  test("sending frames of varying size allocates nothing"):
    val spec = ClientUnderTest.sends(None, confirm = true)
    val frames = SendFrames(spec, ClientUnderTest.dialect())
    frames.speak(Version.V12)
    val outbox = Outbox()
    val bytes = perMessage(500_000): count =>
      var sent = 0
      while sent < count do
        val taken = frames.send(outbox, 0, 1, sent, 1, sent, 20 + sent % 50)
        if taken == 0 then outbox.write(Void)
        sent += taken
    assert(bytes < limit, s"$bytes bytes for each message")

  for (name, piece) <- List("whole" -> 1000000, "cut" -> 777) do
    test(s"receiving messages and receipts allocates nothing, stream $name"):
      val stream =
        List.tabulate(100)(i => ScriptedServer.message(i, 20 + i) + f"\nRECEIPT\nreceipt-id:$i%012x\n\n\u0000")
      val channel = Endless(stream.mkString.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), piece)
      val reader = FrameReader()
      reader.acknowledgeBy(Subscription.ackHeader(Version.V12))
      val handler = Counting(reader, Outbox())
      val bytes = perMessage(1_000_000): count =>
        val until = handler.messages + count
        while handler.messages < until do
          reader.fill(channel)
          reader.parse(handler)
      assert(handler.receipts > 1_000_000 && handler.sum > 0)
      assert(bytes < limit, s"$bytes bytes for each message")
