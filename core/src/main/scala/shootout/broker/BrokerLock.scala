package shootout.broker

import java.nio.file.Path
import scala.concurrent.duration.*

/** Writes down what a broker's files are, for those who fetch them later: taken from a registry afresh, past whatever the
  * local repository holds, and with the versions that its `broker.yaml` leads to today.
  */
object BrokerLock:
  private val limit = 20.minutes

  /** @param scratch
    *   an empty folder
    * @return
    *   by the brokers' names
    */
  def sums(
      scratch: Path,
      specs: List[BrokerSpec],
      watch: FetchWatch,
      maven: List[String] = List("mvn")
  ): Map[String, Either[Unavailable, Checksums]] =
    val afresh = maven :+ s"-Dmaven.repo.local=${scratch.resolve("repository")}"
    MavenFetch(afresh, limit, Artifacts.waits)
      .resolve(scratch, specs.map(_ -> None), watch)
      .map((name, files) => name -> files.map(Checksums.of))

  /** Whether a broker has files to be locked. */
  def concerns(spec: BrokerSpec): Boolean = MavenPom.paths(spec.source).nonEmpty
