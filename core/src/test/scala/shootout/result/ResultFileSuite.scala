package shootout.result

import com.networknt.schema.{InputFormat, JsonSchema, JsonSchemaFactory, SpecVersion}
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.compiletime.{constValue, constValueTuple}
import scala.deriving.Mirror
import scala.jdk.CollectionConverters.*
import shootout.units.{Durability, Json}

/** The seam between engine and report: golden files that the report's tests read as well, case classes, and schema. */
class ResultFileSuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))
  private val golden = home.resolve("reports/src/test/resources/golden")
  private val schema = ujson.read(text(home.resolve("docs/result.schema.json")))

  private def text(path: Path): String = Files.readString(path)

  private def goldenFiles: List[Path] =
    Files.list(golden).iterator.asScala.filter(_.toString.endsWith(".json")).toList.sorted

  test("golden files are there"):
    assert(goldenFiles.map(_.getFileName.toString).contains("stomp-activemq.json"))

  goldenFiles.foreach: path =>
    test(s"${path.getFileName} reads into the case classes and is written back the same"):
      val file = Json.read[ResultFile](text(path))
      assertEquals(file.format, ResultFile.Format)
      assertEquals(file.formatVersion, ResultFile.FormatVersion)
      assertEquals(ujson.read(Json.write(file)), ujson.read(text(path)))

    test(s"${path.getFileName} is valid against the schema"):
      assertEquals(complaints(text(path)), Nil)

  test("the schema notices a missing key, an unknown key, a wrong word and a newer version"):
    def changed(change: ujson.Value => Unit): String =
      val json = ujson.read(text(golden.resolve("stomp-activemq.json")))
      change(json)
      ujson.write(json)
    assert(complaints(changed(_("broker").obj.remove("durability"): Unit)).nonEmpty)
    assert(complaints(changed(_("cells")(0)("surprise") = 1)).nonEmpty)
    assert(complaints(changed(_("cells")(0)("status") = "fine")).nonEmpty)
    assert(complaints(changed(_("format_version") = 2)).nonEmpty)

  private val counting = Set("ProcessSample", "ProcessSummary")
  private val counters = ProcessCounter.values.map(_.key).toSet

  test("schema and case classes have the same fields"):
    // their entries stand beside the other fields
    val spread = Set("LoadResult" -> "settings") ++ List("Sample", "Summary", "MeanResult").map(_ -> "latencies") ++
      counting.map(_ -> "counted")
    val classes = fieldsOfClasses.map((name, fields) => name -> fields.filterNot(field => spread(name -> field)))
    assertEquals(schema("$defs").obj.keySet.toSet, classes.keySet)
    def named(name: String, keys: List[String]) = if counting(name) then keys.filterNot(counters) else keys
    classes.foreach: (name, fields) =>
      val definition = schema("$defs")(name)
      assertEquals(named(name, definition("properties").obj.keys.toList), fields, name)
      assertEquals(named(name, definition("required").arr.map(_.str).toList), fields, name)

  test("what is counted of processes is told in words, and written whether it is known or not"):
    val words = text(home.resolve("docs/result-format.md"))
    assertEquals(counters.filterNot(key => words.contains(s"`$key`")), Set.empty)
    val written = ujson.read(Json.write(ProcessSample(1, 2, Map("gc_share" -> Some(0.5)))))
    assertEquals(written.obj.keySet.toSet, counters ++ List("cpu_cores", "resident_bytes"))
    assertEquals((written("gc_share"), written("read_bytes_per_s")), (ujson.Num(0.5), ujson.Null))

  test("schema and enums have the same words"):
    def words(definition: String, property: String): Set[String] =
      schema("$defs")(definition)("properties")(property)("enum").arr.flatMap(_.strOpt).toSet
    assertEquals(words("CellResult", "status"), Status.values.map(written).toSet)
    assertEquals(words("CellResult", "cause"), Cause.values.map(written).toSet)
    assertEquals(words("BrokerResult", "durability"), Durability.values.map(written).toSet)
    assertEquals(words("DrainResult", "outcome"), DrainOutcome.values.map(written).toSet)
    assertEquals(words("MarkResult", "mark"), Mark.values.map(written).toSet)
    assertEquals(words("SamplingResult", "end"), SamplingEnd.values.map(written).toSet)

  private def written[E: Json.Writer](word: E): String = ujson.read(Json.write(word)).str

  private lazy val validator: JsonSchema =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(ujson.write(schema))

  private def complaints(json: String): List[String] =
    validator.validate(json, InputFormat.JSON).asScala.map(_.getMessage).toList

  private inline def fieldsOf[A](using mirror: Mirror.ProductOf[A]): (String, List[String]) =
    val labels = constValueTuple[mirror.MirroredElemLabels].productIterator.map(_.toString).toList
    constValue[mirror.MirroredLabel].toString -> labels.map(Json.snake)

  private def fieldsOfClasses: Map[String, List[String]] = Map(
    fieldsOf[ResultFile],
    fieldsOf[PromiseResult],
    fieldsOf[ToolResult],
    fieldsOf[BrokerResult],
    fieldsOf[VariantResult],
    fieldsOf[ConfigurationFile],
    fieldsOf[Environment],
    fieldsOf[SurroundingsResult],
    fieldsOf[SettingsResult],
    fieldsOf[GroupResult],
    fieldsOf[CellResult],
    fieldsOf[Fingerprint],
    fieldsOf[CutOffResult],
    fieldsOf[LoadResult],
    fieldsOf[PhaseResult],
    fieldsOf[TimingResult],
    fieldsOf[SamplingResult],
    fieldsOf[Sample],
    fieldsOf[GroupSample],
    fieldsOf[LatencySample],
    fieldsOf[Summary],
    fieldsOf[RateSummary],
    fieldsOf[LatencySummary],
    fieldsOf[CostSummary],
    fieldsOf[DrainResult],
    fieldsOf[AuditResult],
    fieldsOf[StepResult],
    fieldsOf[OfferedResult],
    fieldsOf[CrashResult],
    fieldsOf[ClimbResult],
    fieldsOf[ProcessSample],
    fieldsOf[ResourceSample],
    fieldsOf[ProcessSummary],
    fieldsOf[ResourceSummary],
    fieldsOf[CeilingResult],
    fieldsOf[MarkResult],
    fieldsOf[Thresholds],
    fieldsOf[Estimate],
    fieldsOf[MeanResult]
  )
