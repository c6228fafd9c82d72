package shootout.broker

import com.networknt.schema.{JsonSchema, JsonSchemaFactory, SpecVersion}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.snakeyaml.engine.v2.api.{Load, LoadSettings}
import shootout.units.Durability

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Reader, schema and tables of `docs/reference/broker-yaml.md` agree. The driver tests the keys of its protocol. */
class DocumentedBrokerSuite extends TemporaryFolder:
  private val home = Brokers.home
  private val page = home.resolve("docs/reference/broker-yaml.md")
  private val mapper = ObjectMapper()
  private lazy val tree = mapper.readTree(home.resolve("brokers/broker.schema.json").toFile)
  private lazy val schema: JsonSchema =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(tree)

  private def violations(text: String): List[String] =
    val json: JsonNode = mapper.valueToTree(Load(LoadSettings.builder.build).loadFromString(text))
    schema.validate(json).asScala.toList.map(_.toString)

  private def problems(parent: Path, text: String): List[String] =
    BrokerFile.readAll(Brokers.written(parent, text)).fold(_.map(_.message), _ => Nil)

  test("the schema accepts every broker of the catalogue"):
    val folders = Using.resource(Files.list(home.resolve("brokers")))(_.iterator.asScala.toList)
    val files = folders.map(_.resolve(BrokerFile.name)).filter(Files.exists(_))
    assert(files.size >= 9, files)
    for file <- files do assertEquals(violations(Files.readString(file)), Nil, file)

  test("a whole broker takes fewer than 30 lines, as the page says"):
    assert(Files.readAllLines(home.resolve("brokers/qpid/broker.yaml")).size < 30)

  private val whole =
    """name: b
      |title: B
      |version: 2
      |homepage: https://example.org/
      |get: {jars: ["g:a:{{version}}"], exclude: ["g:b"]}
      |ports: [stomp, other]
      |companions: [{command: [helper], port: other}]
      |environment: {A: b}
      |start: [run, "{{ports.stomp}}"]
      |nodes: [{}, {serves: false, ready_log: waits, arguments: [wait]}]
      |nodes_start: in_turn
      |join: [[join]]
      |stop: [halt]
      |protocols:
      |  stomp: {port: stomp, version: "1.2", queue: {prefix: q}, topic: {prefix: t}, cannot: {x: {because: y, versions: "<3"}}}
      |quick_protocols: [stomp]
      |standard_protocols: [stomp]
      |replicated_protocols: [stomp]
      |profiles: [quick, replicated]
      |durability: {class: fsync, because: it syncs}
      |deviations: {a: b}
      |variants: {v: {title: V, because: to see, arguments: [x], durability: {class: memory, because: none}}}
      |""".stripMargin

  folder.test("schema and reader accept a file with most keys"): parent =>
    assertEquals(problems(parent, whole), Nil)
    assertEquals(violations(whole), Nil)

  private val wrong = List(
    "title: B\n" -> "",
    "title: B" -> "titel: B",
    "ports: [stomp, other]" -> "ports: stomp",
    "[{command: [helper], port: other}]" -> "[helper]",
    "environment: {A: b}" -> "environment: [A]",
    "start: [run, \"{{ports.stomp}}\"]" -> "start: []",
    "nodes: [{}" -> "nodes: [1",
    "ready_log: waits" -> "ready_log: [waits]",
    "nodes_start: in_turn" -> "nodes_start: soon",
    "join: [[join]]" -> "join: [join]",
    "stop: [halt]" -> "stop: halt",
    "{port: stomp, version" -> "{version",
    "profiles: [quick" -> "profiles: [quik",
    "standard_protocols: [stomp]" -> "standard_protocols: stomp",
    "class: fsync" -> "class: disk",
    ", because: it syncs" -> "",
    "deviations: {a: b}" -> "deviations: [a]",
    "{title: V, because: to see" -> "{title: V",
    "because: to see" -> "because: to see, name: c",
    ", durability: {class: memory, because: none}" -> ""
  )

  for ((right, wrong), index) <- wrong.zipWithIndex do
    folder.test(s"schema and reader refuse ${wrong.trim} (${index + 1})"): parent =>
      val text = whole.replace(right, wrong)
      assertNotEquals(text, whole)
      assertNotEquals(problems(parent, text), Nil)
      assertNotEquals(violations(text), Nil)

  private def schemaKeys(pointer: String): Set[String] =
    tree.at(s"$pointer/properties").fieldNames.asScala.toSet

  private def sameKeys(what: String, pointer: String, change: String => String)(using munit.Location): Unit =
    folder.test(s"the schema has the keys of $what"): parent =>
      val Listed = """(?s).*unknown key 'zzz'[^(]*\(allowed: ([^)]*)\).*""".r
      val known = problems(parent, change(whole)).mkString("\n") match
        case Listed(keys) => keys.split(", ").toSet
        case other => fail(other)
      assertEquals(schemaKeys(pointer), known)

  sameKeys("a file", "", _ + "zzz: 1\n")
  sameKeys("get", "/$defs/get", _.replace("{jars", "{zzz: 1, jars"))
  sameKeys("a package", "/$defs/package", _.replace("{jars", "{package: {zzz: 1}, jars"))
  sameKeys("a companion", "/$defs/companion", _.replace("{command", "{zzz: 1, command"))
  sameKeys("a node", "/$defs/node", _.replace("{serves", "{zzz: 1, serves"))
  sameKeys("a lack", "/$defs/lack", _.replace("{because: y", "{zzz: 1, because: y"))
  sameKeys("durability", "/$defs/durability", _.replace("{class", "{zzz: 1, class"))

  test("a variant has the keys of a broker, except those it inherits"):
    val own = Set("because")
    val fixed = Set("name", "variants", "calibration", "discontinued", "on_request", "homepage")
    assertEquals(schemaKeys("/$defs/variant"), schemaKeys("") -- fixed ++ own)

  folder.test("the schema has the durability classes and every placeholder"): parent =>
    val words = tree.at("/$defs/durability/properties/class/enum").asScala.map(_.asText).toList
    assertEquals(words, Durability.values.toList.map(_.word))
    val (jars, installed) =
      ("jars: [\"g:a:{{version}}\"], exclude: [\"g:b\"]", "executables: [/x/y], install: {}")
    val system = whole.replace(jars, s"package: {$installed, version_command: [v]}")
    // any file will do because nothing is started
    val all = s"compile: [${BrokerFile.name}]\n" + system
    val found = problems(parent, all.replace("{{ports.stomp}}", "{{zzz}}")).mkString
    val known =
      found.dropWhile(_ != '(').drop(1).takeWhile(_ != ')').stripPrefix("known: ").split(", ").toList
    val expected = known.filterNot(_.startsWith("ports.")) :+ "ports.NAME"
    assertEquals(tree.at("/placeholders").fieldNames.asScala.toList.sorted, expected.sorted)

  private val systems =
    List("kafka", "nats", "amqp091", "rabbitmq_stream", "postgres", "redis", "sqs", "mongo", "rocketmq", "chronicle")

  private val definitions = List(
    "`get`" -> "get",
    "`get: package`" -> "package",
    "`companions`" -> "companion",
    "`nodes`, an entry" -> "node",
    "`protocols: stomp`" -> "stomp",
    "its `queue`, `topic`" -> "addressing",
    "its `durable`" -> "durable"
  ) ++ systems.map(name => s"`protocols: $name`" -> name) ++ List(
    "other `protocols`" -> "jms",
    "`cannot`, an entry" -> "lack",
    "`durability`" -> "durability",
    "a variant" -> "variant"
  )
  private val sections = ("file" -> "") :: definitions.map((where, name) => where -> s"/$$defs/$name")

  private def keys: String =
    val rows =
      for
        (where, pointer) <- sections
        section = tree.at(pointer)
        choices = section :: section.at("/anyOf").asScala.toList
        required = choices.flatMap(_.at("/required").asScala).map(_.asText).toSet
        (name, n) <- section.at("/properties").fieldNames.asScala.filter(described(section, _)).toList.zipWithIndex
      yield
        val needed = if required(name) && name != "unsupported" then "yes" else ""
        s"| ${if n == 0 then where else ""} | `$name` | ${section.at(s"/properties/$name/description").asText} | $needed |"
    ("| Where | Key | Meaning | Needed |" :: "|---|---|---|---|" :: rows).mkString("\n")

  private def described(section: JsonNode, name: String) =
    !section.at(s"/properties/$name/description").isMissingNode

  private def placeholders: String =
    val rows =
      tree.at("/placeholders").fields.asScala.toList.map(e => s"| `{{${e.getKey}}}` | ${e.getValue.asText} |")
    ("| Placeholder | Value |" :: "|---|---|" :: rows).mkString("\n")

  test("the tables of the page are generated from the schema"):
    val before = Files.readString(page)
    var after = before
    for (name, table) <- List("keys" -> keys, "placeholders" -> placeholders) do
      val Parts = s"(?s)(.*<!-- $name: [^\\n]*-->\\n).*?(<!-- end -->.*)".r
      after = after match
        case Parts(head, tail) => s"$head$table\n$tail"
        case _ => fail(s"no place for the $name")
    if sys.env.contains("SHOOTOUT_WRITE_DOCS") then Files.writeString(page, after): Unit
    else assertEquals(before, after)
