package shootout.result

import java.nio.file.{Files, Path}
import munit.FunSuite

class OlderKeysSuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))

  test("what older tools called by another name is read, and today's name wins"):
    val json = ujson.read(Files.readString(home.resolve("reports/src/test/resources/golden/stomp-hornetq.json")))
    def caution(keys: (String, String)*): Option[String] =
      keys.foreach((key, text) => json("broker")(key) = text)
      val old = Files.createTempFile("old", ".json")
      try
        Files.writeString(old, ujson.write(json))
        ResultStore.read(old).fold(fail(_), _.broker.caution)
      finally Files.delete(old)
    json("broker").obj.remove("caution"): Unit
    assertEquals(caution(), None)
    assertEquals(caution("mind" -> "No longer developed."), Some("No longer developed."))
    assertEquals(caution("caution" -> "In memory only."), Some("In memory only."))
