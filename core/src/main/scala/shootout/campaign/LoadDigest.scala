package shootout.campaign

import shootout.scenario.{Cell, ConsumerGroup, Destinations, ProducerGroup, Timing}
import shootout.units.{DestinationType, Json, Nanos}

/** The digest of all that the clients of a cell do, as a [[shootout.result.Fingerprint]] has it. Only what differs from the plainest load
  * goes into it. So a new key changes no digest of before, as those loads have it at its default; and a default must never change.
  */
private[campaign] object LoadDigest:
  def of(cell: Cell): String = of(Json.writeJs(bare(cell)), Plain)

  /** Whether a cell is the load that has this digest, of this tool or of one that took the whole text of a cell. */
  def fits(cell: Cell, digest: String): Boolean = digest == of(cell) || digest == Fingerprints.digest(text(bare(cell)))

  private[campaign] def of(load: ujson.Value, plain: ujson.Value): String =
    Fingerprints.digest(ujson.write(beyond(load, plain)))

  /** What it is called and where it is shown are no part of the load. */
  private[campaign] def bare(cell: Cell): Cell =
    cell.copy(id = "", group = "", title = "", axes = Nil, timing = Never, climb = cell.climb.map(_.copy(below = Nil)))

  private val Never = Timing(Nanos(0), 0, Nanos(0), Nanos(0), Nanos(0))

  /** With a group of clients on either side, for those of a load to be compared with. */
  private[campaign] val Plain: ujson.Value =
    val one = Destinations(DestinationType.Queue, 1, None)
    val producers = List(ProducerGroup.plain(0))
    Json.writeJs(Cell("", "", "", Nil, one, producers, List(ConsumerGroup.plain), Never, phase = None))

  /** Sorted, so that the order of fields says nothing. Of what the plain load does not have at all, null is the default. */
  private def beyond(value: ujson.Value, plain: ujson.Value): ujson.Value = value match
    case ujson.Obj(fields) =>
      val own =
        for
          (name, field) <- fields.toList
          default = plain.objOpt.flatMap(_.get(name)).getOrElse(ujson.Null)
          if field != default
        yield name -> beyond(field, default)
      ujson.Obj.from(own.sortBy(_._1))
    case ujson.Arr(items) =>
      val default = plain.arrOpt.flatMap(_.headOption).getOrElse(ujson.Null)
      ujson.Arr.from(items.map(beyond(_, default)))
    case other => other

  /** How many fields each had when its text was digested; later ones stand behind them. */
  private val FieldsThen = Map(
    "Cell" -> 12,
    "Destinations" -> 4,
    "ProducerGroup" -> 17,
    "MessageKind" -> 3,
    "Transactions" -> 2,
    "ConsumerGroup" -> 18,
    "RateSweep" -> 3,
    "Phase" -> 4
  )

  /** The `toString` of a cell, as it was then. */
  private[campaign] def text(value: Any): String = value match
    case items: List[?] => items.map(text).mkString("List(", ", ", ")")
    case (a, b) => s"(${text(a)},${text(b)})"
    case p: Product if p.productArity > 0 =>
      val fields = p.productIterator.take(FieldsThen.getOrElse(p.productPrefix, p.productArity))
      fields.map(text).mkString(s"${p.productPrefix}(", ",", ")")
    case other => other.toString
