package shootout.report

import java.io.ByteArrayInputStream
import java.util.Base64
import java.util.zip.GZIPInputStream
import scala.util.Using

/** Reads the data of a report, like the page. */
object PageContents:
  /** The data that the page loads first. */
  def data(page: String): ujson.Value = zipped(page, "data").head

  /** The details of each group in the page. */
  def series(page: String): List[ujson.Value] = zipped(page, "series")

  private def zipped(page: String, kind: String): List[ujson.Value] =
    s"""<script type="text/plain" class="$kind"[^>]*>([^<]*)</script>""".r
      .findAllMatchIn(page)
      .map(found => unzipped(found.group(1)))
      .toList

  private def unzipped(text: String): ujson.Value =
    Using.resource(GZIPInputStream(ByteArrayInputStream(Base64.getDecoder.decode(text))))(ujson.read(_))

  /** The data of a data file. */
  def inDataFile(text: String): ujson.Value =
    val script = """shootoutData\('[0-9a-f]{16}', '([A-Za-z0-9+/=]*)'\);\n""".r
    text match
      case script(contents) => unzipped(contents)
      case _ => throw IllegalArgumentException(s"no data file: ${text.take(80)}")

  /** Merges objects member by member. */
  def laidOver(below: ujson.Value, above: ujson.Value): ujson.Value =
    (below.objOpt, above.objOpt) match
      case (Some(known), Some(more)) =>
        val both = more.iterator.map((key, value) => key -> known.get(key).fold(value)(laidOver(_, value)))
        ujson.Obj.from(known.iterator.filterNot((key, _) => more.contains(key)) ++ both)
      case _ => above
