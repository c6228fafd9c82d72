package shootout.analysis

import shootout.units.Counted

/** Texts about a judgement. The page and the terminal use the same ones. */
object Sentences:
  val AllWorkloads = "All at full speed"

  def title(family: Option[Family]): String = family.fold(AllWorkloads)(_.title)

  /** The title of a line of the verdict. */
  def title(winner: Winner): String =
    title(winner.family) + (if winner.leftOut.isEmpty then "" else ", synced to disk")

  def about(family: Option[Family]): String = family.fold(
    "All kinds of load together, except rate sweeps (see Latency) and rates at shares of each row’s own maximum."
  )(_.about)

  def workloads(n: Int): String = Counted(n, "load")

  /** What matters about a contender in addition to its name: the version, what a confirmed message survives, and
    * whether it is discontinued.
    */
  def promise(row: Contender): String =
    (row.version.toList ::: row.durability :: Option.when(row.discontinued)("discontinued").toList).mkString(", ")

  /** `1.60×`, or `about 1.40×` if several share the first place. Then it is the smallest of their leads. */
  def least(winner: Winner): String = winner.lead.fold(""): lead =>
    (if winner.leads.sizeIs > 1 then "about " else "") + times(lead.ratio.factor)

  /** Says whose numbers are uncertain, if every comparison that would decide has an uncertain number. */
  def undecided(best: List[Ranked], next: Option[Ranked], leads: List[Lead]): String = next match
    case Some(rival) if leads.nonEmpty =>
      val (own, other) = (best.map(named).mkString(" and "), named(rival))
      val one = leads.map(_.workloads).sum == 1
      val (numbers, those) = if one then ("the number", "that") else ("the numbers", "those")
      val (is, many) = (if one then "is" else "are", s"under each of ${workloads(leads.map(_.workloads).max)}")
      if leads.forall(_.own == 0) then
        s"$numbers of $own $is certain, but $those of the runner-up, $other, $is uncertain"
      else if leads.forall(_.rival == 0) then
        s"$numbers of $own $is uncertain, though $those of the runner-up, $other, $is certain"
      else if leads.forall(lead => lead.own == lead.workloads && lead.rival == lead.workloads) then
        s"$numbers of $own and of the runner-up, $other, are uncertain"
      else s"$many the number of $own or that of the runner-up, $other, is uncertain"
    case _ => "all numbers that would decide it are uncertain"

  /** A contender with the letters of the flags of its numbers. */
  def named(row: Ranked): String = row.contender.label + inBrackets(row.flags)

  private def inBrackets(flags: List[Doubt]): String =
    if flags.isEmpty then "" else flags.map(_.letter).mkString(" (", ", ", ")")

  /** How many of the numbers behind a place are uncertain, and because of which flags. */
  def doubt(row: Ranked): Option[String] = Option.when(row.uncertain > 0):
    val letters = row.doubts.map(_.letter).mkString(", ")
    if row.uncertain == row.measured then s"uncertain: $letters"
    else s"${row.uncertain} of ${row.measured} numbers uncertain: $letters"

  /** Why a contender that shares rank 1 is not named. */
  def doubtful(row: Ranked): String =
    (if row.measured == 1 then "its number is uncertain" else "all its numbers are uncertain") + inBrackets(row.doubts)

  /** Explains the letters after the names in the verdict. Empty if there are none. */
  def naming(winners: List[Winner]): String =
    val flags = winners.flatMap(one => one.best ++ one.doubted ++ one.next).flatMap(_.flags).distinctBy(_.letter)
    val letters = flags.sortBy(_.letter).map(one => s"${one.letter} ${spaced(one)}").mkString(", ")
    if flags.isEmpty then ""
    else s"Letters after a name: flags of its numbers ($letters). A winner needs certain numbers."

  /** Uses the page's words for flags. */
  private def spaced(doubt: Doubt): String = doubt.flag match
    case Some(Flag.GeneratorBound) => "the generator may be the limit"
    case Some(Flag.RateMissed) => "rate not reached"
    case Some(Flag.Busy) => "busy machine"
    case Some(Flag.SeparateGroups) => "broker and load in different scheduling groups"
    case _ => doubt.name.replace('_', ' ')

  /** The interval of a factor, cut at the highest factor of a workload: `14–100×`. */
  def interval(ratio: Ratio): String =
    def end(value: Double) = Numbers.digits(math.min(Ranking.Worst, value)).replaceAll("\\.0+$", "")
    s"${end(ratio.low)}–${end(ratio.high)}×"

  /** `1.60× as many messages/s` or `a p99 1.60× lower`, depending on the kind of work. `none` if the winner is behind
    * over the loads that both measured. Empty without a runner-up.
    */
  def lead(winner: Winner): String =
    val behind = winner.lead.map(_.ratio.factor).filter(_ < 1)
    if winner.leads.isEmpty then ""
    else if behind.isDefined then s"none (${times(behind.get)})"
    else
      val by = least(winner)
      winner.family match
        case Some(Family.Latency | Family.RequestReply) => s"a p99 $by lower"
        case None => s"$by better"
        case _ => s"$by as many messages/s"

  /** A range of rates. Empty if there are no rates. */
  def span(rates: Option[(Double, Double)]): String = rates.fold(""): (low, high) =>
    val ends = List(low, high).map(Numbers.short).distinct
    s"${ends.mkString(" to ")} msg/s"

  def failures(one: Failures): List[String] =
    def many(loads: List[?]) = workloads(loads.size)
    List(
      Option.when(one.failed.nonEmpty)(s"failed in ${many(one.failed)}"),
      Option.when(one.lostWhenKilled > 0)(s"lost ${Numbers.count(one.lostWhenKilled)} confirmed messages when killed"),
      Option.when(one.lost > 0)(s"lost, damaged or misrouted ${Numbers.count(one.lost)} messages"),
      Option.when(one.still.nonEmpty)(s"delivered nothing in ${many(one.still)}"),
      one.left.headOption.map: (_, share) =>
        s"$Left in ${many(one.left)}, " +
          s"at worst ${math.round(100 * share)} %",
      one.unheld.headOption.map: lowest =>
        val above = if one.unheld.sizeIs > 1 then " and above" else ""
        s"did not hold ${span(Some((lowest.rung, lowest.rung)))}$above, which others held"
      ,
      one.slow.headOption.map: worst =>
        s"at least ${Failures.Outlier.toInt} times slower than the median row in ${many(one.slow)}, at worst " +
          s"${Incident.of(worst).words} under ${worst.load.title}"
    ).flatten

  private[analysis] val Left = s"left more than ${math.round(100 * Standings.MostLeft)} % undelivered"

  /** What readers of a place in the ranking should know, worst first. */
  def trouble(row: Ranked): List[String] = notes(row).map(_._1)

  /** The notes of [[trouble]] that are failures. */
  def faults(row: Ranked): List[String] = notes(row).collect { case (text, true) => text }

  /** Each note, and whether it is a failure. */
  private def notes(row: Ranked): List[(String, Boolean)] =
    def many(n: Int, words: Int => String, fault: Boolean = false) = Option.when(n > 0)(words(n) -> fault)
    List(
      many(row.in(State.Failed), n => s"failed in ${workloads(n)}", fault = true),
      many(row.in(State.Left), n => s"$Left in ${workloads(n)}", fault = true),
      many(row.in(State.Still), n => s"delivered nothing in ${workloads(n)}", fault = true),
      many(row.in(State.Beyond), n => s"rate not held in ${workloads(n)}"),
      Option.when(row.contender.lostWhenKilled > 0)("loses confirmed messages" -> true),
      many(row.faulty, n => s"faults in ${workloads(n)}"),
      many(row.in(State.Unsupported), n => s"${workloads(n)} not supported"),
      many(row.in(State.Absent), n => s"${workloads(n)} not run"),
      many(row.in(State.Uncertain), n => s"$n uncertain left out"),
      many(row.in(State.TooFew), n => s"too few messages for a p99 in ${workloads(n)}"),
      unexercised(row).map(_ -> false),
      many(row.early, n => s"D: delivered before it was stored in ${workloads(n)}"),
      many(row.uncertain, n => s"$n uncertain${inBrackets(row.doubts)}"),
      Option.when(row.why.nonEmpty)(s"no rank: ${row.why}" -> false)
    ).flatten

  def unexercised(row: Ranked): Option[String] = row.unexercised.map: (written, size) =>
    s"D: durability not exercised in ${workloads(row.in(State.Unexercised))}, " +
      s"${Numbers.digits(written)} B written for a message of ${size.toLong} B"

  /** Introduces the contenders, and their workloads, that count outside the verdict on persistent loads. */
  val Early =
    "Delivered before it was stored (flag D), and counted all the same in verdicts that are not about storing: "

  def early(workloads: List[(Family, Int)]): String =
    workloads.map((family, n) => s"${this.workloads(n)} of ${family.title}").mkString(", ")

  /** The flags that make numbers uncertain, with their counts. A number can have several flags. */
  def flags(one: Certainty): String =
    val each = one.letters.map((doubt, times) => s"${doubt.letter} ${spaced(doubt)}: $times")
    val more = if one.letters.map(_._2).sum > one.uncertain then "; some have several flags" else ""
    each.mkString("", ", ", more)

  /** The load that has most of the uncertain numbers, if there is one. */
  def worst(one: Certainty): String =
    one.worst.fold("")((load, times) => s"$times of them under one load (${load.title})")

  /** How many measured results are numbers, and what the others are. Empty if all are numbers. */
  def measured(one: Certainty): String =
    def some(n: Int, words: String) = Option.when(n > 0)(s"$n $words")
    val others = List(
      some(one.notHeld, if one.notHeld == 1 then "is a rate that was not held" else "are rates that were not held"),
      some(one.still, "delivered nothing"),
      some(one.left, Left),
      some(one.few, if one.few == 1 then "has a p99 of too few messages" else "have a p99 of too few messages"),
      some(one.alone, "could be compared with nothing")
    ).flatten
    val all = one.numbers + one.notHeld + one.still + one.left + one.few + one.alone
    if others.isEmpty then ""
    else
      s"Of $all measured results, ${Counted.of(one.numbers, "is a number", "are numbers")}; ${others.mkString(", ")}."

  /** Above this factor, the exact value does not matter. */
  val FarBehind = 1000.0

  def times(factor: Double): String =
    if factor > FarBehind then s">${FarBehind.toInt}×" else s"${Numbers.digits(factor)}×"

