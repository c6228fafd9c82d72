package shootout.scenario

import shootout.broker.TemporaryFolder

import java.nio.file.Files

class ScenarioFoldersSuite extends TemporaryFolder:
  folder.test("the scenario folder of each module is found, and those for every protocol come first"): home =>
    for (module, text) <- List("a" -> "group: a\napi: x\n", "b" -> "group: b\n# api: none\n") do
      val folder = Files.createDirectories(home.resolve(module).resolve("scenarios"))
      Files.writeString(folder.resolve("1.yaml"), text)
    Files.createDirectory(home.resolve("c"))
    Files.writeString(home.resolve("scenarios"), "")
    assertEquals(ScenarioFolders.shipped(home).map(_.getParent.getFileName.toString), List("b", "a"))
    assertEquals(ScenarioFolders.shipped(home.resolve("nowhere")), Nil)
