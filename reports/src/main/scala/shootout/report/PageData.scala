package shootout.report

import java.math.MathContext
import org.HdrHistogram.Histogram
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import shootout.result.Histograms

/** Result files in the form of the page. What the page needs at once (`head`) is separate from what only an opened
  * workload shows (`details`). Samples are columns, a histogram is the curve of its percentiles, latency logs are left
  * out, and measured numbers have seven digits. Everything else is as in the files.
  */
object PageData:
  /** The files, each with its name (`file`). A workload also has its number of samples (`sample_count`), their total
    * duration in seconds (`measured_s`) and its client groups (`client_groups`).
    */
  def head(files: List[ResultDocument]): ujson.Arr = ujson.Arr.from(files.map(headOf))

  private def headOf(file: ResultDocument): ujson.Obj =
    val made = ujson.Obj.from(file.json.obj.toList)
    made("workloads") = ujson.Arr.from(file.json.listAt("workloads").map(workload => Rounded(parts(workload)._1)))
    if file.json.at("means").isDefined then
      made("means") = ujson.Arr.from(meansIn(file).map(mean => Rounded(plain(mean))))
    made("file") = file.path.getFileName.toString
    made

  /** The groups of workloads, in order of appearance. */
  def groups(files: List[ResultDocument]): List[String] = workloadsOf(files).flatMap(_.textAt("group")).distinct

  /** What the opened workloads of a group show in addition, in the order of `head`. A workload's `series` are its
    * samples, see `columns`. `means` has the means of these workloads.
    */
  def details(files: List[ResultDocument], group: String): ujson.Obj =
    def inGroup(workload: ujson.Value) = workload.textAt("group").contains(group)
    def ids(file: ResultDocument) = file.json.listAt("workloads").filter(inGroup).flatMap(_.textAt("id")).toSet
    val means = files.flatMap: file =>
      val known = ids(file)
      meansIn(file).filter(_.textAt("id").exists(known))
    ujson.Obj(
      "group" -> ujson.Str(group),
      "workloads" -> ujson.Arr.from(workloadsOf(files).filter(inGroup).map(detailsOfWorkload)),
      "means" -> ujson.Arr.from(means.map(Curves.curves))
    )

  private def workloadsOf(files: List[ResultDocument]): List[ujson.Value] = files.flatMap(_.json.listAt("workloads"))

  private def meansIn(file: ResultDocument): List[ujson.Value] = file.json.listAt("means").filter(_.objOpt.isDefined)

  private def plain(value: ujson.Value): ujson.Value = Curves.without(value)

  private def parts(workload: ujson.Value): (ujson.Obj, ujson.Obj) =
    val samples = workload.listAt("samples")
    val others = ujson.Obj.from(workload.obj.toList.filterNot((key, _) => key == "samples" || key == "latency_log"))
    val groups = samples.headOption.toList.flatMap(_.listAt("groups"))
    others("sample_count") = samples.size
    others("measured_s") = math.round(10 * samples.flatMap(_.numberAt("interval_s")).sum) / 10.0
    others("client_groups") = ujson.Arr.from(
      groups.map(group => ujson.Obj.from(List("name", "role").map(key => key -> group.at(key).getOrElse(ujson.Null))))
    )
    DetailSplit.parted(plain(others))

  private def detailsOfWorkload(workload: ujson.Value): ujson.Value =
    val rest = Rounded(parts(workload)._2)
    rest("series") = Rounded(columns(workload.listAt("samples")))
    withCurves(rest, Curves.curves(workload))

  /** Adds each curve to its latency, even if all other fields of the latency are in the head. */
  private def withCurves(rest: ujson.Value, curves: ujson.Obj): ujson.Value =
    val made = ujson.Obj.from(rest.obj.toList)
    curves.obj.foreach: (key, found) =>
      val laid: ujson.Value = rest.at(key).filter(_.objOpt.isDefined) match
        case Some(known) if found.objOpt.isDefined => withCurves(known, ujson.Obj.from(found.obj.toList))
        case _ => found
      made(key) = laid
    made

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

/** Splits a workload into what the page needs at once and what only an opened workload shows. Merged, both parts are
  * the whole workload.
  */
