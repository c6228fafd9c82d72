package shootout.scenario

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.networknt.schema.{JsonSchema, JsonSchemaFactory, SpecVersion}
import org.snakeyaml.engine.v2.api.{Load, LoadSettings}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The schema and the reader accept and refuse the same files. [[KeysSuite]] generates the schema from the keys. */
class SchemaScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private val mapper = ObjectMapper()
  private lazy val tree = mapper.readTree(home.resolve("stomp-benchmark/scenario.schema.json").toFile)
  private lazy val schema: JsonSchema =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(tree)

  private def violations(text: String): List[String] =
    val json: JsonNode = mapper.valueToTree(Load(LoadSettings.builder.build).loadFromString(text))
    schema.validate(json).asScala.toList.map(_.toString)

  test("the schema accepts every shipped file"):
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

  test("schema and reader accept a file with most keys"):
    assertEquals(problems(whole), Nil)
    assertEquals(violations(whole), Nil)

  /** Changes that both must refuse: a part of the file above, and its replacement. */
  private val wrong = List(
    "group: mine" -> "grop: mine",
    "group: mine" -> "group: My Group",
    "except: [" -> "rate_sweep: [n]\nexcept: [",
    "except: [" -> "rate_sweep: {axes: n}\nexcept: [",
    "[20 B, 1 KiB]}\nexcept" -> "[[20 B], 1 KiB]\n}\nexcept",
    "samples: {quick: 3" -> "samples: {quick: 0",
    "type: queue" -> "type: queues",
    "count: $n}" -> "count: some}",
    "name: fill\n      " -> "",
    "warm_up: 0 s" -> "warm_up: 0",
    "size: $size, " -> "",
    "10/s" -> "10 ms",
    "[20 B, 1 KiB]}, confirm" -> "[20 B]}, confirm",
    "confirm: receipt" -> "confirm: yes",
    "window: unbounded" -> "window: 0",
    "quiet_for: 9 s, " -> "",
    "{0 s: 1 ms" -> "{zero: 1 ms",
    "{poisson: 9/s}" -> "{poisson: 9 s}",
    "{0 s: 1, 5 s: 9}" -> "{0 s: 0, 5 s: 9}",
    "ack: client" -> "ack: clent",
    "ack_every" -> "ackevery"
  )

  for ((right, wrong), index) <- wrong.zipWithIndex do
    test(s"schema and reader refuse ${wrong.trim} (${index + 1})"):
      val text = whole.replace(right, wrong)
      assertNotEquals(text, whole)
      assertNotEquals(problems(text), Nil)
      assertNotEquals(violations(text), Nil)
