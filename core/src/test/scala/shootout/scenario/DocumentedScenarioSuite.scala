package shootout.scenario

import java.nio.file.Files

class DocumentedScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private lazy val page = Files.readString(home.resolve("docs/scenarios.md"))
  private lazy val examples = """(?s)```yaml\n(.*?)```""".r.findAllMatchIn(page).map(_.group(1)).toList
  private lazy val example = examples.head

  test("the first example has eight lines and makes the workloads that the page names"):
    assertEquals(example.linesIterator.size, 8)
    val ids = workloads(example).map(_.id)
    assertEquals(ids.size, 4)
    val named = """`(window-[^`]*)`""".r.findAllMatchIn(page).map(_.group(1)).toList
    assertEquals(named, ids.take(2))

  test("all examples are valid files"):
    assertEquals(examples.size, 7)
    for text <- examples do assertEquals(problems(text), Nil, text)
    assertEquals(examples.flatMap(workloads).count(_.share.isDefined), 2)
    assertEquals(examples.flatMap(workloads).flatMap(Step.of).map(_.value), List("1", "20", "200"))
    assertEquals(examples.flatMap(workloads).count(_.crash), 1)
    assertEquals(examples.flatMap(workloads).flatMap(_.rateSweep).map(_.below.size), List(0, 1, 2))
