package shootout.analysis

import shootout.result.Status

/** The outcome of a workload for a contender. */
enum State(val name: String):
  case Measured extends State("measured")

  /** It was measured but delivered nothing. */
  case Still extends State("still")
  case Failed extends State("failed")

  /** It was measured but lost or left behind too many of the messages, so it has failed. */
  case Left extends State("left")

  /** It did not sustain the rate. */
  case Beyond extends State("beyond")
  case Unsupported extends State("unsupported")

  /** The workload is for another programming interface. */
  case Foreign extends State("foreign")
  case Absent extends State("absent")

  /** It is left out because its number is uncertain. */
  case Uncertain extends State("uncertain")

  /** It is left out of verdicts on storing because the broker did not store the messages. */
  case Unexercised extends State("unexercised")

  /** It was measured, but with too few messages for the p99 by which it would be judged. It is left out. */
  case TooFew extends State("too_few")

  /** Whether the load ran as it should. */
  def held: Boolean = this == Measured || this == TooFew

  def tried: Boolean = this == Measured || lost

  /** Whether the contender was tried and has no number because it failed. */
  def lost: Boolean = this match
    case Still | Failed | Left | Beyond => true
    case _ => false

/** @param factor
  *   how many times worse than the best of the workload; `None` without a number, or if no other contender tried,
  *   because then there is nothing to compare
  */
case class RowRank(entry: RowResult, state: State, number: Option[Number], factor: Option[Double])

/** A workload and its outcome for each contender, in the order of the contenders. */
case class LoadRanking(load: LoadComparison, rows: Vector[RowRank]):
  /** Whether its number counts although the contender did not store what it promises to. */
  def isUnstored(row: RowRank): Boolean = row.state == State.Measured && row.entry.unexercised(load)

/** The numbers that count. */
case class Choice(certainOnly: Boolean, commonOnly: Boolean)

object Choice:
  val all: List[Choice] =
    for certain <- List(false, true); common <- List(false, true) yield Choice(certain, common)
  val everything: Choice = Choice(certainOnly = false, commonOnly = false)

object Standings:
  /** Flags which show that something other than the contender may have kept it from sustaining a rate. */
  val NotTheBroker: Set[Flag] = Set(Flag.GeneratorBound, Flag.Busy)

  /** A contender that did not deliver more than this share of the messages has failed the workload. */
  val MostLeft = 0.1

  def of(load: LoadComparison, rows: Vector[Contender], certainOnly: Boolean): Vector[RowRank] =
    val all = rows.flatMap(load.entry).map: entry =>
      val number = if entry.isMeasured then load.number(entry) else None
      RowRank(entry, state(load, entry, number, certainOnly), number, None)
    withFactors(load, all)

  private def withFactors(load: LoadComparison, all: Vector[RowRank]): Vector[RowRank] =
    val good = all.filter(_.state == State.Measured).flatMap(_.number).map(_.value)
    val race = all.count(_.state.tried) >= math.min(2, all.size)
    val best = if load.criterion.more then good.maxOption else good.minOption
    all.map: one =>
      val factor =
        for
          number <- one.number
          first <- best
          if one.state == State.Measured && race
        yield if load.criterion.more then first / number.value else number.value / first
      one.copy(factor = factor)

  /** A rate that was not sustained is a certain result, unless the generator or a busy machine may be the reason. Their
    * flags count at this rate and at the lower rate that ended the sweep.
    */
  private def state(load: LoadComparison, entry: RowResult, number: Option[Number], certainOnly: Boolean): State =
    if entry.hold.exists(!_.held) && !entry.status.contains(Status.Failed) then
      val flags = entry.flags ++ entry.hold.toList.flatMap(_.ended)
      if certainOnly && flags.flatMap(_.flag).exists(NotTheBroker) then State.Uncertain else State.Beyond
    else
      entry.status match
        case Some(Status.Measured) if number.isEmpty => if load.tooFew(entry) then State.TooFew else State.Still
        case Some(Status.Measured) if load.left(entry) => State.Left
        case Some(Status.Measured) => if certainOnly && entry.uncertain then State.Uncertain else State.Measured
        case Some(Status.Failed) => State.Failed
        case Some(Status.Unsupported) => State.Unsupported
        case None if entry.foreign => State.Foreign
        case Some(Status.Skipped) | None => State.Absent

  /** The same workload, but without the contenders that did not store what they should have stored. */
  def storing(race: LoadRanking): LoadRanking =
    if !race.rows.exists(race.isUnstored) then race
    else
      val rows = race.rows.map(one => if race.isUnstored(one) then one.copy(state = State.Unexercised) else one)
      race.copy(rows = withFactors(race.load, rows))

  /** All workloads that can be compared. */
  def attempts(loads: List[LoadComparison], rows: Vector[Contender], certainOnly: Boolean): List[LoadRanking] =
    loads.filter(_.families.nonEmpty).map(load => LoadRanking(load, of(load, rows, certainOnly)))

  /** The workloads that at least one contender completed, and the rates of rate sweeps that at least two sustained.
    * With `commonOnly`, only those that all contenders measured, except contenders without a single number.
    */
  def races(loads: List[LoadComparison], rows: Vector[Contender], choice: Choice): List[LoadRanking] =
    val all = attempts(loads, rows, choice.certainOnly)
    def measured(race: LoadRanking, i: Int) = race.rows(i).state == State.Measured
    val voting = rows.indices.filter(i => all.exists(measured(_, i)))
    all.filter: race =>
      val least = if race.load.isRateSweep then math.min(2, rows.size) else 1
      rows.indices.count(measured(race, _)) >= least && (!choice.commonOnly || voting.forall(measured(race, _)))
