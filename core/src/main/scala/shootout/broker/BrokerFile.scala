package shootout.broker

import shootout.yaml.*
import shootout.units.Durability

import java.nio.file.{Files, Path}

/** Reads `broker.yaml` and reports all problems at once. It renders templates with made-up values to check them. */
object BrokerFile:
  val name = "broker.yaml"

  /** Reads the broker without its variants.
    *
    * @param folder
    *   one folder of the catalogue
    */
  def read(folder: Path): Either[List[Problem], BrokerSpec] = readAll(folder).map(_.head)

  /** Reads the broker, followed by its variants.
    *
    * @param asked
    *   a version that replaces the one in the file
    */
  def readAll(folder: Path, asked: Option[String] = None): Either[List[Problem], List[BrokerSpec]] =
    for
      file <- Yaml.read(folder.resolve(name))
      variants <- Variants.of(file, folder)
      plain = file.without(Variants.key)
      own = plain.textOf(versionKey)
      broker = asked.fold(plain)(version(_).over(plain))
      list = asked.filterNot(own.contains)
      readers = BrokerReader(BrokerFiles(folder, list = list), None, asked) -> broker ::
        variants.map(variant(folder, broker, _, own, asked, list))
      specs <- all(readers.map((reader, node) => reader.broker.whole(node)))
    yield specs

  private val versionKey = "version"

  /** Builds `version: ...` from a version that the user named. */
  private def version(text: String): Node =
    val place = Place.of(s"version $text")
    Node.Mapping(List(Node.Scalar(versionKey, place) -> Node.Scalar(text, place)), place)

  private def variant(
      folder: Path,
      broker: Node,
      entry: Variants.Overrides,
      own: Option[String],
      asked: Option[String],
      list: Option[String]
  ): (BrokerReader, Node) =
    val variant = entry.variation.name
    // A version that the user named takes precedence over the variant's own.
    val overrides = if asked.isDefined then entry.overrides.without(versionKey) else entry.overrides
    val ofItsOwn = overrides.textOf(versionKey).filterNot(own.contains)
      .orElse(overrides.entry("get").map(_ => (variant :: list.toList).mkString("-")))
    val files = BrokerFiles(folder, Some(variant), ofItsOwn.orElse(list))
    BrokerReader(files, Some(entry.variation), asked) -> overrides.over(broker)

  /** All brokers, or every problem once, because a problem of a broker is also one of its variants. */
  private def all(read: List[Either[List[Problem], BrokerSpec]]): Either[List[Problem], List[BrokerSpec]] =
    val (problems, specs) = read.partitionMap(identity)
    if problems.isEmpty then Right(specs) else Left(problems.flatten.distinct)

/** Reads one contender of a `broker.yaml`. The keys of its variant replace those of the broker.
  *
  * @param asked
  *   the version, if the user named one
  */
