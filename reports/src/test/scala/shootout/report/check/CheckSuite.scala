package shootout.report.check

import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import shootout.report.{FolderSuite, Golden}

class CheckSuite extends FolderSuite:
  private val unchanged: ujson.Value => Unit = _ => ()

  test("the golden files are valid, except one with scripts"):
    val number = Files.list(Golden.folder).iterator.asScala.count(_.toString.endsWith(".json"))
    val (status, printed, errors) = report("--check", Golden.folder.toString)
    assertEquals((status, printed), (1, ""))
    val lines = errors.linesIterator.toList
    assertEquals(lines.last, s"$number files, of which 1 is invalid")
    val start = s"${Golden.path("artemis")}: "
    for line <- lines.init do
      assert(line.startsWith(start) && line.endsWith(" does not belong in a result"), line)
    assert(!Files.exists(Golden.folder.resolve("index.html")))

  folder.test("files in subfolders are checked"): dir =>
    put(dir.resolve("a/generator-limits"), "activemq")(unchanged)
    assertEquals(report("--check", dir.toString), (0, "1 file, all good\n", ""))

  folder.test("each invalid file is named with its problems"): dir =>
    val file = put(dir, "activemq")(set("workloads.3.status", "fine"))
    val broken = Files.writeString(dir.resolve("stomp-cut.json"), "{")
    put(dir, "apollo")(unchanged)
    val (status, printed, errors) = report("--check", dir.toString)
    assertEquals((status, printed), (1, ""))
    val lines = errors.linesIterator.toList
    assert(lines.head.startsWith(s"$file: is not a result file: "), errors)
    assert(lines.exists(_.startsWith(s"$file: workloads[3].status: does not have a value in the enumeration")), errors)
    assert(lines.exists(_.startsWith(s"$broken: is not a result file: ")), errors)
    assertEquals(lines.last, "3 files, of which 2 are invalid")

  folder.test("no folder, an empty one and a missing one are bad usage"): dir =>
    val (status, _, error) = report("--check", dir.toString)
    assertEquals((status, error), (2, s"benchmark-report: $dir: no result file (*.json) here or below\n"))
    assertEquals(report("--check", dir.resolve("missing").toString)._1, 2)
    assertEquals(report("--check")._1, 2)

  folder.test("at most ten problems of a file are listed, and the others counted"): dir =>
    put(dir, "activemq")(json => json("workloads").arr.foreach(set("status", "fine")))
    val lines = report("--check", dir.toString)._3.linesIterator.toList
    assertEquals(lines.size, 12)
    assert(lines(10).matches(".*: and \\d+ more"), lines(10))

  private def set(path: String, value: ujson.Value)(json: ujson.Value): Unit =
    val keys = path.split('.')
    val parent = keys.init.foldLeft(json)((at, key) => key.toIntOption.fold(at(key))(at(_)))
    parent(keys.last) = value

  private val refused = List[(String, ujson.Value, String)](
    ("workloads.0.surprise", 1, "workloads[0]: property 'surprise' is not defined in the schema"),
    ("workloads.0.audit.lost", -1, "workloads[0].audit.lost: must have a minimum value of 0"),
    ("workloads.0.audit.lost", 0.5, "workloads[0].audit.lost: number found, integer expected"),
    ("settings.heap_mb", "1024", "settings.heap_mb: string found, integer expected"),
    ("broker.durability", "safe", "broker.durability: does not have a value in the enumeration [\"memory\", "),
    ("broker.name", "artemis", "should be called stomp-artemis.json"),
    ("broker.name", "../../etc", "broker.name: \"../../etc\" is not the name of a broker"),
    ("groups.0.name", "../x", "groups[0].name: \"../x\" is not a name"),
    ("groups.0.file", "/etc/passwd", "groups[0].file: \"/etc/passwd\" is not a path within a folder"),
    ("broker.configuration.0.path", "etc/../../x", "broker.configuration[0].path: \"etc/../../x\" is not a path"),
    ("workloads.0.notes", ujson.Arr("<script>x"), "workloads[0].notes[0]: \"<script\" does not belong in a result"),
    ("workloads.0.axes", ujson.Obj("javascript:x" -> "x"), "\"javascript:\" does not belong in a result"),
    ("workloads.1.repetition", 1, "workloads[1]: the same workload and repetition occurs before"),
    ("settings.repetitions", 2, "workloads[2].repetition: is above settings.repetitions"),
    ("workloads.0.group", "elsewhere", "workloads[0].group: is not among the groups of the file"),
    ("workloads.0.summary", ujson.Null, "workloads[0].summary: is missing, although"),
    ("workloads.0.summary.end_to_end.us_p90", 1, "workloads[0].summary.end_to_end.us_p50: is above us_p90"),
    ("workloads.0.summary.produced.mean_per_s", 1e9, "workloads[0].summary.produced.mean_per_s: is above max_per_s"),
    ("workloads.0.samples.0.t_s", 999, "workloads[0].samples: are not in the order of time"),
    ("finished_at_ms", 1, "finished_at_ms: is before started_at_ms")
  )

  for (path, value, problem) <- refused do
    folder.test(s"a result with $path = $value is invalid"): dir =>
      val found = Check.of(put(dir, "hornetq")(set(path, value)))
      assert(found.exists(_.contains(problem)), s"'$problem' is not in $found")

  folder.test("a result without workloads, a link, a deep nest and other JSON are invalid"): dir =>
    val missing = Check.of(put(dir, "hornetq")(_.obj.remove("workloads"): Unit))
    assert(missing.exists(_.contains("required property 'workloads' not found")), missing)
    val link = Files.createSymbolicLink(dir.resolve("link.json"), put(dir, "activemq")(unchanged))
    assertEquals(Check.of(link), List("is a link: send the file itself"))
    assert(Check.of(Files.writeString(dir.resolve("deep.json"), "[" * 100000 + "]" * 100000)).nonEmpty)
    assert(Check.of(Files.writeString(dir.resolve("other.json"), "{}")).head.startsWith("is not a result file"))

  folder.test("a problem quotes the file shortly and without control characters"): dir =>
    val escape = "\u001b[2J" + "x" * 500
    val problem = Check.of(put(dir, "activemq")(set("workloads.0.status", escape))).head
    assert(problem.length <= 200 && !problem.contains('\u001b'), problem)
