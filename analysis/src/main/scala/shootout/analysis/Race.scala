package shootout.analysis

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

  /** The entrants of the next round; empty if all verdicts are decided or cannot be. All kinds of work together come
    * last, because the other divisions contain the same workloads.
    */
  def next(judgement: Judgement): List[Entrant] =
    val judged = judgement.of(Choice.everything)
    val (together, single) = judged.verdicts.filter(isRace).partition(_.division.family.isEmpty)
    val entrants = (if single.nonEmpty then single else together).flatMap(entrantsOf(_, judgement.loads))
    for (contender, same) <- entrants.groupBy(_.contender).toList.sortBy(_._1.index)
    yield Entrant(contender, same.flatMap(_.workloads).toSet)

  private def isRace(verdict: Verdict): Boolean = verdict.open.exists(canTell)

  /** Whether the two are far enough apart, or a tie is near enough, to be told in reasonable time. */
  private def canTell(rival: Rival): Boolean = rival.lead.starts < LeastStarts || rival.lead.more.isDefined

  private def entrantsOf(verdict: Verdict, loads: List[LoadComparison]): List[Entrant] =
    val counting = loads.filter(verdict.division.counts)
    // A rate is only tried if the lower ones were sustained.
    val sweeps = counting.filter(_.isRateSweep).map(_.rateSweep).toSet
    val wanted = loads.filter(load => counting.contains(load) || load.isRateSweep && sweeps(load.rateSweep))
    val runners = verdict.leader :: verdict.open.filter(canTell).take(Rivals).map(_.ranked)
    runners.map(row => Entrant(row.contender, wanted.map(_.id).toSet))
