package shootout.calibrate

import shootout.units.Endpoint

import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** A C program that moves STOMP frames over bare sockets (`calibration/src/main/c/bare.c`), running as a server: clients
  * are measured against it, those of the same program and ours.
  */
final class Bare(program: Path) extends AutoCloseable:
  private val server = ProcessBuilder(program.toString, "serve").redirectError(ProcessBuilder.Redirect.INHERIT).start()
  private val port = Bare.line(server).toInt

  def endpoint: Endpoint = Endpoint("127.0.0.1", port, None, None, None)

  /** What the program's own clients reach.
    *
    * @param what
    *   `write` or `read`
    * @return
    *   its allocations are not known, and count as none
    * @throws IOException
    *   if something was not as it should be
    */
  def measure(what: String, bytes: Int, connections: Int, seconds: Double): LoadReading =
    val Array(rate, cpu, _) = Bare.run(program, what, port, connections, seconds, bytes): @unchecked
    LoadReading(rate, cpu, 0)

  /** It serves until its standard input ends. */
  def close(): Unit =
    server.getOutputStream.close()
    if !server.waitFor(1, TimeUnit.SECONDS) then server.destroyForcibly(): Unit

object Bare:
  /** The program as `bin/calibrate` compiled it; none: without a compiler. */
  def program: Option[Path] = Option(System.getProperty("shootout.bare")).filter(_.nonEmpty).map(Path.of(_))

  /** @return messages a second, microseconds of CPU time for each, and messages in all */
  def run(program: Path, what: String, port: Int, connections: Int, seconds: Double, bytes: Int): Array[Double] =
    val arguments = List(port.toString, connections.toString, seconds.toString, bytes.toString)
    val client = ProcessBuilder((program.toString :: what :: arguments)*)
      .redirectError(ProcessBuilder.Redirect.INHERIT)
      .start()
    val found = line(client).split(' ').map(_.toDouble)
    if client.waitFor() == 0 then found else throw IOException(s"$program $what failed")

  private def line(process: Process): String =
    Option(process.inputReader.readLine()).getOrElse(throw IOException("the C program says nothing"))
