package shootout.tidy

/** Each rule of the tidy test on a small sample that breaks it, and on one that does not. */
class RulesSuite extends munit.FunSuite:
  private def scala(room: String, text: String, kind: String = "main") =
    Source(s"core/src/$kind/scala/shootout/$room/A.scala", s"package shootout.$room\n$text\n")

  private def messages(findings: List[Finding]) = findings.map(_.toString)

  private def fires(findings: List[Finding], words: String)(using munit.Location): Unit =
    assert(findings.exists(_.toString.contains(words)), s"'$words' is not in $findings")

  private def silent(findings: List[Finding])(using munit.Location): Unit = assertEquals(messages(findings), Nil)

  test("an import against the arrows") {
    val findings = Arrows.check(scala("statistics", "\nimport shootout.scenario.Cell"))
    assertEquals(
      messages(findings),
      List(
        "core/src/main/scala/shootout/statistics/A.scala:3: statistics may not import scenario; it may import result"
      )
    )
    fires(Arrows.check(scala("broker", "val x = shootout.run.Run()")), "broker may not import run")
    fires(Arrows.check(scala("run", "import shootout.{broker, run}")), "run may not import {")
    fires(Arrows.check(scala("terminal", "import shootout.stomp.Frame")), "terminal may not import stomp")
    fires(Arrows.check(scala("host", "import shootout.terminal.Script")), "host may not import terminal")
    fires(Arrows.check(scala("campaign", "import shootout.host.Host")), "campaign may not import host")
    fires(Arrows.check(scala("campaign", "import shootout.terminal.Options")), "campaign may not import terminal")
    fires(Arrows.check(scala("run", "import shootout.campaign.Journal")), "run may not import campaign")
    fires(Arrows.check(scala("input", "import shootout.stomp.Frame", "test")), "input may not import stomp")
  }

  test("an import along the arrows, of the own room, in a comment or in a string") {
    silent(Arrows.check(scala("scenario", "import shootout.units.{Bytes, Nanos}\nimport shootout.scenario.Cell")))
    silent(Arrows.check(scala("input", "// as shootout.run does\n/* shootout.run */ val x = \"shootout.home\"")))
    silent(Arrows.check(scala("terminal", "import shootout.broker.Broker\nimport shootout.host.LoadJvm")))
    silent(Arrows.check(scala("host", "import shootout.campaign.Journal")))
    silent(Arrows.check(scala("input", "import shootout.run.Run", "test")))
  }

  test("arrows between modules") {
    def stomp(kind: String, text: String) = Source(s"stomp-benchmark/src/$kind/scala/shootout/stomp/A.scala", text)
    fires(Arrows.check(stomp("main", "import shootout.broker.Broker")), "stomp may not import broker")
    fires(Arrows.check(stomp("test", "import shootout.report.Page")), "stomp may not import report")
    silent(Arrows.check(stomp("main", "package shootout.stomp\nimport shootout.driver.Driver")))
    silent(Arrows.check(stomp("test", "import shootout.broker.Broker")))
    val queue = Source("queue-benchmark/src/main/scala/shootout/queue/A.scala", "import shootout.jms.JmsClient")
    fires(Arrows.check(queue), "queue may not import jms")
    def kafka(text: String) = Source("queue-benchmark/src/main/scala/shootout/queue/kafka/A.scala", text)
    fires(Arrows.check(kafka("import shootout.queue.nats.NatsLink")), "kafka may not import nats")
    fires(Arrows.check(kafka("package shootout.queue")), "package shootout.queue in the folder of shootout.queue.kafka")
    silent(Arrows.check(kafka("package shootout.queue.kafka\nimport shootout.queue.CommonConnection")))
    def report(text: String) = Source("reports/src/main/scala/shootout/report/A.scala", text)
    silent(Arrows.check(report("import shootout.units.Json\nimport shootout.result.Cause")))
    fires(Arrows.check(report("import shootout.scenario.Cell")), "report may not import scenario")
    def result(kind: String, text: String) = Source(s"results/src/$kind/scala/shootout/result/A.scala", text)
    silent(Arrows.check(result("main", "import shootout.units.Json")))
    fires(Arrows.check(result("main", "import shootout.scenario.Cell")), "result may not import scenario")
    fires(Arrows.check(result("test", "import shootout.run.Run")), "result may not import run")
    def calibrate(text: String) = Source("calibration/src/main/scala/shootout/calibrate/A.scala", text)
    silent(
      Arrows.check(calibrate("import shootout.jms.plain.Main\nimport shootout.stomp.Frame\nimport shootout.run.Run"))
    )
    fires(Arrows.check(calibrate("import shootout.report.Page")), "calibrate may not import report")
    fires(Arrows.check(stomp("main", "import shootout.calibrate.Bare")), "stomp may not import calibrate")
  }

  test("a room that is not in the house, a package in another's folder") {
    fires(Arrows.check(scala("cellar", "")), "'cellar' is no room of core")
    fires(Arrows.check(scala("result", "")), "'result' is no room of core")
    fires(Arrows.check(Source("core/src/main/scala/shootout/A.scala", "")), "'' is no room of core")
    fires(
      Arrows.check(Source("core/src/main/scala/shootout/run/A.scala", "package shootout.host")),
      "package shootout.host"
    )
  }

  test("overlong files") {
    fires(Sizes.check(Source("core/src/main/A.scala", lines(251, ""))), "A.scala:251: 251 lines; at most 250")
    silent(Sizes.check(Source("core/src/main/A.scala", lines(250, ""))))
    silent(Sizes.check(Source("core/src/test/A.scala", lines(400, ""))))
    fires(Sizes.check(Source("core/src/test/A.scala", lines(401, ""))), "at most 400")
    fires(Sizes.check(Source("reports/web/a.js", lines(251, ""))), "at most 250")
    fires(Sizes.check(Source("bin/a", "#!/usr/bin/env bash" + lines(101, ""))), "at most 100")
    silent(Sizes.check(Source("docs/a.md", lines(999, ""))))
  }

  private def lines(n: Int, line: String) = s"$line\n" * n

  test("wide lines of JavaScript") {
    fires(Sizes.check(Source("reports/web/a.js", "a;\n" + "b" * 121)), "a.js:2: 121 characters; at most 120")
    silent(Sizes.check(Source("reports/web/a.js", "b" * 120)))
    silent(Sizes.check(Source("docs/a.md", "b" * 999)))
  }

  test("overlong functions") {
    def method(n: Int) = s"object A:\n  private def f(\n      a: Int\n  ): Int =\n${lines(n, "    a")}\n  def g = 1\n"
    fires(Sizes.check(Source("A.scala", method(48))), "A.scala:2: f has 51 lines; at most 50")
    silent(Sizes.check(Source("A.scala", method(47))))
    def function(n: Int) = s"export function f(a) {\n${lines(n, "  a();")}}\n\nconst b = 1;\n"
    fires(Sizes.check(Source("a.js", function(49))), "a.js:1: f has 51 lines")
    silent(Sizes.check(Source("a.js", function(48))))
    def arrow(n: Int) = s"  const f = (a) => {\n${lines(n, "    a();")}  };\n"
    fires(Sizes.check(Source("a.js", arrow(49))), "f has 51 lines")
  }

  test("dead Scala files") {
    def main(name: String, text: String) = Source(s"core/src/main/scala/shootout/run/$name.scala", text)
    val program = main("Main", "object Main:\n  def main(args: Array[String]): Unit = Used.go()")
    val used = main("Used", "private[run] object Used:\n  def go() = 1.helped // Unused")
    val extended = main("Extended", "extension (i: Int)\n  def helped = i")
    val service = main("Stomp", "final class StompDriver")
    val services = Source("core/src/main/resources/META-INF/services/shootout.driver.Driver", "shootout.StompDriver\n")
    silent(DeadFiles.check(List(program, used, extended, service, services)))
    fires(DeadFiles.check(List(program, used, extended, service)), "Stomp.scala:1: dead file")
    val circle = List(main("Unused", "class Unused(o: Other)"), main("Other", "class Other(u: Unused)"))
    val findings = DeadFiles.check(List(program, used, extended) ++ circle)
    fires(findings, "Unused.scala:1: dead file")
    fires(findings, "Other.scala:1: dead file")
    val test = Source("core/src/test/scala/shootout/run/UnusedSuite.scala", "class UnusedSuite { Unused() }")
    fires(DeadFiles.check(List(program, used, extended, circle.head, test)), "Unused.scala:1: dead file")
  }

  test("a protocol's or a broker's name in the engine") {
    val data =
      "protocols:\n  fast:\n    port: x\n  core: {}\nvariants:\n  v:\n    protocols:\n      faster: {}\n    title: x\n"
    def names(path: String, text: String) =
      Names.check(List(Source("brokers/quick/broker.yaml", data), Source(path, text)))
    val engine = "core/src/main/scala/shootout/run/A.scala"
    fires(names(engine, "val a = \"fast+ssl\""), "A.scala:1: 'fast' is a protocol's")
    fires(names(engine, "\nval a = \"Faster\""), "A.scala:2: 'Faster' is")
    fires(names(engine, "val a = \"quick-1\""), "'quick' is")
    silent(names(engine, "// fast\nval a = \"core port title fastest\""))
    silent(names("core/src/main/scala/shootout/terminal/Options.scala", "\"fast\""))
    silent(names("core/src/test/scala/shootout/run/A.scala", "\"fast\""))
    silent(names("jms-benchmark/src/main/scala/shootout/jms/A.scala", "\"fast\""))
  }

  test("dead documents and broken links") {
    val readme = Source("README.md", "[how](docs/a.md#part) [web](https://localhost/x) [licence](LICENSE) [all](docs)")
    val a = Source("docs/a.md", "[back](../README.md) and [b](b.md)")
    val b = Source("docs/b.md", "")
    val licence = Source("LICENSE", "")
    silent(DeadFiles.check(List(readme, a, b, licence)))
    fires(DeadFiles.check(List(readme, a, licence)), "docs/a.md:1: links to b.md, which is not there")
    fires(DeadFiles.check(List(Source("README.md", ""), a, b)), "docs/b.md:1: dead file")
  }

  test("dead scripts") {
    def script(name: String, text: String = "") = Source(s"bin/$name", s"#!/usr/bin/env bash\n$text")
    val readme = Source("README.md", "`bin/benchmark-all`")
    silent(DeadFiles.check(List(readme, script("benchmark-all", "source bin/lib.sh"), script("lib.sh"))))
    fires(DeadFiles.check(List(readme, script("benchmark"))), "bin/benchmark:1: dead file")
    silent(DeadFiles.check(List(script("benchmark_test.sh"))))
  }

  test("dead broker folders and templates") {
    val data = Source("brokers/fast/broker.yaml", "templates: [conf, start.sh]")
    silent(DeadFiles.check(List(data, Source("brokers/fast/conf/a.xml", ""), Source("brokers/fast/start.sh", ""))))
    fires(DeadFiles.check(List(data, Source("brokers/fast/old.xml", ""))), "brokers/fast/old.xml:1: dead file")
    fires(DeadFiles.check(List(Source("brokers/slow/broker.yml", ""))), "brokers/slow:1: no broker.yaml")
  }

  test("dead scenarios and page files") {
    silent(DeadFiles.check(List(Source("stomp-benchmark/scenarios/a.yaml", ""))))
    fires(DeadFiles.check(List(Source("stomp-benchmark/scenarios/a.yml", ""))), "a.yml:1: dead file")
    val page = Source("reports/web/index.html", "<script type=module src=report.js>")
    silent(DeadFiles.check(List(page, Source("reports/web/report.js", ""))))
    fires(DeadFiles.check(List(page, Source("reports/web/old-report.js", ""))), "old-report.js:1: dead file")
  }

  test("forbidden text") {
    fires(ForbiddenText.check(Source("a.yaml", "url: https://repo1" + ".maven.org/x")), "a.yaml:1: 'repo1.")
    fires(ForbiddenText.check(Source("a.npmrc", "registry=https://registry" + ".npmjs.org")), "host name")
    silent(ForbiddenText.check(Source("pom.xml", "https://maven.apache.org/xsd/maven-4.0.0.xsd")))
    fires(ForbiddenText.check(Source("bin/a", "\nkill" + "all java")), "bin/a:2: 'kill")
    fires(ForbiddenText.check(Source("bin/a", "rm -rf \"$dir/*" + "\"")), "a quoted glob never expands")
    silent(ForbiddenText.check(Source("bin/a", "rm -rf \"$dir\"/*")))
    fires(ForbiddenText.check(Source("a.js", "// TO" + "DO later")), "file an issue")
    fires(ForbiddenText.check(scala("run", "def later = ?" + "??")), "not implemented")
    silent(ForbiddenText.check(Source("a.md", "todo lists, really???")))
  }

  test("forbidden calls in main code") {
    fires(ForbiddenText.check(scala("run", "Thread.sleep(100)")), "A.scala:2: 'Thread.sleep'")
    fires(ForbiddenText.check(scala("run", "val end = System.currentTimeMillis + 5")), "'System.currentTimeMillis'")
    fires(ForbiddenText.check(scala("run", "java.time.Instant.now()")), "set the clock")
    silent(ForbiddenText.check(scala("run", "EpochMillis.now()")))
    fires(ForbiddenText.check(scala("run", "xs.foreach(println)")), "'println'")
    fires(ForbiddenText.check(scala("run", "Console.err.print(1)")), "'print('")
    silent(ForbiddenText.check(scala("run", "// println(1)\nval s = \"println(2)\"; writer.sprint(1)")))
    silent(ForbiddenText.check(scala("terminal", "println(1)")))
    fires(ForbiddenText.check(scala("host", "println(1)")), "'println('")
    silent(ForbiddenText.check(scala("run", "Thread.sleep(100); println(1)", "test")))
  }

  test("comments and strings are told from code") {
    val quote = "\"\"\""
    val text = s"val a = '\"'; val b = ${quote}x // y$quote // z\nval c = \"a\\\"b\" /* d\n*/ val e = s\"//\""
    assertEquals(Source("A.scala", text).code, "val a = ; val b =  \nval c =  \n val e = s")
    assert(Source("A.scala", text).withoutComments.contains("x // y"))
  }

  test("the name of a type that another file has, too") {
    val run = scala("run", "final case class Row(x: Int)\nobject Row")
    fires(
      TypeNames.check(List(run, scala("host", "\nprivate[host] enum Row:\n  case A"))),
      "core/src/main/scala/shootout/run/A.scala:2: 'Row' is also a type of core/src/main/scala/shootout/host/A.scala"
    )
    fires(TypeNames.check(List(run, scala("host", "object Table:\n  private type Row = Int"))), "host/A.scala:3: 'Row'")
    fires(TypeNames.check(List(run, Source("reports/src/main/scala/shootout/report/B.scala", "trait Row"))), "'Row'")
  }

  test("the name of a type that is its own, of two helpers within others, of a test, or of a program's beginning") {
    silent(TypeNames.check(List(scala("run", "class Row\nobject Row:\n  class Cell"), scala("host", "class Column"))))
    val within = List("run", "host").map(room => scala(room, s"object ${room.capitalize}:\n  private class Row"))
    silent(TypeNames.check(within))
    silent(TypeNames.check(List(scala("run", "class Row"), scala("host", "class Row", "test"))))
    silent(TypeNames.check(List(scala("run", "// class Column\nobject Main"), scala("host", "object Main"))))
    silent(TypeNames.check(List(scala("run", "val a = \"class Row\""), scala("host", "class Row"))))
  }
