package shootout.report

import java.math.MathContext
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Try
import shootout.result.Histograms

/** Result files in the form of the page. What the page needs at once (`head`) is separate from what only an opened
  * workload shows (`details`). Samples are columns, a histogram is the curve of its percentiles, latency logs are left
  * out, and measured numbers have seven digits. Everything else is as in the files.
  */
object PageData:
  /** The files, each with its name (`file`). A workload also has its number of samples (`sample_count`), their total
    * duration in seconds (`measured_s`) and its client groups (`client_groups`).
    */
  def head(files: List[ResultDocument]): ujson.Arr = ujson.Arr.from(files.map: file =>
    val made = ujson.Obj.from(file.json.obj.toList)
    made("workloads") = ujson.Arr.from(file.json.listAt("workloads").map(headOf))
    made("means") = ujson.Arr.from(file.json.listAt("means").map(DetailSplit.head(_)))
    made("file") = file.path.getFileName.toString
    made)

  /** The groups of workloads, in order of appearance. */
  def groups(files: List[ResultDocument]): List[String] =
    files.flatMap(_.json.listAt("workloads")).map(_("group").str).distinct

  /** What the opened workloads of a group show in addition, in the order of `head`. A workload's `series` are its
    * samples, see `columns`. `means` has the means of these workloads.
    */
  def details(files: List[ResultDocument], group: String): ujson.Obj =
    val parts =
      for file <- files yield
        val workloads = file.json.listAt("workloads").filter(_("group").str == group)
        val ids = workloads.map(_("id")).toSet
        (workloads, file.json.listAt("means").filter(mean => ids(mean("id"))))
    ujson.Obj(
      "group" -> group,
      "workloads" -> parts.flatMap(_._1).map(detailsOf),
      "means" -> parts.flatMap(_._2).map(DetailSplit.rest(_))
    )

  private def headOf(workload: ujson.Value): ujson.Obj =
    val samples = workload.listAt("samples")
    val groups = samples.headOption.toList.flatMap(_.listAt("groups"))
    val head = DetailSplit.head(withoutSamples(workload))
    head("sample_count") = samples.size
    head("measured_s") = math.round(10 * samples.map(_("interval_s").num).sum) / 10.0
    head("client_groups") =
      ujson.Arr.from(groups.map(group => ujson.Obj("name" -> group("name"), "role" -> group("role"))))
    head

  private def detailsOf(workload: ujson.Value): ujson.Obj =
    val rest = DetailSplit.rest(withoutSamples(workload))
    rest("series") = Rounded(columns(workload.listAt("samples")))
    rest

  private def withoutSamples(workload: ujson.Value): ujson.Obj =
    ujson.Obj.from(workload.obj.toList.filterNot((key, _) => key == "samples" || key == "latency_log"))

  /** Samples as an object of columns by path, such as `groups.0.consumed`. A column of equal numbers is a single
    * number.
    */
  private def columns(samples: List[ujson.Value]): ujson.Obj =
    val found = mutable.LinkedHashMap.empty[String, Array[ujson.Value]]
    for
      (sample, i) <- samples.zipWithIndex
      (path, number) <- leaves(sample, "")
    do found.getOrElseUpdate(path, Array.fill(samples.size)(ujson.Null))(i) = number
    ujson.Obj.from(found.iterator.map: (path, column) =>
      path -> (if column.distinct.length == 1 then column.head else ujson.Arr.from(column)))

  private def leaves(value: ujson.Value, path: String): List[(String, ujson.Value)] =
    def below(key: String) = if path.isEmpty then key else s"$path.$key"
    value match
      case ujson.Obj(members) => members.toList.flatMap((key, member) => leaves(member, below(key)))
      case ujson.Arr(items) => items.toList.zipWithIndex.flatMap((item, i) => leaves(item, below(i.toString)))
      case number: ujson.Num => List(path -> number)
      case _ => Nil

