package shootout.analysis

/** A cell in which a row is far slower than the median row.
  *
  * @param own
  *   what the row made of it, with its factor
  * @param best
  *   the best row of the cell, to which that factor is: of those that stored what they were to store
  * @param peer
  *   where the best promises less than the row does, the best of the others that promise as much, or more
  */
case class Slow(load: LoadComparison, own: RowRank, best: RowRank, peer: Option[RowRank]):
  def factor: Double = own.factor.getOrElse(1)

  /** The messages are to be stored, and the best promises less than the row does. */
  def promisesLess: Boolean =
    load.stored && !best.entry.contender.promisesAsMuchAs(own.entry.contender)

/** What went wrong in a row.
  *
  * @param slow
  *   cells in which it is far slower than the median row; slowest first
  * @param left
  *   cells in which many deliveries had not come when the wait for them ended, and their share; most first
  * @param unheld
  *   rates that it did not hold, and others did, if these are more than half of those, or else those at which less than half was delivered;
  *   lowest first
  * @param lost
  *   messages lost, corrupted or misrouted, in all cells
  * @param lostWhenKilled
  *   confirmed messages that were gone after the broker was killed
  * @param incidents
  *   all that cell by cell, worst first
  */
case class Failures(
    contender: Contender,
    failed: List[LoadComparison],
    still: List[LoadComparison],
    slow: List[Slow],
    left: List[(LoadComparison, Double)],
    unheld: List[LoadComparison],
    lost: Long,
    lostWhenKilled: Long,
    incidents: List[Incident] = Nil
):
  private def isAny: Boolean =
    failed.nonEmpty || still.nonEmpty || slow.nonEmpty || left.nonEmpty || unheld.nonEmpty || lost + lostWhenKilled > 0

object Failures:
  /** A cell in which a row is so many times slower than the median row is an outlier. */
  val Outlier = 10.0

  /** Of the deliveries that were owed: so many that did not come are told. */
  val Left = 0.1

  /** Worst first.
    *
    * @param tried
    *   also the cells that nobody got through
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
        yield slowIn(race, i)
      val left = for race <- tried; share <- Failures.left(race, i) yield race.load -> share
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
      (-one.failed.size, -one.lost - one.lostWhenKilled, -one.still.size, -one.slow.headOption.fold(0.0)(_.factor))

  private val Sunk = 0.5

  private def slowIn(race: LoadRanking, row: Int): Slow =
    def number(one: RowRank) = one.factor.getOrElse(Double.PositiveInfinity)
    val (own, best) = (race.rows(row), race.rows.minBy(number))
    val slow = Slow(race.load, own, best, None)
    val peers = race.rows.filter: one =>
      (one ne own) && one.factor.isDefined && one.entry.contender.promisesAsMuchAs(own.entry.contender)
    if slow.promisesLess then slow.copy(peer = peers.minByOption(number)) else slow

  /** The share of its deliveries that a row left undelivered, if that is much and not on purpose. */
  def left(race: LoadRanking, row: Int): Option[Double] =
    val standing = race.rows(row)
    standing.entry.undelivered.filter(_ > Left && standing.state != State.Still && deliversAll(race.load))

  private def unheld(tried: List[LoadRanking], row: Int): List[LoadComparison] =
    val held = tried.filter: race =>
      val state = race.rows(row).state
      race.load.climbs && race.load.openLoop && (state.tried || state.held) && race.rows.exists(_.state.held)
    val missed = held.filter(_.rows(row).state == State.Beyond)
    val told = if 2 * missed.size > held.size then missed else missed.filter(sank(_, row))
    told.map(_.load).sortBy(_.rung)

  /** It delivered less than half of what it took. */
  private def sank(race: LoadRanking, row: Int): Boolean = race.rows(row).entry.undelivered.exists(_ > Sunk)

  /** Elsewhere something is left on purpose, or told in other words: consumers that think, a rate beyond what a row holds, receivers that fall
    * behind, a killed broker.
    */
  private def deliversAll(load: LoadComparison): Boolean =
    !load.thinks && !load.climbs && !load.batched && !load.kills

  private def median(factors: Seq[Double]): Option[Double] = factors.sorted.lift((factors.size - 1) / 2)
