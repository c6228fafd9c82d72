package shootout.report

import java.nio.ByteBuffer
import java.util.Base64
import org.HdrHistogram.Histogram
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** A result file as the page holds it. What the page needs at once (`head`) and the samples, which it reads when their graph
  * comes into view (`series`), stand apart; samples are columns, and a histogram is the curve of its percentiles, so that a
  * page of many brokers opens as fast as one of a single broker. Everything else is as in the file.
  */
object PageData:
  /** Steps of a curve for each halving of what is above: 50 %, 64.6 %, 75 %, 82.3 %, 87.5 % and so on. */
  private val StepsPerHalf = 2

  /** The file without samples, with the number of samples (`sample_count`) and the client groups (`client_groups`) of each
    * cell.
    */
  def head(file: ResultFile): ujson.Value =
    val copy = ujson.copy(file.json)
    copy("cells") = ujson.Arr.from(file.json.listAt("cells").map(cellHead))
    copy.obj.get("means").foreach(means => copy("means") = withCurves(means))
    copy

  /** Groups of cells, in order of appearance. */
  def groups(file: ResultFile): List[String] = file.json.listAt("cells").flatMap(_.textAt("group")).distinct

  /** The samples of the cells of a group, in the file's order: for each cell an object of columns by path, such as
    * `groups.0.consumed`. A column of equal numbers is that number.
    */
  def series(file: ResultFile, group: String): ujson.Arr =
    ujson.Arr.from(
      file.json.listAt("cells").filter(_.textAt("group").contains(group)).map(cell => columns(cell.listAt("samples")))
    )

  private def cellHead(cell: ujson.Value): ujson.Value =
    val samples = cell.listAt("samples")
    val head = ujson.Obj.from(cell.obj.iterator.filterNot((key, _) => key == "samples"))
    val groups = samples.headOption.toList.flatMap(_.listAt("groups"))
    head("sample_count") = samples.size
    head("client_groups") = ujson.Arr.from(
      groups.map(group => ujson.Obj.from(List("name", "role").map(key => key -> group.at(key).getOrElse(ujson.Null))))
    )
    withCurves(head)

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

  /** Each `histogram` in it becomes a `curve`, a list of percentage and value; one that cannot be decoded has none. Files of older
    * tools have no `us_p95` beside it, so it is read from there.
    */
  private def withCurves(value: ujson.Value): ujson.Value = value match
    case ujson.Obj(members) =>
      val histogram = members.get("histogram").flatMap(_.strOpt).flatMap(decoded)
      val unread = histogram.filter(_ => members.get("us_p95").forall(_.isNull))
      val others = members.iterator.filterNot((key, _) => key == "histogram" || (key == "us_p95" && unread.isDefined))
      ujson.Obj.from(
        others.map((key, member) => key -> withCurves(member)) ++ histogram.map("curve" -> curve(_)) ++
          unread.map(h => "us_p95" -> ujson.Num(h.getValueAtPercentile(95).toDouble))
      )
    case ujson.Arr(items) => ujson.Arr.from(items.map(withCurves))
    case other => other

  /** None of one that cannot be decoded, or is empty. */
  private def decoded(text: String): Option[Histogram] =
    try
      val histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0)
      Option.when(histogram.getTotalCount > 0)(histogram)
    catch case NonFatal(_) => None

  private def curve(histogram: Histogram): ujson.Value =
    val steps = histogram.percentiles(StepsPerHalf).asScala.map(step =>
      ujson.Arr(step.getPercentileLevelIteratedTo, step.getValueIteratedTo.toDouble)
    )
    ujson.Arr.from(steps)
