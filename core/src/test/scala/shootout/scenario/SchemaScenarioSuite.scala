package shootout.scenario

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.networknt.schema.{JsonSchema, JsonSchemaFactory, SpecVersion}
import org.snakeyaml.engine.v2.api.{Load, LoadSettings}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The schema that editors use says the same as the readers. */
class SchemaScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private val mapper = ObjectMapper()
  private lazy val tree = mapper.readTree(home.resolve("stomp-benchmark/scenario.schema.json").toFile)
  private lazy val schema: JsonSchema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(tree)

  private def violations(text: String): List[String] =
    val json: JsonNode = mapper.valueToTree(Load(LoadSettings.builder.build).loadFromString(text))
    schema.validate(json).asScala.toList.map(_.toString)

  test("accepts every shipped file"):
    val files = Using.resource(Files.list(shippedFolder))(_.iterator.asScala.toList).sorted
    assert(files.size >= 9, files.toString)
    for file <- files do assertEquals(violations(Files.readString(file)), Nil, file)

  private val whole =
    """group: mine
      |layout: {across: size, down: n, sections: [phase]}
      |matrix: {n: 1, size: [20 B, 1 KiB]}
      |except: [{n: 1, size: 1 KiB}]
      |scenario:
      |  id: mine_$n
      |  samples: {quick: 3, full: 4}
      |  destinations: {type: queue, count: $n}
      |  phases:
      |    - name: fill
      |      warm_up: 0 s
      |      producers:
      |        - {name: a, size: $size, count: 2, rate: {normal: {mean: 10/s, stdev: 2/s}}}
      |        - {name: c, size: 20 B, rate: {burst: {quiet: 0/s, busy: 9/s, quiet_for: 9 s, busy_for: 1 s}}}
      |        - {name: e, size: 20 B, rate: {total: {poisson: 9/s}}, confirm: receipt, window: {steps: {0 s: 1, 5 s: 9}}}
      |    - name: trickle
      |      producers:
      |        - {name: b, size: {uniform: [20 B, 1 KiB]}, confirm: receipt, window: unbounded}
      |        - {name: d, size: 20 B, think: {steps: {0 s: 1 ms, 10 s: {uniform: [1 ms, 2 ms]}}}}
      |    - name: empty
      |      consumers: {ack: client, ack_every: 9}
      |""".stripMargin

  test("accepts a file with most of what there is, as the reader does"):
    assertEquals(problems(whole), Nil)
    assertEquals(violations(whole), Nil)

  /** What both must refuse: a part of the file above, and what it becomes. */
  private val wrong = List(
    "group: mine" -> "grop: mine",
    "group: mine" -> "group: My Group",
    "{across: size" -> "{accross: size",
    "except: [" -> "climb: [n]\nexcept: [",
    "except: [" -> "climb: {axes: n}\nexcept: [",
    "[20 B, 1 KiB]}\nexcept" -> "[[20 B], 1 KiB]\n}\nexcept",
    "samples: {quick: 3" -> "samples: {quik: 3",
    "samples: {quick: 3" -> "samples: {quick: 0",
    "type: queue" -> "type: queues",
    "count: $n}" -> "count: some}",
    "name: fill\n      " -> "",
    "warm_up: 0 s" -> "warm_up: 0",
    "warm_up: 0 s" -> "warmup: 0 s",
    "size: $size, " -> "",
    "10/s" -> "10 ms",
    "stdev: 2/s" -> "stdv: 2/s",
    "[20 B, 1 KiB]}, confirm" -> "[20 B]}, confirm",
    "confirm: receipt" -> "confirm: yes",
    "window: unbounded" -> "window: 0",
    "{uniform: [20 B" -> "{unifrom: [20 B",
    "quiet_for: 9 s, " -> "",
    "{0 s: 1 ms" -> "{zero: 1 ms",
    "{poisson: 9/s}" -> "{poison: 9/s}",
    "{poisson: 9/s}" -> "{poisson: 9 s}",
    "{total:" -> "{totl:",
    "{0 s: 1, 5 s: 9}" -> "{0 s: 0, 5 s: 9}",
    "{0 s: 1, 5 s: 9}" -> "{}",
    "ack: client" -> "ack: clent",
    "ack_every" -> "ackevery"
  )

  for ((right, wrong), index) <- wrong.zipWithIndex do
    test(s"refuses as the reader does: ${wrong.trim} (${index + 1})"):
      val text = whole.replace(right, wrong)
      assertNotEquals(text, whole)
      assertNotEquals(problems(text), Nil)
      assertNotEquals(violations(text), Nil)

  /** A text that holds `zzz: 1` in one kind of mapping; the reader's complaint lists the keys that it knows. */
  private def readerKeys(text: String): Set[String] =
    val found = problems(text).mkString("\n")
    val Listed = """(?s).*unknown key 'zzz'[^(]*\(allowed: ([^)]*)\).*""".r
    found match
      case Listed(keys) => keys.split(", ").toSet
      case _ => fail(s"no list of keys in: $found")

  private def schemaKeys(pointer: String): Set[String] =
    tree.at(pointer + "/properties").fieldNames.asScala.toSet

  private def sameKeys(what: String, pointer: String, text: String)(using munit.Location): Unit =
    test(s"knows the keys of $what")(assertEquals(schemaKeys(pointer), readerKeys(text)))

  private def load(producers: String): String =
    s"group: g\nscenario:\n  destinations: {type: queue}\n  producers: $producers\n"

  sameKeys("a file", "", "zzz: 1")
  sameKeys("a layout", "/properties/layout", "layout: {zzz: 1}")
  sameKeys("a scenario", "/$defs/scenario", "scenario: {zzz: 1}")
  sameKeys("destinations", "/$defs/destinations", "scenario: {destinations: {zzz: 1}}")
  sameKeys("producers", "/$defs/producers", load("{zzz: 1}"))
  sameKeys("consumers", "/$defs/consumers", "scenario: {consumers: {zzz: 1}}")
  sameKeys("a phase", "/$defs/phase", "scenario: {phases: [{zzz: 1}, {}]}")
  sameKeys("a phase's timing", "/$defs/phase/properties/samples/anyOf/1", "scenario: {samples: {zzz: 1}}")
  for (key, name) <- List("size" -> "size", "rate" -> "rate", "think" -> "think") do
    sameKeys(s"a varying $key", s"/$$defs/varying_$name/anyOf/1", load(s"{$key: {zzz: 1}}"))
    sameKeys(
      s"a step of a varying $key",
      s"/$$defs/varying_$name/anyOf/1/properties/steps/additionalProperties/anyOf/1",
      load(s"{$key: {steps: {0 s: {zzz: 1}}}}")
    )
    sameKeys(s"a normal $key", s"/$$defs/normal_$name", load(s"{$key: {normal: {zzz: 1}}}"))
    sameKeys(s"a burst $key", s"/$$defs/burst_$name", load(s"{$key: {burst: {zzz: 1}}}"))

  sameKeys("a total rate", "/$defs/total", load("{rate: {total: 1/s, zzz: 1}}"))
  sameKeys("a changing window", "/$defs/changing_window", load("{window: {zzz: 1}}"))

  private def sameWords(what: String, pointer: String, text: String)(using munit.Location): Unit =
    test(s"knows the words of $what"):
      val Listed = """(?s).*found 'zzz', expected one of ([^\n]*).*""".r
      val known = problems(text).mkString("\n") match
        case Listed(words) => words.split(", ").toSet
        case other => fail(other)
      val node = tree.at(pointer)
      val words = Option(node.get("enum")).getOrElse(node.at("/anyOf/0/enum"))
      assertEquals(words.asScala.map(_.asText).toSet, known)

  sameWords("profile", "/properties/profile", "profile: zzz")
  sameWords("type", "/$defs/destinations/properties/type", "scenario: {destinations: {type: zzz}}")
  sameWords("mode", "/$defs/producers/properties/mode", load("{mode: zzz}"))
  sameWords("confirm", "/$defs/producers/properties/confirm", load("{confirm: zzz}"))
  sameWords("ack", "/$defs/consumers/properties/ack", "scenario: {consumers: {ack: zzz}}")

  for (kind, quantity) <- List("size" -> Quantity.Size, "duration" -> Quantity.Duration, "rate" -> Quantity.Rate) do
    test(s"knows the units of a $kind"):
      val pattern = tree.at(s"/$$defs/$kind/anyOf/0/pattern").asText
      val Units = """.*\(([^)]*)\)\$""".r
      val units = pattern match
        case Units(inside) => inside.split('|').toSet
        case other => fail(other)
      assertEquals(units, quantity.unitNames.toSet)
      for text <- List("1.5 x", "1,5 x", "1x", "-1 x", "1  x", ".5 x", "1. x"); unit <- units do
        val written = text.replace("x", unit)
        assertEquals(written.matches(pattern), quantity.parse(written).isDefined, written)
