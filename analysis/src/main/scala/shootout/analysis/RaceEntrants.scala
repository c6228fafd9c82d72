package shootout.analysis

/** What to measure again, from a new start of the broker, so that verdicts are decided: the leaders of undecided
  * divisions and their closest rivals. Contenders that are certainly behind are not measured again.
  *
  * Racing, in the sense of Maron and Moore, Hoeffding races, NIPS 6, 1993. The intervals of [[StartInterval]] allow to
  * look after every start.
  */
object RaceEntrants:
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
