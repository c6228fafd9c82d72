package shootout.analysis

/** A factor with an interval on a logarithmic scale, from `factor / exp(half)` to `factor * exp(half)`, so it never
  * reaches zero.
  *
  * @param guess
  *   true if the interval is a guess, because there is one repetition
  */
case class Ratio(factor: Double, half: Double, guess: Boolean):
  def low: Double = factor / math.exp(half)
  def high: Double = factor * math.exp(half)

  def inverse: Ratio = copy(factor = 1 / factor)

  /** Whether it is certainly lower than another one, which is independent of it. */
  def isBelow(other: Ratio): Boolean = math.log(other.factor / factor) > math.hypot(half, other.half)

object Ratio:
  /** Half of the interval of a geometric mean, as a logarithm. Intervals from repetitions are independent, so their
    * squares add up. Guesses are about the broker's start, which all workloads share, so they do not shrink with the
    * number of workloads.
    *
    * @param halves
    *   those of the intervals that are known, of `counted` numbers
    */
  def halfOfMean(halves: List[Double], guess: Boolean, counted: Int): Double =
    if halves.isEmpty then 0
    else (if guess then halves.sum else math.sqrt(halves.map(h => h * h).sum)) / counted

/** A contender in the ranking. */
case class Ranked(
    contender: Contender,
    /** the workloads that count for it */
    workloads: Int,
    /** the number of workloads for each outcome */
    states: Map[State, Int],
    uncertain: Int,
    faulty: Int,
    /** how many times worse than the best one of each workload, as a geometric mean; infinite if there is nothing to
      * compare
      */
    ratio: Ratio,
    /** if it did not store what it promises to: the bytes written per message, and the bytes of a message */
    unexercised: Option[(Double, Double)],
    /** the number of workloads that count although their messages were delivered before they were stored */
    early: Int,
    /** the flags of its numbers: those that make one uncertain, and that messages were delivered before they were
      * stored
      */
    flags: List[Doubt],
    /** why it has no place; empty if it has one */
    why: String,
    place: Option[Int] = None
):
  def in(state: State): Int = states.getOrElse(state, 0)
  def measured: Int = in(State.Measured)

  /** The flags that make one of its numbers uncertain. */
  def doubts: List[Doubt] = flags.filter(_.makesUncertain)

/** How much better a contender is than a rival, over the workloads that both measured.
  *
  * @param workloads
  *   how many workloads both measured
  * @param starts
  *   of how many starts both have numbers, in the workload with the fewest
  * @param failed
  *   workloads in which the rival failed or did not sustain the rate, but the contender did not; minus those in which
  *   it is the other way round. Such workloads decide without a factor
  * @param more
  *   how many more starts would tell which of the two is better, or that they tie; `None` if too many
  * @param startSeconds
  *   how long one more start of both takes, with these workloads but without drains
  */
case class Lead(ratio: Ratio, workloads: Int, starts: Int, failed: Int, more: Option[Int], startSeconds: Double):
  /** Whether the contender is certainly better. */
  def isAhead: Boolean = failed > 0 || failed == 0 && ratio.low > 1

  /** How far apart the two may be, as a share, if that is little enough to call it a tie. */
  def tie: Option[Double] =
    Some(math.max(ratio.high, 1 / ratio.low) - 1).filter(apart => failed == 0 && apart <= Lead.Tie)

