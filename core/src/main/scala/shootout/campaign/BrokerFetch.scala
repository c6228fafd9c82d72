package shootout.campaign

import shootout.broker.{Artifacts, Downloads, FetchWatch, InstallOptions, Unavailable}
import shootout.units.{Counted, Duration}

/** Fetches every broker of a run before the first workload. Missing brokers are known within minutes, and no download
  * disturbs a measurement.
  */
final class BrokerFetch(prepared: PreparedRun, stop: StopSignal):
  private var missing = Map.empty[String, Unavailable]
  private var triedAgain = false

  /** @param brokers
    *   names of the catalogue
    */
  def all(brokers: List[String]): Unit =
    val began = System.nanoTime()
    missing = attempt(brokers)
    val here = brokers.filterNot(missing.contains).sorted
    if here.nonEmpty && !stop.requested then
      println(s"Downloaded in ${Duration.words((System.nanoTime() - began) / 1e9)}: ${here.mkString(", ")}.")
    for (broker, why) <- missing.toList.sortBy(_._1) do
      println(s"${BrokerFetch.absent(broker, why)}. It is tried once more before its turn.")

  def lacks(broker: String): Boolean = missing.contains(broker)

  /** Called before the turn of a missing broker. The first call retries all missing brokers at once; later calls do not
    * retry. None means the broker is available.
    */
  def stillMissing(broker: String): Option[Unavailable] =
    if missing.contains(broker) && !triedAgain then
      triedAgain = true
      missing = attempt(missing.keys.toList.sorted)
      for (name, why) <- missing.toList.sortBy(_._1) do println(s"${BrokerFetch.absent(name, why)}. It is left out.")
    missing.get(broker)

  private def attempt(brokers: List[String]): Map[String, Unavailable] =
    val specs = prepared.catalogue.filter(spec => brokers.contains(spec.name))
    val watch = BrokerFetch.DownloadWatch()
    val options = InstallOptions(Artifacts(Artifacts.defaultCache), prepared.settings.install, watch)
    stop.unlessStopped(Downloads.of(specs, options)).getOrElse(Map.empty)

object BrokerFetch:
  /** The same words as at the end of the run and in the report. */
  def absent(broker: String, why: Unavailable): String =
    s"$broker: not available: $why"

  private val EveryNanos = 10_000_000_000L

  /** Prints a line every ten seconds, once something is downloaded. */
  private final class DownloadWatch extends FetchWatch:
    private var shown = 0
    private var at = System.nanoTime()

    def say(text: String): Unit = println(text)

    override def downloaded(files: Int): Unit = synchronized {
      if files > shown && System.nanoTime() - at >= EveryNanos then
        shown = files
        at = System.nanoTime()
        println(s"downloading: ${Counted(files, "file")} so far")
    }
