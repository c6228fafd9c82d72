package shootout.report

import java.nio.file.{Files, Path}
import munit.FunSuite

class JudgingRulesSuite extends FunSuite:
  private val saved =
    Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources/judged/known.json")

  test("the page's own tests have the rules of the generator"):
    val now = ujson.write(JudgingRules.json, indent = 1) + "\n"
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(saved, now): Unit
    assertEquals(Files.readString(saved), now, "the rules have changed: run this suite with SHOOTOUT_WRITE=yes")

  test("Student's t to three decimals, as tables have it"):
    assertEquals(
      List(1, 2, 10, 20).map(freedom => JudgingRules.json("t95")(freedom - 1).num),
      List(12.706, 4.303, 2.228, 2.086)
    )
