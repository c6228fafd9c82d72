package shootout.tidy

import java.nio.file.Path

class TidySuite extends munit.FunSuite:
  private lazy val sources = Source.all(Path.of(sys.props("shootout.home")))

  private def nothing(rule: String)(find: => List[Finding]): Unit = test(rule) {
    val findings = find
    if findings.nonEmpty then fail(findings.mkString(s"${findings.size} findings:\n", "\n", ""))
  }

  test("the rules read the whole project"):
    assert(sources.exists(_.path == "core/src/main/scala/shootout/engine/Run.scala"), sources.size)

  nothing("packages import only what Arrows allows")(sources.flatMap(Arrows.check))
  nothing("functions and scripts are short")(sources.flatMap(Sizes.check))
  nothing("no file is dead")(DeadFiles.check(sources))
  nothing("the engine names no protocol and no broker")(Names.check(sources))
  nothing("no forbidden text")(sources.flatMap(ForbiddenText.check))
