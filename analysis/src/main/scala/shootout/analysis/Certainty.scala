package shootout.analysis

/** How many of the numbers are uncertain, and why.
  *
  * @param letters
  *   marks that make numbers uncertain, and how often; most often first
  * @param worst
  *   the load with the most uncertain numbers, and how many, if these are at least three, and a third of all uncertain ones
  * @param guesses
  *   numbers whose intervals are guesses, as they rest on one repetition
  * @param notHeld
  *   measured rates that were not held, and so are no numbers
  * @param still
  *   measured, and nothing was delivered
  * @param few
  *   measured, of too few messages to know their p99
  * @param alone
  *   measured in cells that compare nothing, say as nobody else holds the rate
  */
case class Certainty(
    numbers: Int,
    uncertain: Int,
    letters: List[(Doubt, Int)],
    worst: Option[(LoadComparison, Int)],
    guesses: Int,
    notHeld: Int,
    still: Int,
    few: Int,
    alone: Int
)

object Certainty:
  def of(races: List[LoadRanking], loads: List[LoadComparison], rows: Vector[Contender]): Certainty =
    def isNumber(one: RowRank): Boolean =
      (one.state == State.Measured || one.state == State.Uncertain) && one.entry.hold.forall(_.held)
    val numbers = races.flatMap(_.rows).filter(isNumber)
    val uncertain = numbers.filter(_.entry.uncertain)
    val byLoad = races.map(race => race.load -> race.rows.filter(isNumber).count(_.entry.uncertain))
    val marks = uncertain.flatMap(_.entry.marks).filter(_.makesUncertain)
    val letters = marks.groupBy(_.letter).values.map(same => same.head -> same.size).toList
    val measured =
      for load <- loads; entry <- rows.flatMap(load.entry) if entry.isMeasured yield load -> entry
    val (held, notHeld) = measured.partition((_, entry) => entry.hold.forall(_.held))
    val few = held.count((load, entry) => load.tooFew(entry))
    val still = held.count((load, entry) => load.number(entry).isEmpty) - few
    Certainty(
      numbers.size,
      uncertain.size,
      letters.sortBy((doubt, times) => (-times, doubt.letter)),
      byLoad.maxByOption(_._2).filter((_, times) => times >= 3 && 3 * times >= uncertain.size),
      numbers.count(_.number.exists(_.guess)),
      notHeld.size,
      still,
      few,
      held.size - still - few - numbers.size
    )
