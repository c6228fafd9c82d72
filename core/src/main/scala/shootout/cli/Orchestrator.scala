package shootout.cli

import java.io.File
import java.nio.file.{Files, Path}
import java.time.LocalDateTime
import java.time.format.DateTimeFormatter
import scala.jdk.CollectionConverters.*

/** Runs every broker in turn, each repetition in a fresh load JVM, so that no broker profits from a generator that
  * another one has warmed up; then has the report drawn.
  */
final class Orchestrator(prepared: Prepared, arguments: List[String]):
  private val settings = prepared.settings
  private val stopping = Stopping(text => Console.err.println(text))
  private val shareSeconds = prepared.plan.duration(1) + DryRun.BrokerSeconds

  /** @return the exit status */
  def run(): Int =
    Files.createDirectories(settings.out)
    if !settings.continued then keepEarlierResults()
    val shares =
      for repetition <- 1 to settings.repeat; broker <- settings.brokers
      yield (repetition, broker)
    val total = shares.size * shareSeconds
    println(
      s"${prepared.plan.cells.size} cells x ${settings.brokers.size} brokers x ${settings.repeat} repetitions, " +
        s"about ${Duration.words(total)}."
    )
    val statuses = shares.zipWithIndex.map { case ((repetition, broker), n) =>
      if stopping.requested then Stopping.Status else loadJvm(Share(broker, repetition, n * shareSeconds, total))
    }
    val page = report()
    if stopping.requested then
      println(s"Stopped. To go on: run the same command again with --continue")
      Stopping.Status
    else if page != 0 then page
    else if statuses.forall(_ == 0) then 0
    else 1

  /** Nothing that was measured is lost: results of an earlier run move into a folder of their own. */
  private def keepEarlierResults(): Unit =
    val earlier = settings.brokers.flatMap { broker =>
      prepared.drivers.protocols.map(settings.resultFile(_, broker)).filter(Files.exists(_))
    }
    if earlier.nonEmpty then
      val stamp = LocalDateTime.now.format(DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss"))
      val folder = settings.out.resolve("earlier").resolve(stamp)
      Files.createDirectories(folder)
      earlier.foreach(file => Files.move(file, folder.resolve(file.getFileName)))
      println(s"Results of an earlier run were moved to $folder (to add to them, use --continue)")

  private def loadJvm(share: Share): Int =
    val flags = Orchestrator.loadFlags
    child(flags, "shootout.cli.Main", arguments :+ share.argument)

  private def report(): Int = child(Nil, "shootout.report.Main", List(settings.out.toString))

  private def child(flags: List[String], main: String, arguments: List[String]): Int =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val properties = sys.props.toList.collect { case (k, v) if k.startsWith("shootout.") => s"-D$k=$v" }
    val command = List(java) ++ flags ++ properties ++ List("-cp", sys.props("java.class.path"), main) ++ arguments
    val process = ProcessBuilder(command.asJava).directory(File(".").getAbsoluteFile).inheritIO().start()
    // Ctrl-C reaches the child by itself, SIGTERM does not; being told twice does not hurt it
    stopping.onRequest(() => process.destroy())
    val status = process.waitFor()
    stopping.onRequest(() => ())
    status

object Orchestrator:
  /** The load allocates nothing in steady state: a small heap and the collector with the cheapest barriers do. */
  private val loadFlags =
    List("-Xms256m", "-Xmx2g", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=2g", "-XX:-UsePerfData")
