package shootout.stomp

import java.io.{BufferedInputStream, ByteArrayOutputStream, EOFException, InputStream, OutputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.ConcurrentLinkedQueue

/** Stands between clients and a STOMP broker on 127.0.0.1, and does to the messages that the broker delivers what no
  * broker should: drops each of some, gives each of others twice, lets each of others go behind the next one. Everything
  * else passes as it is. How often it did so is known; meant for one consumer.
  */
final class FaultyProxy(port: Int, dropEvery: Int, duplicateEvery: Int, swapEvery: Int) extends AutoCloseable:
  private val server = ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))
  private val open = ConcurrentLinkedQueue[Socket]()
  private var messages = 0L
  private var heldOrNull: Array[Byte] | Null = null
  private var heldFor = Option.empty[OutputStream]

  @volatile var dropped = 0L
  @volatile var duplicated = 0L
  @volatile var reordered = 0L

  daemon {
    while true do
      val client = server.accept()
      val broker = Socket(InetAddress.getByName("127.0.0.1"), port)
      open.add(client)
      open.add(broker)
      daemon(until(client, broker)(client.getInputStream.transferTo(broker.getOutputStream)))
      daemon(until(client, broker)(frames(BufferedInputStream(broker.getInputStream), client.getOutputStream)))
  }

  def endpointPort: Int = server.getLocalPort

  def close(): Unit =
    server.close()
    open.forEach(_.close())

  private def until(ends: Socket*)(body: => Unit): Unit =
    try body
    finally ends.foreach(_.close())

  private def frames(in: InputStream, out: OutputStream): Unit =
    while true do
      val frame = next(in)
      if String(frame, ISO_8859_1).startsWith("MESSAGE\n") then synchronized(message(frame, out))
      else
        // a frame of another kind may be the last one to its client; the line ends between two frames tell nothing
        if frame.length > 1 then synchronized(if heldFor.contains(out) then release(out, behind = false))
        out.write(frame)

  private def message(frame: Array[Byte], out: OutputStream): Unit =
    messages += 1
    if messages % dropEvery == 0 then dropped += 1
    else if messages % swapEvery == 0 && heldOrNull == null then
      heldOrNull = frame
      heldFor = Some(out)
    else
      out.write(frame)
      if messages % duplicateEvery == 0 then
        out.write(frame)
        duplicated += 1
      release(out, behind = true)

  /** @param behind
    *   a later message went before it
    */
  private def release(out: OutputStream, behind: Boolean): Unit =
    val held = heldOrNull
    if held != null then
      heldOrNull = null
      out.write(held)
      if behind then reordered += 1

  /** One frame with its NUL, or the line ends between two of them. */
  private def next(in: InputStream): Array[Byte] =
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

  private def daemon(body: => Unit): Unit =
    val thread = Thread(() =>
      try body
      catch case _: Exception => ()
    )
    thread.setDaemon(true)
    thread.start()
