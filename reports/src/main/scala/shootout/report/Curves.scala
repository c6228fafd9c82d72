package shootout.report

import java.nio.ByteBuffer
import java.util.Base64
import org.HdrHistogram.Histogram
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The histograms of a result file, of which the page has only the curves. */
object Curves:
  /** Steps of a curve for each halving of what is above: 50 %, 64.6 %, 75 %, 82.3 %, 87.5 % and so on. */
  private val StepsPerHalf = 2

  /** Without them. Files of older tools have no `us_p95` beside a histogram, so it is read from there. */
  def without(value: ujson.Value): ujson.Value = value match
    case ujson.Obj(members) =>
      val text = members.get("histogram").flatMap(_.strOpt)
      val unread = text.filter(_ => members.get("us_p95").forall(_.isNull)).flatMap(decoded)
      val others = members.iterator.filterNot((key, _) => key == "histogram" || (key == "us_p95" && unread.isDefined))
      ujson.Obj.from(
        others.map((key, member) => key -> without(member)) ++
          unread.map(h => "us_p95" -> ujson.Num(h.getValueAtPercentile(95).toDouble))
      )
    case ujson.Arr(items) => ujson.Arr.from(items.map(without))
    case other => other

  /** The curves alone, where the histograms are: each latency has a `curve`, a list of percentage and value. What cannot be decoded
    * has none.
    */
  def curves(value: ujson.Value): ujson.Obj =
    val members = value.objOpt.toList.flatMap(_.toList)
    val curve = value.textAt("histogram").flatMap(decoded).map(histogram => "curve" -> curveOf(histogram))
    val below = members.map((key, member) => key -> curves(member)).filter((_, found) => found.obj.nonEmpty)
    ujson.Obj.from(curve.toList ++ below)

  /** None of one that cannot be decoded, or is empty. */
  private def decoded(text: String): Option[Histogram] =
    try
      val histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0)
      Option.when(histogram.getTotalCount > 0)(histogram)
    catch case NonFatal(_) => None

  private def curveOf(histogram: Histogram): ujson.Value =
    val steps = histogram.percentiles(StepsPerHalf).asScala.map(step =>
      ujson.Arr(step.getPercentileLevelIteratedTo, step.getValueIteratedTo.toDouble)
    )
    ujson.Arr.from(steps)
