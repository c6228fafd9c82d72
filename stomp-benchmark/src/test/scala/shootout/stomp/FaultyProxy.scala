package shootout.stomp

import java.io.{BufferedInputStream, InputStream, OutputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.ConcurrentLinkedQueue

/** A proxy between a consumer and a STOMP broker that drops, duplicates and swaps some messages, and counts them. */
final class FaultyProxy(port: Int, dropEvery: Int, duplicateEvery: Int, swapEvery: Int) extends AutoCloseable:
  import ScriptedServer.daemon

  private val server = ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))
  private val open = ConcurrentLinkedQueue[Socket]()
  private var messages = 0L
  private var heldOrNull: Array[Byte] | Null = null
  private var heldFor = Option.empty[OutputStream]

  @volatile var dropped = 0L
  @volatile var duplicated = 0L
  @volatile var reordered = 0L

  daemon:
    while true do
      val client = server.accept()
      val broker = Socket(InetAddress.getByName("127.0.0.1"), port)
      open.add(client)
      open.add(broker)
      daemon(until(client, broker)(client.getInputStream.transferTo(broker.getOutputStream)))
      daemon(until(client, broker)(frames(BufferedInputStream(broker.getInputStream), client.getOutputStream)))

  def endpointPort: Int = server.getLocalPort

  def close(): Unit =
    server.close()
    open.forEach(_.close())

  private def until(ends: Socket*)(body: => Unit): Unit =
    try body
    finally ends.foreach(_.close())

  private def frames(in: InputStream, out: OutputStream): Unit =
    while true do
      val frame = ScriptedServer.frame(in)
      if String(frame, ISO_8859_1).startsWith("MESSAGE\n") then synchronized(message(frame, out))
      else
        // a frame of another kind may be the last one to its client, but a line end between frames is not
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
