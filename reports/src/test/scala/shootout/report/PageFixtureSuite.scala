package shootout.report

import java.nio.file.{Files, Path}
import munit.FunSuite

/** The judged golden files, for the page's own tests. */
class PageFixtureSuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources")
  private val saved = home.resolve("judged/golden.json")

  test("the page's own tests use the current judgement of the golden files"):
    val files = ResultFiles.in(List(home.resolve("golden"))).files.map: file =>
      file.json("file") = file.path.getFileName.toString
      ujson.write(file.json)
    val now = files.mkString("[\n", ",\n", "\n]\n")
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(saved, now): Unit
    assertEquals(Files.readString(saved), now, "the judgement has changed: run this suite with SHOOTOUT_WRITE=yes")
