package shootout.broker

import shootout.yaml.{Node, Place}
import shootout.units.{Durability, Json}

import java.nio.file.{Files, Path}

/** One contender of the catalogue: a broker as its `broker.yaml` says it, or one of its variants or versions. */
case class BrokerSpec(
    identity: Identity,
    /** Where its files come from. */
    source: Source,
    files: BrokerFiles,
    /** How each node is started, unless [[topology]] says otherwise. */
    launch: Launch,
    topology: Topology,
    speaks: Protocols,
    durability: DurabilityClass,
    /** Setting to the reason why it differs from the broker's default. */
    deviations: List[(String, String)],
    schedule: Schedule
) derives Json.ReadWriter:
  export identity.{broker, calibration, caution, discontinued, name, slug, title, titled, variation, version}
  export files.{file, folder, home}
  export speaks.{
    protocol,
    protocolNames,
    quick as quickProtocols,
    replicated as replicatedProtocols,
    spoken as protocols,
    standard as standardProtocols,
    unsupported
  }

  /** Whether it runs in this profile without being named. By default a broker does in all but the replicated one, and variants
    * in none.
    */
  def runsIn(profile: String): Boolean =
    !calibration && schedule.profiles.fold(!onlyByName && profile != Schedule.replicated)(_.contains(profile))

  /** Whether it only runs when it is asked for by name: variants, versions, and whatever says so. A profile that it is meant for
    * is as good as its name.
    */
  def onlyByName: Boolean = schedule.onRequest || variation.isDefined || name.contains('@')

  /** All of its nodes: one, unless its file says otherwise. */
  def nodes: List[NodeSpec] =
    if topology.nodes.isEmpty then List(NodeSpec(1, launch, serves = true)) else topology.nodes

  /** The name under which its files are fetched and locked. */
  def origin: String = broker + files.list.fold("")("@" + _)

  /** How people know the list of its files. */
  def checksumsShown: String = s"brokers/$broker/${Checksums.fileOf(files.list)}"

  /** Where that list is, or should be. */
  def checksums: Path = folder.resolve(Checksums.fileOf(files.list))

  /** The same from an installation that is on this machine already. */
  def at(installation: Path): BrokerSpec = copy(files = files.copy(home = Some(installation)))

  /** The version that would run on this machine; none: a system package that is not installed. */
  lazy val versionHere: Option[String] = source match
    case system: Source.SystemPackage => version.orElse(SystemPackages.versionHere(system, home))
    case _ => version

  /** What it cannot do over this protocol, in the version at hand, each with the reason. */
  def cannot(protocol: String): List[(String, String)] =
    for
      spoken <- this.protocol(protocol).toList
      lack <- spoken.lacks if lack.versions.isEmpty || lack.appliesTo(versionHere)
    yield lack.capability -> lack.because

/** What a contender is called, and what people should know of it. */
final case class Identity(
    /** `activemq`, `activemq/strict`, `activemq@5.18.0`, `activemq/strict@5.18.0`. */
    name: String,
    title: String,
    /** None: whatever the system package is. */
    version: Option[String],
    homepage: String,
    /** Which of the broker's variants it is; none: the broker as it is. */
    variation: Option[Variation],
    /** What somebody who chooses a broker should know of it beside its numbers. */
    caution: Option[String],
    /** There will be no other release of it. */
    discontinued: Boolean,
    /** It shows what the load generator can do: never compared with brokers, and only run when asked for by name. */
    calibration: Boolean
) derives Json.ReadWriter:
  /** The folder of the catalogue that it comes from. */
  def broker: String = name.takeWhile(c => c != '/' && c != '@')

  /** With the version; the title of one that was asked for by its version has it already. */
  def titled: String = (title :: version.filterNot(title.endsWith(_)).toList).mkString(" ")

  /** Its name, fit for files. */
  def slug: String = BrokerSpec.slug(name)

/** A named set of overrides: an entry of `variants:`.
  *
  * @param because
  *   what somebody learns who compares it with the broker as it is
  */
case class Variation(name: String, title: String, because: String) derives Json.ReadWriter

/** Where its files are. */
final case class BrokerFiles(
    /** Where `broker.yaml` and the templates are. */
    folder: Path,
    /** The variant whose own folder in there is looked in first. */
    variant: Option[String] = None,
    /** What tells its files from those that `files.sha256` lists: its version, or its variant; none: they are those. */
    list: Option[String] = None,
    /** An installation that is on this machine already: nothing is fetched, and nothing checked. */
    home: Option[Path] = None
) derives Json.ReadWriter:
  /** A file beside its `broker.yaml`, or in a folder there that has the name of the variant. */
  def file(name: String): Path =
    variant.map(folder.resolve(_).resolve(name)).filter(Files.exists(_)).getOrElse(folder.resolve(name))

/** When it runs without being named. */
final case class Schedule(
    /** In these profiles; none: see [[BrokerSpec.runsIn]]. */
    profiles: Option[List[String]],
    /** Its file says that it runs only when it is asked for by name. */
    onRequest: Boolean
) derives Json.ReadWriter

object Schedule:
  /** A profile for which brokers say that they are meant for it. */
  private[broker] val replicated = "replicated"

  /** Those that a `broker.yaml` may name. */
  val profiles: List[String] = List("quick", "standard", "full", replicated)

/** What it speaks. */
final case class Protocols(
    spoken: List[SpokenProtocol],
    /** Protocols that were tried with it in vain, each with the reason: a result too. */
    unsupported: List[(String, String)],
    /** Those of the quick profile, where none are asked for by name: STOMP and the broker's own. */
    quick: List[String],
    /** Those of the profiles standard and full. */
    standard: List[String],
    /** Those of the replicated profile. */
    replicated: List[String]
) derives Json.ReadWriter:
  /** Names of the protocols that its file mentions, in its order, the unsupported ones last. */
  def protocolNames: List[String] = spoken.map(_.name) ++ unsupported.map(_._1)

  def protocol(name: String): Option[SpokenProtocol] = spoken.find(_.name == name)

