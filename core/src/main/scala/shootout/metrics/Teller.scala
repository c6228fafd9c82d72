package shootout.metrics

import shootout.units.Json

import java.io.{BufferedWriter, IOException, OutputStreamWriter}
import java.net.{InetAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.LinkedBlockingQueue
import scala.util.Using

/** The load JVM's end of a [[Feed]]. To tell something costs the caller an entry in a queue, once a sample; a thread of its own writes it
  * down and sends it. What nobody takes is lost: a measurement never waits for those who look on.
  */
final class Teller(to: FeedAddress) extends AutoCloseable:
  /** None: that was all. */
  private val told = LinkedBlockingQueue[Option[Event]](Teller.Most)
  private val writing = Thread(() => write(), "metrics teller")
  writing.setDaemon(true)
  writing.start()

  def tell(event: Event): Unit = told.offer(Some(event)): Unit

  private def write(): Unit =
    try
      Using.resource(Socket(InetAddress.getLoopbackAddress, to.port)) { socket =>
        val writer = BufferedWriter(OutputStreamWriter(socket.getOutputStream, UTF_8))
        writer.write(to.key)
        writer.flush()
        Iterator.continually(told.take()).takeWhile(_.isDefined).flatten.foreach { event =>
          writer.write(s"${Json.write(event)}\n")
          writer.flush()
        }
      }
    catch
      // the orchestrator is gone, and so is everybody who asks it
      case _: IOException => ()
      case _: InterruptedException => ()

  /** Waits a moment for what is still to be sent. */
  def close(): Unit =
    if !told.offer(None) then writing.interrupt()
    writing.join(Teller.LeaveMs)

object Teller:
  /** Events that may wait: some minutes of samples. */
  private val Most = 1_000
  private val LeaveMs = 1_000L
