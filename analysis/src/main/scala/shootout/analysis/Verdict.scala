package shootout.analysis

/** Who is best. */
enum Outcome:
  /** The leader is certainly better than every rival. */
  case Ahead

  /** It certainly differs little from some rivals, and is better than the others. */
  case Tie

  /** More starts may tell. */
  case Undecided

  /** No other contender has a place. */
  case Alone

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** A contender with the leader's lead over it. */
case class Rival(ranked: Ranked, lead: Lead)

/** The answer to the question who is best in a division. A start of a broker is the independent repetition. */
case class Verdict(
    division: Division,
    /** the best by its factor */
    leader: Ranked,
    /** the rivals that tie with it */
    tied: List[Rival],
    /** the rivals that may be as good or better, the closest first */
    open: List[Rival],
    /** the first rival that is certainly behind */
    next: Option[Rival],
    /** contenders that are ahead of the leader, but cannot win, each with the reason */
    apart: List[(Rival, String)],
    /** the highest number of workloads that counts for a contender */
    workloads: Int
):
  val outcome: Outcome =
    if open.nonEmpty then Outcome.Undecided
    else if tied.nonEmpty then Outcome.Tie
    else if next.isEmpty then Outcome.Alone
    else Outcome.Ahead

  /** The rival that decides. */
  def closest: Option[Rival] = open.headOption.orElse(tied.headOption).orElse(next)

object Verdict:
  /** The contenders of a division, and its workloads. */
  def of(races: List[LoadRanking], rows: Vector[Contender], division: Division): Option[Verdict] =
    val placed = Ranking.of(races, rows, division).filter(_.place.isDefined)
    def excluded(row: Ranked) =
      division.whyExcluded(row.contender).orElse(unfit(races, rows.indexOf(row.contender), division))
    val able = placed.filter(excluded(_).isEmpty)
    val competing = if able.isEmpty then placed else able
    for leader <- competing.headOption yield
      def rival(row: Ranked) =
        Ranking.between(races, rows, division, leader.contender, row.contender).map(Rival(row, _))
      val rivals = competing.tail.flatMap(rival).sortBy(_.lead.ratio.factor)
      val (behind, near) = rivals.partition(_.lead.isAhead)
      val (tied, open) = near.partition(_.lead.tie.isDefined)
      val apart =
        for
          row <- placed if !competing.contains(row); why <- excluded(row); one <- rival(row)
          if one.lead.ratio.factor < 1
        yield one -> why
      Verdict(division, leader, tied, open, behind.headOption, apart, placed.map(_.workloads).max)

  /** Why a contender cannot win over all work, whatever its factor: it sustains fewer than half of the
    * rates that others sustain.
    */
  private def unfit(races: List[LoadRanking], row: Int, division: Division): Option[String] =
    val asked = races.filter(race => race.load.isRateSweep && race.load.openLoop).map(_.rows(row).state)
    val (held, of) = (asked.count(_.held), asked.count(state => state.tried || state.held))
    Option.when(division.family.isEmpty && 2 * held < of)(s"holds only $held of $of rates that others hold")

/** What to measure again, from a new start of the broker, so that verdicts are decided: the leaders of undecided
  * divisions and their closest rivals. Contenders that are certainly behind are not measured again.
  *
  * Racing, in the sense of Maron and Moore, Hoeffding races, NIPS 6, 1993. The intervals of [[StartInterval]] allow to
  * look after every start.
  */
object Race:
  /** @param workloads
    *   the ids of the workloads that it should measure again
    */
  final case class Entrant(contender: Contender, workloads: Set[String])

  /** With more rivals in each round, the closest ones would get too few starts. */
  private val Rivals = 2

  /** Fewer starts do not tell how much the contenders differ between starts. */
  private val LeastStarts = 3

  /** The entrants of each undecided verdict, those first that are soonest decided. Empty if all are decided, or cannot
    * be. All kinds of work together come last, because the other divisions contain the same workloads.
    */
  def undecided(judgement: Judgement): List[List[Entrant]] =
    val racing = judgement.of(Choice.everything).verdicts.filter(_.open.exists(canTell))
    val (together, single) = racing.partition(_.division.family.isEmpty)
    for verdict <- (if single.nonEmpty then single else together).sortBy(starts)
    yield entrants(verdict, judgement.loads)

  /** How many starts it takes, if the first numbers are right. */
  private def starts(verdict: Verdict): Int =
    verdict.open.filter(canTell).flatMap(_.lead.more).maxOption.getOrElse(Lead.MostStarts)

  /** Whether the two are far enough apart, or a tie is near enough, to be told in reasonable time. */
  private def canTell(rival: Rival): Boolean = rival.lead.starts < LeastStarts || rival.lead.more.isDefined

  private def entrants(verdict: Verdict, loads: List[LoadComparison]): List[Entrant] =
    val counting = loads.filter(verdict.division.counts)
    // A rate is only tried if the lower ones were sustained.
    val sweeps = counting.filter(_.isRateSweep).map(_.rateSweep).toSet
    val wanted = loads.filter(load => counting.contains(load) || load.isRateSweep && sweeps(load.rateSweep))
    val runners = verdict.leader :: verdict.open.filter(canTell).take(Rivals).map(_.ranked)
    runners.map(row => Entrant(row.contender, wanted.map(_.id).toSet))
