package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}

/** Reads a [[Rate]]: `100/s` or a function of time for each producer, `{total: 100/s}` for all together, `max`, or a share
  * of it, as `25 %`.
  */
private[scenario] object RateReader extends Reader[Rate]:
  private val MaxPercent = 1000.0
  private val Percent = """([0-9]+(?:\.[0-9]+)?) ?%""".r
  private val each = VaryingReader.rate.map(Rate.Each(_))

  def expected: String = s"${VaryingReader.rate.expected}, or {total: ...}, or max, or a share of it, as 25 %"

  def read(node: Node, problems: Problems): Option[Rate] = node match
    case Node.Scalar("max", _) => Some(Rate.Maximum)
    case Node.Scalar(Percent(number), at) =>
      val percent = number.toDouble
      val fits = percent > 0 && percent <= MaxPercent
      if !fits then
        problems.add(at, f"found ${node.describe}, expected a share of more than 0 %%, up to $MaxPercent%.0f %%")
      Option.when(fits)(Rate.Share(percent / 100))
    case Node.Scalar(text, at) if Quantity.Rate.parse(text.stripPrefix("-")).isEmpty =>
      problems.add(at, s"found ${node.describe}, expected $expected")
      None
    case Node.Mapping(entries, _) if entries.exists(_._1.text == "total") => total.read(node, problems)
    case other => each.read(other, problems)

  private val total: Reader[Rate] = Fields.reader("total") { (fields, _) =>
    fields.require("total", VaryingReader.rate).map(Rate.Total(_))
  }
