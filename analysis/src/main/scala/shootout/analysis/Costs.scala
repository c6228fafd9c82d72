package shootout.analysis

import shootout.result.{Amount, Criterion}

/** What a setting costs a contender: its number with the setting, divided by its number without it.
  *
  * @param ratio
  *   the geometric mean over `loads` pairs of loads
  */
case class Cost(contender: Contender, ratio: Ratio, loads: Int)

/** Loads of a group against those that differ from them in one setting only. There, it has its plainest value. */
case class CostStep(
    axis: String,
    group: String,
    plain: String,
    value: String,
    /** whether messages of all these loads are persistent; `None` if persistence is the setting */
    persistent: Option[Boolean],
    /** the number that is divided */
    by: Criterion,
    /** the costs of the contenders that measured both loads of a pair */
    costs: List[Cost]
)

/** A broker against itself: over another protocol, or as another variant.
  *
  * @param leads
  *   how many times better `row` is than `plain`, over the loads that both measured: at full speed (`None`), and by the
  *   p99 at equal rates
  */
case class Sibling(row: Contender, plain: Contender, leads: List[(Option[Family], Lead)]):
  def isVariant: Boolean = row.isVariant && !plain.isVariant

/** What durability, message size, another consumer or a protocol costs on the same broker. It is a pure function of the
  * judged numbers. It ranks nothing, because every contender is divided by its own numbers.
  */
object Costs:
  def steps(loads: List[LoadComparison], rows: Vector[Contender], certainOnly: Boolean): List[CostStep] =
    val compared = loads.filter(f => f.axes.nonEmpty && !f.kills && !f.phased && !f.ownRates && !f.thinks)
    val numbers = compared.map(load => load -> measured(load, rows, certainOnly)).toMap
    for
      group <- compared.map(_.group).distinct
      all = compared.filter(_.group == group)
      axis <- all.flatMap(_.axes.keys).distinct.sorted
      values = Plainest.sorted(all.flatMap(_.axes.get(axis)).distinct)
      value <- values.tail
      ((persistent, by), pairs) <- alike(all, axis, values.head, value)
      costs = rows.toList.flatMap(cost(_, pairs, numbers))
      if costs.nonEmpty
    yield CostStep(axis, group, values.head, value, persistent, by, costs)

  /** Pairs of loads that differ on this axis only, the plain one first. Pairs with persistent messages are separate,
    * because the disk may decide there.
    */
  private def alike(
      all: List[LoadComparison],
      axis: String,
      plain: String,
      value: String
  ): List[((Option[Boolean], Criterion), List[(LoadComparison, LoadComparison)])] =
    val pairs =
      for
        one <- all if one.axes.get(axis).contains(value)
        base <- all.find(f => f.axes == one.axes.updated(axis, plain)).toList
        by = one.criterion
        if base.criterion == by
      yield ((Option.when(one.persistent == base.persistent)(one.persistent), by), (base, one))
    pairs.map(_._1).distinct.map(kind => kind -> pairs.collect { case (`kind`, pair) => pair })

  private def measured(load: LoadComparison, rows: Vector[Contender], certainOnly: Boolean): Map[Contender, Number] =
    val all = Standings.of(load, rows, certainOnly).filter(_.state == State.Measured)
    all.flatMap(one => one.number.map(one.entry.contender -> _)).toMap

  private def cost(
      row: Contender,
      pairs: List[(LoadComparison, LoadComparison)],
      numbers: Map[LoadComparison, Map[Contender, Number]]
  ): Option[Cost] =
    val ratios =
      for
        (base, one) <- pairs
        if base.persistent == one.persistent || !one.entry(row).exists(_.unexercised(one))
        plain <- numbers(base).get(row)
        number <- numbers(one).get(row)
      yield number.over(plain)
    val count = ratios.size
    Option.when(count > 0):
      val guess = ratios.exists(_.guess)
      val half = Ratio.halfOfMean(ratios.map(_.half), guess, count)
      Cost(row, Ratio(math.exp(ratios.map(one => math.log(one.factor)).sum / count), half, guess), count)

  /** The kinds of work for which a broker is compared with itself. */
  private val Compared = List(None, Some(Family.Latency))

  /** @param races
    *   the workloads of one machine, and `rows` its contenders
    */
  def siblings(races: List[LoadRanking], rows: Vector[Contender]): List[Sibling] =
    for
      row <- rows.toList
      plain <- plainOf(row, rows).toList
      leads = Compared.flatMap(family => Ranking.between(races, rows, Division(family), row, plain).map(family -> _))
      if leads.nonEmpty
    yield Sibling(row, plain, leads)

  /** The contender that this one is compared with. For a variant, it is the broker without a variant over the same
    * protocol. Otherwise it is the same broker over STOMP, for which we have our own client, or over the first of its
    * protocols.
    */
  private def plainOf(row: Contender, rows: Vector[Contender]): Option[Contender] =
    val asItIs = Option.when(row.isVariant)(rows.find(one => !one.isVariant && one.sameSystem(row))).flatten
    val same = rows.filter(one => one.name == row.name && one.version == row.version)
    val base = same.find(_.protocol == "stomp").orElse(same.headOption).filter(_.protocol != row.protocol)
    asItIs.orElse(base)

/** Finds the value of an axis that demands least of a broker. The other values are compared with it. */
object Plainest:
  /** Words that demand less than their alternatives. */
  private val Words = List("false", "no", "none", "async", "auto", "queue", "bytes", "filler")

  /** The smallest quantity, else the plainest known word, else the first value. */
  def of(values: List[String]): String =
    val sizes = values.flatMap(size)
    if sizes.size == values.size then values.zip(sizes).minBy(_._2)._1
    else Words.find(values.contains).getOrElse(values.head)

  /** The plainest value first, then quantities by size. */
  def sorted(values: List[String]): List[String] =
    val plain = of(values)
    plain :: values.filterNot(_ == plain).sortBy(size(_).getOrElse(0.0))

  private def size(value: String): Option[Double] = Amount.of(value).map(_.value)