/** Splits a workload, or its mean, into what the page needs at once and what only an opened workload shows. Merged,
  * both parts are the whole.
  */
object DetailSplit:
  private val Histogram = "histogram"

  /** Steps of a curve for each halving of the distance to 100%: 50%, 64.6%, 75%, 82.3%, 87.5% and so on. */
  private val StepsPerHalf = 2

  /** Whether the page needs the value at this path only when the workload is opened. */
  private def isApart(path: List[String]): Boolean = path match
    case ("log_tail" | "timing" | "drain" | "started_at_ms") :: Nil => true
    case "summary" :: ("confirmed" | "acknowledged") :: Nil => true
    case "summary" :: _ :: ("min_per_s" | "max_per_s" | "us_min") :: Nil => true
    case "resources" :: ("load1m" | "client_cores_usable" | "nodes") :: Nil => true
    case "resources" :: _ :: ("read_bytes_per_s" | "gc_share") :: Nil => true
    case _ => path.last == Histogram

  /** What the page needs at once. */
  def head(value: ujson.Value, within: List[String] = Nil): ujson.Obj = ujson.Obj.from(
    for (key, member) <- value.obj.toList; path = within :+ key if !isApart(path)
    yield key -> (if member.objOpt.isEmpty then Rounded(member) else head(member, path))
  )

  /** What only an opened workload shows. A latency has the `curve` of its histogram, a list of percentage and value. A
    * histogram that cannot be decoded has none.
    */
  def rest(value: ujson.Value, within: List[String] = Nil): ujson.Obj = ujson.Obj.from(value.obj.toList.flatMap:
    case (Histogram, ujson.Str(packed)) => curveOf(packed).map("curve" -> _)
    case (Histogram, _) => None
    case (key, member) if isApart(within :+ key) => Some(key -> Rounded(member))
    case (key, member: ujson.Obj) => Some(key -> rest(member, within :+ key)).filter(_._2.obj.nonEmpty)
    case _ => None)

  /** None if the histogram is empty or cannot be decoded. */
  private def curveOf(packed: String): Option[ujson.Value] =
    Try(Histograms.unpack(packed)).toOption.filter(_.getTotalCount > 0).map: histogram =>
      val steps = histogram.percentiles(StepsPerHalf).asScala.map(step =>
        ujson.Arr(step.getPercentileLevelIteratedTo, step.getValueIteratedTo.toDouble)
      )
      ujson.Arr.from(steps)

/** Rounds measured numbers to more digits than any measurement has. Whole numbers stay as they are. The histograms of
  * steps, of which the page draws no curves, are left out.
  */
object Rounded:
  private val Digits = MathContext(7)

  def apply(value: ujson.Value): ujson.Value = value match
    case ujson.Num(number) if number != math.rint(number) && !number.isNaN =>
      ujson.Num(BigDecimal(number).round(Digits).toDouble)
    case ujson.Arr(items) => ujson.Arr.from(items.map(apply))
    case ujson.Obj(members) =>
      ujson.Obj.from(members.iterator.collect { case (key, member) if key != "histogram" => key -> apply(member) })
    case other => other

/** Reads values that may be absent. */
extension (value: ujson.Value)
  /** The value at the end of these keys. None if it is absent or null, or anything on the way to it. */
  def at(keys: String*): Option[ujson.Value] =
    keys.foldLeft(Option(value))((v, key) => v.flatMap(_.objOpt).flatMap(_.get(key))).filterNot(_.isNull)

  def numberAt(keys: String*): Option[Double] = value.at(keys*).flatMap(_.numOpt)
  def listAt(keys: String*): List[ujson.Value] = value.at(keys*).flatMap(_.arrOpt).fold(Nil)(_.toList)

extension [A](value: Option[A])
  /** Null if it is empty. */
  def orJsonNull(using toJson: A => ujson.Value): ujson.Value = value.fold[ujson.Value](ujson.Null)(toJson)
