package shootout.analysis

/** A factor with an interval on a logarithmic scale, from `factor / exp(half)` to `factor * exp(half)`, so it never
  * reaches zero.
  */
case class Ratio(factor: Double, half: Double):
  def low: Double = factor / math.exp(half)
  def high: Double = factor * math.exp(half)

/** A contender in the ranking.
  *
  * @param workloads
  *   the workloads that count for it
  * @param states
  *   the number of workloads for each outcome
  * @param ratio
  *   how many times worse than the best one of each workload, as a geometric mean; infinite if there is nothing to
  *   compare
  * @param guess
  *   true if the interval is a guess, because there is one repetition
  * @param unexercised
  *   if it did not store what it promises to: the bytes written per message, and the bytes of a message
  * @param flags
  *   the flags of its numbers: those that make one uncertain, and that messages were delivered before they were stored
  * @param early
  *   the number of workloads that count although their messages were delivered before they were stored
  * @param why
  *   why it has no place; empty if it has one
  */
case class Ranked(
    contender: Contender,
    workloads: Int,
    states: Map[State, Int],
    uncertain: Int,
    faulty: Int,
    ratio: Ratio,
    guess: Boolean,
    unexercised: Option[(Double, Double)],
    early: Int,
    flags: List[Doubt],
    why: String,
    place: Option[Int] = None
):
  def in(state: State): Int = states.getOrElse(state, 0)
  def measured: Int = in(State.Measured)

  /** The flags that make one of its numbers uncertain. */
  def doubts: List[Doubt] = flags.filter(_.makesUncertain)

  /** Whether all of its numbers are uncertain. */
  def doubtful: Boolean = uncertain > 0 && uncertain == measured

/** How much better a contender is than a rival, over the workloads that both measured.
  *
  * @param ended
  *   workloads whose rate only one of them sustained, so they decide without a factor
  * @param uncertain
  *   workloads in which at least one of the two numbers is uncertain
  * @param own
  *   workloads in which the contender's number is uncertain; `rival` counts those of the rival
  */
case class Lead(ratio: Ratio, workloads: Int, ended: Int, uncertain: Int, own: Int, rival: Int)

