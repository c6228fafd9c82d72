package shootout.broker

import shootout.yaml.{Node, Place}
import shootout.units.{Durability, Json}

import java.lang.module.ModuleDescriptor.Version
import java.nio.file.{Files, Path}

/** One contender of the catalogue: a broker as its `broker.yaml` describes it, or one of its variants or versions. */
case class BrokerSpec(
    identity: Identity,
    /** Where its files come from. */
    source: Source,
    files: BrokerFiles,
    topology: Topology,
    speaks: Protocols,
    durability: DurabilityClass,
    /** Each setting that differs from the broker's default, with the reason. */
    deviations: List[(String, String)],
    schedule: Schedule
) derives Json.ReadWriter:
  export identity.{broker, calibration, caution, discontinued, name, slug, title, titled, variation, version}
  export files.{file, folder, home}
  export topology.nodes
  export speaks.{
    protocol,
    protocolNames,
    quick as quickProtocols,
    replicated as replicatedProtocols,
    spoken as protocols,
    standard as standardProtocols,
    unsupported
  }

  /** Whether it runs in this profile without being named. By default a broker runs in all profiles but the replicated
    * one, and variants run in none.
    */
  def runsIn(profile: String): Boolean =
    !calibration && schedule.profiles.fold(!onlyByName && profile != Schedule.replicated)(_.contains(profile))

  /** Whether it runs only when the user names it: variants, versions, and brokers whose file says so. A profile that it
    * is meant for counts like its name.
    */
  def onlyByName: Boolean = schedule.onRequest || variation.isDefined || name.contains('@')

  /** How its first node is started. */
  def launch: Launch = nodes.head.launch

  /** The name under which its files are fetched and locked. */
  def origin: String = broker + files.list.fold("")("@" + _)

  /** The path of the list of its files, as people see it. */
  def checksumsShown: String = s"brokers/$broker/${Checksums.fileOf(files.list)}"

  /** The path where that list is, or should be. */
  def checksums: Path = folder.resolve(Checksums.fileOf(files.list))

  /** A copy whose nodes are started in another way. */
  def launched(change: Launch => Launch): BrokerSpec =
    copy(topology = topology.copy(nodes = nodes.map(node => node.copy(launch = change(node.launch)))))

  /** A copy that uses an installation on this machine. */
  def at(installation: Path): BrokerSpec = copy(files = files.copy(home = Some(installation)))

  /** The version that would run on this machine; none for a system package that is not installed. */
  lazy val versionHere: Option[String] = source match
    case system: Source.SystemPackage => version.orElse(SystemPackages.versionHere(system, home))
    case _ => version

  /** The capabilities that it lacks over this protocol in the version at hand, with reasons. */
  def cannot(protocol: String): List[(String, String)] =
    for
      spoken <- this.protocol(protocol).toList
      lack <- spoken.lacks if lack.versions.isEmpty || lack.appliesTo(versionHere)
    yield lack.capability -> lack.because

/** The names of a contender, and what people should know about it. */
final case class Identity(
    /** For example `activemq`, `activemq/strict`, `activemq@5.18.0` or `activemq/strict@5.18.0`. */
    name: String,
    title: String,
    /** None means the version of the system package. */
    version: Option[String],
    homepage: String,
    /** Which of the broker's variants it is; none for the broker without a variant. */
    variation: Option[Variation],
    /** Facts that a user who chooses a broker should know in addition to its numbers. */
    caution: Option[String],
    /** True if there will be no other release of it. */
    discontinued: Boolean,
    /** True if it only measures the load generator. It is never compared with brokers, and runs only when named. */
    calibration: Boolean
) derives Json.ReadWriter:
  /** The catalogue folder that it comes from. */
  def broker: String = name.takeWhile(c => c != '/' && c != '@')

  /** The title with the version. The title of a contender that was named with its version contains it already. */
  def titled: String = (title :: version.filterNot(title.endsWith(_)).toList).mkString(" ")

  /** Its name in a form for file names. */
  def slug: String = BrokerSpec.slug(name)

/** A named set of overrides: an entry of `variants:`.
  *
  * @param because
  *   what a comparison with the plain broker shows
  */
case class Variation(name: String, title: String, because: String) derives Json.ReadWriter

