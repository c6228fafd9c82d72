package shootout.broker

import shootout.units.Quoted

import java.nio.file.{Files, Path}
import scala.annotation.unused
import scala.concurrent.duration.*

/** How the files of a broker are had from a registry: downloaded first, and made fit to start once they are known to be right. Until then
  * nothing of them is run.
  */
private trait RegistryClient:
  /** @param ask
    *   runs the client
    * @param pins
    *   exactly these files, whatever their packages would need today; none: the packages, and what they need
    * @param folder
    *   an empty one
    * @return
    *   archives; the name of each tells package and version, and so is enough to download it
    */
  def download(
      ask: Ask,
      packages: List[String],
      pins: Option[Checksums],
      folder: Path
  ): Either[CommandFailure, List[FetchedFile]]

  /** Of what is known, the files that stand for some of these on other kinds of machines. */
  def elsewhere(@unused known: Checksums, @unused files: Iterable[String]): Checksums = Checksums(Map.empty)

  /** Makes what starts, out of the files that [[download]] has brought into `folder`.
    *
    * @param target
    *   an empty folder, which will be `{{artifacts}}`
    */
  def install(
      ask: Ask,
      packages: List[String],
      files: List[FetchedFile],
      folder: Path,
      target: Path
  ): Either[CommandFailure, Unit]

private object RegistryClient:
  def of(registry: Registry): RegistryClient = registry match
    case Registry.Pip => PipWheels
    case Registry.Npm => NpmPackages
    case Registry.Go => GoModules

/** Runs the client of a registry.
  *
  * @param program
  *   and options that come before all others
  */
private final class Ask(program: List[String], limit: FiniteDuration):
  def apply(
      folder: Path,
      arguments: List[String],
      environment: List[(String, String)] = Nil
  ): Either[CommandFailure, List[String]] =
    ToolCommand.run(program ++ arguments, Some(folder), limit, environment = environment)

/** Gets a broker from a registry.
  *
  * @param limit
  *   a client that takes longer is ended
  * @param waits
  *   before each further attempt at what may work in a moment
  * @param program
  *   the client, and options that come before all others
  */
private final class RegistryFetch(
    limit: FiniteDuration,
    waits: List[FiniteDuration],
    program: Registry => List[String] = registry => List(registry.client)
):
  /** Its files, compared with the project's checksums, and ready to start.
    *
    * @param scratch
    *   an empty folder
    * @return
    *   a folder in `scratch`
    */
  def fetch(scratch: Path, spec: BrokerSpec, sums: Checksums, say: String => Unit): Either[Unavailable, Path] =
    downloaded(scratch, spec, Some(sums), say).flatMap { got =>
      val target = Files.createDirectories(scratch.resolve("broker"))
      val elsewhere = got.client.elsewhere(sums, got.files.map(_.name))
      for
        files <- Verification.check(spec, Checksums(sums.sums -- elsewhere.sums.keys), got.files, kept = false)
        _ <- got.client.install(
          got.ask,
          got.packages,
          files,
          got.folder,
          target
        ).left.map(explain(spec, got.words, _).unavailable)
      yield target
    }

  /** What its files are today. */
  def sums(scratch: Path, spec: BrokerSpec, say: String => Unit): Either[Unavailable, Checksums] =
    downloaded(scratch, spec, None, say).map(got => Checksums.of(got.files))

  private final case class Got(
      client: RegistryClient,
      ask: Ask,
      words: String,
      packages: List[String],
      folder: Path,
      files: List[FetchedFile]
  )

  private def downloaded(
      scratch: Path,
      spec: BrokerSpec,
      pins: Option[Checksums],
      say: String => Unit
  ): Either[Unavailable, Got] =
    spec.source match
      case Source.Packages(registry, packages) =>
        val command = program(registry)
        val ask = Ask(command, limit)
        val client = RegistryClient.of(registry)
        // each attempt with an empty folder
        def once(): Either[FetchFailure, Got] =
          val folder = scratch.resolve("download")
          WorkFolder.delete(folder)
          Files.createDirectories(folder)
          for
            files <- client.download(ask, packages, pins, folder).left.map(explain(spec, registry.client, _))
            _ <- Either.cond(files.nonEmpty, (), FetchFailure(nothing(spec, registry), mayPass = false))
          yield Got(client, ask, registry.client, packages, folder, files)
        for
          _ <- Clients.client(spec.title, registry, Path.of(command.head), allowInstall = false, _ => ())
          got <- Retries(waits).over(List(spec.name), say)(_ => Map(spec.name -> once()))(spec.name)
        yield got
      case other => throw IllegalArgumentException(s"${spec.name} comes from no registry: $other")

  private def nothing(spec: BrokerSpec, registry: Registry): Unavailable =
    Unavailable(s"${registry.client} fetched nothing for ${spec.title}", "look at the 'get' section of its broker.yaml")

  private def explain(spec: BrokerSpec, client: String, failure: CommandFailure): FetchFailure =
    val said = failure.output.map(_.trim).filter(_.nonEmpty)
    val complaints = said.filter(RegistryFetch.complaint.findFirstIn(_).isDefined).take(RegistryFetch.shown)
    val why = if complaints.nonEmpty then complaints else said.takeRight(1)
    val reason = Quoted.line((failure.reason :: why).mkString(": "))
    val unavailable = Unavailable(
      s"${spec.title} could not be fetched with $client: $reason",
      s"is there a network, or a mirror in the settings of $client? If broker.yaml was changed, look whether that version exists"
    )
    // pip says above its ERROR why it found nothing
    val all = said.mkString("\n").toLowerCase
    val mayPass = !failure.cannotRun && (FetchFailure.lacksNetwork(all) || FetchFailure.lacksAnswer(all))
    FetchFailure(unavailable, mayPass)

private object RegistryFetch:
  private val shown = 2
  private val complaint = "^(ERROR\\b|npm (ERR!|error)|go: )".r
