package shootout.broker

import shootout.yaml.*
import shootout.units.Durability

import java.nio.file.{Files, Path}

/** Reads `broker.yaml` and reports all problems at once. It renders templates with made-up values to check them. */
object BrokerFile:
  val name = "broker.yaml"

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
      contenders = BrokerReader(BrokerFiles(folder, list = list), None, asked).broker.whole(broker) ::
        variants.map { (variation, entry) =>
          // A version that the user named takes precedence over the variant's own.
          val overrides = if asked.isDefined then entry.without(versionKey) else entry
          val ofItsOwn = overrides.textOf(versionKey).filterNot(own.contains)
            .orElse(overrides.entry("get").map(_ => (variation.name :: list.toList).mkString("-")))
          val files = BrokerFiles(folder, Some(variation.name), ofItsOwn.orElse(list))
          BrokerReader(files, Some(variation), asked).broker.whole(overrides.over(broker))
        }
      specs <- all(contenders)
    yield specs

  private val versionKey = "version"

  /** Builds `version: ...` from a version that the user named. */
  private def version(text: String): Node =
    val place = Place.of(s"version $text")
    Node.Mapping(List(Node.Scalar(versionKey, place) -> Node.Scalar(text, place)), place)

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
    val topology = LaunchReader(files, ports, source.exists(_.hasProgram)).topology(f, problems)
    val protocols = readProtocols(f, ports)
    val durability = f.require("durability", BrokerReader.durability)
    val deviations = f.getOrElse("deviations", Reader.mapOf(Reader.text))(Nil)
    val schedule = Schedule(
      f.option("profiles", Reader.list(Reader.oneOf(Schedule.profiles))),
      f.getOrElse("on_request", Reader.boolean)(false)
    )
    for i <- identity; s <- source; t <- topology; p <- protocols; d <- durability
    yield BrokerSpec(i, s, files, t, p, d, deviations, schedule)
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

  /** Reads a mapping of any keys, and leaves wrong entries out.
    *
    * @param entry
    *   reads a key and its value, or reports a problem
    */
  private def mappingOf[A](words: String)(entry: (Node.Scalar, Node, Problems) => Option[A]): Reader[List[A]] =
    Reader.of(words) {
      case (Node.Mapping(all, _), problems) => Some(all.flatMap((key, value) => entry(key, value, problems)))
      case (other, problems) =>
        problems.add(other.place, s"found ${other.describe}, expected $words")
        None
    }

  private def protocols(ports: List[String]): Reader[List[SpokenOrNot]] = mappingOf("a mapping of protocols") {
    // A variant leaves out a protocol that its broker speaks.
    case (_, Node.Scalar("none", _), _) => None
    case (name, Node.Mapping(List((Node.Scalar("unsupported", _), Node.Scalar(reason, _))), _), _) =>
      Some(Left(name.text -> reason))
    case (name, value, problems) => protocol(name.text, value, ports, problems).map(Right(_))
  }

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
  private val lacks: Reader[List[Lack]] = mappingOf(s"a mapping of capabilities, each with $wordsOfLacks") {
    (word, value, problems) => lack(word).read(value, problems)
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
  val key = "variants"

  /** Keys that a variant inherits from its broker and cannot change. */
  private val fixed = List("name", key, "calibration", "discontinued", "on_request", "homepage")
  private val words = "a variant: a mapping with title, because, and what differs from the broker"

  /** Keys that change how the broker starts, or what it stores. */
  private val changes = "get" :: "version" :: LaunchReader.keys

  /** @return
    *   each with what it lays over the broker
    */
  def of(file: Node, folder: Path): Either[List[Problem], List[(Variation, Node)]] = file.entry(key) match
    case None => Right(Nil)
    case Some(Node.Mapping(entries, _)) =>
      val problems = Problems()
      val read = entries.flatMap((name, value) => entry(name, value, folder, problems))
      problems.orElse(read)
    case Some(other) => Left(List(Problem(other.place, s"found ${other.describe}, expected names, each with $words")))

  private def entry(name: Node.Scalar, value: Node, folder: Path, problems: Problems): Option[(Variation, Node)] =
    value match
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
        yield Variation(name.text, t, b) -> mapping.without("title", "because")
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
