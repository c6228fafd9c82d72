package shootout.report.judge

import shootout.analysis.*
import shootout.report.orJsonNull

/** Every two contenders of a machine against each other, as data for the page, which computes no mean of its own. */
object PairsJson:
  /** The kinds of work that two contenders are compared by: loads at full speed, and the p99 at equal rates. */
  private val Kinds = List(Division(None), Division(Some(Family.Latency)))

  /** There may be a hundred thousand factors, so each is a whole number: its logarithm times this. */
  private val Scale = 10000

  /** Logarithms beyond this are as good as infinite. */
  private val Most = 100.0

  /** Each pair has its two `files`. Factors say how many times as good the first contender is. `all` and `certain` have
    * a list for each kind of work: factor, half of its interval, number of loads, whether the interval is a guess (1),
    * which of the two is certainly better (1: the first, -1: the second, 0: neither), and the factor of the messages
    * per CPU time. It is null if no load has numbers of both. `loads` has factor and half of each load by its index in
    * `StandingsJson`, or null.
    *
    * @param all
    *   the judgement of all contenders
    * @param machines
    *   one for each machine
    */
  def of(all: Judgement, machines: List[Judgement]): ujson.Arr =
    val order = all.loads.map(keyOf)
    ujson.Arr.from(machines.flatMap: machine =>
      val races = List(false, true).map: certainOnly =>
        Standings.races(machine.loads, machine.rows, Choice(certainOnly, commonOnly = false))
      machine.rows.indices.toList.combinations(2).map: pair =>
        val both = Both(machine.rows, pair.head, pair.last)
        val byLoad = both.comparable(races.head).map(race => keyOf(race.load) -> both.factor(race)).toMap
        ujson.Obj(
          "files" -> pair.map(machine.rows(_).file),
          "all" -> Kinds.map(both.mean(both.comparable(races.head), _)),
          "certain" -> Kinds.map(both.mean(both.comparable(races.last), _)),
          "loads" -> order.map(byLoad.getOrElse(_, ujson.Null))
        ))

  private def keyOf(load: LoadComparison): (String, String) = (load.group, load.id)

  /** Two contenders by their indices among the rows of a machine. */
  private class Both(rows: Vector[Contender], first: Int, second: Int):
    /** Without the races in which only one of them stored its messages. */
    def comparable(races: List[LoadRanking]): List[LoadRanking] =
      races.filter(race => isEarly(race, first) == isEarly(race, second))

    private def isEarly(race: LoadRanking, row: Int): Boolean =
      race.rows(row).entry.isMeasured && race.rows(row).entry.unexercised(race.load)

    def factor(race: LoadRanking): ujson.Value =
      val known = Kinds.flatMap(lead(List(race), _)).headOption
      known.fold(ujson.Null)(one => ujson.Arr(whole(math.log(one.ratio.factor)), whole(one.ratio.half)))

    def mean(races: List[LoadRanking], kind: Division): ujson.Value =
      lead(races, kind).fold(ujson.Null): one =>
        val reversed = one.copy(ratio = one.ratio.inverse, failed = -one.failed)
        ujson.Arr(
          whole(math.log(one.ratio.factor)),
          whole(one.ratio.half),
          one.workloads,
          if one.starts == 1 then 1 else 0,
          if one.isAhead then 1 else if reversed.isAhead then -1 else 0,
          cpu(races.filter(race => kind.counts(race.load))).map(whole).orJsonNull
        )

    private def lead(races: List[LoadRanking], kind: Division): Option[Lead] =
      Ranking.between(races, rows, kind, rows(first), rows(second))

    /** The logarithm of how many times as many messages the first one processes with the same CPU time. */
    private def cpu(races: List[LoadRanking]): Option[Double] =
      def of(one: RowRank) = one.entry.cpuUs.filter(us => us > 0 && one.state == State.Measured)
      val known = for race <- races; a <- of(race.rows(first)); b <- of(race.rows(second)) yield math.log(b / a)
      Option.when(known.nonEmpty)(known.sum / known.size)

  private def whole(logarithm: Double): ujson.Num = ujson.Num(math.rint(Scale * logarithm.max(-Most).min(Most)))
