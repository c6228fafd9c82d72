package shootout.analysis

/** How sure it is that the first row of a ranking wins, from nothing to sure. */
enum Confidence:
  /** No winner can be named. */
  case None

  /** Rows share the first place. */
  case Tie
  case Low, Medium, High

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** Who wins a kind of work.
  *
  * @param family
  *   `None` for all that can be compared across workloads
  * @param best
  *   the rows that share the first place
  * @param next
  *   the first row after them
  * @param leads
  *   how far each of the best is before the next
  * @param workloads
  *   the most that a ranked row could have had
  * @param why
  *   the confidence in words, and who else has rank 1
  * @param besides
  *   of each row that shares rank 1 with the best and is not among them, why not; `why` has that, too
  * @param doubted
  *   those of these rows of which every number is uncertain
  * @param leftOut
  *   rows that do not take part, for they promise less
  */
case class Winner(
    family: Option[Family],
    best: List[Ranked],
    next: Option[Ranked],
    leads: List[Lead],
    workloads: Int,
    confidence: Confidence,
    why: String,
    besides: List[String] = Nil,
    doubted: List[Ranked] = Nil,
    leftOut: List[Contender] = Nil
):
  /** How far ahead all of the best are: the lead of the one that is least ahead. */
  def lead: Option[Lead] = leads.minByOption(_.ratio.factor)

