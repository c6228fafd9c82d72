package shootout.analysis

import shootout.units.Counted

/** A workload in which a contender is far slower than the median contender. Contenders that did not store what they
  * should have no factor in `race`.
  */
case class Slow(race: LoadRanking, own: RowRank):
  def load: LoadComparison = race.load
  def factor: Double = own.factor.getOrElse(1)

  /** The best contender, to which the factor relates. */
  def best: RowRank = race.rows.minBy(_.factor.getOrElse(Double.PositiveInfinity))

  /** Whether the workload's messages must be stored and the best promises less than the contender does. */
  def promisesLess: Boolean = load.stored && !promisesEnough(best)

  /** The best other contender that promises at least as much. */
  def peer: Option[RowRank] =
    race.rows.filter(one => (one ne own) && one.factor.isDefined && promisesEnough(one)).minByOption(_.factor)

  private def promisesEnough(one: RowRank) = one.entry.contender.promisesAsMuchAs(own.entry.contender)

/** What went wrong for a contender. */
case class Failures(
    contender: Contender,
    failed: List[LoadComparison],
    still: List[LoadComparison],
    /** workloads in which it is far slower than the median contender, slowest first */
    slow: List[Slow],
    /** workloads in which many deliveries were missing when waiting ended, with their share, highest first */
    left: List[(LoadComparison, Double)],
    /** rates that it did not sustain although others did, lowest first. They are listed if they are more than half of
      * the rates that others sustained. Otherwise only those are listed at which less than half was delivered
      */
    unheld: List[LoadComparison],
    /** messages lost, corrupted or misrouted, in all workloads */
    lost: Long,
    /** confirmed messages that were lost when the broker was killed */
    lostWhenKilled: Long,
    /** all of the above, workload by workload, worst first */
    incidents: List[Incident] = Nil
):
  private def isAny: Boolean =
    failed.nonEmpty || still.nonEmpty || slow.nonEmpty || left.nonEmpty || unheld.nonEmpty || lost + lostWhenKilled > 0

object Failures:
  /** A workload is an outlier if a contender is this many times slower than the median one. */
  val Outlier = 10.0

  /** All contenders for which something went wrong, worst first.
    *
    * @param tried
    *   all workloads, also those that no contender completed
    */
  def of(tried: List[LoadRanking], loads: List[LoadComparison], rows: Vector[Contender]): List[Failures] =
    val stored = tried.map(Standings.storing)
    val medians = stored.map(race => median(race.rows.flatMap(_.factor)))
    val all = rows.toList.zipWithIndex.map: (contender, i) =>
      def in(state: State) = tried.filter(_.rows(i).state == state).map(_.load)
      val slow =
        for
          (race, median) <- stored.zip(medians); limit <- median; factor <- race.rows(i).factor
          if factor >= Outlier * limit
        yield Slow(race, race.rows(i))
      val left = for load <- in(State.Left); share <- load.entry(contender).flatMap(_.undelivered) yield load -> share
      val lost =
        loads.flatMap(_.entry(contender)).flatMap(_.faults).collect { case (fault, n) if fault.isLoss => n }.sum
      val made = Failures(
        contender,
        in(State.Failed),
        in(State.Still),
        slow.sortBy(-_.factor),
        left.sortBy(-_._2),
        unheld(tried, i),
        lost,
        contender.lostWhenKilled
      )
      made.copy(incidents = Incident.of(made, tried, loads, i))
    all.filter(_.isAny).sortBy: one =>
      val failed = one.failed.size + one.left.size
      (-failed, -one.lost - one.lostWhenKilled, -one.still.size, -one.slow.headOption.fold(0.0)(_.factor))

  private val Sunk = 0.5

  private def unheld(tried: List[LoadRanking], row: Int): List[LoadComparison] =
    val held = tried.filter: race =>
      val state = race.rows(row).state
      race.load.isRateSweep && race.load.openLoop && (state.tried || state.held) && race.rows.exists(_.state.held)
    val missed = held.filter(_.rows(row).state == State.Beyond)
    val counted = if 2 * missed.size > held.size then missed else missed.filter(sank(_, row))
    counted.map(_.load).sortBy(_.rung)

  /** Whether less than half of the messages that it accepted were delivered. */
  private def sank(race: LoadRanking, row: Int): Boolean = race.rows(row).entry.undelivered.exists(_ > Sunk)

  private def median(factors: Seq[Double]): Option[Double] = factors.sorted.lift((factors.size - 1) / 2)

/** What went wrong for a contender in one workload, as the report shows it.
  *
  * @param what
  *   the decisive number with its unit, or what happened
  * @param flags
  *   the flags that make this number uncertain
  * @param beside
  *   what it is compared with, or why it happened; empty if there is nothing to add
  */
case class Incident(load: LoadComparison, what: String, flags: List[Doubt], beside: String):
  def words: String =
    s"$what${Sentences.inBrackets(flags)}${if beside.isEmpty then "" else s", $beside"}"

