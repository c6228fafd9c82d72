package shootout.report

import java.nio.file.{Files, Path, Paths}

class RunsSuite extends FolderSuite:
  private val golden = Paths.get(getClass.getResource("/golden/").toURI)

  private def run(root: Path, path: String, brokers: String*): Path =
    val dir = Files.createDirectories(root.resolve(path))
    for broker <- brokers do
      Files.copy(golden.resolve(s"stomp-$broker.json"), dir.resolve(s"stomp-$broker.json"))
    dir

  private def listed(page: Path): ujson.Value =
    val found = """(?s)class="runs">(.*?)</script>""".r.findFirstMatchIn(Files.readString(page))
    ujson.read(found.get.group(1))

  /** Exit status and standard output. */
  private def command(args: String*): (Int, String) =
    val (status, out, _) = outcome(Main.run(args*))
    (status, out)

  folder.test("lists every run below a folder, newest first, and draws those that have no page"): root =>
    run(root, "bench-1", "activemq", "hornetq")
    val earlier = run(root, "bench-1/earlier/a b", "activemq")
    run(root, "target/bench-9", "activemq")
    Files.createDirectories(root.resolve("empty"))
    Files.writeString(run(root, "bench-2", "hornetq").resolve("stomp-broken.json"), "{")
    val drawn = Runs.list(root)
    assertEquals(drawn.page, Some(root.resolve("index.html")))
    assert(drawn.problems.exists(_.contains("stomp-broken.json")), drawn.problems)
    val runs = listed(root.resolve("index.html"))("runs").arr
    assertEquals(runs.map(_("path").str).toList, List("bench-2", "bench-1", "bench-1/earlier/a b"))
    assertEquals(runs(1)("brokers").arr.map(_.str).toList, List("ActiveMQ Classic", "HornetQ"))
    assertEquals((runs(2)("measured").num, runs(2)("workloads").num, runs(2)("complete").bool), (17.0, 17.0, true))
    assert(Files.exists(earlier.resolve("index.html")))
    assertEquals(runs(1)("machines").arr.map(_.str).toList, List("bench-1 (AMD EPYC 7B13, 2 cores)"))
    val versions = runs(1)("versions").arr.map(_.str).toList
    assertEquals(versions.map(_.takeWhile(!_.isDigit)), List("ActiveMQ Classic ", "HornetQ "))

  folder.test("a page drawn where runs go brings the list up to date; elsewhere nothing is written beside it"): root =>
    val home = root.resolve("reports")
    val dir = run(home, "bench-1", "activemq")
    val (status, printed) = command(dir.toString)
    assertEquals(status, 0)
    assertEquals(
      printed.linesIterator.toList.map(_.split('/').takeRight(2).mkString("/")),
      List("bench-1/index.html", "reports/index.html")
    )
    assertEquals(listed(home.resolve("index.html"))("runs").arr.size, 1)
    assertEquals(command(run(root, "elsewhere/bench-1", "activemq").toString)._1, 0)
    assert(!Files.exists(root.resolve("elsewhere/index.html")))

  folder.test("--single-file writes that file and nothing else; --index alone lists runs"): root =>
    val dir = run(root, "reports/bench-1", "activemq")
    val file = root.resolve("mail/shootout.html")
    assertEquals(command(dir.toString, "--single-file", file.toString), (0, s"$file\n"))
    assert(Files.readString(file).contains("class=\"series\""))
    assert(!Files.exists(dir.resolve("index.html")) && !Files.exists(root.resolve("reports/index.html")))
    assertEquals(command("--index", root.toString), (0, s"${root.resolve("index.html")}\n"))
    assertEquals(command("--index", root.resolve("mail").toString)._1, 2)
    assertEquals(command()._1, 2)