/** Where its files are. */
final case class BrokerFiles(
    /** The folder of `broker.yaml` and the templates. */
    folder: Path,
    /** The variant whose own folder in there is searched first. */
    variant: Option[String] = None,
    /** The version or variant that has its own list of files; none for the files that `files.sha256` lists. */
    list: Option[String] = None,
    /** An installation on this machine. If it is given, nothing is fetched and nothing is checked. */
    home: Option[Path] = None
) derives Json.ReadWriter:
  /** A file next to `broker.yaml`, or in a folder there that has the name of the variant. */
  def file(name: String): Path =
    variant.map(folder.resolve(_).resolve(name)).filter(Files.exists(_)).getOrElse(folder.resolve(name))

/** When the contender runs without being named. */
final case class Schedule(
    /** It runs in these profiles; for none, see [[BrokerSpec.runsIn]]. */
    profiles: Option[List[String]],
    /** True if its file says that it runs only when named. */
    onRequest: Boolean
) derives Json.ReadWriter

object Schedule:
  /** A profile that contains only brokers that name it. */
  private[broker] val replicated = "replicated"

  /** The profiles that a `broker.yaml` may name. */
  val profiles: List[String] = List("quick", "standard", "full", replicated)

/** The protocols of a contender. */
final case class Protocols(
    spoken: List[SpokenProtocol],
    /** Protocols that were tried in vain, each with the reason. That is a result too. */
    unsupported: List[(String, String)],
    /** The protocols of the quick profile, unless the user names others: STOMP and the broker's own. */
    quick: List[String],
    /** The protocols of the profiles standard and full. */
    standard: List[String],
    /** The protocols of the replicated profile. */
    replicated: List[String]
) derives Json.ReadWriter:
  /** Names of the protocols in its file, in that order, with the unsupported ones last. */
  def protocolNames: List[String] = spoken.map(_.name) ++ unsupported.map(_._1)

  def protocol(name: String): Option[SpokenProtocol] = spoken.find(_.name == name)

/** How to use one protocol with this broker. */
case class SpokenProtocol(
    name: String,
    /** One of [[Launch.ports]]. */
    port: String,
    /** Settings for the protocol's driver, which reads them and reports their problems. Only the driver understands
      * them.
      */
    dialect: Node.Mapping,
    /** Capabilities that the broker lacks over the protocol, in some versions or in all. */
    lacks: List[Lack],
    /** True if the server lets clients log in. */
    logins: Boolean
) derives Json.ReadWriter

/** A capability that a broker lacks over a protocol: an entry of `cannot:`. */
case class Lack(
    /** A word of the drivers, which are not known here. */
    capability: String,
    because: String,
    /** The place of the word in its file. */
    at: Place,
    /** The versions that lack it; none means all. */
    versions: Option[VersionRange],
    /** True if nothing refuses it, but something never arrives. */
    hangs: Boolean
) derives Json.ReadWriter:
  /** @param version
    *   the version at hand; none if it is unknown, which counts as affected
    */
  def appliesTo(version: Option[String]): Boolean = versions.forall(range => version.forall(range.contains))

/** What it takes to lose a message after its publisher confirm.
  *
  * @param because
  *   the setting that is the reason
  */
case class DurabilityClass(is: Durability, because: String) derives Json.ReadWriter

/** Where a broker's files come from. Texts may contain `{{version}}`. */
enum Source derives Json.ReadWriter:
  /** Jars and all their dependencies, in one folder.
    *
    * @param coordinates
    *   `group:artifact:version`
    * @param exclusions
    *   `group:artifact` that is never fetched
    */
  case Jars(coordinates: List[String], exclusions: List[String])

  /** An archive in a Maven registry, unpacked: `group:artifact:version:type` with an optional `:classifier`.
    *
    * @param home
    *   the broker's own folder in it, `{{home}}`; empty if the archive has no folder around its files
    */
  case Archive(coordinate: String, home: String = "")

  /** Packages of a Python registry and all their dependencies, in one folder: `name==version`. */
  case Wheels(packages: List[String])

  /** The tool's own class path, `{{class_path}}`. Nothing is fetched. */
  case OwnClasses

  /** A package of the operating system, or a program that is already on the machine.
    *
    * @param executables
    *   paths where the program may be; the first one that exists is used, and a name without a folder is searched on
    *   the PATH
    * @param install
    *   maps a package manager (`apt-get`, `dnf`, `brew`) to its name for the package; empty if no package is known
    * @param services
    *   system services that installing the package would start, and must not
    * @param versionCommand
    *   prints the installed version; empty if the version is not known
    */
  case SystemPackage(
      executables: List[Path],
      install: List[(String, String)],
      services: List[String],
      versionCommand: List[String]
  )

  /** Whether templates may use `{{executable}}`. */
  def hasProgram: Boolean = this match
    case _: Source.SystemPackage | _: Source.Wheels => true
    case _ => false

  /** Whether its files are fetched, so that `files.sha256` must list them. */
  def isFetched: Boolean = this match
    case _: Source.Jars | _: Source.Archive | _: Source.Wheels => true
    case _ => false

