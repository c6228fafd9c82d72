package shootout.calibrate

import shootout.stomp.nullbroker.NullBroker
import shootout.stomp.{FrameHandler, FrameReader}

import java.net.InetSocketAddress
import java.nio.ByteBuffer
import java.nio.channels.SocketChannel
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.util.Using

/** The C program writes the same frames as our clients, and counts as many. Nothing is timed. */
class BareSocketsSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 60.seconds

  /** Compiled once, if there is a compiler. */
  private lazy val program: Option[Path] =
    val compiler = List("cc", "gcc", "clang").find: name =>
      sys.env("PATH").split(':').exists(folder => Files.isExecutable(Path.of(folder, name)))
    compiler.map: name =>
      val target = Files.createTempDirectory("bare-").resolve("bare")
      val source =
        List("src/main/c/bare.c", "calibration/src/main/c/bare.c").map(Path.of(_)).find(Files.exists(_)).get
      val command = List(name, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-o")
      val run = ProcessBuilder((command ++ List(target.toString, source.toString))*).inheritIO().start()
      assertEquals(run.waitFor(), 0, s"$name does not compile $source")
      target.toFile.deleteOnExit()
      target

  private def compiled: Path =
    assume(program.isDefined, "no C compiler here")
    program.get

  private final class Count extends FrameHandler:
    var messages = 0L
    var inOrder = 0L
    var words = List.empty[String]
    def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
      if intact && sequence == messages then inOrder += 1
      messages += 1
      true
    def receipt(idAt: Int, idLength: Int): Boolean =
      words ::= "receipt"
      true
    def other(command: String, headers: Map[String, String], body: String): Boolean =
      words ::= command
      true

  /** Sends bytes, and reads until there is enough. */
  private def talk(port: Int, said: Array[Byte])(enough: Count => Boolean): Count =
    val count = Count()
    Using.resource(SocketChannel.open(InetSocketAddress("127.0.0.1", port))): channel =>
      channel.write(ByteBuffer.wrap(said))
      val reader = FrameReader()
      while !enough(count) && reader.fill(channel) >= 0 do reader.parse(count)
    count

  /** Sends bytes to a server that answers twice, and returns the second answer. */
  private def lastAnswer(port: Int, said: Array[Byte]): String =
    Using.resource(java.net.Socket("127.0.0.1", port)): socket =>
      socket.getOutputStream.write(said)
      val heard = Iterator.continually(socket.getInputStream.read().toChar)
      heard.takeWhile(_ != 0).size
      heard.takeWhile(_ != 0).mkString

  private def bytes(text: String) = text.getBytes(ISO_8859_1)
  private val connect = "CONNECT\naccept-version:1.2\n\n\u0000"

  private def withNullBroker(body: Int => Unit): Unit =
    val broker = NullBroker(0)
    val thread = Thread(() => broker.run())
    thread.start()
    try body(broker.localPort)
    finally
      broker.close()
      thread.join()

  for (size, connections) <- List(20 -> 1, 20 -> 3, 1024 -> 2, 262144 -> 1) do
    test(s"the null broker counts all messages of the program: $connections x $size B"):
      val program = compiled
      withNullBroker: port =>
        val all = BareSockets.run(program, "write", port, connections, 0.05, size).messages
        assert(all > 0)
        val subscribe = "SUBSCRIBE\nid:0\ndestination:/queue/calibration_1\nack:auto\n\n\u0000"
        assertEquals(talk(port, bytes(connect + subscribe))(_.messages >= all).messages, all)

    test(s"the program reads all messages of the null broker: $connections x $size B"):
      val program = compiled
      withNullBroker(port => assert(BareSockets.run(program, "read", port, connections, 0.05, size).messages > 0))

    test(s"each message of the program's server is intact and in order: $size B, $connections"):
      Using.resource(BareSockets(compiled)): bare =>
        val subscribe = s"SUBSCRIBE\nid:0\ndestination:/queue/a\nflood:-7,$size\nreceipt:s\n\n\u0000"
        val few = 200_000 / (1 + size / 100)
        val count = talk(bare.endpoint.port, bytes(connect + subscribe))(_.messages >= few)
        assertEquals(count.inOrder, count.messages)
        assertEquals(count.words.reverse, List("CONNECTED", "receipt"))

  test("the program's server counts every byte, and ends a flood after a complete message"):
    Using.resource(BareSockets(compiled)): bare =>
      val frame = s"SEND\ndestination:/queue/a\ncontent-length:20\n\n${"x" * 20}\u0000"
      val bye = "DISCONNECT\nreceipt:bye\n\n\u0000"
      for frames <- List(1, 2, 10_000) do
        val answer = lastAnswer(bare.endpoint.port, bytes(connect + frame * frames + bye))
        assertEquals(answer, s"RECEIPT\nreceipt-id:bye\nbytes:${frame.length * frames}\n\n")
      val subscribe = "SUBSCRIBE\nid:0\ndestination:/queue/a\nflood:1,5000\n\n\u0000"
      val count = talk(bare.endpoint.port, bytes(connect + subscribe + bye))(_.words.contains("receipt"))
      assertEquals(count.inOrder, count.messages)