/** How many times worse than the best, as a geometric mean over workloads. ClickBench ranks like this, too. */
object Ranking:
  /** A contender with numbers for less than this share of the workloads has no place, because it should not win with a
    * few workloads that suit it.
    */
  val Coverage = 0.5

  /** No factor is higher, however slow a contender was, so that a single workload does not decide over all others. A
    * failure scores as much, so that a crash is never better than a slow result, and its score does not depend on other
    * contenders.
    */
  val Worst = 100.0

  /** Whether a workload counts for a kind of work, or with `None` for all work that can be compared across workloads.
    * The latter excludes latencies at shares of a contender's own maximum, because each contender had its own load. It
    * also excludes rate sweeps, because the throughput already shows which rates a contender can sustain.
    */
  def counts(load: LoadComparison, family: Option[Family]): Boolean =
    family.fold(!load.ownRates && !load.isRateSweep)(load.families.contains)

  /** Best first. Contenders without a place are last. */
  def of(races: List[LoadRanking], rows: Vector[Contender], family: Option[Family]): List[Ranked] =
    val counting = of(races, family)
    val all = rows.indices.toList.map(i => score(rows(i), counting.map(race => race.load -> race.rows(i))))
    placed(all.sortBy(row => (row.why.nonEmpty, row.ratio.factor, row.contender.index)))

  /** The workloads that count for a kind of work. For persistent messages, contenders that did not store them are left
    * out.
    */
  private def of(races: List[LoadRanking], family: Option[Family]): List[LoadRanking] =
    val counting = races.filter(race => counts(race.load, family))
    if family.contains(Family.Persistent) then counting.map(Standings.storing) else counting

  /** A place is one more than the number of contenders that are certainly better, but never better than that of a
    * contender with a lower factor.
    */
  private def placed(sorted: List[Ranked]): List[Ranked] =
    val taking = sorted.filter(_.why.isEmpty)
    val places = taking.map(row => 1 + taking.count(_.ratio.high < row.ratio.low)).scanLeft(1)(math.max).tail
    taking.zip(places).map((row, place) => row.copy(place = Some(place))) ++ sorted.filter(_.why.nonEmpty)

  private def score(contender: Contender, made: List[(LoadComparison, RowRank)]): Ranked =
    val results = made.map(_._2)
    val states = results.groupMapReduce(_.state)(_ => 1)(_ + _)
    def in(state: State) = states.getOrElse(state, 0)
    val measured = results.filter(_.state == State.Measured)
    val raced = measured.filter(_.factor.isDefined)
    val lost = List(State.Failed, State.Left, State.Still, State.Beyond).map(in).sum
    val logs = raced.flatMap(_.factor).map(f => math.log(math.min(Worst, f))).sum + lost * math.log(Worst)
    val counted = raced.size + lost
    val factor = if raced.isEmpty then Double.PositiveInfinity else math.exp(logs / counted)
    val workloads = results.size - in(State.Foreign)
    val why =
      if measured.isEmpty then
        if in(State.Beyond) > 0 then "held none of these rates"
        else if in(State.Left) > 0 then Sentences.Left
        else if in(State.Unexercised) > 0 then "durability not exercised"
        else if in(State.TooFew) > 0 then "too few messages to know a p99"
        else "no load measured"
      else if factor.isInfinite then "nothing to compare with"
      else if measured.size + lost < Coverage * workloads then "too few of the loads"
      else ""
    Ranked(
      contender,
      workloads,
      states,
      uncertain = measured.count(_.entry.uncertain),
      faulty = results.count(_.entry.faults.nonEmpty),
      Ratio(factor, half(raced.flatMap(_.number), counted)),
      guess = raced.exists(_.number.exists(_.guess)),
      unexercised = made.collectFirst {
        case (load, one) if one.state == State.Unexercised =>
          one.entry.written.getOrElse(0.0) -> load.messageBytes.getOrElse(0.0)
      },
      early = made.count((load, one) => one.state == State.Measured && one.entry.unexercised(load)),
      flags = made.flatMap((load, one) => flags(load, one)).distinctBy(_.letter).sortBy(_.letter),
      why
    )

  private def flags(load: LoadComparison, one: RowRank): List[Doubt] =
    val counts = one.state == State.Measured || one.state == State.Unexercised
    val own = if one.state == State.Measured then one.entry.flags.filter(_.makesUncertain) else Nil
    own ++ Option.when(counts && one.entry.unexercised(load))(Doubt.Unstored)

  /** Half of the interval of a geometric mean, as a logarithm. Intervals from repetitions are independent, so their
    * squares add up. Guesses are about the broker's start, which all workloads share, so they do not shrink with the
    * number of workloads.
    */
  private def half(numbers: List[Number], counted: Int): Double =
    if numbers.isEmpty then 0
    else if numbers.exists(_.guess) then numbers.map(_.half).sum / counted
    else math.sqrt(numbers.map(n => n.half * n.half).sum) / counted

  /** `None` if no workload has a number of both. */
  def between(
      races: List[LoadRanking],
      rows: Vector[Contender],
      family: Option[Family],
      a: Contender,
      b: Contender
  ): Option[Lead] =
    val (i, j) = (rows.indexOf(a), rows.indexOf(b))
    val pairs = of(races, family).map(race => (race.rows(i), race.rows(j)))
    val both = pairs.filter((x, y) => x.factor.isDefined && y.factor.isDefined)
    val ended = pairs.count((x, y) => Set(x.state, y.state) == Set(State.Beyond, State.Measured))
    Option.when(both.nonEmpty):
      val logs = both.map((x, y) => math.log(y.factor.get / x.factor.get))
      val halves = List(both.map(_._1), both.map(_._2)).map(side => half(side.flatMap(_.number), both.size))
      val ratio = Ratio(math.exp(logs.sum / both.size), math.hypot(halves(0), halves(1)))
      val doubted = both.map((x, y) => (x.entry.uncertain, y.entry.uncertain))
      Lead(ratio, both.size, ended, doubted.count(_ || _), doubted.count(_._1), doubted.count(_._2))
