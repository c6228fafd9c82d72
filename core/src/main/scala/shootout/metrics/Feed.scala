package shootout.metrics

import shootout.units.Json

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.util.UUID
import scala.util.{Try, Using}

/** Where a load JVM tells its events.
  *
  * @param port
  *   of the loopback interface
  * @param key
  *   what it says first, so that nobody else who connects is taken for it
  */
final case class FeedAddress(port: Int, key: String) derives Json.ReadWriter

/** The orchestrator's end of what one load JVM tells, see [[Teller]].
  *
  * @param heard
  *   called by a thread of its own
  * @throws java.io.IOException
  *   if nothing can listen
  */
final class Feed(heard: Event => Unit, ended: () => Unit) extends AutoCloseable:
  private val listening = ServerSocket(0, 1, InetAddress.getLoopbackAddress)
  private val key = UUID.randomUUID.toString
  @volatile private var connected = false
  private val reading = Thread(() => read(), "metrics feed")
  reading.setDaemon(true)
  reading.start()

  val address: FeedAddress = FeedAddress(listening.getLocalPort, key)

  private def read(): Unit =
    try while !Using.resource(listening.accept())(hear) do ()
    // closed: it has ended, or was never started
    catch case _: IOException => ()

  /** Whether it was the load JVM. */
  private def hear(socket: Socket): Boolean =
    val known = knows(socket)
    if known then
      connected = true
      val reader = BufferedReader(InputStreamReader(socket.getInputStream, UTF_8))
      // one that was killed leaves half a line behind
      try Iterator.continually(reader.readLine()).takeWhile(_ != null).flatMap(Feed.event).foreach(heard)
      catch case _: IOException => ()
    known

  private def knows(socket: Socket): Boolean =
    try
      socket.setSoTimeout(Feed.KeyMs)
      val said = socket.getInputStream.readNBytes(key.length)
      socket.setSoTimeout(0)
      String(said, US_ASCII) == key
    catch case _: IOException => false

  /** Behind the end of the load JVM: takes what is still under way. */
  def close(): Unit =
    if connected then reading.join(Feed.LeaveMs)
    listening.close()
    ended()

object Feed:
  private val KeyMs = 2_000
  private val LeaveMs = 1_000L

  private def event(line: String): Option[Event] = Try(Json.read[Event](line)).toOption
