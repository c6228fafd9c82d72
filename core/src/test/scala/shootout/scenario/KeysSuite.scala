package shootout.scenario

import java.nio.file.{Files, Path}

/** The files generated from the keys are up to date. `SHOOTOUT_WRITE=yes` writes them again. */
class KeysSuite extends munit.FunSuite with ScenarioTesting:
  private val Begin = "<!-- generated from the keys, see dev/extending.md -->\n"
  private val End = "<!-- end of the keys -->\n"

  private def holds(file: Path, expected: String)(using munit.Location): Unit =
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(file, expected)
    assertEquals(Files.readString(file), expected, "a key has changed: run this suite with SHOOTOUT_WRITE=yes")

  test("the schema is up to date"):
    holds(home.resolve("stomp-benchmark/scenario.schema.json"), ScenarioSchema.pretty(ScenarioSchema.json) + "\n")

  test("the table is up to date"):
    val page = home.resolve("docs/reference/scenario-keys.md")
    Files.readString(page).split(s"(?<=$Begin)|(?=$End)") match
      case Array(before, _, after) => holds(page, s"$before\n${ScenarioSchema.table}\n$after")
      case _ => fail(s"$page has no place for the table, between $Begin and $End")

  test("each key has a unique name, in files and in results"):
    def distinct(what: String, all: List[String])(using munit.Location): Unit =
      assertEquals(all.diff(all.distinct), Nil, what)
    distinct("file", FileFields.keys.map(_.name))
    distinct("scenario", LoadReader.scenarioKeys.map(_.name) ++ TimingSettings.keys.map(_.name))
    distinct("phase", LoadReader.phaseKeys.map(_.name) ++ TimingSettings.keys.map(_.name))
    distinct("producers", ProducerGroup.keys.map(_.name))
    distinct("consumers", ConsumerGroup.keys.map(_.name))
    distinct("load", ProducerGroup.keys.flatMap(_.load.map(_._1)) ++ ConsumerGroup.keys.flatMap(_.load.map(_._1)))
