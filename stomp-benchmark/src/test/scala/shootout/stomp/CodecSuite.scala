package shootout.stomp

import org.fusesource.hawtdispatch.transport.ProtocolCodec.BufferState
import org.fusesource.hawtdispatch.transport.TcpTransport

import java.io.EOFException
import java.net.{InetAddress, InetSocketAddress}
import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, ServerSocketChannel, SocketChannel, WritableByteChannel}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** The order in which a codec writes, and how it reads. */
class CodecSuite extends munit.FunSuite:
  private def bytes(text: String) = text.getBytes(ISO_8859_1)

  private final class Wire(in: ReadableByteChannel, out: WritableByteChannel) extends TcpTransport:
    override def getReadChannel: ReadableByteChannel = in
    override def getWriteChannel: WritableByteChannel = out

  private val nothing = Pieces(Array(), Iterator.empty)
  private val message = s"SEND\n\n${ScriptedServer.body(1)}\u0000"

  private class Fixture(channel: Narrow, in: ReadableByteChannel = nothing):
    val reader = FrameReader()
    val outbox = Outbox()
    val frames = ReadyFrames(bytes("SEND\n\n"), 20)
    val codec = StompCodec(reader, outbox, () => frames)
    codec.setTransport(Wire(in, channel))

    def flushAll(): Unit = while codec.flush() == BufferState.NOT_EMPTY do ()

  test("messages are written before frames that came later"):
    for allowance <- List(1, 10, 1000) do
      val channel = Narrow(allowance)
      val f = Fixture(channel)
      f.frames.put(1, 1, 1, 0)
      f.outbox.add(bytes("DISCONNECT\n\n\u0000"))
      assert(f.codec.pending)
      f.flushAll()
      assertEquals(channel.text, message + "DISCONNECT\n\n\u0000")
      assert(!f.codec.pending)
      assertEquals(f.codec.getWriteCounter, channel.text.length.toLong)

  test("a half-written frame of the outbox is completed first"):
    val channel = Narrow(5)
    val f = Fixture(channel)
    f.outbox.add(bytes("ACK\nid:1\n\n\u0000"))
    assertEquals(f.codec.flush(), BufferState.NOT_EMPTY)
    f.frames.put(1, 1, 1, 0)
    val long = s"ACK\nid:${"2" * 3000}\n\n\u0000"
    f.outbox.add(bytes(long))
    f.flushAll()
    assertEquals(channel.text, "ACK\nid:1\n\n\u0000" + long + message)
    assertEquals(f.codec.flush(), BufferState.EMPTY)

  test("a half-written message is completed before the outbox starts"):
    val channel = Narrow(9)
    val f = Fixture(channel)
    f.frames.put(1, 1, 1, 0)
    f.codec.flush()
    f.outbox.add(bytes("\n"))
    f.flushAll()
    assertEquals(channel.text, message + "\n")

  test("a read is full, empty, or the end"):
    val f = Fixture(Narrow(1), Pieces(bytes("\n\n\n"), Iterator(2, 1), closed = true))
    assertEquals(f.codec.read(), StompCodec.Filled)
    assertEquals((f.codec.getReadCounter, f.codec.getLastReadSize), (2L, 2L))
    assertEquals(f.codec.read(), StompCodec.Filled)
    intercept[EOFException](f.codec.read())
    assertEquals(Fixture(Narrow(1)).codec.read(), null)

  test("an emptied socket is not read again before the next event"):
    val server = ServerSocketChannel.open().bind(InetSocketAddress(InetAddress.getLoopbackAddress, 0))
    val near = SocketChannel.open(server.getLocalAddress)
    val far = server.accept()
    try
      val codec = Fixture(Narrow(1), near).codec
      for n <- 1 to 3 do
        far.write(ByteBuffer.wrap(bytes("\n")))
        assertEquals(codec.read(), StompCodec.Filled)
        far.write(ByteBuffer.wrap(bytes("\n")))
        assertEquals(codec.read(), null)
        assertEquals(codec.getReadCounter, 2L * n - 1)
        assertEquals(codec.read(), StompCodec.Filled)
        assertEquals(codec.read(), null)
      far.close()
      intercept[EOFException](codec.read())
    finally List(server, near, far).foreach(_.close())

  test("a codec that only writes yields to the selector, unless it reads in between"):
    val f = Fixture(Narrow(10_000), Pieces(bytes("\n" * 100), Iterator.continually(1)))
    def send() =
      f.frames.put(1, 1, 1, 0)
      f.codec.flush()
    val states = List.fill(3 * StompCodec.MostInARow)(send())
    assertEquals(states.count(_ == BufferState.NOT_EMPTY), 3)
    assertEquals(states.last, BufferState.NOT_EMPTY)
    assertEquals(f.codec.flush(), BufferState.EMPTY)
    for _ <- 1 to 3 * StompCodec.MostInARow do
      assertEquals(send(), BufferState.EMPTY)
      f.codec.read()

  test("a released codec reads and writes nothing"):
    val channel = Narrow(10)
    val f = Fixture(channel, Pieces(bytes("MESSAGE\n\n\u0000"), Iterator.continually(100)))
    f.outbox.add(bytes("ACK"))
    f.reader.release()
    f.outbox.release()
    assertEquals(f.codec.read(), null)
    assertEquals(f.codec.flush(), BufferState.EMPTY)
    assertEquals(channel.text, "")
