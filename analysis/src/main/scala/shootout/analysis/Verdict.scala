package shootout.analysis

/** How certain it is that the first contender of a ranking wins, in rising order. */
enum Confidence:
  /** No winner can be named. */
  case None

  /** Several contenders share the first place. */
  case Tie
  case Low, Medium, High

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** The winner of a kind of work.
  *
  * @param family
  *   `None` for all work that can be compared across workloads
  * @param best
  *   the contenders that share the first place
  * @param next
  *   the first contender after them
  * @param leads
  *   the lead of each of the best over the next
  * @param workloads
  *   the highest number of workloads that counts for a ranked contender
  * @param why
  *   the reason for the confidence, and which other contenders have rank 1
  * @param besides
  *   for each contender that shares rank 1 but is not among the best: why it is not; `why` contains this, too
  * @param doubted
  *   those of them whose numbers are all uncertain
  * @param leftOut
  *   contenders that do not take part because they promise less
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
  /** The smallest lead of the best. */
  def lead: Option[Lead] = leads.minByOption(_.ratio.factor)

/** Names winners. A winner needs certain numbers, both to be ahead of others and to tie with them. */
object Verdict:
  /** Intervals are far apart if there is at least this factor between them. */
  private val Far = 1.5

  /** If a smaller share of the contenders is ranked, or of the workloads common to two of them, no winner is named. */
  private val Enough = 0.5

  /** All work, and each kind of work that has workloads. If two kinds have the same workloads, only one of them is
    * shown. Throughput gives way to the other one, which says more.
    */
  def families(races: List[LoadRanking]): List[Option[Family]] =
    def workloads(family: Family) = races.map(_.load).filter(_.families(family))
    val some = Family.values.toList.filter(workloads(_).nonEmpty)
    val (throughput, telling) = some.partition(_ == Family.Throughput)
    def tells(one: Family) = (telling ++ throughput).find(workloads(_) == workloads(one)).contains(one)
    None :: some.filter(tells).map(Some(_))

  /** The winners of all kinds of work in which a contender has a place. */
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

  /** Why a contender cannot win over all work, whatever its factor: it sustains few of the rates that others sustain. */
  private def unfit(races: List[LoadRanking], row: Int, family: Option[Family]): Option[String] =
    Option.when(family.isEmpty)(missed(races, row)).flatten.map((held, of) =>
      s"holds only $held of $of rates that others hold"
    )

  /** How many rates a contender sustains, and of how many, if it sustains fewer than half of those that others sustain.
    */
  private def missed(races: List[LoadRanking], row: Int): Option[(Int, Int)] =
    val asked = races.filter(race => race.load.isRateSweep && race.load.openLoop).map(_.rows(row).state)
    val (held, lost) = (asked.count(_.held), asked.count(state => state.tried || state.held))
    Option.when(2 * held < lost)((held, lost))

  /** In words, if the ranking has fewer than half of the contenders that tried, or if the first and the next one have
    * fewer than half of the workloads in common.
    */
  private def thin(all: List[Ranked], placed: List[Ranked], leads: List[Lead]): Option[String] =
    val trying =
      List(State.Measured, State.Failed, State.Left, State.Still, State.Beyond, State.Uncertain, State.TooFew)
    val taking = all.count(row => trying.exists(row.in(_) > 0))
    val most = (placed.head :: placed.find(!_.place.contains(1)).toList).map(_.workloads).min
    val fewest = leads.map(lead => lead.workloads + lead.ended).minOption
    if placed.size < Enough * taking then
      Some(s"too few numbers: only ${placed.size} of $taking rows have half of these loads")
    else
      fewest.filter(_ < Enough * most).map(n =>
        s"too few numbers: $n of $most loads are common to the winner and the runner-up"
      )

  /** The confidence comes from the same comparisons as the lead.
    *
    * @param first
    *   the number of contenders with rank 1
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

  /** If the best one shares the first place with contenders whose numbers are uncertain, it is not certain to be ahead.
    * `besides` says why the others are not named.
    */
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

  /** The winner with persistent messages among the contenders that sync confirmed messages to disk. `None` if the
    * winners already do, or if no contender does.
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
