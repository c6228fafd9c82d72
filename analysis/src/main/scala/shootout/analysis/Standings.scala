package shootout.analysis

import shootout.result.Status

/** What became of a row in a workload. */
enum State(val name: String):
  case Measured extends State("measured")

  /** It was measured, and delivered nothing. */
  case Still extends State("still")
  case Failed extends State("failed")

  /** A rate that it did not hold. */
  case Beyond extends State("beyond")
  case Unsupported extends State("unsupported")

  /** For another programming interface. */
  case Foreign extends State("foreign")
  case Absent extends State("absent")

  /** Left out, for its number is uncertain. */
  case Uncertain extends State("uncertain")

  /** Left out of what is about storing, for the broker did not store. */
  case Unexercised extends State("unexercised")

  /** Measured, of too few messages to know the p99 that it would be judged by: left out. */
  case TooFew extends State("too_few")

  /** The load ran as it was to run. */
  def held: Boolean = this == Measured || this == TooFew

  def tried: Boolean = this match
    case Measured | Still | Failed | Beyond => true
    case _ => false

/** @param factor
  *   how many times worse than the best row of the workload; `None` without a number, or where nobody else tried, as that is no race
  */
case class RowRank(entry: RowResult, state: State, number: Option[Number], factor: Option[Double])

/** A workload with what each row made of it, in the order of the rows. */
case class LoadRanking(load: LoadComparison, rows: Vector[RowRank])

/** What counts. */
case class Choice(certainOnly: Boolean, commonOnly: Boolean)

object Choice:
  val all: List[Choice] =
    for certain <- List(false, true); common <- List(false, true) yield Choice(certain, common)
  val everything: Choice = Choice(certainOnly = false, commonOnly = false)

object Standings:
  /** Flags of what kept a row from holding a rate that are not about the row. */
  val NotTheBroker: Set[Flag] = Set(Flag.GeneratorBound, Flag.Busy)

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

  /** Not to hold a rate is no uncertain number, unless it was the generator or a busy machine that could not: at this rate, or at the
    * lower one that ended the rate sweep.
    */
  private def state(load: LoadComparison, entry: RowResult, number: Option[Number], certainOnly: Boolean): State =
    if entry.hold.exists(!_.held) && !entry.status.contains(Status.Failed) then
      val flags = entry.flags ++ entry.hold.toList.flatMap(_.ended)
      if certainOnly && flags.flatMap(_.flag).exists(NotTheBroker) then State.Uncertain else State.Beyond
    else
      entry.status match
        case Some(Status.Measured) if number.isEmpty => if load.tooFew(entry) then State.TooFew else State.Still
        case Some(Status.Measured) => if certainOnly && entry.uncertain then State.Uncertain else State.Measured
        case Some(Status.Failed) => State.Failed
        case Some(Status.Unsupported) => State.Unsupported
        case None if entry.foreign => State.Foreign
        case Some(Status.Skipped) | None => State.Absent

  /** The same among the rows that had to store what they were sent. */
  def storing(race: LoadRanking): LoadRanking =
    val (load, all) = (race.load, race.rows)
    def out(one: RowRank) = one.state == State.Measured && one.entry.unexercised(load)
    if !all.exists(out) then race
    else
      LoadRanking(
        load,
        withFactors(load, all.map(one => if out(one) then one.copy(state = State.Unexercised) else one))
      )

  /** All workloads that could be a race. */
  def attempts(loads: List[LoadComparison], rows: Vector[Contender], certainOnly: Boolean): List[LoadRanking] =
    loads.filter(_.families.nonEmpty).map(load => LoadRanking(load, of(load, rows, certainOnly)))

  /** Those of the workloads that somebody got through; of a rate sweep, those that at least two rows held. With `commonOnly` those that every
    * row measured; rows without a single number have no say in that.
    */
  def races(loads: List[LoadComparison], rows: Vector[Contender], choice: Choice): List[LoadRanking] =
    val all = attempts(loads, rows, choice.certainOnly)
    def measured(race: LoadRanking, i: Int) = race.rows(i).state == State.Measured
    val voting = rows.indices.filter(i => all.exists(measured(_, i)))
    all.filter: race =>
      val least = if race.load.isRateSweep then math.min(2, rows.size) else 1
      rows.indices.count(measured(race, _)) >= least && (!choice.commonOnly || voting.forall(measured(race, _)))
