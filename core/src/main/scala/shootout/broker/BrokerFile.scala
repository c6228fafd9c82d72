package shootout.broker

import shootout.input.*
import shootout.units.Durability

import java.nio.file.{Files, Path}

/** Reads `broker.yaml`, with all problems at once; templates are rendered with made-up values to check them. */
object BrokerFile:
  val name = "broker.yaml"
  private val keysOfProtocols = Set("port", "cannot", "logins")

  /** The broker as it is, without its variants.
    *
    * @param folder
    *   one folder of the catalogue
    */
  def read(folder: Path): Either[List[Problem], BrokerSpec] = readAll(folder).map(_.head)

  /** The broker, and then its variants.
    *
    * @param version
    *   in place of the one that the file says
    */
  def readAll(folder: Path, version: Option[String] = None): Either[List[Problem], List[BrokerSpec]] =
    for
      own <- Yaml.read(folder.resolve(name))
      base = Variant.base(own).map(n => n -> folder.resolveSibling(n.text))
      node <- base.fold(Right(own))((name, where) => extended(own, name, where))
      chosen = version.fold(node)(v => Variant.over(node, Variant.version(v)))
      parts <- Variants.of(chosen)
      spec <- read(parts.plain, folder, base.map(_._2), None)
      files = version.filterNot(v => Variant.text(node, Variant.versionKey).contains(v))
      first = spec.copy(ownFiles = base.isEmpty || Variant.hasOwnFiles(own) || files.isDefined, files = files)
      others <- all(parts.variants.map(variant(first, parts.plain, _, version.isDefined)))
    yield first :: others

  private def variant(
      base: BrokerSpec,
      plain: Node,
      entry: Variants.Overrides,
      chosen: Boolean
  ): Either[List[Problem], BrokerSpec] =
    val what = entry.variation
    // a version that was asked for beats the variant's own
    val overrides = if chosen then Variant.without(entry.overrides, Variant.versionKey) else entry.overrides
    val files = Variant.text(overrides, Variant.versionKey).filterNot(base.version.contains)
      .orElse(Option.when(Variant.has(overrides, "get"))((what.name :: base.files.toList).mkString("-")))
    read(Variant.over(plain, overrides), base.folder, base.base, Some(what)).map { spec =>
      spec.copy(
        name = s"${base.name}/${what.name}",
        title = s"${base.title}, ${what.title}",
        ownFiles = base.ownFiles || files.isDefined,
        files = files.orElse(base.files),
        variation = Some(what)
      )
    }

  /** All of them, or every problem once: what is wrong with a broker is wrong with its variants. */
  private def all(read: List[Either[List[Problem], BrokerSpec]]): Either[List[Problem], List[BrokerSpec]] =
    val (problems, specs) = read.partitionMap(identity)
    if problems.isEmpty then Right(specs) else Left(problems.flatten.distinct)

  private def extended(own: Node, base: Node.Scalar, folder: Path): Either[List[Problem], Node] =
    if !Files.isRegularFile(folder.resolve(name)) then
      Left(List(Problem(base.at, s"found '${base.text}', expected the name of a folder beside this one")))
    else Yaml.read(folder.resolve(name)).flatMap(Variant.of(own, _))

  private def read(
      node: Node,
      folder: Path,
      base: Option[Path],
      variation: Option[Variation]
  ): Either[List[Problem], BrokerSpec] =
    val problems = Problems()
    val places = variation.map(v => folder.resolve(v.name)).toList ++ (folder :: base.toList)
    val file = BrokerFile(folder, base, places)
    val spec =
      for s <- file.broker.read(node, problems); topology <- file.topology(s).read(node, problems)
      yield s.copy(topology = topology)
    if problems.isEmpty then spec.toRight(Nil) else Left(problems.toList)

