package shootout.broker

import shootout.input.Node
import shootout.units.Durability

import java.nio.file.{Files, Path}

/** Where a broker's files come from. Texts may hold `{{version}}`. */
enum Source:
  /** Jars and all they depend on, in one folder.
    *
    * @param coordinates
    *   `group:artifact:version`
    * @param exclusions
    *   `group:artifact` never to be fetched
    */
  case Jars(coordinates: List[String], exclusions: List[String])

  /** An archive in a Maven registry, unpacked: `group:artifact:version:type` with an optional `:classifier`.
    *
    * @param home
    *   the broker's own folder in it, `{{home}}`; empty: the archive has no folder around its files
    */
  case Archive(coordinate: String, home: String = "")

  /** Packages of a registry beside Maven's, and all they depend on, in one folder.
    *
    * @param names
    *   each with its version, as [[Registry.words]] says
    */
  case Packages(registry: Registry, names: List[String])

  /** The tool's own class path, `{{class_path}}`: nothing is fetched. */
  case OwnClasses

  /** A package of the operating system, or a program that is there whatever has brought it.
    *
    * @param executables
    *   where the program may be, the first one that exists is used; a name without a folder is looked for on the PATH
    * @param install
    *   package manager (`apt-get`, `dnf`, `brew`) to the package's name there; none: nothing is known that would bring it
    * @param services
    *   system services that installing the package would start, and must not
    * @param versionCommand
    *   prints the installed version; empty: the version is not known
    */
  case SystemPackage(
      executables: List[Path],
      install: List[(String, String)],
      services: List[String],
      versionCommand: List[String]
  )

  /** Whether there is an `{{executable}}`. */
  def hasProgram: Boolean = this match
    case _: Source.SystemPackage | _: Source.Packages => true
    case _ => false

/** What it takes to lose a message whose receipt was given.
  *
  * @param because
  *   the setting that makes it so
  */
case class DurabilityClass(is: Durability, because: String)

/** How one protocol is spoken with this broker.
  *
  * @param port
  *   one of [[Launch.ports]]
  * @param dialect
  *   for the protocol's driver, which reads it and reports its problems; this room does not understand it
  * @param cannot
  *   capability to the reason why the broker, in the version at hand, lacks it in this protocol
  * @param lacks
  *   the same of every version
  * @param logins
  *   the server lets clients log in
  */
case class SpokenProtocol(
    name: String,
    port: String,
    dialect: Node.Mapping,
    cannot: List[(String, String)],
    lacks: List[Lack] = Nil,
    logins: Boolean = true
)

/** A named set of overrides: an entry of `variants:`.
  *
  * @param because
  *   what somebody learns who compares it with the broker as it is
  */
case class Variation(name: String, title: String, because: String)

/** One contender of the catalogue: a broker as its `broker.yaml` says it, or one of its variants or versions.
  *
  * @param name
  *   `activemq`, `activemq/strict`, `activemq@5.18.0`, `activemq/strict@5.18.0`
  * @param folder
  *   where `broker.yaml` and the templates are
  * @param version
  *   none: whatever the system package is
  * @param unsupported
  *   protocols that were tried with it in vain, each with the reason: a result too
  * @param deviations
  *   setting to the reason why it differs from the broker's default
  * @param calibration
  *   it shows what the load generator can do: never compared with brokers, and only run when asked for by name
  * @param caution
  *   what somebody who chooses a broker should know of it beside its numbers
  * @param discontinued
  *   there will be no other release of it
  * @param base
  *   the folder of the broker that this one is a variant of; such are only run when asked for by name
  * @param quickProtocols
  *   the protocols of the quick profile, where none are asked for by name: STOMP and the broker's own
  * @param replicatedProtocols
  *   those of the replicated profile, likewise
  * @param ownFiles
  *   its files are fetched for it; a broker that extends another one and says neither `get` nor `version` has those of that
  * @param files
  *   what tells its files from those that `files.sha256` lists: its version, or its variant; none: they are those
  * @param home
  *   an installation that is on this machine already: nothing is fetched, and nothing checked
  * @param topology
  *   its nodes, where it has several
  * @param profiles
  *   in which it runs without being named; none: see [[runsIn]]
  * @param onRequest
  *   its file says that it runs only when it is asked for by name
  * @param standardProtocols
  *   as `quickProtocols`, of the profiles standard and full
  */
