package shootout.analysis

/** What the results say, under one choice of the numbers that count. */
case class Judged(
    choice: Choice,
    races: List[LoadRanking],
    /** the ranking of each division */
    tables: List[(Division, List[Ranked])],
    /** of the divisions in which a contender has a place */
    verdicts: List[Verdict],
    failures: List[Failures],
    certainty: Certainty,
    /** loads of batches, if there are any */
    batches: List[Batches]
):
  /** How many contenders could be compared. */
  def rows: Int = tables.headOption.fold(0)(_._2.size)

  /** Contenders that are left out of the verdict on persistent loads, because they did not store what they promise to.
    */
  def unexercised: List[Ranked] =
    tables.filter(_._1.family.contains(Family.Persistent)).flatMap(_._2).filter(_.unexercised.isDefined)

  /** Under how many loads a contender delivered messages before it stored what it promises to. */
  def late(row: Contender): Int =
    races.count(race => race.rows.exists(one => one.entry.contender.eq(row) && race.isUnstored(one)))

  /** Contenders that did not store what they promise to, but whose numbers count in verdicts on other kinds of work. */
  def early: List[(Contender, List[(Family, Int)])] =
    val counted =
      for (division, ranked) <- tables; family <- division.family.toList; one <- ranked if one.early > 0
      yield one.contender -> (family -> one.early)
    counted.map(_._1).distinct.map(row => row -> counted.collect { case (`row`, workloads) => workloads })

/** The judgement of saved results, as a pure function of them. The page, the terminal and files all use it.
  *
  * @param machine
  *   if given, only contenders of this machine are judged
  */
final class Judgement(files: List[JudgedResult], val machine: Option[Machine] = None):
  private val contenders = Contender.all(files).filter(one => machine.forall(_.files(one.file)))
  val rows: Vector[Contender] = contenders.filter(_.available)
  val loads: List[LoadComparison] = LoadComparison.all(contenders)

  def of(choice: Choice): Judged =
    val races = Standings.races(loads, rows, choice)
    val tried = Standings.attempts(loads, rows, choice.certainOnly)
    val fields = Division.all(races, rows).map: division =>
      val own = rows.filter(division.has)
      (division, own, if own == rows then races else Standings.races(loads, own, choice))
    Judged(
      choice,
      races,
      tables = fields.map((division, own, races) => division -> Ranking.of(races, own, division)),
      verdicts = fields.flatMap((division, own, races) => Verdict.of(races, own, division)),
      Failures.of(tried, loads, rows),
      Certainty.of(races, loads, rows),
      Batches.of(loads, rows, choice.certainOnly)
    )

object Judgement:
  /** One judgement for each machine. */
  def perMachine(files: List[JudgedResult]): List[Judgement] = Machine.of(files.map(_.file)) match
    case several if several.sizeIs > 1 => several.map(machine => Judgement(files, Some(machine)))
    case _ => List(Judgement(files))

/** How many numbers are uncertain, and why. */
case class Certainty(
    numbers: Int,
    uncertain: Int,
    /** the flags that make numbers uncertain, with how often each occurs, most often first */
    letters: List[(Doubt, Int)],
    /** the load with the most uncertain numbers, and their number, if it is at least three and at least a third of all
      * uncertain numbers
      */
    worst: Option[(LoadComparison, Int)],
    /** numbers whose intervals are guesses, because there is one repetition */
    guesses: Int,
    /** measured rates that were not sustained, so they give no numbers */
    notHeld: Int,
    /** measured results without a single delivery */
    still: Int,
    /** measured results that failed because too many messages did not arrive */
    left: Int,
    /** measured results with too few messages for a p99 */
    few: Int,
    /** measured results of workloads in which there is nothing to compare, for example because no other contender
      * sustained the rate
      */
    alone: Int
)

object Certainty:
  def of(races: List[LoadRanking], loads: List[LoadComparison], rows: Vector[Contender]): Certainty =
    def isNumber(one: RowRank): Boolean =
      (one.state == State.Measured || one.state == State.Uncertain) && one.entry.hold.forall(_.held)
    val numbers = races.flatMap(_.rows).filter(isNumber)
    val uncertain = numbers.filter(_.entry.uncertain)
    val byLoad = races.map(race => race.load -> race.rows.filter(isNumber).count(_.entry.uncertain))
    val flags = uncertain.flatMap(_.entry.flags).filter(_.makesUncertain)
    val letters = flags.groupBy(_.letter).values.map(same => same.head -> same.size).toList
    val measured =
      for load <- loads; entry <- rows.flatMap(load.entry) if entry.isMeasured yield load -> entry
    val (held, notHeld) = measured.partition((_, entry) => entry.hold.forall(_.held))
    val few = held.count((load, entry) => load.tooFew(entry))
    val still = held.count((load, entry) => load.number(entry).isEmpty) - few
    val left = held.count((load, entry) => load.number(entry).isDefined && load.left(entry))
    Certainty(
      numbers.size,
      uncertain.size,
      letters.sortBy((doubt, times) => (-times, doubt.letter)),
      byLoad.maxByOption(_._2).filter((_, times) => times >= 3 && 3 * times >= uncertain.size),
      numbers.count(_.number.exists(_.guess)),
      notHeld.size,
      still,
      left,
      few,
      held.size - still - left - few - numbers.size
    )