object Incident:
  /** A reason from someone else's file may be long. Only this much is shown. */
  private val ReasonLength = 120

  /** All incidents of one contender, worst first.
    *
    * @param tried
    *   all workloads, also those that no contender completed
    */
  def of(one: Failures, tried: List[LoadRanking], loads: List[LoadComparison], row: Int): List[Incident] =
    def each(found: List[LoadComparison])(incident: (LoadRanking, RowRank) => Incident) =
      for race <- tried if found.exists(_ eq race.load) yield incident(race, race.rows(row))
    List(
      each(one.failed)(failed),
      loads.flatMap(lostWhenKilled(_, one.contender)),
      loads.flatMap(lost(_, one.contender)),
      each(one.still)(still),
      one.slow.map(slow),
      one.left.flatMap((load, share) => each(List(load))((race, own) => left(race, own, share))),
      // It is no news that a higher rate was skipped after a lower one was not sustained.
      each(one.unheld.filter(_.entry(one.contender).exists(_.isMeasured)))(unheld)
    ).flatten

  def of(slow: Slow): Incident = this.slow(slow)

  private def flags(entry: RowResult): List[Doubt] = entry.flags.filter(_.makesUncertain)

  private def failed(race: LoadRanking, own: RowRank): Incident =
    Incident(race.load, "failed", flags(own.entry), own.entry.reason.fold("")(shortened))

  private def shortened(reason: String): String =
    if reason.length > ReasonLength then reason.take(ReasonLength) + " …" else reason

  private def lostWhenKilled(load: LoadComparison, row: Contender): Option[Incident] =
    val crashes = if load.kills then row.crashes(load.group, load.id) else Nil
    val (lost, confirmed) = (crashes.map(_.lostConfirmed).sum, crashes.map(_.confirmed).sum)
    Option.when(lost > 0):
      val what = s"lost ${Numbers.count(lost)} of ${Numbers.count(confirmed)} messages that it had confirmed"
      Incident(load, what, Nil, "when it was killed")

  private def lost(load: LoadComparison, row: Contender): Option[Incident] =
    for
      entry <- load.entry(row)
      losses = entry.faults.toList.filter(_._1.isLoss).sortBy(_._1.ordinal)
      if losses.nonEmpty
    yield
      val each = losses.map((fault, n) => Numbers.count(n) -> fault.title)
      val what = each.tail.map((n, title) => s"$n $title")
      Incident(load, (s"${each.head._1} messages ${each.head._2}" :: what).mkString(", "), flags(entry), "")

  private def still(race: LoadRanking, own: RowRank): Incident =
    val best = race.rows.find(_.factor.contains(1.0))
    val beside = best.fold("nor did any other row")(one => s"the best: ${number(race.load, one)} of ${label(one)}")
    Incident(race.load, "delivered nothing", flags(own.entry), beside)

  private def left(race: LoadRanking, own: RowRank, share: Double): Incident =
    val others = race.rows.filter(_ ne own).flatMap(_.entry.undelivered).sorted
    val beside = others.lift((others.size - 1) / 2).fold("")(median => s"the median row ${Numbers.inPercent(median)}")
    Incident(race.load, s"${Numbers.inPercent(share)} undelivered", flags(own.entry), beside)

  /** The number by which the load is judged, its factor to the best one, and the best one's number. */
  private def slow(one: Slow): Incident =
    val best = s"${number(one.load, one.best)} of ${label(one.best)}"
    val durability = one.best.entry.contender.durability
    val less = (one.promisesLess, one.peer) match
      case (false, _) => ""
      case (true, None) => s", which promises less: $durability"
      case (true, Some(peer)) =>
        val other = s"the best that promises no less: ${number(one.load, peer)} of ${label(peer)}"
        s", which promises less: $durability ($other)"
    val beside = s"${Sentences.times(one.factor)} behind the best, $best$less"
    Incident(one.load, number(one.load, one.own), flags(one.own.entry), beside)

  private def unheld(race: LoadRanking, own: RowRank): Incident =
    val holding = race.rows.count(_.state.held)
    val left =
      own.entry.undelivered.filter(_ > Standings.MostLeft).fold("")(share =>
        s"${Numbers.inPercent(share)} undelivered; "
      )
    val beside = s"$left${Counted(holding, "row")} held it"
    Incident(race.load, notHeld(race.load, own.entry), flags(own.entry), beside)

  /** The rate that it carried compared with the offered rate. If it carried most of that, the reason is its latency. */
  private def notHeld(load: LoadComparison, entry: RowResult): String =
    val due = entry.target.getOrElse(load.rung)
    val carried = load.carried(entry).getOrElse(0.0)
    val why = entry.hold.flatMap(_.because).map(shortened)
    if carried < Carried * due then s"${Numbers.si(carried)} of ${Numbers.short(due)} msg/s asked"
    else s"did not hold ${Numbers.short(due)} msg/s${why.fold("")(because => s": $because")}"

  /** From this share on, the rate itself was reached, as in a rate sweep. */
  private val Carried = 0.95

  private def label(one: RowRank): String = one.entry.contender.label

  private def number(load: LoadComparison, one: RowRank): String =
    one.number.fold("nothing"): number =>
      if load.criterion.more then s"${Numbers.si(number.value)} msg/s" else s"p99 ${Numbers.latency(number.value)}"
