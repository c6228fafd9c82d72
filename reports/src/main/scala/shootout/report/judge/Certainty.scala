package shootout.report.judge

/** How many of the numbers are uncertain, and why.
  *
  * @param letters
  *   marks that make numbers uncertain, and how often; most often first
  * @param guesses
  *   numbers whose intervals are guesses, as they rest on one repetition
  */
case class Certainty(numbers: Int, uncertain: Int, letters: List[(Doubt, Int)], guesses: Int)

object Certainty:
  /** Marks of a whole run, which make no number uncertain. */
  private val WholeRun = Set("single", "shared")

  def of(races: List[Race]): Certainty =
    val numbers = races.flatMap(_.standings).filter: one =>
      (one.state == State.Measured || one.state == State.Uncertain) && one.entry.hold.forall(_.held)
    val uncertain = numbers.filter(_.entry.uncertain)
    val marks = uncertain.flatMap(_.entry.marks).filterNot(doubt => WholeRun(doubt.mark))
    val letters = marks.groupBy(_.letter).values.map(same => same.head -> same.size).toList
    Certainty(
      numbers.size,
      uncertain.size,
      letters.sortBy((doubt, times) => (-times, doubt.letter)),
      numbers.count(_.number.exists(_.guess))
    )
