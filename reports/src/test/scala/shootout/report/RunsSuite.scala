package shootout.report

import java.nio.file.{Files, Path}

class RunsSuite extends FolderSuite:
  private def run(root: Path, path: String, brokers: String*): Path =
    for broker <- brokers do put(root.resolve(path), broker)(_ => ())
    root.resolve(path)

  private def listed(page: Path): ujson.Value =
    val found = """(?s)class="runs">(.*?)</script>""".r.findFirstMatchIn(Files.readString(page))
    ujson.read(found.get.group(1))

  folder.test("the list has every run below a folder, newest first"): root =>
    run(root, "bench-1", "activemq", "hornetq")
    val earlier = run(root, "bench-1/earlier/a b", "activemq")
    run(root, "target/bench-9", "activemq")
    Files.createDirectories(root.resolve("empty"))
    Files.writeString(run(root, "bench-2", "hornetq").resolve("stomp-broken.json"), "{")
    val drawn = Runs.list(root)
    assertEquals(drawn.page, Some(root.resolve("index.html")))
    assert(drawn.problems.exists(_.contains("stomp-broken.json")), drawn.problems)
    val runs = listed(root.resolve("index.html"))("runs").arr
    def words(key: String) = runs(1)(key).arr.map(_.str).toList
    assertEquals(runs.map(_("path").str).toList, List("bench-2", "bench-1", "bench-1/earlier/a b"))
    assertEquals((runs(2)("measured").num, runs(2)("workloads").num, runs(2)("complete").bool), (17.0, 17.0, true))
    assert(Files.exists(earlier.resolve("index.html")))
    assertEquals(words("brokers"), List("ActiveMQ Classic", "HornetQ"))
    assertEquals(words("machines"), List("bench-1 (AMD EPYC 7B13, 2 cores)"))
    assertEquals(words("versions").map(_.takeWhile(!_.isDigit)), List("ActiveMQ Classic ", "HornetQ "))

  folder.test("a page in the folder of runs updates the list"): root =>
    val home = root.resolve("reports")
    val (status, printed, _) = report(run(home, "bench-1", "activemq").toString)
    assertEquals(status, 0)
    val pages = printed.linesIterator.toList.map(_.split('/').takeRight(2).mkString("/"))
    assertEquals(pages, List("bench-1/index.html", "reports/index.html"))
    assertEquals(listed(home.resolve("index.html"))("runs").arr.size, 1)
    assertEquals(report(run(root, "elsewhere/bench-1", "activemq").toString)._1, 0)
    assert(!Files.exists(root.resolve("elsewhere/index.html")))

  folder.test("--single-file writes only that file, and --index only the list"): root =>
    val dir = run(root, "reports/bench-1", "activemq")
    val file = root.resolve("mail/shootout.html")
    assertEquals(report(dir.toString, "--single-file", file.toString), (0, s"$file\n", ""))
    assert(Files.readString(file).contains("class=\"series\""))
    assert(!Files.exists(dir.resolve("index.html")) && !Files.exists(root.resolve("reports/index.html")))
    assertEquals(report("--index", root.toString), (0, s"${root.resolve("index.html")}\n", ""))
    assertEquals(report("--index", root.resolve("mail").toString)._1, 2)
