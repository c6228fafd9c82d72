package shootout.report.check

import scala.util.matching.Regex
import shootout.report.*

/** What no schema says of a result file: names that are harmless, cells that belong together, numbers that can be true. */
object Contents:
  private val Name = "[A-Za-z0-9_][A-Za-z0-9_.+-]*".r
  private val BrokerName = "[A-Za-z0-9][A-Za-z0-9_.+-]*([/@][A-Za-z0-9_.+-]+)*".r
  private val RelativePath = "(?!.*\\.\\.)[A-Za-z0-9_.+@ -]+(/[A-Za-z0-9_.+@ -]+)*".r

  /** Texts stay texts on a page; but nobody measures these. */
  private val Script = "(?i)<\\s*/?\\s*(script|iframe|img|svg|embed)\\b|javascript:|data:text/html".r

  private val Quantiles = List("us_min", "us_p50", "us_p90", "us_p95", "us_p99", "us_p999", "us_p9999", "us_max")
  private val Rates = List("min_per_s", "mean_per_s", "max_per_s")

  /** Means are sums of many numbers, so they may be off in their last digits. */
  private val Nearly = 1 + 1e-9

  /** The name of the file that holds this. */
  def fileName(json: ujson.Value): String =
    val broker = json.textAt("broker", "name").getOrElse("").replaceAll("[^A-Za-z0-9._-]", "-")
    s"${json.textAt("protocol").getOrElse("")}-$broker.json"

  def complaints(json: ujson.Value): List[String] =
    names(json) ++ scripts(json) ++ times(json) ++ cells(json) ++ means(json)

  /** Names become parts of file names, addresses and commands. */
  private def names(json: ujson.Value): List[String] =
    def each(list: String, key: String, kind: Regex, what: String) =
      val path = list.split('.').toList
      json.listAt(path*).zipWithIndex.flatMap: (item, i) =>
        item.textAt(key).toList.flatMap(text => unlike(s"$list[$i].$key", text, kind, what))
    val plain = "is no plain name of letters, digits and _ . + -"
    val relative = "is no path within a folder"
    json.textAt("protocol").toList.flatMap(unlike("protocol", _, Name, plain)) ++
      json.textAt("broker", "name").toList.flatMap(
        unlike("broker.name", _, BrokerName, "is no name of a broker, such as activemq or activemq/strict")
      ) ++
      each("groups", "name", Name, plain) ++ each("groups", "file", RelativePath, relative) ++
      each("broker.configuration", "path", RelativePath, relative) ++
      each("cells", "id", Name, plain) ++ each("cells", "group", Name, plain)

  private def unlike(place: String, text: String, kind: Regex, what: String): List[String] =
    if kind.matches(text) then Nil else List(s"$place: ${JsonPlace.shown(ujson.Str(text))} $what")

  private def scripts(json: ujson.Value): List[String] =
    JsonPlace.texts(json).flatMap: (place, text) =>
      Script.findFirstIn(text).map(found =>
        s"$place: ${JsonPlace.shown(ujson.Str(found))} in it belongs into no result"
      )

  private def times(json: ujson.Value): List[String] =
    val ended = json.numberAt("finished_at_ms").exists(end => json.numberAt("started_at_ms").exists(_ > end))
    if ended then List("finished_at_ms: is before started_at_ms") else Nil

  private def cells(json: ujson.Value): List[String] =
    val all = json.listAt("cells")
    val groups = json.listAt("groups").flatMap(_.textAt("name")).toSet
    val repetitions = json.numberAt("settings", "repetitions").getOrElse(Double.MaxValue)
    val keys = all.map(cell => (cell.textAt("group"), cell.textAt("id"), cell.numberAt("repetition")))
    val twice = keys.zipWithIndex.groupBy(_._1).values.flatMap(_.tail.map(_._2)).toSet
    all.zipWithIndex.flatMap: (cell, i) =>
      val path = s"cells[$i]"
      List(
        Option.when(twice(i))(s"$path: the same cell and repetition is there before"),
        Option.unless(cell.textAt("group").exists(groups))(s"$path.group: is not among the groups of the file"),
        Option.when(cell.numberAt("repetition").exists(_ > repetitions))(
          s"$path.repetition: is above settings.repetitions"
        )
      ).flatten ++ outcome(cell, path) ++ samples(cell, path) ++ summary(cell, path)

  private def outcome(cell: ujson.Value, path: String): List[String] =
    val measured = cell.isMeasured
    if measured && cell.at("summary").isEmpty then List(s"$path.summary: is missing, although it was measured")
    else if !measured && cell.at("summary").isDefined then
      List(s"$path.summary: is there, although it was not measured")
    else if !measured && cell.textAt("reason").forall(_.isBlank) then List(s"$path.reason: is missing")
    else Nil

  private def samples(cell: ujson.Value, path: String): List[String] =
    val all = cell.listAt("samples")
    val ends = all.flatMap(_.numberAt("t_s"))
    val order = Option.unless(ends == ends.sorted)(s"$path.samples: do not follow each other in time")
    val empty = all.indexWhere(_.numberAt("interval_s").exists(_ <= 0))
    order.toList ++ Option.when(empty >= 0)(s"$path.samples[$empty].interval_s: is not above 0")

  private def summary(cell: ujson.Value, path: String): List[String] =
    cell.at("summary").flatMap(_.objOpt).toList.flatMap(_.toList).flatMap: (key, part) =>
      List(Quantiles, Rates).flatMap(rising(part, _)).map(problem => s"$path.summary.$key.$problem")

  private def rising(part: ujson.Value, keys: List[String]): List[String] =
    val known = keys.flatMap(key => part.numberAt(key).map(key -> _))
    known.zip(known.drop(1)).collect { case ((lower, a), (upper, b)) if a > b * Nearly => s"$lower: is above $upper" }

  private def means(json: ujson.Value): List[String] =
    val ids = json.listAt("cells").flatMap(_.textAt("id")).toSet
    json.listAt("means").zipWithIndex.collect:
      case (mean, i) if !mean.textAt("id").exists(ids) => s"means[$i].id: is not among the cells"
