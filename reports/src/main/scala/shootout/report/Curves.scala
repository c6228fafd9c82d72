package shootout.report

import org.HdrHistogram.Histogram
import shootout.result.Histograms
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

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