private class BrokerFile(folder: Path, base: Option[Path], places: List[Path]):
  private val texts = Reader.list(Reader.text)
  private val reasons = Reader.mapOf(Reader.text)

  val broker: Reader[BrokerSpec] = Fields.reader("a broker") { (f, _) =>
    // they are dealt with elsewhere; here they only count as known
    (Variant.key :: Variants.key :: TopologyReader.keys).foreach(f.node)
    val name = f.require("name", brokerName)
    val title = f.require("title", Reader.text)
    val version = f.option("version", Reader.text)
    val homepage = f.require("homepage", Reader.text)
    val source = f.require("get", SourceReader.source(version))
    val ports = f.require("ports", Reader.list(Reader.text)).getOrElse(Nil)
    val launch = readLaunch(f, ports, source.exists(_.hasProgram))
    lazy val atHand =
      version.orElse(source.collect { case s: Source.SystemPackage => s }.flatMap(SystemPackages.versionHere(_)))
    val protocols = f.require("protocols", protocolsOf(ports, atHand))
    val durability = f.require("durability", durabilityClass)
    val deviations = f.getOrElse("deviations", reasons)(Nil)
    val calibration = f.getOrElse("calibration", Reader.word("true" -> true, "false" -> false))(false)
    f.renamed("mind", "caution")
    val caution = f.option("caution", Reader.text)
    val discontinued = f.getOrElse("discontinued", Reader.boolean)(false)
    val onRequest = f.getOrElse("on_request", Reader.boolean)(false)
    val names = protocols.getOrElse(Nil).map(_.fold(_._1, _.name))
    val quick = f.getOrElse("quick_protocols", Reader.list(oneOf(names)))(names)
    val replicated = f.getOrElse("replicated_protocols", Reader.list(oneOf(names)))(names)
    val standard = f.getOrElse("standard_protocols", Reader.list(oneOf(names)))(names)
    val profiles = f.option("profiles", Reader.list(oneOf(BrokerSpec.profiles)))
    for n <- name; t <- title; h <- homepage; s <- source; l <- launch; p <- protocols; d <- durability
    yield
      val (no, spoken) = p.partitionMap(identity)
      BrokerSpec(n, t, version, h, folder, s, l, spoken, d, deviations, calibration, no, caution, discontinued)
        .copy(
          base = base,
          quickProtocols = quick,
          profiles = profiles,
          onRequest = onRequest,
          replicatedProtocols = replicated,
          standardProtocols = standard
        )
  }

  /** @param spec
    *   the broker, but for its nodes
    */
  def topology(spec: BrokerSpec): TopologyReader =
    val (ports, system) = (spec.launch.ports, spec.source.isInstanceOf[Source.SystemPackage])
    val launch = Fields.reader("what differs from the broker") { (f, _) =>
      // they are dealt with there, and count as known
      TopologyReader.own.foreach(f.node)
      readLaunch(f, ports, system)
    }
    TopologyReader(launch, Reader.list(command(TemplateReader(places, TemplateReader.madeUp(ports, system, false)))))

  private val brokerName: Reader[String] =
    Reader.scalar(s"the name of its folder, '${folder.getFileName}'")(Some(_).filter(_ == folder.getFileName.toString))

  private def readLaunch(f: Fields, ports: List[String], system: Boolean): Option[Launch] =
    val sources = f.getOrElse("compile", Reader.list(TemplateReader.file(places, "source", Right(_))))(Nil)
    val reader = TemplateReader(places, TemplateReader.madeUp(ports, system, sources.nonEmpty))
    val (text, command) = (reader.text, this.command(reader))
    val templates = f.getOrElse("templates", Reader.list(reader.file))(Nil)
    val prepare = f.getOrElse("prepare", Reader.list(command))(Nil)
    val companions = f.getOrElse("companions", Reader.list(companion(command, ports)))(Nil)
    val environment = f.getOrElse("environment", Reader.mapOf(text))(Nil)
    val stop = f.option("stop", command)
    val configuration = f.getOrElse("configuration", texts)(Nil)
    val arguments = f.getOrElse("arguments", Reader.list(text))(Nil)
    f.require("start", command)
      .map(_ ++ arguments)
      .map(Launch(ports, templates, sources, prepare, companions, _, stop, environment, configuration))

  private def command(reader: TemplateReader): Reader[List[String]] = nonEmpty(Reader.list(reader.text))

  private def companion(command: Reader[List[String]], ports: List[String]): Reader[Companion] =
    Fields.reader("a companion: command, port") { (f, _) =>
      val words = f.require("command", command)
      val port = f.require("port", oneOf(ports))
      for w <- words; p <- port yield Companion(w, p)
    }

  /** Left: a protocol that does not work, and why. */
  private type SpokenOrNot = Either[(String, String), SpokenProtocol]

  private def protocolsOf(ports: List[String], version: => Option[String]): Reader[List[SpokenOrNot]] =
    Reader.of("a mapping of protocols") { (node, problems) =>
      node match
        case Node.Mapping(entries, _) =>
          Some(entries.filterNot((_, value) => Variant.leavesOut(value)).flatMap { (key, value) =>
            unsupported(key.text, value).orElse(protocol(key.text, value, ports, version, problems).map(Right(_)))
          })
        case other =>
          problems.add(other.place, s"found ${other.describe}, expected a mapping of protocols")
          None
    }

  /** `{unsupported: reason}`. */
  private def unsupported(name: String, node: Node): Option[SpokenOrNot] = node match
    case Node.Mapping(List((key, Node.Scalar(reason, _))), _) if key.text == "unsupported" => Some(Left(name -> reason))
    case _ => None

  /** Every other key is the driver's. */
  private def protocol(
      name: String,
      node: Node,
      ports: List[String],
      version: => Option[String],
      problems: Problems
  ): Option[SpokenProtocol] =
    node match
      case mapping @ Node.Mapping(entries, at) =>
        val fields = Fields(mapping, problems)
        val port = fields.require("port", oneOf(ports))
        val lacks = fields.getOrElse("cannot", Lack.all)(Nil)
        val logins = fields.getOrElse("logins", Reader.boolean)(true)
        val dialect = entries.filterNot((key, _) => BrokerFile.keysOfProtocols(key.text))
        val here = lacks.filter(lack => lack.versions.isEmpty || lack.appliesTo(version))
        port.map(SpokenProtocol(
          name,
          _,
          Node.Mapping(dialect, at),
          here.map(l => l.capability -> l.because),
          lacks,
          logins
        ))
      case other =>
        problems.add(
          other.place,
          s"found ${other.describe}, expected a mapping with at least 'port', or 'none' in a variant"
        )
        None

  private val durabilityClass: Reader[DurabilityClass] = Fields.reader("a mapping: class, because") { (f, _) =>
    // both are read before one is missed: a key that is not read would count as unknown
    val durability = f.require("class", Reader.word(Durability.values.toList.map(d => d.word -> d)*))
    val because = f.require("because", Reader.text)
    for d <- durability; b <- because yield DurabilityClass(d, b)
  }

  private def oneOf(words: List[String]): Reader[String] = Reader.word(words.map(w => w -> w)*)

  private def nonEmpty(reader: Reader[List[String]]): Reader[List[String]] =
    Reader.of("a command: a list of its words") { (node, problems) =>
      val words = reader.read(node, problems)
      if words.exists(_.isEmpty) then problems.add(node.place, "an empty command; expected a list of its words")
      words.filter(_.nonEmpty)
    }
