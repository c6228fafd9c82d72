package shootout.stomp

import shootout.driver.Stamp

import java.io.{BufferedInputStream, BufferedOutputStream, ByteArrayOutputStream, EOFException, InputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue, TimeUnit}
import scala.util.Using

/** A frame that the server received. */
final case class Heard(command: String, headers: List[(String, String)], body: Array[Byte]):
  def header(name: String): Option[String] = headers.collectFirst { case (`name`, value) => value }
  def sequence: Long = Stamp.sequenceAt(body, 0)

/** The server's end of one connection. Every wait has a limit. */
final class Talk(socket: Socket, heard: LinkedBlockingQueue[Heard]):
  socket.setSoTimeout(15000)
  private val in = BufferedInputStream(socket.getInputStream)
  private val out = BufferedOutputStream(socket.getOutputStream)

  /** The next byte, which may be a heart-beat. */
  def hearByte(): Int =
    val byte = in.read()
    if byte < 0 then throw EOFException() else byte

  def hear(): Heard =
    val frame = ScriptedServer.frame(in)
    if frame.length == 1 then hear()
    else
      val start = String(frame, ISO_8859_1).indexOf("\n\n") + 2
      val lines = String(frame, 0, start, ISO_8859_1).trim.linesIterator.toList
      val headers = lines.tail.map(line => line.takeWhile(_ != ':') -> line.dropWhile(_ != ':').drop(1))
      val body = frame.slice(start, frame.length - 1)
      for case ("content-length", n) <- headers if n.toInt != body.length do
        throw IllegalStateException(s"no NUL at the end of ${lines.head}")
      val heardFrame = Heard(lines.head, headers, body)
      heard.add(heardFrame)
      heardFrame

  def say(text: String): Unit =
    out.write(text.getBytes(ISO_8859_1))
    out.flush()

  /** Sends one frame: its command, then its headers. */
  def frame(lines: String*): Unit = say(lines.mkString("", "\n", "\n\n\u0000"))

  def receipt(to: Heard): Unit = to.header("receipt").foreach(id => frame("RECEIPT", s"receipt-id:$id"))

  def hangUp(): Unit = socket.close()

  /** Sends nothing more, and reads nothing more. */
  def fallSilent(): Unit = socket.shutdownOutput()

  /** Answers CONNECT, and SUBSCRIBE if the client subscribes. */
  def welcome(version: String, subscribes: Boolean = false, headers: String = ""): Unit =
    hear()
    say(s"CONNECTED\nversion:$version\n$headers\n\u0000")
    if subscribes then receipt(hear())

  /** Sends every requested receipt, until DISCONNECT. */
  def serve(): Unit =
    var on = true
    while on do
      val frame = hear()
      receipt(frame)
      on = frame.command != "DISCONNECT"

/** A small STOMP server that runs the script for each connection. */
final class ScriptedServer(socket: ServerSocket)(script: Talk => Unit) extends AutoCloseable:
  import ScriptedServer.daemon

  val heard = LinkedBlockingQueue[Heard]()
  private val open = ConcurrentLinkedQueue[Socket]()

  daemon:
    while true do
      val connection = socket.accept()
      open.add(connection)
      daemon(script(Talk(connection, heard)))

  def port: Int = socket.getLocalPort

  /** The next frame with this command. Drops others before it. */
  def await(command: String): Heard =
    val frame = heard.poll(10, TimeUnit.SECONDS)
    if frame == null then throw AssertionError(s"no $command came")
    else if frame.command == command then frame
    else await(command)

  def close(): Unit =
    socket.close()
    open.forEach(_.close())

object ScriptedServer:
  /** Runs this in a thread of its own, until it fails. */
  def daemon(body: => Unit): Unit =
    val thread = Thread(() =>
      try body
      catch case _: Exception => ()
    )
    thread.setDaemon(true)
    thread.start()

  /** One frame with its NUL, or the line end between two of them. */
  def frame(in: InputStream): Array[Byte] =
    val frame = ByteArrayOutputStream()
    def take(): Int =
      val byte = in.read()
      if byte < 0 then throw EOFException()
      frame.write(byte)
      byte
    if take() != '\n' then
      var line = "x"
      var length = Option.empty[Int]
      while line.nonEmpty do
        val from = frame.size
        while take() != '\n' do ()
        line = String(frame.toByteArray, from, frame.size - from, ISO_8859_1).trim
        if line.startsWith("content-length:") then length = Some(line.drop("content-length:".length).toInt)
      for n <- length do frame.write(in.readNBytes(n))
      while take() != 0 do ()
    frame.toByteArray

  def plain(script: Talk => Unit): ScriptedServer =
    ScriptedServer(ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")))(script)

  /** Runs the body with such a server. */
  def against(script: Talk => Unit)(body: ScriptedServer => Unit): Unit =
    Using.resource(plain(script))(body)

  /** A server that confirms what producers send. */
  def confirming(body: ScriptedServer => Unit): Unit =
    against { talk =>
      talk.welcome("1.2")
      talk.serve()
    }(body)

  /** A server that sends this to each consumer. */
  def delivering(text: String)(body: ScriptedServer => Unit): Unit =
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      talk.say(text)
      talk.serve()
    }(body)

  def body(sequence: Long, size: Int = 20): String =
    val buffer = ByteBuffer.wrap(Array.fill(size)(Stamp.Filler))
    Stamp.put(buffer, 0, 1, sequence, 0, size)
    String(buffer.array, ISO_8859_1)

  def message(sequence: Long, size: Int = 20): String =
    s"MESSAGE\nmessage-id:m\\c$sequence\nack:a\\c$sequence\ncontent-length:$size\n\n${body(sequence, size)}\u0000"
