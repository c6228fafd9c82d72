package shootout.report.check

import scala.util.matching.Regex
import shootout.report.numberAt
import shootout.result.{ResultFile, WorkloadResult}
import shootout.units.Json

/** Checks what a schema cannot express: names are harmless, workloads fit together, and numbers can be true. */
object Contents:
  private val Name = "[A-Za-z0-9_][A-Za-z0-9_.+-]*".r
  private val BrokerName = "[A-Za-z0-9][A-Za-z0-9_.+-]*([/@][A-Za-z0-9_.+-]+)*".r
  private val RelativePath = "(?!.*\\.\\.)[A-Za-z0-9_.+@ -]+(/[A-Za-z0-9_.+@ -]+)*".r

  /** The page shows texts as text, so a script would do no harm there. But no measurement contains one. */
  private val Script = "(?i)<\\s*/?\\s*(script|iframe|img|svg|embed)\\b|javascript:|data:text/html".r

  /** Means are sums of many numbers, so their last digits may be wrong. */
  private val Nearly = 1 + 1e-9

  /** Numbers of rates and of latencies, none of which is above the next one. */
  private val Rising = List(
    List("min_per_s", "mean_per_s", "max_per_s"),
    List("us_min", "us_p50", "us_p90", "us_p95", "us_p99", "us_p999", "us_p9999", "us_max")
  )

  /** The longest quote from someone else's file. */
  private val Longest = 60

  /** @param name
    *   the name of the file
    */
  def complaints(name: String, file: ResultFile): List[String] =
    val due = fileName(file)
    val named = if name == due then Nil else List(s"should be called $due, after its protocol and broker")
    named ++ names(file) ++ scripts(Json.writeJs(file), "") ++ times(file) ++ workloads(file)

  /** The name that a file with this content must have. */
  private def fileName(file: ResultFile): String =
    s"${file.protocol}-${file.broker.name.replaceAll("[^A-Za-z0-9._-]", "-")}.json"

  /** Checks names, because they become parts of file names, addresses and commands. */
  private def names(file: ResultFile): List[String] =
    val plain = "is not a name of letters, digits and _ . + - only"
    val relative = "is not a path within a folder"
    def each(list: String, texts: List[Option[String]], kind: Regex, what: String) =
      texts.zipWithIndex.flatMap((text, i) => text.toList.flatMap(unlike(list.replace("[]", s"[$i]"), _, kind, what)))
    unlike("protocol", file.protocol, Name, plain) ++
      unlike(
        "broker.name",
        file.broker.name,
        BrokerName,
        "is not the name of a broker, such as activemq or activemq/strict"
      ) ++
      each("groups[].name", file.groups.map(group => Some(group.name)), Name, plain) ++
      each("groups[].file", file.groups.map(_.file), RelativePath, relative) ++
      each("broker.configuration[].path", file.broker.configuration.map(c => Some(c.path)), RelativePath, relative) ++
      each("workloads[].id", file.workloads.map(workload => Some(workload.id)), Name, plain) ++
      each("workloads[].group", file.workloads.map(workload => Some(workload.group)), Name, plain)

  private def unlike(place: String, text: String, kind: Regex, what: String): List[String] =
    if kind.matches(text) then Nil else List(s"$place: ${shown(text)} $what")

  /** Checks every text and every key. */
  private def scripts(value: ujson.Value, path: String): List[String] = value match
    case ujson.Str(text) => script(text, path)
    case ujson.Arr(items) => items.toList.zipWithIndex.flatMap((item, i) => scripts(item, s"$path[$i]"))
    case ujson.Obj(members) =>
      members.toList.flatMap: (key, member) =>
        val name = if key.forall(letter => letter >= ' ' && letter <= '~') then key else shown(key)
        val place = if path.isEmpty then name else s"$path.$name"
        script(key, place) ++ scripts(member, place)
    case _ => Nil

  private def script(text: String, place: String): List[String] =
    Script.findFirstIn(text).toList.map(found => s"$place: ${shown(found)} does not belong in a result")

  /** A text as JSON on one line, cut if it is long. It contains nothing that controls a terminal. */
  private def shown(text: String): String =
    val json = ujson.write(ujson.Str(text), escapeUnicode = true)
    if json.length > Longest then s"${json.take(Longest)}..." else json

  private def times(file: ResultFile): List[String] =
    if file.finishedAtMs.exists(_.value < file.startedAtMs.value) then List("finished_at_ms: is before started_at_ms")
    else Nil

  private def workloads(file: ResultFile): List[String] =
    val groups = file.groups.map(_.name).toSet
    val keys = file.workloads.map(workload => s"${workload.group} ${workload.id} ${workload.repetition}")
    val twice = keys.zipWithIndex.groupBy((key, _) => key).values.flatMap(_.tail.map((_, i) => i)).toSet
    file.workloads.zipWithIndex.flatMap: (workload, i) =>
      val path = s"workloads[$i]"
      List(
        Option.when(twice(i))(s"$path: the same workload and repetition occurs before"),
        Option.unless(groups(workload.group))(s"$path.group: is not among the groups of the file"),
        Option.when(workload.repetition > file.settings.repetitions)(s"$path.repetition: is above settings.repetitions")
      ).flatten ++ outcome(workload, path) ++ samples(workload, path) ++ summary(workload, path)

  private def outcome(workload: WorkloadResult, path: String): List[String] =
    if workload.isMeasured && workload.summary.isEmpty then
      List(s"$path.summary: is missing, although the workload was measured")
    else if !workload.isMeasured && workload.reason.forall(_.isBlank) then List(s"$path.reason: is missing")
    else Nil

  private def samples(workload: WorkloadResult, path: String): List[String] =
    val ends = workload.samples.map(_.tS)
    val order = Option.unless(ends == ends.sorted)(s"$path.samples: are not in the order of time")
    val empty = workload.samples.indexWhere(_.intervalS <= 0)
    order.toList ++ Option.when(empty >= 0)(s"$path.samples[$empty].interval_s: is not above 0")

  private def summary(workload: WorkloadResult, path: String): List[String] =
    for
      summary <- workload.summary.toList
      (name, part) <- Json.writeJs(summary).obj.toList
      keys <- Rising
      problem <- rising(s"$path.summary.$name", keys.flatMap(key => part.numberAt(key).map(key -> _)))
    yield problem

  private def rising(place: String, numbers: List[(String, Double)]): List[String] =
    numbers.zip(numbers.drop(1)).collect {
      case ((lower, a), (upper, b)) if a > b * Nearly => s"$place.$lower: is above $upper"
    }