/** How one protocol is spoken with this broker. */
case class SpokenProtocol(
    name: String,
    /** One of [[Launch.ports]]. */
    port: String,
    /** For the protocol's driver, which reads it and reports its problems; it is not understood here. */
    dialect: Node.Mapping,
    /** What the broker cannot do over it, in some version or in all. */
    lacks: List[Lack],
    /** The server lets clients log in. */
    logins: Boolean
) derives Json.ReadWriter

/** What a broker cannot do over a protocol: an entry of `cannot:`. */
case class Lack(
    /** In the words of the drivers, which are not known here. */
    capability: String,
    because: String,
    /** Where the word was written. */
    at: Place,
    /** None: all of them. */
    versions: Option[VersionRange],
    /** Nothing refuses it: something never comes. */
    hangs: Boolean
) derives Json.ReadWriter:
  /** @param version
    *   the one at hand; none: not known, and then it is taken to be one of these
    */
  def appliesTo(version: Option[String]): Boolean = versions.forall(range => version.forall(range.contains))

/** What it takes to lose a message whose receipt was given.
  *
  * @param because
  *   the setting that makes it so
  */
case class DurabilityClass(is: Durability, because: String) derives Json.ReadWriter

/** Where a broker's files come from. Texts may hold `{{version}}`. */
enum Source derives Json.ReadWriter:
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

  /** Packages of a Python registry, and all they depend on, in one folder: `name==version`. */
  case Wheels(packages: List[String])

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
    case _: Source.SystemPackage | _: Source.Wheels => true
    case _ => false

  /** Whether files are fetched for it, which `files.sha256` must list. */
  def isFetched: Boolean = this match
    case _: Source.Jars | _: Source.Archive | _: Source.Wheels => true
    case _ => false

/** How a broker is started. All texts are templates, see [[Variables]]. */
case class Launch(
    /** Names; each gets a free port of 127.0.0.1. */
    ports: List[String],
    /** Files of the broker's folder that are rendered into the work folder under the same name. */
    templates: List[String],
    /** Java sources of the broker's folder, see [[Sources]]. */
    sources: List[String],
    /** Commands run to their end once for each fresh data folder. */
    prepare: List[List[String]],
    companions: List[Companion],
    start: List[String],
    /** Command that asks the broker to stop; none: SIGTERM. */
    stop: Option[List[String]],
    environment: List[(String, String)],
    /** Files of the work folder, written by `prepare`, that belong to the effective configuration. */
    configuration: List[String]
) derives Json.ReadWriter

/** A process that the broker needs beside it: it is started before the broker and ended after it.
  *
  * @param port
  *   the name of the port that it listens on; the broker starts when that accepts connections
  */
case class Companion(command: List[String], port: String) derives Json.ReadWriter

/** The nodes of a broker, and how they come together.
  *
  * @param nodes
  *   none: the plain case, one node that is started as the broker's [[Launch]] says
  * @param inTurn
  *   each is prepared and started when the one before it is ready; else all are started, and then waited for
  * @param join
  *   commands that are run to their end on each node but the first when all of them run, once for fresh data
  */
final case class Topology(nodes: List[NodeSpec], inTurn: Boolean, join: List[List[String]]) derives Json.ReadWriter

/** One node of a broker: what is started, with ports, data, log and processes of its own.
  *
  * @param number
  *   from 1
  * @param serves
  *   takes clients from the start; else it waits for another one to fail
  * @param readyLog
  *   what it says in its log when it is in place, as "the backup is in step"; one that serves shows that by answering, too
  */
final case class NodeSpec(number: Int, launch: Launch, serves: Boolean, readyLog: Option[String] = None)
    derives Json.ReadWriter

object BrokerSpec:
  def slug(name: String): String = name.replaceAll("[^A-Za-z0-9._-]", "-")

/** Versions of a broker, such as `>=3.8 <4.0`: all comparisons must hold. */
final case class VersionRange(text: String, private val comparisons: List[VersionRange.Comparison]):
  def contains(version: String): Boolean = comparisons.forall(_.holds(version))

object VersionRange:
  given Json.ReadWriter[VersionRange] = Json.readwriter[String].bimap(_.text, of(_).get)

  val syntax = "comparisons with a version, such as \"<4.0\" or \">=3.8 <4.0\""

  private[broker] final case class Comparison(operator: String, bound: String):
    def holds(version: String): Boolean =
      val order = compare(version, bound)
      operator match
        case "<" => order < 0
        case "<=" => order <= 0
        case ">" => order > 0
        case ">=" => order >= 0

  private val comparison = "(<=|>=|<|>)(\\d+(?:\\.\\d+)*)".r

  /** None: not written as [[syntax]] says. */
  def of(text: String): Option[VersionRange] =
    val read = text.trim.split("\\s+").toList.map {
      case comparison(operator, bound) => Some(Comparison(operator, bound))
      case _ => None
    }
    Option.when(read.forall(_.isDefined))(VersionRange(text, read.flatten))

  /** By the numbers between dots; what is missing counts as 0, and what is no number ends a version (`2.4.9.Final`). */
  private[broker] def compare(a: String, b: String): Int =
    numbers(a).zipAll(numbers(b), 0, 0).map((x, y) => x.compare(y)).find(_ != 0).getOrElse(0)

  private def numbers(version: String): List[Int] =
    version.split("[.+~-]").toList.map(_.toIntOption).takeWhile(_.isDefined).flatten
