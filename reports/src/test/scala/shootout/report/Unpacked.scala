package shootout.report

/** Reads what `Packed` and `PageData` make, as the page does. */
object Unpacked:
  def of(packed: ujson.Value, number: Int): List[ujson.Value] =
    packed.obj.head match
      case ("same", value) => List.fill(number)(value)
      case ("each", values) => values.arr.toList
      case ("of", values) => at(packed).map(values(_))
      case ("keys", columns) =>
        val lists = columns.obj.toList.map((key, inner) => key -> of(inner, number))
        List.tabulate(number)(i => ujson.Obj.from(lists.map((key, list) => key -> list(i))))
      case ("parts", parts) =>
        val places = at(packed)
        val lists = parts.arr.toList.zipWithIndex.map((part, i) => of(part, places.count(_ == i)).iterator)
        places.map(lists(_).next())
      case (other, _) => throw IllegalArgumentException(s"'$other' is no way to pack")

  private def at(packed: ujson.Value): List[Int] = packed("at").arr.toList.map(_.num.toInt)

  /** The files of a page, with their cells and means. */
  def files(head: ujson.Value): List[ujson.Value] =
    val files = of(head("files"), head("number").num.toInt).map(file => ujson.Obj.from(file.obj.toList))
    for key <- List("cells", "means") do
      def number(file: ujson.Value) = file.numberAt(key).fold(0)(_.toInt)
      val all = of(head(key), files.map(number).sum)
      val from = files.scanLeft(0)((sum, file) => sum + number(file))
      // the numbers give way to the lists only when all are known
      files.zip(from).map((file, first) => (file, all.slice(first, first + number(file)))).foreach: (file, list) =>
        if file.at(key).isDefined then file(key) = ujson.Arr.from(list)
    files

  /** What stands in a page's data scripts of a kind, parsed. */
  def inPage(page: String, kind: String): List[ujson.Value] =
    s"""(?s)<script type="application/json" class="$kind"[^>]*>(.*?)</script>""".r
      .findAllMatchIn(page)
      .map(found => ujson.read(found.group(1)))
      .toList

  /** The JSON that a data file hands to the page, by the page's rules for a text in single quotes. */
  def inDataFile(text: String): ujson.Value =
    val script = """(?s)shootoutData\('[0-9a-f]{16}', '(.*)'\);\n""".r
    text match
      case script(quoted) => ujson.read("""\\(['\\]|u202[89])""".r.replaceAllIn(quoted, found => plain(found.group(1))))
      case _ => throw IllegalArgumentException(s"no data file: ${text.take(80)}")

  private def plain(escaped: String): String =
    val text = if escaped.length > 1 then Integer.parseInt(escaped.drop(1), 16).toChar.toString else escaped
    scala.util.matching.Regex.quoteReplacement(text)

  /** One laid over the other: of two objects, member by member. */
  def laidOver(below: ujson.Value, above: ujson.Value): ujson.Value =
    (below.objOpt, above.objOpt) match
      case (Some(known), Some(more)) =>
        val both = more.iterator.map((key, value) => key -> known.get(key).fold(value)(laidOver(_, value)))
        ujson.Obj.from(known.iterator.filterNot((key, _) => more.contains(key)) ++ both)
      case _ => above
