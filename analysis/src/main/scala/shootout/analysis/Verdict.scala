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
