package shootout.result

import com.networknt.schema.{InputFormat, JsonSchema, JsonSchemaFactory, SpecVersion}
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*
import shootout.units.Json

/** Golden files, case classes and schema agree on the format between engine and report. */
class ResultFileSuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))
  private val golden = home.resolve("reports/src/test/resources/golden")
  private val schema = ujson.read(text(home.resolve("docs/result.schema.json")))

  private def text(path: Path): String = Files.readString(path)

  private def goldenFiles: List[Path] =
    Files.list(golden).iterator.asScala.filter(_.toString.endsWith(".json")).toList.sorted

  test("the golden files exist"):
    assert(goldenFiles.map(_.getFileName.toString).contains("stomp-activemq.json"))

  goldenFiles.foreach: path =>
    test(s"${path.getFileName} is valid, and is written as it was read"):
      assertEquals(complaints(text(path)), Nil)
      val file = Json.read[ResultFile](text(path))
      assertEquals((file.format, file.formatVersion), (ResultFile.Format, ResultFile.FormatVersion))
      assertEquals(ujson.read(Json.write(file)), ujson.read(text(path)))

  test("the schema refuses missing and unknown keys, wrong words and versions"):
    def changed(change: ujson.Value => Unit): String =
      val json = ujson.read(text(golden.resolve("stomp-activemq.json")))
      change(json)
      ujson.write(json)
    assert(complaints(changed(_("broker").obj.remove("durability"): Unit)).nonEmpty)
    assert(complaints(changed(_("workloads")(0)("surprise") = 1)).nonEmpty)
    assert(complaints(changed(_("workloads")(0)("status") = "fine")).nonEmpty)
    assert(complaints(changed(_("format_version") = 3)).nonEmpty)

  test("the schema is made from the case classes"):
    val file = home.resolve("docs/result.schema.json")
    val expected = ResultSchema(home.resolve("results/src/main/scala/shootout/result")).text
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(file, expected): Unit
    assertEquals(text(file), expected, "the result's format has changed: run this suite with SHOOTOUT_WRITE=yes")

  test("result-format.md lists the kinds of latency"):
    val page = home.resolve("docs/reference/result-format.md")
    val (begin, end) = ("<!-- made from LatencyKind, see CONTRIBUTING -->\n", "<!-- end of the kinds -->\n")
    text(page).split(s"(?<=$begin)|(?=$end)") match
      case Array(before, _, after) =>
        val rows = LatencyKind.values.map(kind => s"| `${kind.key}` | ${kind.about} |\n")
        val expected = s"$before| Kind | What it is |\n|---|---|\n${rows.mkString}$after"
        if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(page, expected): Unit
        assertEquals(text(page), expected, "a kind of latency has changed: run this suite with SHOOTOUT_WRITE=yes")
      case _ => fail(s"$page has no place for the kinds of latency")

  test("process counters are documented, and written even if they are unknown"):
    val counters = ProcessCounter.values.map(_.key).toSet
    val words = text(home.resolve("docs/reference/result-format.md"))
    assertEquals(counters.filterNot(key => words.contains(s"`$key`")), Set.empty)
    val written = ujson.read(Json.write(ProcessSample(1, 2, Map("gc_share" -> Some(0.5)))))
    assertEquals(written.obj.keySet.toSet, counters ++ List("cpu_cores", "resident_bytes"))
    assertEquals((written("gc_share"), written("read_bytes_per_s")), (ujson.Num(0.5), ujson.Null))

  private lazy val validator: JsonSchema =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(ujson.write(schema))

  private def complaints(json: String): List[String] =
    validator.validate(json, InputFormat.JSON).asScala.map(_.getMessage).toList