object DetailSplit:
  /** Whether the page needs the value at this path only when the workload is opened. */
  private def isApart(path: List[String]): Boolean = path match
    case ("log_tail" | "timing" | "drain" | "started_at_ms" | "fingerprint") :: Nil => true
    case "summary" :: ("confirmed" | "acknowledged") :: Nil => true
    case "summary" :: _ :: ("min_per_s" | "max_per_s" | "us_min") :: Nil => true
    case "resources" :: ("load1m" | "client_cores_usable" | "nodes") :: Nil => true
    case "resources" :: _ :: ("read_bytes_per_s" | "gc_share") :: Nil => true
    case _ => false

  /** @return
    *   what the page needs at once, and the rest
    */
  def parted(workload: ujson.Value): (ujson.Obj, ujson.Obj) = parted(workload, Nil)

  private def parted(value: ujson.Value, within: List[String]): (ujson.Obj, ujson.Obj) =
    val (head, rest) = (ujson.Obj(), ujson.Obj())
    value.obj.foreach: (key, member) =>
      val path = within :+ key
      if isApart(path) then rest(key) = member
      else if member.objOpt.isEmpty then head(key) = member
      else
        val (kept, other) = parted(member, path)
        head(key) = kept
        if other.obj.nonEmpty then rest(key) = other
    (head, rest)

/** Rounds measured numbers to more digits than any measurement has. Whole numbers stay as they are. */
object Rounded:
  private val Digits = MathContext(7)

  def apply(value: ujson.Value): ujson.Value = value match
    case ujson.Num(number) if number != math.rint(number) && !number.isNaN =>
      ujson.Num(BigDecimal(number).round(Digits).toDouble)
    case ujson.Arr(items) => ujson.Arr.from(items.map(apply))
    case ujson.Obj(members) => ujson.Obj.from(members.iterator.map((key, member) => key -> apply(member)))
    case other => other

/** Replaces the histograms of a result file by the curves of their percentiles, because the page needs no more. */
object Curves:
  /** Steps of a curve for each halving of the distance to 100%: 50%, 64.6%, 75%, 82.3%, 87.5% and so on. */
  private val StepsPerHalf = 2

  /** The value without its histograms. */
  def without(value: ujson.Value): ujson.Value = value match
    case ujson.Obj(members) =>
      ujson.Obj.from(members.iterator.collect { case (key, member) if key != "histogram" => key -> without(member) })
    case ujson.Arr(items) => ujson.Arr.from(items.map(without))
    case other => other

  /** Only the curves, in the places of the histograms. Each latency has a `curve`, a list of percentage and value. A
    * histogram that cannot be decoded has none.
    */
  def curves(value: ujson.Value): ujson.Obj =
    val members = value.objOpt.toList.flatMap(_.toList)
    val curve = members.collectFirst { case ("histogram", ujson.Str(text)) => text }.flatMap(decoded).map(histogram =>
      "curve" -> curveOf(histogram)
    )
    val below = members.map((key, member) => key -> curves(member)).filter((_, found) => found.obj.nonEmpty)
    ujson.Obj.from(curve.toList ++ below)

  /** None if it is empty or cannot be decoded. */
  private def decoded(text: String): Option[Histogram] =
    try Some(Histograms.unpack(text)).filter(_.getTotalCount > 0)
    catch case NonFatal(_) => None

  private def curveOf(histogram: Histogram): ujson.Value =
    val steps = histogram.percentiles(StepsPerHalf).asScala.map(step =>
      ujson.Arr(step.getPercentileLevelIteratedTo, step.getValueIteratedTo.toDouble)
    )
    ujson.Arr.from(steps)

/** Reads values that may be absent. */
extension (value: ujson.Value)
  /** The value at the end of these keys. None if it is absent or null, or anything on the way to it. */
  def at(keys: String*): Option[ujson.Value] =
    keys.foldLeft(Option(value))((v, key) => v.flatMap(_.objOpt).flatMap(_.get(key))).filterNot(_.isNull)

  def numberAt(keys: String*): Option[Double] = value.at(keys*).flatMap(_.numOpt)
  def textAt(keys: String*): Option[String] = value.at(keys*).flatMap(_.strOpt)
  def listAt(keys: String*): List[ujson.Value] = value.at(keys*).flatMap(_.arrOpt).fold(Nil)(_.toList)

extension [A](value: Option[A])
  /** Null if it is empty. */
  def orJsonNull(using toJson: A => ujson.Value): ujson.Value = value.fold[ujson.Value](ujson.Null)(toJson)