/** A part of a sentence.
  *
  * @param rest
  *   the names that it counts but does not show
  */
case class Part(text: String, strong: Boolean = false, rest: List[String] = Nil)

/** The first sentence of a report. It claims no more than the numbers allow. */
object Headline:
  /** Further names are only counted. */
  private val Named = 4

  def of(judged: Judged): List[Part] = judged.winners.headOption match
    case Some(winner) if judged.rows == 1 => only(winner)
    case Some(winner) => sentence(winner)
    case None if judged.races.isEmpty && judged.certainty.few > 0 =>
      List(Part("No winner can be named: there were too few messages for a p99. Take more samples (--samples)."))
    case None if judged.races.isEmpty => List(Part("No winner can be named: no row got through any load."))
    case None => List(Part("No winner can be named: no row has enough numbers."))

  private def only(winner: Winner): List[Part] =
    val workloads = Sentences.workloads(winner.workloads)
    Part("Only ") :: names(winner.best) :::
      Part(s" was measured, in $workloads: there is nothing to compare it with.") :: cautions(winner)

  private def sentence(winner: Winner): List[Part] =
    val over = winner.family.fold("")(family => s" (${family.title.toLowerCase(java.util.Locale.ROOT)})")
    val first = Part(s"Over ${Sentences.workloads(winner.workloads)}$over, ")
    val rest = winner.confidence match
      case Confidence.None => Part(s"no winner can be named: ${winner.why}. ") :: candidates(winner)
      case Confidence.Tie => names(winner.best) :+ Part(s" tie: ${winner.why}.${behind(winner)}")
      case Confidence.Low => names(winner.best) ++ List(Part(" may be ahead"), before(winner), doubt(winner))
      case Confidence.Medium => names(winner.best) ++ List(Part(" is ahead"), before(winner), doubt(winner))
      case Confidence.High => names(winner.best) ++ List(Part(" wins"), before(winner)) ++ winner.besides.map(besides)
    (first :: rest ++ cautions(winner)).filter(_.text.nonEmpty)

  /** What the catalogue says about a winner, for example that it is no longer developed. */
  private def cautions(winner: Winner): List[Part] =
    val best = winner.best.take(Named).map(_.contender)
    best.flatMap(c => c.caution.map(text => s" ${c.title}: $text")).distinct.map(Part(_))

  private def besides(why: String): Part = Part(s" $why.")

  private def candidates(winner: Winner): List[Part] =
    Part("Best by the numbers: ") :: names(winner.best) ::: List(Part("."))

  private def before(winner: Winner): Part = winner.next.zip(winner.leads.headOption).fold(Part(".")): (next, lead) =>
    val sure = Sentences.interval(lead.ratio)
    Part(
      s": ${Sentences.least(winner)} ($sure) better than the runner-up, ${name(next)}, " +
        s"over the ${Sentences.workloads(lead.workloads)} that both measured."
    )

  private def doubt(winner: Winner): Part = Part(s" Confidence ${winner.confidence.name}: ${winner.why}.")

  private def behind(winner: Winner): String = winner.next
    .filter(_ => winner.lead.exists(_.ratio.factor >= 1))
    .fold("")(next => s" The runner-up, ${name(next)}, is ${Sentences.least(winner)} behind.")

  private def names(rows: List[Ranked]): List[Part] =
    val shown = rows.take(Named)
    val parts = shown.zipWithIndex.flatMap: (row, i) =>
      val joint = if i == 0 then "" else if i == rows.size - 1 then " and " else ", "
      List(Part(joint), Part(row.contender.label, strong = true), Part(s" (${about(row)})"))
    val rest = rows.drop(Named).map(row => s"${row.contender.label} (${about(row)})")
    if rest.nonEmpty then parts :+ Part(s" and ${rest.size} more", rest = rest) else parts

  private def name(row: Ranked): String =
    s"${row.contender.label} (${(Sentences.promise(row.contender) :: Sentences.doubt(row).toList).mkString("; ")})"

  private def about(row: Ranked): String =
    val part = Option.when(row.measured < row.workloads)(s"in ${row.measured} of ${Sentences.workloads(row.workloads)}")
    ((Sentences.promise(row.contender) :: part.toList).mkString(", ") :: Sentences.doubt(row).toList).mkString("; ")
