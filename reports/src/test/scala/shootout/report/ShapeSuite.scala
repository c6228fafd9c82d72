package shootout.report

import java.nio.file.{Files, Path, Paths}
import munit.FunSuite

class ShapeSuite extends FunSuite:
  private val golden: Path = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)

  /** What is wrong with the golden file once it is changed; nothing if it is read. */
  private def wrong(change: ujson.Value => Unit): Option[String] =
    val json = ujson.read(Files.readString(golden))
    change(json)
    val file = Files.createTempFile("shape", ".json")
    try
      Files.writeString(file, ujson.write(json))
      ResultFiles.read(file).left.toOption.map(_.stripPrefix(s"$file: broken: missing or of the wrong type: "))
    finally Files.delete(file)

  test("whatever key the schema has is asked for its type"):
    assertEquals(wrong(_("cells")(0)("marks") = "none"), Some("cells[0].marks"))
    assertEquals(wrong(_("cells")(0)("marks") = ujson.Arr(ujson.Null)), Some("cells[0].marks[0]"))
    assertEquals(wrong(_("cells")(1)("axis_values") = ujson.Obj("n" -> 5)), Some("cells[1].axis_values.n"))
    assertEquals(wrong(_("broker")("nodes") = "three"), Some("broker.nodes"))
    assertEquals(wrong(_("means") = ujson.Obj()), Some("means"))

  test("files of newer tools are read: they know more keys, and more words"):
    assertEquals(wrong(_("cells")(0)("key_of_tomorrow") = ujson.Arr(1)), None)
    assertEquals(wrong(_("broker")("durability") = "eternal"), None)
    assertEquals(wrong(_("cells")(0)("load")("key_of_tomorrow") = "7"), None)

  test("files of older tools are read: they lack what a page can do without"):
    val old =
      List("axis_values", "cut_off", "cause", "generators", "fingerprint", "marks", "steps", "ceiling", "resources")
    assertEquals(wrong(_("cells").arr.foreach(cell => old.foreach(cell.obj.remove))), None)
    assertEquals(wrong(file => List("means", "thresholds", "promise").foreach(file.obj.remove)), None)
    assertEquals(wrong(_("broker")("nodes") = ujson.Null), None)

  test("what it cannot do without is asked for"):
    assertEquals(wrong(_("broker")("name") = ujson.Null), Some("broker.name"))
    assertEquals(wrong(_("cells")(0)("load") = ujson.Null), Some("cells[0].load"))
    assertEquals(wrong(_("cells")(0)("summary") = ujson.Null), None)
    assertEquals(
      wrong(_("cells")(0)("summary")("consumed").obj.remove("mean_per_s"): Unit),
      Some("cells[0].summary.consumed.mean_per_s")
    )