private final class BrokerReader(files: BrokerFiles, variation: Option[Variation], asked: Option[String]):
  val broker: Reader[BrokerSpec] = Fields.reader("a broker") { (f, problems) =>
    // Variants are read elsewhere, and this marks their key as known.
    f.node(Variants.key)
    val version = f.option("version", Reader.text)
    val identity = readIdentity(f, version)
    val source = f.require("get", SourceReader.source(version))
    val ports = f.require("ports", Reader.list(Reader.text)).getOrElse(Nil)
    val launches = LaunchReader(files, ports, source.exists(_.hasProgram))
    val launch = launches.read(f)
    val topology = launches.topology(f, launch, problems)
    val protocols = readProtocols(f, ports)
    val durability = f.require("durability", BrokerReader.durability)
    val deviations = f.getOrElse("deviations", Reader.mapOf(Reader.text))(Nil)
    val schedule = Schedule(
      f.option("profiles", Reader.list(Reader.oneOf(Schedule.profiles))),
      f.getOrElse("on_request", Reader.boolean)(false)
    )
    for i <- identity; s <- source; l <- launch; t <- topology; p <- protocols; d <- durability
    yield BrokerSpec(i, s, files, l, t, p, d, deviations, schedule)
  }

  private def readIdentity(f: Fields, version: Option[String]): Option[Identity] =
    val folder = files.folder.getFileName.toString
    val name = f.require("name", Reader.scalar(s"the name of its folder, '$folder'")(Some(_).filter(_ == folder)))
    val title = f.require("title", Reader.text)
    val homepage = f.require("homepage", Reader.text)
    val caution = f.option("caution", Reader.text)
    val discontinued = f.getOrElse("discontinued", Reader.boolean)(false)
    val calibration = f.getOrElse("calibration", Reader.boolean)(false)
    for n <- name; t <- title; h <- homepage
    yield Identity(
      n + variation.fold("")("/" + _.name) + asked.fold("")("@" + _),
      t + variation.fold("")(", " + _.title) + asked.fold("")(" " + _),
      version,
      h,
      variation,
      caution,
      discontinued,
      calibration
    )

  private def readProtocols(f: Fields, ports: List[String]): Option[Protocols] =
    val read = f.require("protocols", BrokerReader.protocols(ports))
    val names = read.getOrElse(Nil).map(_.fold(_._1, _.name))
    def ofProfile(key: String) = f.getOrElse(key, Reader.list(Reader.oneOf(names)))(names)
    val quick = ofProfile("quick_protocols")
    val replicated = ofProfile("replicated_protocols")
    val standard = ofProfile("standard_protocols")
    read.map { all =>
      val (unsupported, spoken) = all.partitionMap(identity)
      Protocols(spoken, unsupported, quick, standard, replicated)
    }

private object BrokerReader:
  val durability: Reader[DurabilityClass] = Fields.reader("a mapping: class, because") { (f, _) =>
    // Both are read before one is reported missing, because a key that is not read would count as unknown.
    val durability = f.require("class", Reader.word(Durability.values.toList.map(d => d.word -> d)*))
    val because = f.require("because", Reader.text)
    for d <- durability; b <- because yield DurabilityClass(d, b)
  }

  /** Left is a protocol that does not work, and the reason. */
  private type SpokenOrNot = Either[(String, String), SpokenProtocol]

  private val keysOfProtocols = Set("port", "cannot", "logins")

  private def protocols(ports: List[String]): Reader[List[SpokenOrNot]] = Reader.of("a mapping of protocols") {
    case (Node.Mapping(entries, _), problems) =>
      Some(entries.filterNot((_, value) => leavesOut(value)).flatMap { (key, value) =>
        unsupported(key.text, value).orElse(protocol(key.text, value, ports, problems).map(Right(_)))
      })
    case (other, problems) =>
      problems.add(other.place, s"found ${other.describe}, expected a mapping of protocols")
      None
  }

  /** Whether a variant excludes a protocol that its broker speaks. */
  private def leavesOut(protocol: Node): Boolean = protocol match
    case Node.Scalar(text, _) => text == "none"
    case _ => false

  /** Reads `{unsupported: reason}`. */
  private def unsupported(name: String, node: Node): Option[SpokenOrNot] = node match
    case Node.Mapping(List((key, Node.Scalar(reason, _))), _) if key.text == "unsupported" => Some(Left(name -> reason))
    case _ => None

  /** Reads a protocol. All keys except ours belong to the driver. */
  private def protocol(name: String, node: Node, ports: List[String], problems: Problems): Option[SpokenProtocol] =
    node match
      case mapping @ Node.Mapping(entries, at) =>
        val fields = Fields(mapping, problems)
        val port = fields.require("port", Reader.oneOf(ports))
        val lacks = fields.getOrElse("cannot", this.lacks)(Nil)
        val logins = fields.getOrElse("logins", Reader.boolean)(true)
        val dialect = new Node.Mapping(entries.filterNot((key, _) => keysOfProtocols(key.text)), at)
        port.map(SpokenProtocol(name, _, dialect, lacks, logins))
      case other =>
        val words = "a mapping with at least 'port', or 'none' in a variant"
        problems.add(other.place, s"found ${other.describe}, expected $words")
        None

  private val wordsOfLacks = "a reason, or a mapping: because, versions, hangs"
  private val range = Reader.scalar(VersionRange.syntax)(VersionRange.of)

  /** Reads `word: reason`. If only some versions lack the capability, it is `word: {because: reason, versions:
    * "<4.0"}`. With `hangs: true` the lack shows only as a wait in vain.
    */
  private val lacks: Reader[List[Lack]] = Reader.of(s"a mapping of capabilities, each with $wordsOfLacks") {
    case (Node.Mapping(entries, _), problems) =>
      Some(entries.flatMap((word, value) => lack(word).read(value, problems)))
    case (other, problems) =>
      val words = s"a mapping of capabilities, each with $wordsOfLacks"
      problems.add(other.place, s"found ${other.describe}, expected $words")
      None
  }

  private def lack(word: Node.Scalar): Reader[Lack] =
    val whole = Fields.reader(wordsOfLacks) { (f, _) =>
      val versions = f.option("versions", range)
      val hangs = f.getOrElse("hangs", Reader.boolean)(false)
      f.require("because", Reader.text).map(Lack(word.text, _, word.at, versions, hangs))
    }
    Reader.of(wordsOfLacks) {
      case (Node.Scalar(reason, _), _) => Some(Lack(word.text, reason, word.at, None, hangs = false))
      case (other, problems) => whole.read(other, problems)
    }

