package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}
import shootout.units.Json

import java.io.{BufferedReader, IOException, InputStreamReader, OutputStreamWriter}
import java.nio.file.{Files, Path}
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.jdk.CollectionConverters.*

/** A process with clients that follow one order after the other, and does nothing in between. Both sides of a comparison get
  * the same JVM with the settings of those that make the load of a benchmark.
  *
  * @param program
  *   the object whose `main` it runs
  * @param log
  *   what it has to say beside answers
  */
private final class Side(program: AnyRef, log: Path) extends Rival:
  private val main = program.getClass.getName.stripSuffix("$")
  private val process =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val properties = sys.props.toList.collect { case (k, v) if k.startsWith("shootout.") => s"-D$k=$v" }
    val command = (java :: Side.flags) ++ properties ++ List("-cp", sys.props("java.class.path"), main)
    ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile)).start()
  private val orders = OutputStreamWriter(process.getOutputStream)
  private val answers = BufferedReader(InputStreamReader(process.getInputStream))

  def autogroup: String = Scheduling.autogroups(List(process.pid))

  /** @throws IOException
    *   if the process has ended, or does not answer in time
    */
  def follow(order: ClientOrder): ClientAnswer =
    orders.write(Json.write(order) + "\n")
    orders.flush()
    val line = CompletableFuture.supplyAsync(() => Option(answers.readLine()))
    val limit = order.warmUpS + order.seconds + order.drainS + Side.SpareS
    try
      line.get(
        (limit * 1000).toLong,
        TimeUnit.MILLISECONDS
      ).map(Json.read[ClientAnswer](_)).getOrElse(throw gone("ended"))
    catch
      case _: TimeoutException => throw gone(f"did not answer within $limit%.0f s")
      case e: ExecutionException => throw gone(s"cannot be read: ${e.getCause.getMessage}")

  private def gone(what: String): IOException =
    val said = if Files.exists(log) then Files.readString(log).linesIterator.toList.takeRight(Side.LogLines) else Nil
    IOException((s"the client process $main $what" :: said).mkString("\n  "))

  def close(): Unit =
    process.destroy()
    if !process.waitFor(Side.EndS, TimeUnit.SECONDS) then locally { val _ = process.destroyForcibly() }

private object Side:
  /** To connect, to disconnect, and for pauses of the machine. */
  private val SpareS = 40.0
  private val EndS = 3L
  private val LogLines = 5
  val flags =
    List("-Xms256m", "-Xmx2g", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=2g", "-XX:-UsePerfData", "-Xshare:auto")
