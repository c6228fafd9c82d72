package shootout.broker

import java.nio.file.{Files, Path}
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
    val (registered, others) = specs.partition(_.source.isInstanceOf[Source.Packages])
    val fromRegistries = registered.map { spec =>
      val folder = Files.createTempDirectory(scratch, "registry-")
      spec.name -> RegistryFetch(limit, Artifacts.waits).sums(folder, spec, watch.say)
    }
    fromMaven(scratch, others, watch, maven) ++ fromRegistries

  private def fromMaven(
      scratch: Path,
      specs: List[BrokerSpec],
      watch: FetchWatch,
      maven: List[String]
  ): Map[String, Either[Unavailable, Checksums]] =
    if specs.isEmpty then Map.empty
    else
      val afresh = maven :+ s"-Dmaven.repo.local=${scratch.resolve("repository")}"
      MavenFetch(afresh, limit, Artifacts.waits)
        .resolve(scratch, specs.map(_ -> None), watch)
        .map((name, files) => name -> files.map(Checksums.of))

  /** What is to be written down: what its files are here, and what was known of the same ones for other kinds of machines. */
  def joined(spec: BrokerSpec, before: Checksums, here: Checksums): Checksums = spec.source match
    case Source.Packages(registry, _) =>
      Checksums(here.sums ++ RegistryClient.of(registry).elsewhere(before, here.sums.keys).sums)
    case _ => here

  /** Whether a broker has files to be locked. */
  def concerns(spec: BrokerSpec): Boolean = spec.source match
    case _: Source.Packages => true
    case other => MavenPom.paths(other).nonEmpty
