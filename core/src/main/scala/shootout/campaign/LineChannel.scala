package shootout.campaign

import java.io.{BufferedReader, IOException, InputStream, InputStreamReader, OutputStream, OutputStreamWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.FiniteDuration

/** Lines of text to and from another process. What comes is read at once, so that two processes that write to each other never
  * wait for each other.
  *
  * @param ended
  *   called when the other process has closed its end, which it also does by ending
  */
final class LineChannel(in: InputStream, out: OutputStream, ended: () => Unit = () => ()):
  private val writer = OutputStreamWriter(out, UTF_8)

  /** None: there is no more. */
  private val received = LinkedBlockingQueue[Option[String]]()
  private val reading = Thread(() => read(), "lines")
  reading.setDaemon(true)
  reading.start()

  private def read(): Unit =
    val reader = BufferedReader(InputStreamReader(in, UTF_8))
    try Iterator.continually(reader.readLine()).takeWhile(_ != null).foreach(line => received.put(Some(line)))
    // a pipe whose other end is gone
    catch case _: IOException => ()
    finally
      received.put(None)
      ended()

  /** The line is lost if the other process has ended. From any thread. */
  def send(line: String): Unit = synchronized {
    try
      writer.write(s"$line\n")
      writer.flush()
    catch case _: IOException => ()
  }

  /** Waits for the next one. None: there is no more. */
  def next(): Option[String] = kept(received.take())

  /** None: there is no more, or nothing came in time. */
  def next(limit: FiniteDuration): Option[String] =
    Option(received.poll(limit.toMillis, TimeUnit.MILLISECONDS)).flatMap(kept)

  /** All that come, up to the end. */
  def all: Iterator[String] = Iterator.continually(next()).takeWhile(_.isDefined).flatten

  /** The end stays the end. */
  private def kept(line: Option[String]): Option[String] =
    if line.isEmpty then received.put(None)
    line

  /** Nothing more is sent. */
  def close(): Unit =
    try writer.close()
    catch case _: IOException => ()
