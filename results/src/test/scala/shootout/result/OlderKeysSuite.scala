package shootout.result

import java.nio.file.{Files, Path}
import munit.FunSuite

class OlderKeysSuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))

  private def golden: ujson.Value =
    ujson.read(Files.readString(home.resolve("reports/src/test/resources/golden/stomp-hornetq.json")))

  private def read(json: ujson.Value): ResultFile =
    val old = Files.createTempFile("old", ".json")
    try
      Files.writeString(old, ujson.write(json))
      ResultStore.read(old).fold(fail(_), identity)
    finally Files.delete(old)

  test("what older tools called by another name is read, and today's name wins"):
    val json = golden
    def caution(keys: (String, String)*): Option[String] =
      keys.foreach((key, text) => json("broker")(key) = text)
      read(json).broker.caution
    json("broker").obj.remove("caution"): Unit
    assertEquals(caution(), None)
    assertEquals(caution("mind" -> "No longer developed."), Some("No longer developed."))
    assertEquals(caution("caution" -> "In memory only."), Some("In memory only."))

  test("files of tools that did not tell nodes apart are read"):
    val json = golden
    def resources(of: ujson.Value) = of("resources").objOpt.toList
    for cell <- json("cells").arr; of <- cell +: cell("samples").arr; found <- resources(of) do found.remove("nodes")
    assert(!ujson.write(json).contains("\"nodes\":{"))
    val known = read(json).cells.flatMap(_.resources)
    assert(known.nonEmpty && known.forall(_.nodes.isEmpty))
