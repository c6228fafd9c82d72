package shootout.stomp

import shootout.driver.Stamp

import java.io.{BufferedInputStream, BufferedOutputStream, ByteArrayOutputStream, EOFException}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue, TimeUnit}

/** A frame as the server heard it. */
final case class Heard(command: String, headers: List[(String, String)], body: Array[Byte]):
  def header(name: String): Option[String] = headers.collectFirst { case (`name`, value) => value }
  def sequence: Long = Stamp.sequenceAt(body, 0)

/** The server's end of one connection; every wait has a limit. */
final class Talk(socket: Socket, heard: LinkedBlockingQueue[Heard]):
  socket.setSoTimeout(15000)
  private val in = BufferedInputStream(socket.getInputStream)
  private val out = BufferedOutputStream(socket.getOutputStream)

  private def next(): Int =
    val byte = in.read()
    if byte < 0 then throw EOFException() else byte

  /** The next byte, which may be a heart-beat. */
  def hearByte(): Int = next()

  def hear(): Heard =
    var byte = next()
    while byte == '\n' do byte = next()
    val head = StringBuilder()
    while !head.endsWith("\n\n") do
      head += byte.toChar
      if !head.endsWith("\n\n") then byte = next()
    val lines = head.toString.trim.linesIterator.toList
    val headers = lines.tail.map(line => line.takeWhile(_ != ':') -> line.dropWhile(_ != ':').drop(1))
    val body = ByteArrayOutputStream()
    headers.collectFirst { case ("content-length", n) => n.toInt } match
      case Some(length) =>
        body.write(in.readNBytes(length))
        if next() != 0 then throw IllegalStateException(s"no NUL at the end of ${lines.head}")
      case None =>
        byte = next()
        while byte != 0 do
          body.write(byte)
          byte = next()
    val frame = Heard(lines.head, headers, body.toByteArray)
    heard.add(frame)
    frame

  def say(text: String): Unit =
    out.write(text.getBytes(ISO_8859_1))
    out.flush()

  /** As one frame: command, then headers, then the body behind an empty line. */
  def frame(lines: String*): Unit = say(lines.mkString("", "\n", "\n\n\u0000"))

  def receipt(to: Heard): Unit = to.header("receipt").foreach(id => frame("RECEIPT", s"receipt-id:$id"))

  def hangUp(): Unit = socket.close()

  /** Says no more, and takes no more either. */
  def fallSilent(): Unit = socket.shutdownOutput()

  /** CONNECT to CONNECTED and, if the client subscribes, to the receipt of that. */
  def welcome(version: String, subscribes: Boolean = false, headers: String = ""): Unit =
    hear()
    say(s"CONNECTED\nversion:$version\n$headers\n\u0000")
    if subscribes then receipt(hear())

  /** Confirms all that is to be confirmed until DISCONNECT. */
  def serve(): Unit =
    var on = true
    while on do
      val frame = hear()
      receipt(frame)
      on = frame.command != "DISCONNECT"

/** A STOMP server of a few lines on 127.0.0.1: each connection gets its own thread and the script. */
final class ScriptedServer(socket: ServerSocket)(script: Talk => Unit) extends AutoCloseable:
  val heard = LinkedBlockingQueue[Heard]()
  private val open = ConcurrentLinkedQueue[Socket]()

  private def daemon(body: => Unit): Unit =
    val thread = Thread(() =>
      try body
      catch case _: Exception => ()
    )
    thread.setDaemon(true)
    thread.start()

  daemon {
    while true do
      val connection = socket.accept()
      open.add(connection)
      daemon(script(Talk(connection, heard)))
  }

  def port: Int = socket.getLocalPort

  /** The next frame with this command; others before it are dropped. */
  def await(command: String): Heard =
    val frame = heard.poll(10, TimeUnit.SECONDS)
    if frame == null then throw AssertionError(s"no $command came")
    else if frame.command == command then frame
    else await(command)

  def close(): Unit =
    socket.close()
    open.forEach(_.close())

object ScriptedServer:
  def plain(script: Talk => Unit): ScriptedServer =
    ScriptedServer(ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")))(script)

  /** A server that does with each connection what the script says, while the body runs. */
  def against(script: Talk => Unit)(body: ScriptedServer => Unit): Unit =
    val server = plain(script)
    try body(server)
    finally server.close()

  /** Confirms what producers send. */
  def confirming(body: ScriptedServer => Unit): Unit =
    against { talk =>
      talk.welcome("1.2")
      talk.serve()
    }(body)

  /** Says this to each consumer. */
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