/** A winner needs certain numbers: neither before others, nor among rows that tie. */
object Verdict:
  /** Intervals with such a factor between them lie far apart. */
  private val Far = 1.5

  /** With fewer of the rows, or of the workloads of two rows, nobody can be said to win. */
  private val Enough = 0.5

  /** All workloads, and each family that has some. What two families have in common to the last workload is told once: of throughput by the other one,
    * which says more.
    */
  def families(races: List[LoadRanking]): List[Option[Family]] =
    def workloads(family: Family) = races.map(_.load).filter(_.families(family))
    val some = Family.values.toList.filter(workloads(_).nonEmpty)
    val (throughput, telling) = some.partition(_ == Family.Throughput)
    def tells(one: Family) = (telling ++ throughput).find(workloads(_) == workloads(one)).contains(one)
    None :: some.filter(tells).map(Some(_))

  /** For each family in which somebody has a place. */
  def winners(races: List[LoadRanking], rows: Vector[Contender]): List[Winner] =
    families(races).flatMap(winner(races, rows, _))

  def winner(races: List[LoadRanking], rows: Vector[Contender], family: Option[Family]): Option[Winner] =
    val ranked = Ranking.of(races, rows, family)
    val placed = ranked.filter(_.place.isDefined)
    val (first, others) = placed.partition(_.place.contains(1))
    def unfit(row: Ranked) = Verdict.unfit(races, rows.indexOf(row.contender), family)
    val able = first.filter(unfit(_).isEmpty)
    val doubted = if able.forall(_.doubtful) then Nil else able.filter(_.doubtful)
    val best = if able.isEmpty then first else able.filterNot(doubted.contains)
    Option.when(best.nonEmpty):
      val next = others.headOption
      val leads =
        best.flatMap(row => next.flatMap(n => Ranking.between(races, rows, family, row.contender, n.contender)))
      val unable = Option.when(able.isEmpty)(unfit(first.head)).flatten
      val besides =
        for row <- first if !best.contains(row); why <- unfit(row).orElse(Some(Sentences.doubtful(row)))
        yield s"${row.contender.label} shares rank 1, but $why"
      val (confidence, why) = unable
        .map(why => s"${first.head.contender.label} has the best factor, but $why")
        .orElse(thin(ranked, placed, leads))
        .fold(beside(doubted, best, next, confident(best, first.size, next, leads)))(Confidence.None -> _)
      val all = (why :: besides).filter(_.nonEmpty).mkString("; ")
      Winner(family, best, next, leads, placed.map(_.workloads).max, confidence, all, besides, doubted)

  /** Why a row wins nothing, whatever its factor: over all, it holds few of the rates that others hold; or in most of the workloads much of
    * what was sent had not come.
    */
  private def unfit(races: List[LoadRanking], row: Int, family: Option[Family]): Option[String] =
    val own = races.filter(race => family.forall(race.load.families) && race.rows(row).state.tried)
    val left = own.flatMap(Failures.left(_, row))
    val few = Option.when(family.isEmpty)(missed(races, row)).flatten
    few.map((held, of) => s"holds only $held of $of rates that others hold")
      .orElse(Option.when(left.nonEmpty && left.size > Enough * own.size)(
        s"left up to ${math.round(100 * left.max)} % of what was sent undelivered"
      ))

  /** How many rates a row holds, and of how many, if that is not most of those that others hold: it wins nothing over all. */
  private def missed(races: List[LoadRanking], row: Int): Option[(Int, Int)] =
    val asked = races.filter(race => race.load.isRateSweep && race.load.openLoop).map(_.rows(row).state)
    val (held, lost) = (asked.count(_.held), asked.count(state => state.tried || state.held))
    Option.when(2 * held < lost)((held, lost))

  /** In words, if fewer than half of the rows that were tried are ranked, or of the workloads common to the first and the next. */
  private def thin(all: List[Ranked], placed: List[Ranked], leads: List[Lead]): Option[String] =
    val trying = List(State.Measured, State.Failed, State.Still, State.Beyond, State.Uncertain, State.TooFew)
    val taking = all.count(row => trying.exists(row.in(_) > 0))
    val most = (placed.head :: placed.find(!_.place.contains(1)).toList).map(_.workloads).min
    val fewest = leads.map(lead => lead.workloads + lead.ended).minOption
    if placed.size < Enough * taking then
      Some(s"too few numbers: only ${placed.size} of $taking rows have half of these loads")
    else
      fewest.filter(_ < Enough * most).map(n =>
        s"too few numbers: $n of $most loads are common to the winner and the runner-up"
      )

  /** From the same comparisons that the lead comes from.
    *
    * @param first
    *   how many rows have rank 1
    */
  private def confident(
      best: List[Ranked],
      first: Int,
      next: Option[Ranked],
      leads: List[Lead]
  ): (Confidence, String) =
    val (uncertain, of) =
      if leads.isEmpty then (best.map(_.uncertain).sum, best.map(_.measured).sum)
      else (leads.map(_.uncertain).sum, leads.map(_.workloads).sum)
    if next.isEmpty && best.sizeIs == 1 then
      Confidence.None -> (if first == 1 then "nothing to compare with" else "no other row holds most of the rates")
    else if uncertain == of then Confidence.None -> Sentences.undecided(best, next, leads)
    else
      val (confidence, why) = byIntervals(best, first, next, leads)
      if uncertain > Enough * of && confidence.ordinal > Confidence.Low.ordinal then
        Confidence.Low -> s"$uncertain of the $of comparisons that decide it are uncertain"
      else (confidence, why)

  /** Who shares the first place with rows whose numbers are uncertain is not sure to be ahead: of these it is said why they are not named. */
  private def beside(
      doubted: List[Ranked],
      best: List[Ranked],
      next: Option[Ranked],
      found: (Confidence, String)
  ): (Confidence, String) =
    if doubted.isEmpty || best.sizeIs > 1 then found
    else if next.isEmpty then Confidence.None -> ""
    else if found._1.ordinal > Confidence.Low.ordinal then Confidence.Low -> ""
    else found

  private def byIntervals(
      best: List[Ranked],
      first: Int,
      next: Option[Ranked],
      leads: List[Lead]
  ): (Confidence, String) =
    val least = leads.map(_.ratio.low).minOption.getOrElse(Double.PositiveInfinity)
    val far = least > Far
    next match
      case None => Confidence.Tie -> "the intervals of all overlap"
      case _ if best.sizeIs > 1 =>
        Confidence.Tie -> s"the intervals of $first rows overlap${
            if far then "; the runner-up is far behind" else ""
          }"
      case Some(_) if !(least > 1) => Confidence.Low -> "ahead over all loads, but not over those that both measured"
      case Some(row) if best.head.guess || row.guess =>
        if far then Confidence.Medium -> "far ahead, but measured once"
        else Confidence.Low -> "measured once"
      case _ if far => Confidence.High -> "95 % intervals lie far apart"
      case _ => Confidence.High -> "95 % intervals lie apart"

  /** Who wins with persistent messages among the rows that confirm what is on a disk, where rows that promise less are ahead of
    * them; `None` where that needs no saying.
    */
  def synced(
      winners: List[Winner],
      loads: List[LoadComparison],
      rows: Vector[Contender],
      choice: Choice
  ): Option[Winner] =
    val (keeping, others) = rows.partition(_.synced)
    for
      winner <- winners.find(_.family.contains(Family.Persistent))
      if keeping.nonEmpty && (winner.best ++ winner.doubted).exists(!_.contender.synced)
      best <- this.winner(Standings.races(loads, keeping, choice), keeping, Some(Family.Persistent))
    yield best.copy(leftOut = others.toList)