object Lead:
  /** Contenders tie if they are certainly no further apart than this share. */
  val Tie = 0.1

  /** More starts are not worth the time. */
  val MostStarts = 12

  /** Seconds that a broker and its load generator take to start and to warm up. */
  private[analysis] val StartSeconds = 15.0

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

  /** Best first. Contenders without a place are last.
    *
    * @param rows
    *   the contenders of this division, in the order of each race's rows
    */
  def of(races: List[LoadRanking], rows: Vector[Contender], division: Division): List[Ranked] =
    val counting = of(races, division)
    val all = rows.indices.toList.map(i => score(rows(i), counting.map(race => race.load -> race.rows(i))))
    placed(all.sortBy(row => (row.why.nonEmpty, row.ratio.factor, row.contender.index)))

  /** The workloads that count. For persistent messages, contenders that did not store them are left out. */
  private def of(races: List[LoadRanking], division: Division): List[LoadRanking] =
    val counting = races.filter(race => division.counts(race.load))
    if division.family.contains(Family.Persistent) then counting.map(Standings.storing) else counting

  /** A place is one more than the number of contenders that are certainly better, but never better than that of a
    * contender with a lower factor.
    */
  private def placed(sorted: List[Ranked]): List[Ranked] =
    val taking = sorted.filter(_.why.isEmpty)
    val places = taking.map(row => 1 + taking.count(_.ratio.isBelow(row.ratio))).scanLeft(1)(math.max).tail
    taking.zip(places).map((row, place) => row.copy(place = Some(place))) ++ sorted.filter(_.why.nonEmpty)

  private def score(contender: Contender, made: List[(LoadComparison, RowRank)]): Ranked =
    val results = made.map(_._2)
    val states = results.groupMapReduce(_.state)(_ => 1)(_ + _)
    def in(state: State) = states.getOrElse(state, 0)
    val measured = results.filter(_.state == State.Measured)
    val raced = measured.filter(_.factor.isDefined)
    val lost = results.count(_.state.lost)
    val logs = raced.flatMap(_.factor).map(f => math.log(math.min(Worst, f))).sum + lost * math.log(Worst)
    val counted = raced.size + lost
    val numbers = raced.flatMap(_.number)
    val guess = numbers.exists(_.guess)
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
      Ratio(factor, Ratio.halfOfMean(numbers.map(_.half), guess, counted), guess),
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

  /** `None` if no workload has a number of both. */
  def between(
      races: List[LoadRanking],
      rows: Vector[Contender],
      division: Division,
      a: Contender,
      b: Contender
  ): Option[Lead] =
    val (i, j) = (rows.indexOf(a), rows.indexOf(b))
    val pairs = of(races, division).map(race => (race.load, race.rows(i), race.rows(j)))
    val differences = pairs.flatMap((load, x, y) => PairedDifferences.of(load, x, y))
    val failed = pairs.map: (_, x, y) =>
      if x.state == State.Measured && y.state.lost then 1
      else if x.state.lost && y.state == State.Measured then -1 else 0
    Option.when(differences.nonEmpty):
      val guess = differences.exists(_.size == 1)
      val ratio = Ratio(
        math.exp(differences.map(_.mean).sum / differences.size),
        Ratio.halfOfMean(differences.map(_.half), guess, differences.size),
        guess
      )
      Lead(
        ratio,
        differences.size,
        differences.map(_.size).min,
        failed.sum,
        more = differences.map(_.more).reduce((x, y) => for p <- x; q <- y yield math.max(p, q)),
        startSeconds = 2 * Lead.StartSeconds + pairs.map((_, x, y) => x.entry.seconds + y.entry.seconds).sum
      )

/** Two contenders in one workload.
  *
  * @param values
  *   how much better one of them was, as a difference of logarithms, for each repetition that both measured
  * @param spread
  *   the standard deviation that is typical of such differences
  * @param known
  *   the least half of the interval
  */
private final case class PairedDifferences(values: List[Double], spread: Double, known: Double):
  def size: Int = values.size
  def mean: Double = values.sum / size
  def half: Double = math.max(known, StartInterval.half(values, spread))
  def more: Option[Int] =
    StartInterval.startsNeeded(values, spread, math.log(1 + Lead.Tie), Lead.MostStarts).map(_ - size)

private object PairedDifferences:
  /** `None` unless both have numbers. If they have no repetition in common, their means are compared. */
  def of(load: LoadComparison, x: RowRank, y: RowRank): Option[PairedDifferences] =
    for a <- x.number; b <- y.number if x.factor.isDefined && y.factor.isDefined yield
      val common = a.starts.keySet.intersect(b.starts.keySet).toList.map(n => a.starts(n) -> b.starts(n))
      val positive = common.filter((p, q) => p > 0 && q > 0)
      val values = (if positive.isEmpty then List(a.value -> b.value) else positive).map((p, q) => math.log(p / q))
      val sign = if load.criterion.more then 1.0 else -1.0
      val known = if values.sizeIs == 1 then math.hypot(a.half, b.half) else 0.0
      PairedDifferences(values.map(sign * _), Spread.of(load.criterion).ofPairs, known)
