package shootout.scenario

import java.nio.file.{Files, Path}

class ScenarioFoldersSuite extends munit.FunSuite:
  test("what this project brings along: what is for every protocol comes first") {
    val home = Path.of(sys.props("shootout.home"))
    assertEquals(
      ScenarioFolders.shipped(home).map(home.relativize(_).toString),
      List("stomp-benchmark/scenarios", "jms-benchmark/scenarios", "queue-benchmark/scenarios")
    )
  }

  test("a new module's folder is found; other folders and files are none") {
    val home = Files.createTempDirectory("home-")
    for (module, text) <- List("a" -> "group: a\napi: x\n", "b" -> "group: b\n# api: none\n") do
      val folder = Files.createDirectories(home.resolve(module).resolve("scenarios"))
      Files.writeString(folder.resolve("1.yaml"), text)
    Files.createDirectory(home.resolve("c"))
    Files.writeString(home.resolve("scenarios"), "")
    assertEquals(ScenarioFolders.shipped(home).map(_.getParent.getFileName.toString), List("b", "a"))
    assertEquals(ScenarioFolders.shipped(home.resolve("nowhere")), Nil)
  }
