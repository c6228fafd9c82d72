package shootout.campaign

import shootout.broker.{BrokerFile, BrokerSpec, Source}

import java.nio.file.{Files, Path}

/** A contender as users name it: `artemis`, `activemq/strict`, `artemis@2.44.0`, `activemq/strict@5.18.0`. */
final case class ContenderName(broker: String, variant: Option[String], version: Option[String]):
  /** The name without the version, as in `broker.yaml`. */
  def inFile: String = broker + variant.fold("")("/" + _)

object ContenderName:
  private val Parts = "([^/@]+)(?:/([^/@]+))?(?:@([^/@]+))?".r

  /** None if the text has another form. */
  def of(text: String): Option[ContenderName] = text match
    case Parts(broker, variant, version) => Some(ContenderName(broker, Option(variant), Option(version)))
    case _ => None

/** Adds the versions and installations that a command line names to the catalogue.
  *
  * @param asked
  *   names of contenders, including those that do not exist, which other code reports
  * @param homes
  *   `NAME=DIR` or `NAME@VERSION=DIR`
  */
final class Contenders(catalogue: List[BrokerSpec], asked: List[String], homes: List[String]):
  private final case class Home(option: String, name: ContenderName, folder: Path):
    def concerns(spec: BrokerSpec): Boolean =
      spec.broker == name.broker && name.version.forall(v => spec.version.contains(v) && spec.name.contains('@'))

  /** The catalogue with the versions, whether or not their files are known. */
  def versions: Either[List[String], List[BrokerSpec]] =
    val named = asked.flatMap(ContenderName.of(_)).filter(_.version.isDefined).distinct
    val (problems, more) = named.map(version).partitionMap(identity)
    if problems.isEmpty then Right((catalogue ++ more.flatten).distinctBy(_.name)) else Left(problems.flatten)

  /** The catalogue with versions and installations. Left names those that are not available. */
  def all: Either[List[String], List[BrokerSpec]] =
    val (wrong, known) = homes.partitionMap(home)
    versions.flatMap { specs =>
      val placed = specs.map(spec => known.filter(_.concerns(spec)).lastOption.fold(spec)(h => spec.at(h.folder)))
      val idle = known.filterNot(h => specs.exists(h.concerns)).map(_.option).map(Contenders.idle)
      val lacking = placed.filter(spec => asked.contains(spec.name)).flatMap(Contenders.lack) ++
        placed.filter(_.home.isDefined).flatMap(Contenders.versionless).distinct
      val problems = wrong ++ idle ++ lacking
      if problems.isEmpty then Right(placed) else Left(problems)
    }

  private def version(name: ContenderName): Either[List[String], Option[BrokerSpec]] =
    val number = name.version.get
    if !number.matches("[\\w.+-]+") then
      Left(List(s"found version '$number', expected letters, digits, '.', '_', '+' and '-'"))
    else
      catalogue.find(_.name == name.inFile) match
        case None => Right(None)
        case Some(spec) if spec.source == Source.OwnClasses =>
          Left(List(s"${spec.name} is built in: it has no other version"))
        case Some(spec) =>
          BrokerFile.readAll(spec.folder, Some(number)).left.map(_.map(_.toString)).map { read =>
            read.find(_.name == s"${spec.name}@$number")
          }

  private def home(text: String): Either[String, Home] =
    val (name, folder) = (text.takeWhile(_ != '='), text.dropWhile(_ != '=').drop(1))
    ContenderName.of(name).filter(_ => folder.nonEmpty) match
      case None => Left(s"--home: found '$text', expected NAME=DIR or NAME@VERSION=DIR")
      case Some(contender) if contender.variant.isDefined =>
        Left(s"--home: found '$text'; a variant has the installation of its broker: write ${contender.broker}=DIR")
      case Some(contender) if !catalogue.exists(_.name == contender.broker) =>
        Left(
          s"--home: there is no broker '${contender.broker}' (known: ${catalogue.map(_.broker).distinct.mkString(", ")})"
        )
      case Some(_) if !Files.isDirectory(Path.of(folder)) => Left(s"--home: there is no folder $folder")
      case Some(contender) => Right(Home(text, contender, Path.of(folder).toAbsolutePath.normalize))

object Contenders:
  /** Why a version is not available; none if it is, as far as we know. */
  private def lack(spec: BrokerSpec): Option[String] =
    val other = spec.name.contains('@')
    spec.source match
      case _ if spec.home.isDefined => None
      case _: Source.SystemPackage if other =>
        val option = s"--home ${spec.broker}@${spec.version.get}=DIR"
        Some(s"${spec.name}: the system's packages have only one version; name the folder of this one: $option")
      case source if source.isFetched && !Files.exists(spec.checksums) =>
        Some(
          s"${spec.name}: there is no ${spec.checksumsShown} to check its files with; run 'bin/lock-brokers " +
            s"${spec.origin}', which downloads the broker and writes that list, review the list, and run this again"
        )
      case _ => None

  /** An installation does not reveal its version, unless a command of its `broker.yaml` prints it. */
  private def versionless(spec: BrokerSpec): Option[String] = spec.source match
    case _: Source.SystemPackage => None
    case _ if spec.name.contains('@') => None
    case _ =>
      Some(
        s"--home: which version of ${spec.broker} is in ${spec.home.get}? Write --brokers ${spec.broker}@VERSION --home ${spec.broker}@VERSION=DIR"
      )

  private def idle(option: String): String =
    val name = option.takeWhile(_ != '=')
    s"--home $option: no contender is $name; add it: --brokers $name"
