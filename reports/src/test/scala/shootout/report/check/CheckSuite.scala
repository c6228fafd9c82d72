package shootout.report.check

import java.nio.file.{Files, Path, Paths}
import scala.jdk.CollectionConverters.*
import shootout.report.{FolderSuite, Main}

class CheckSuite extends FolderSuite:
  private val golden = Paths.get(getClass.getResource("/golden").toURI)

  /** A golden file of this broker in the folder, changed. */
  private def put(dir: Path, broker: String)(change: ujson.Value => Unit): Path =
    val json = ujson.read(Files.readString(golden.resolve(s"stomp-$broker.json")))
    change(json)
    Files.writeString(dir.resolve(s"stomp-$broker.json"), ujson.write(json))

  private def command(args: String*): (Int, String, String) = outcome(Main.run(args*))

  test("the golden files are good, but for the scripts that one of them tries the page with; nothing is drawn"):
    val number = Files.list(golden).iterator.asScala.count(_.toString.endsWith(".json"))
    val (status, printed, said) = command("--check", golden.toString)
    assertEquals((status, printed), (1, ""))
    val lines = said.linesIterator.toList
    assertEquals(lines.last, s"$number files, of which 1 is invalid")
    val file = golden.resolve("stomp-artemis.json")
    lines.init.foreach(line =>
      assert(line.startsWith(s"$file: ") && line.endsWith(" does not belong in a result"), line)
    )
    assert(!Files.exists(golden.resolve("index.html")))

  folder.test("files below count, and one is one"): dir =>
    put(Files.createDirectories(dir.resolve("a/generator-limits")), "activemq")(_ => ())
    assertEquals(command("--check", dir.toString), (0, "1 file, all good\n", ""))

  folder.test("a wrong file is named with what is wrong; the others are checked all the same"): dir =>
    put(dir, "activemq")(json => json("workloads")(3)("status") = "fine")
    val broken = Files.writeString(dir.resolve("stomp-cut.json"), "{")
    put(dir, "apollo")(_ => ())
    val (status, printed, said) = command("--check", dir.toString)
    assertEquals((status, printed), (1, ""))
    val lines = said.linesIterator.toList
    val file = dir.resolve("stomp-activemq.json")
    assert(lines.head.startsWith(s"$file: is not a result file: "), said)
    assert(lines.exists(_.startsWith(s"$file: workloads[3].status: does not have a value in the enumeration")), said)
    assert(lines.exists(_.startsWith(s"$broken: is not a result file: ")), said)
    assertEquals(lines.last, "3 files, of which 2 are invalid")

  folder.test("no folder, an empty one, and none at all are bad usage"): dir =>
    val (status, _, said) = command("--check", dir.toString)
    assertEquals((status, said), (2, s"benchmark-report: $dir: no result file (*.json) here or below\n"))
    assertEquals(command("--check", dir.resolve("missing").toString)._1, 2)
    assertEquals(command("--check")._1, 2)

  folder.test("of a file with many complaints the first ten are said, and how many more there are"): dir =>
    put(dir, "activemq")(json => json("workloads").arr.foreach(workload => workload("status") = "fine"))
    val lines = command("--check", dir.toString)._3.linesIterator.toList
    assertEquals(lines.size, 12)
    assert(lines(10).matches(".*: and \\d+ more"), lines(10))

  /** What is wrong with a golden file that was changed so. */
  private def complaint(what: String, expected: String)(change: ujson.Value => Unit)(using munit.Location): Unit =
    folder.test(what): dir =>
      val said = Check.of(put(dir, "hornetq")(change))
      assert(said.exists(_.contains(expected)), s"'$expected' is not in $said")

  complaint(
    "a key that does not exist",
    "workloads[0]: property 'surprise' is not defined in the schema"
  )(_("workloads")(0)("surprise") = 1)
  complaint(
    "a number below 0",
    "workloads[0].audit.lost: must have a minimum value of 0"
  )(_("workloads")(0)("audit")("lost") =
    -1
  )
  complaint("a fraction of a message", "workloads[0].audit.lost: number found, integer expected")(
    _("workloads")(0)("audit")("lost") = 0.5
  )
  complaint("a text for a number", "settings.heap_mb: string found, integer expected")(
    _("settings")("heap_mb") = "1024"
  )
  complaint(
    "an unknown class of durability",
    "broker.durability: does not have a value in the enumeration [\"memory\", \"page_cache\""
  )(
    _("broker")("durability") = "safe"
  )
  complaint("no workloads", "required property 'workloads' not found")(_.obj.remove("workloads"): Unit)
  complaint("another broker's name", "should be called stomp-artemis.json")(_("broker")("name") = "artemis")
  complaint("a name that leads elsewhere", "broker.name: \"../../etc\" is not the name of a broker")(
    _("broker")("name") = "../../etc"
  )
  complaint("a group that leads elsewhere", "groups[0].name: \"../x\" is not a name")(_("groups")(0)("name") =
    "../x"
  )
  complaint("a scenario outside of its folder", "groups[0].file: \"/etc/passwd\" is not a path within a folder")(
    _("groups")(0)("file") = "/etc/passwd"
  )
  complaint("a configuration outside of its folder", "broker.configuration[0].path: \"etc/../../x\" is not a path")(
    _("broker")("configuration")(0)("path") = "etc/../../x"
  )
  complaint("a script in a note", "workloads[0].notes[0]: \"<script\" does not belong in a result")(
    _("workloads")(0)("notes") = ujson.Arr("see <script>alert(1)</script>")
  )
  complaint("a script as a key", "\"javascript:\" does not belong in a result")(
    _("workloads")(0)("axes") = ujson.Obj("javascript:alert(1)" -> ujson.Str("x"))
  )
  complaint("the same workload twice", "workloads[1]: the same workload and repetition occurs before")(
    _("workloads")(1)("repetition") = 1
  )
  complaint("a repetition too many", "workloads[2].repetition: is above settings.repetitions")(
    _("settings")("repetitions") = 2
  )
  complaint("a workload of no group", "workloads[0].group: is not among the groups of the file")(
    _("workloads")(0)("group") = "elsewhere"
  )
  complaint("a measured workload without numbers", "workloads[0].summary: is missing, although")(
    _("workloads")(0)("summary") = ujson.Null
  )
  complaint("percentiles in the wrong order", "workloads[0].summary.end_to_end.us_p50: is above us_p90")(
    _("workloads")(0)("summary")("end_to_end")("us_p90") = 1
  )
  complaint("a mean above the highest", "workloads[0].summary.produced.mean_per_s: is above max_per_s")(
    _("workloads")(0)("summary")("produced")("mean_per_s") = 1e9
  )
  complaint("samples that do not follow each other", "workloads[0].samples: are not in the order of time")(
    _("workloads")(0)("samples")(0)("t_s") = 999
  )
  complaint("an end before the beginning", "finished_at_ms: is before started_at_ms")(_("finished_at_ms") = 1)

  folder.test("links, deep nests and other JSON are no results"): dir =>
    val file = put(dir, "activemq")(_ => ())
    assertEquals(
      Check.of(Files.createSymbolicLink(dir.resolve("link.json"), file)),
      List("is a link: send the file itself")
    )
    assert(Check.of(Files.writeString(dir.resolve("deep.json"), "[" * 100000 + "]" * 100000)).nonEmpty)
    assert(Check.of(Files.writeString(dir.resolve("other.json"), "{}")).head.startsWith("is not a result file"))

  folder.test("what a complaint repeats of the file is short, and steers no terminal"): dir =>
    val escape = "\u001b[2J" + "x" * 500
    val said = Check.of(put(dir, "activemq")(json => json("workloads")(0)("status") = escape)).head
    assert(said.length <= 200 && !said.contains('\u001b'), said)