case class BrokerSpec(
    name: String,
    title: String,
    version: Option[String],
    homepage: String,
    folder: Path,
    source: Source,
    launch: Launch,
    protocols: List[SpokenProtocol],
    durability: DurabilityClass,
    deviations: List[(String, String)],
    calibration: Boolean,
    unsupported: List[(String, String)] = Nil,
    caution: Option[String] = None,
    discontinued: Boolean = false,
    base: Option[Path] = None,
    quickProtocols: List[String] = Nil,
    replicatedProtocols: List[String] = Nil,
    ownFiles: Boolean = true,
    files: Option[String] = None,
    variation: Option[Variation] = None,
    home: Option[Path] = None,
    topology: Topology = Topology.single,
    profiles: Option[List[String]] = None,
    onRequest: Boolean = false,
    standardProtocols: List[String] = Nil
):
  /** Whether it runs in this profile without being named. By default a broker does in all but the replicated one, and variants
    * in none.
    */
  def runsIn(profile: String): Boolean =
    !calibration && profiles.fold(!onlyByName && profile != BrokerSpec.apart)(_.contains(profile))

  /** All of its nodes: one, unless its file says otherwise. */
  def nodes: List[NodeSpec] =
    if topology.nodes.isEmpty then List(NodeSpec(1, launch, serves = true)) else topology.nodes

  /** Whether it only runs when it is asked for by name: variants, versions, and whatever says so. A profile that it is meant for
    * is as good as its name.
    */
  def onlyByName: Boolean = onRequest || base.isDefined || variation.isDefined || name.contains('@')

  /** The folder of the catalogue that it comes from. */
  def broker: String = name.takeWhile(c => c != '/' && c != '@')

  /** With the version; the title of one that was asked for by its version has it already. */
  def titled: String = (title :: version.filterNot(title.endsWith(_)).toList).mkString(" ")

  /** Its name, fit for files. */
  def slug: String = BrokerSpec.slug(name)

  /** The name under which its files are fetched and locked. */
  def origin: String = lender.fold(broker)(_.getFileName.toString) + files.fold("")("@" + _)

  /** The list of its files, or where that should be. */
  def checksums: Path = lender.getOrElse(folder).resolve(Checksums.fileOf(files))

  /** How people know that list. */
  def checksumsShown: String = s"brokers/${origin.takeWhile(_ != '@')}/${Checksums.fileOf(files)}"

  private def lender: Option[Path] = base.filterNot(_ => ownFiles)

  /** Where what it is made of lies: its own folder, and that of its base. */
  def folders: List[Path] = folder :: base.toList

  /** The same from an installation that is on this machine already; what it cannot do may depend on its version. */
  def at(installation: Path): BrokerSpec =
    val there = copy(home = Some(installation))
    val version = there.versionHere
    there.copy(protocols = protocols.map { p =>
      p.copy(cannot = p.lacks.filter(_.appliesTo(version)).map(l => l.capability -> l.because))
    })

  /** Where a template of this name is looked for, the first one wins. */
  private def places: List[Path] = variation.map(v => folder.resolve(v.name)).toList ++ folders

  /** The version that would run on this machine; none: a system package that is not installed. */
  def versionHere: Option[String] = source match
    case system: Source.SystemPackage => version.orElse(SystemPackages.versionHere(system, home))
    case _ => version

  /** A file beside its `broker.yaml`, in a folder there that has the name of the variant, or beside that of its base. */
  def file(name: String): Path = BrokerSpec.file(places, name)

  /** Names of the protocols that its file mentions, in its order, the unsupported ones last. */
  def protocolNames: List[String] = protocols.map(_.name) ++ unsupported.map(_._1)

  def protocol(name: String): Option[SpokenProtocol] = protocols.find(_.name == name)

object BrokerSpec:
  /** A profile for which brokers say that they are meant for it. */
  private val apart = "replicated"

  /** Those that a `broker.yaml` may name. */
  val profiles: List[String] = List("quick", "standard", "full", apart)

  private[broker] def file(places: List[Path], name: String): Path =
    places.map(_.resolve(name)).find(Files.exists(_)).getOrElse(places.last.resolve(name))

  def slug(name: String): String = name.replaceAll("[^A-Za-z0-9._-]", "-")