/** How to start a broker. All texts are templates, see [[Variables]]. */
case class Launch(
    /** The names of the ports. Each gets a free port of 127.0.0.1. */
    ports: List[String],
    /** Files of the broker's folder. They are rendered into the work folder under the same name. */
    templates: List[String],
    /** Java sources of the broker's folder, see [[Sources]]. */
    sources: List[String],
    /** Commands that run to their end once for each fresh data folder. */
    prepare: List[List[String]],
    companions: List[Companion],
    start: List[String],
    /** The command that asks the broker to stop; none for SIGTERM. */
    stop: Option[List[String]],
    environment: List[(String, String)],
    /** Files of the work folder that `prepare` writes and that belong to the effective configuration. */
    configuration: List[String]
) derives Json.ReadWriter

/** A process that the broker needs. It is started before the broker and ended after it.
  *
  * @param port
  *   the name of the port that it listens on; the broker starts when the port accepts connections
  */
case class Companion(command: List[String], port: String) derives Json.ReadWriter

/** The nodes of a broker, and how they form a cluster.
  *
  * @param nodes
  *   at least one
  * @param inTurn
  *   if true, each node is prepared and started when the previous one is ready; otherwise all are started before any
  *   is awaited
  * @param join
  *   commands that run to their end on each node but the first when all nodes run, once for fresh data
  */
final case class Topology(nodes: List[NodeSpec], inTurn: Boolean, join: List[List[String]]) derives Json.ReadWriter

/** One node of a broker, which has its own ports, data, log and processes.
  *
  * @param number
  *   starts at 1
  * @param serves
  *   true if it accepts clients from the start; otherwise it waits for another node to fail
  * @param readyLog
  *   the text in its log that shows it is in place, such as "the backup is in step"; a node that serves must answer
  *   as well
  */
final case class NodeSpec(number: Int, launch: Launch, serves: Boolean, readyLog: Option[String] = None)
    derives Json.ReadWriter

object BrokerSpec:
  def slug(name: String): String = name.replaceAll("[^A-Za-z0-9._-]", "-")

/** Versions of a broker, such as `>=3.8 <4.0`. All comparisons must be true. */
final case class VersionRange(text: String):
  private def comparisons: List[String] = text.trim.split("\\s+").toList

  /** Only the numbers at the beginning count: 4.0-rc1 is 4.0. A version without them may be any, so it counts as
    * contained.
    */
  def contains(version: String): Boolean = VersionRange.numbers.findPrefixOf(version).forall { actual =>
    comparisons.forall { case VersionRange.comparison(operator, bound) =>
      val order = Version.parse(actual).compareTo(Version.parse(bound))
      operator match
        case "<" => order < 0
        case "<=" => order <= 0
        case ">" => order > 0
        case ">=" => order >= 0
    }
  }

object VersionRange:
  given Json.ReadWriter[VersionRange] = Json.readwriter[String].bimap(_.text, VersionRange(_))

  val syntax = "comparisons with a version, such as \"<4.0\" or \">=3.8 <4.0\""

  private val numbers = "\\d+(?:\\.\\d+)*".r
  private val comparison = "(<=|>=|<|>)(\\d+(?:\\.\\d+)*)".r

  /** None if the text does not follow [[syntax]]. */
  def of(text: String): Option[VersionRange] =
    Some(VersionRange(text)).filter(_.comparisons.forall(comparison.matches))
