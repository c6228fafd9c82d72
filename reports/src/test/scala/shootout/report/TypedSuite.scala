package shootout.report

import java.nio.file.{Files, Path, Paths}
import munit.FunSuite

class TypedSuite extends FunSuite:
  private val golden: Path = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)

  private def read(json: ujson.Value): ujson.Value = saved(json).fold(problem => fail(problem), _.json)
  private def broken(json: ujson.Value): String = saved(json).fold(identity, _ => fail("it was read"))

  private def saved(json: ujson.Value): Either[String, ResultDocument] =
    val file = Files.createTempFile("typed", ".json")
    try
      Files.writeString(file, ujson.write(json))
      ResultFiles.read(file)
    finally Files.delete(file)

  test("a file whose axes and steps are text alone is read as one that has their numbers"):
    val today = ujson.read(Files.readString(golden))
    val old = ujson.copy(today)
    old("cells").arr.foreach: cell =>
      cell.obj.remove("axis_values")
      cell("steps").arr.foreach(_.obj.remove("amount"))
    assert(ujson.write(old) != ujson.write(today))
    assertEquals(read(old), today)

  test("what an older tool called by another name is read as what it is called today"):
    val today = ujson.read(Files.readString(golden))
    today("broker")("caution") = "No longer developed."
    val old = ujson.copy(today)
    old("broker")("mind") = old("broker").obj.remove("caution").get
    assertEquals(read(old), today)
    val wrong = ujson.copy(old)
    wrong("broker")("mind") = 1
    assert(broken(wrong).endsWith("broken: missing or of the wrong type: broker.caution"), broken(wrong))

  test("what a file says of its axes is not looked for in their texts"):
    val json = ujson.read(Files.readString(golden))
    val cell = json("cells").arr.find(_.numberAt("axis_values", "size", "value").isDefined)
    cell.foreach(_("axis_values")("size")("value") = 7)
    assertEquals(read(json), json)
