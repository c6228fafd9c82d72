package shootout.report.judge

import shootout.result.Amount
import shootout.units.Json

import java.math.MathContext

/** What settings cost, as data for the page. There are many numbers, so they stand in lists, with the digits that count. */
object CostsJson:
  private val Digits = MathContext(4)

  /** `steps` have `plain` and `value` as `text`, with `value` and `unit` where that is a number; and `rows`, lists of file, factor, low, high, loads and whether the interval is a guess (1) or not (0); `siblings` name the
    * files of a row and of what it is compared with, and have `leads`, lists of factor, low, high and loads, by name.
    *
    * @param all
    *   of all rows
    * @param machines
    *   one for each machine: rows of two are not compared
    */
  def of(all: Judgement, machines: List[Judgement], certainOnly: Boolean): ujson.Obj =
    val siblings = machines.flatMap: one =>
      Costs.siblings(Standings.races(one.figures, one.rows, Choice(certainOnly, commonOnly = false)), one.rows)
    ujson.Obj(
      "certain_only" -> certainOnly,
      "steps" -> Costs.steps(all.figures, all.rows, certainOnly).map(step),
      "siblings" -> siblings.map(sibling)
    )

  private def step(one: CostStep): ujson.Obj = ujson.Obj(
    "axis" -> one.axis,
    "group" -> one.group,
    "plain" -> onAxis(one.plain),
    "value" -> onAxis(one.value),
    "persistent" -> one.persistent.fold[ujson.Value](ujson.Null)(ujson.Bool(_)),
    "by" -> one.by.words,
    "rows" -> one.costs.map(cost)
  )

  /** What stands on an axis, as the page has it everywhere: its text, and the number that this is. */
  private def onAxis(text: String): ujson.Obj =
    val number = Amount.of(text).toList.flatMap(amount => Json.writeJs(amount).obj.toList)
    ujson.Obj.from(("text" -> ujson.Str(text)) :: number)

  private def cost(one: Cost): ujson.Arr =
    val guess = if one.guess then 1.0 else 0.0
    numbers(one.contender.file.toDouble :: ratio(one.ratio) ++ List(one.loads.toDouble, guess))

  private def sibling(one: Sibling): ujson.Obj = ujson.Obj(
    "row" -> one.row.file,
    "plain" -> one.plain.file,
    "variant" -> one.isVariant,
    "leads" -> ujson.Obj.from(one.leads.map: (family, lead) =>
      family.fold("full_speed")(_.name) -> numbers(ratio(lead.ratio) :+ lead.cells.toDouble))
  )

  private def ratio(one: Ratio): List[Double] = List(one.factor, one.low, one.high)

  private def numbers(all: List[Double]): ujson.Arr =
    ujson.Arr.from(all.map(number => ujson.Num(BigDecimal(number).round(Digits).toDouble)))
