package shootout.scenario

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*

/** `docs/scenarios.md` is true. */
class DocumentedScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private lazy val page = Files.readString(home.resolve("docs/scenarios.md"))
  private lazy val example =
    """(?s)```yaml\n(.*?)```""".r.findFirstMatchIn(page).map(_.group(1)).getOrElse(fail("no example"))

  test("its example is a whole file of eight lines, and makes the cells that the page names"):
    assertEquals(example.linesIterator.size, 8)
    val ids = cells(example).map(_.id)
    assertEquals(ids.size, 4)
    val named = """`(window-[^`]*)`""".r.findAllMatchIn(page).map(_.group(1)).toList
    assertEquals(named, ids.take(2))

  test("its table has every key of the schema"):
    val tree = ObjectMapper().readTree(home.resolve("stomp-benchmark/scenario.schema.json").toFile)
    def keys(node: JsonNode): Set[String] =
      val own = Option(node.get("properties")).toSet.flatMap(_.fieldNames.asScala)
      own ++ node.elements.asScala.flatMap(keys)
    val all = keys(tree)
    assert(all.size > 50, all.toString)
    val missing = all.filterNot(key => s"""[`{ ]$key[`:]""".r.findFirstIn(page).isDefined)
    assertEquals(missing, Set.empty)