/** The `variants:` of a `broker.yaml`. Each has a title and a reason, and its other keys replace those of the broker.
  */
private object Variants:
  final case class Overrides(variation: Variation, overrides: Node)

  val key = "variants"

  /** Keys that a variant inherits from its broker and cannot change. */
  private val fixed = List("name", key, "calibration", "discontinued", "on_request", "homepage")
  private val words = "a variant: a mapping with title, because, and what differs from the broker"

  /** Keys that change how the broker starts, or what it stores. */
  private val changes = "get" :: "version" :: LaunchReader.keys

  def of(file: Node, folder: Path): Either[List[Problem], List[Overrides]] = file.entry(key) match
    case None => Right(Nil)
    case Some(Node.Mapping(entries, _)) =>
      val problems = Problems()
      val read = entries.flatMap((name, value) => entry(name, value, folder, problems))
      problems.orElse(read)
    case Some(other) => Left(List(Problem(other.place, s"found ${other.describe}, expected names, each with $words")))

  private def entry(name: Node.Scalar, value: Node, folder: Path, problems: Problems): Option[Overrides] = value match
    case mapping: Node.Mapping =>
      if !name.text.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") then
        problems.add(
          name.at,
          s"found '${name.text}', expected letters, digits, '.', '_' and '-': it is typed, as broker/${name.text}"
        )
      else checkDurability(name, mapping, folder, problems)
      for (k, _) <- mapping.entries if fixed.contains(k.text) do
        problems.add(k.at, s"a variant has '${k.text}' from its broker; remove it here")
      val fields = Fields(mapping, problems)
      val title = fields.require("title", Reader.text)
      val because = fields.require("because", Reader.text)
      for t <- title; b <- because
      yield Overrides(Variation(name.text, t, b), mapping.without("title", "because"))
    case other =>
      problems.add(other.place, s"found ${other.describe}, expected $words")
      None

  /** A variant that starts or stores differently must state its durability class. By default it would be ranked in the
    * class of its broker.
    */
  private def checkDurability(name: Node.Scalar, mapping: Node.Mapping, folder: Path, problems: Problems): Unit =
    mapping.entry("durability") match
      case Some(node) => BrokerReader.durability.read(node, problems): Unit
      case None =>
        val key = mapping.entries.collectFirst { case (k, _) if changes.contains(k.text) => s"'${k.text}'" -> k.at }
        val templates =
          Option.when(Files.isDirectory(folder.resolve(name.text)))(s"its folder '${name.text}'" -> name.at)
        for (what, place) <- key.orElse(templates) do
          problems.add(
            place,
            s"$what may change what a confirmed message survives: " +
              "write 'durability:' for this variant, with class and because"
          )
