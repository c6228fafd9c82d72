package shootout.report.compare

import shootout.report.*

/** The prefetch that a load asks for belongs to the load. Whether the broker was told of it, or kept its own because it cannot be
  * told, belongs to the row: it makes no other load, but a reader of the numbers should know.
  */
private object Prefetch:
  private val Key = "prefetch"

  /** Older tools left it out of the load then, and only said it in a note. */
  private val Kept = """the broker's own prefetch holds, and not one of (\d+): .*""".r

  /** The load of a cell as it was declared. */
  def declaredLoad(cell: ujson.Value): Map[String, ujson.Value] =
    val load = cell.at("load").fold(Map.empty)(_.obj.toMap)
    if load.get(Key).forall(_.isNull) then load ++ wish(cell).map(n => Key -> ujson.Num(n)) else load

  /** Said if the load asks for a prefetch and some side kept its own. */
  def note(old: ujson.Value, now: ujson.Value): Option[String] =
    for
      n <- wish(now).orElse(wish(old))
      who <- (applied(old), applied(now)) match
        case (true, true) => None
        case (false, true) => Some("old")
        case (true, false) => Some("new")
        case (false, false) => Some("old and new")
    yield s"a prefetch of ${n.toLong} was asked for; the broker's own held in $who"

  private def wish(cell: ujson.Value): Option[Double] =
    cell.numberAt("load", Key).orElse(cell.listAt("notes").flatMap(_.strOpt).collectFirst { case Kept(n) =>
      n.toDouble
    })

  private def applied(cell: ujson.Value): Boolean =
    cell.at("prefetch_applied").flatMap(_.boolOpt).getOrElse(cell.numberAt("load", Key).isDefined)
