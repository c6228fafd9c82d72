package shootout.campaign

import java.io.{BufferedReader, IOException, InputStream, InputStreamReader, OutputStream, OutputStreamWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.FiniteDuration

/** Lines of text to and from another process. Incoming lines are read at once, so that two processes that write to each
  * other never block each other.
  *
  * @param ended
  *   called when the other process has closed its end, which also happens when it ends
  */
final class LineChannel(in: InputStream, out: OutputStream, ended: () => Unit = () => ()):
  private val writer = OutputStreamWriter(out, UTF_8)

  /** None marks the end. */
  private val received = LinkedBlockingQueue[Option[String]]()
  private val reading = Thread(() => read(), "lines")
  reading.setDaemon(true)
  reading.start()

  private def read(): Unit =
    val reader = BufferedReader(InputStreamReader(in, UTF_8))
    try Iterator.continually(reader.readLine()).takeWhile(_ != null).foreach(line => received.put(Some(line)))
    // The other end of the pipe is gone.
    catch case _: IOException => ()
    finally
      received.put(None)
      ended()

  /** Sends a line, which is lost if the other process has ended. Any thread may call this. */
  def send(line: String): Unit = synchronized {
    try
      writer.write(s"$line\n")
      writer.flush()
    catch case _: IOException => ()
  }

  /** Waits for the next line. None means the channel has ended. */
  def next(): Option[String] = kept(received.take())

  /** Waits for the next line up to the limit. None means the channel has ended, or no line arrived in time. */
  def next(limit: FiniteDuration): Option[String] =
    Option(received.poll(limit.toMillis, TimeUnit.MILLISECONDS)).flatMap(kept)

  /** All lines up to the end. */
  def all: Iterator[String] = Iterator.continually(next()).takeWhile(_.isDefined).flatten

  /** Puts the end back, so that later calls find it too. */
  private def kept(line: Option[String]): Option[String] =
    if line.isEmpty then received.put(None)
    line

  /** Ends sending. */
  def close(): Unit =
    try writer.close()
    catch case _: IOException => ()
