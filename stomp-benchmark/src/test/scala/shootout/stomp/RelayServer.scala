package shootout.stomp

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.atomic.AtomicLong

/** A small STOMP broker with one destination: it confirms each message and sends it to the last subscriber.
  *
  * @param before
  *   called with the number of earlier messages, and may block
  */
final class RelayServer(before: Long => Unit) extends AutoCloseable:
  @volatile private var subscriber: Talk | Null = null
  private val sent = AtomicLong()
  private val server = ScriptedServer.plain(serve)

  def port: Int = server.port
  def close(): Unit = server.close()

  private def serve(talk: Talk): Unit =
    var on = true
    while on do
      val frame = talk.hear()
      frame.command match
        case "CONNECT" => talk.frame("CONNECTED", "version:1.1")
        case "SUBSCRIBE" => subscriber = talk
        case "SEND" => relay(frame)
        case _ => on = frame.command != "DISCONNECT"
      talk.synchronized(talk.receipt(frame))

  private def relay(frame: Heard): Unit =
    before(sent.getAndIncrement())
    val to = subscriber
    if to != null then
      val head = s"MESSAGE\nmessage-id:1\nsubscription:1\ncontent-length:${frame.body.length}\n\n"
      to.synchronized(to.say(head + String(frame.body, ISO_8859_1) + "\u0000"))
