package shootout.jms.plain

import java.io.{BufferedInputStream, DataInputStream, OutputStream}
import java.net.{ServerSocket, Socket}
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}

/** As much of STOMP as plain clients need: every subscriber gets every message.
  *
  * @param lost
  *   how many of the first messages are dropped
  */
private final class SmallStomp(lost: Int = 0) extends AutoCloseable:
  private val server = ServerSocket(0)
  private val subscribers = CopyOnWriteArrayList[OutputStream]()
  private val messages = AtomicLong()
  private val accepted = AtomicInteger()
  background:
    while true do
      val socket = server.accept()
      accepted.incrementAndGet()
      background(serve(socket))

  def port: Int = server.getLocalPort
  def sent: Long = messages.get
  def connections: Int = accepted.get
  def close(): Unit = server.close()

  private def background(work: => Unit): Unit =
    val task: Runnable = () =>
      try work
      catch case _: java.io.IOException => ()
    val thread = Thread(task)
    thread.setDaemon(true)
    thread.start()

  private def serve(socket: Socket): Unit =
    val in = DataInputStream(BufferedInputStream(socket.getInputStream))
    val out = socket.getOutputStream
    while true do
      val command = line(in)
      val headers =
        Iterator.continually(line(in)).takeWhile(_.nonEmpty).map(_.split(":", 2)).map(h => h(0) -> h(1)).toMap
      val body = new Array[Byte](headers.get("content-length").fold(0)(_.toInt))
      in.readFully(body)
      in.readByte()
      command match
        case "CONNECT" => say(out, "CONNECTED\nversion:1.2\n\n", Array.empty)
        case "SUBSCRIBE" => subscribers.add(out)
        case "SEND" =>
          if messages.incrementAndGet() > lost then
            subscribers.forEach(say(_, s"MESSAGE\ncontent-length:${body.length}\n\n", body))
        case _ => ()
      for id <- headers.get("receipt") do say(out, s"RECEIPT\nreceipt-id:$id\n\n", Array.empty)

  private def say(out: OutputStream, head: String, body: Array[Byte]): Unit =
    out.synchronized(out.write(head.getBytes(US_ASCII) ++ body :+ 0.toByte))

  private def line(in: DataInputStream): String =
    Iterator.continually(in.readByte().toChar).takeWhile(_ != '\n').mkString
