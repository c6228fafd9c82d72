package shootout.analysis

import shootout.units.Counted

/** Texts about a judgement. The page and the terminal use the same ones. */
object Sentences:
  def about(family: Option[Family]): String = family.fold(
    "All kinds of load together, except rate sweeps (see Latency) and rates at shares of each row’s own maximum."
  )(_.about)

  def workloads(n: Int): String = Counted(n, "load")

  /** What matters about a contender in addition to its name: the version, what a confirmed message survives, and
    * whether it is discontinued.
    */
  def promise(row: Contender): String =
    (row.version.toList ::: row.durability :: Option.when(row.discontinued)("discontinued").toList).mkString(", ")

  private[analysis] def inBrackets(flags: List[Doubt]): String =
    if flags.isEmpty then "" else flags.map(_.letter).mkString(" (", ", ", ")")

  /** How many of the numbers behind a place are uncertain, and because of which flags. */
  def doubt(row: Ranked): Option[String] = Option.when(row.uncertain > 0):
    val letters = row.doubts.map(_.letter).mkString(", ")
    if row.uncertain == row.measured then s"uncertain: $letters"
    else s"${row.uncertain} of ${row.measured} numbers uncertain: $letters"

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

  /** Who is best, in words. */
  def answer(verdict: Verdict): List[Part] =
    val leader = Part(verdict.leader.contender.label, strong = true)
    (verdict.outcome, verdict.closest) match
      case (Outcome.Undecided, Some(rival)) => Part("Not decided: ") :: undecided(leader, rival)
      case (Outcome.Tie, Some(_)) =>
        val names = verdict.tied.map(one => Part(one.ranked.contender.label, strong = true))
        joined(leader :: names) :+ Part(s" tie within ${percent(verdict.tied.flatMap(_.lead.tie).max)}")
      case (Outcome.Ahead, Some(rival)) => List(leader, Part(s" ${ahead(verdict.division, rival)}"))
      case _ => List(leader, Part(" has no rival to be compared with"))

  private def ahead(division: Division, rival: Rival): String =
    val by = s"${times(rival.lead.ratio.factor)} (${interval(rival.lead.ratio)})"
    val label = rival.ranked.contender.label
    val failed =
      Option.when(rival.lead.failed > 0)(s", which did not get through ${workloads(rival.lead.failed)}").getOrElse("")
    if rival.lead.ratio.factor < 1 then s"is ahead of $label$failed"
    else
      division.family match
        case Some(Family.Latency) => s"has a p99 $by lower than that of $label$failed"
        case _ => s"is $by ahead of $label$failed"

  private def undecided(leader: Part, rival: Rival): List[Part] =
    val lead = rival.lead
    val other = Part(rival.ranked.contender.label)
    val more = lead.more.fold(s"${Lead.MostStarts} starts would not be enough to decide"): starts =>
      s"about ${Counted(math.ceil(starts * lead.startSeconds / 60).toInt, "more minute")} would tell"
    def by(ratio: Ratio) =
      s" by ${times(ratio.factor)} (${interval(ratio)}) after ${Counted(lead.starts, "start")} each; $more"
    if lead.failed < 0 then List(leader, Part(" is best, but did not get through a load that "), other, Part(" did"))
    // The leader is ahead by its factor over all loads, but it may be behind over those that both measured.
    else if lead.ratio.factor < 1 then List(other, Part(" leads "), leader, Part(by(lead.ratio.inverse)))
    else List(leader, Part(" leads "), other, Part(by(lead.ratio)))

  /** Contenders that are ahead, but cannot win. Empty if there are none. */
  def apart(verdict: Verdict): String =
    val each = verdict.apart.map: (rival, why) =>
      s"${rival.ranked.contender.label} ($why), ${times(1 / rival.lead.ratio.factor)} ahead"
    if each.isEmpty then "" else s"Not counted: ${each.mkString("; ")}."

  private def joined(names: List[Part]): List[Part] = names.zipWithIndex.flatMap: (name, i) =>
    List(Part(if i == 0 then "" else if i == names.size - 1 then " and " else ", "), name)

  private def percent(share: Double): String = s"${math.ceil(100 * share).toInt}%"

  def failures(one: Failures): List[String] =
    def many(loads: List[?]) = workloads(loads.size)
    List(
      Option.when(one.failed.nonEmpty)(s"failed in ${many(one.failed)}"),
      Option.when(one.lostWhenKilled > 0)(s"lost ${Numbers.count(one.lostWhenKilled)} confirmed messages when killed"),
      Option.when(one.lost > 0)(s"lost, damaged or misrouted ${Numbers.count(one.lost)} messages"),
      Option.when(one.still.nonEmpty)(s"delivered nothing in ${many(one.still)}"),
      one.left.headOption.map: (_, share) =>
        s"$Left in ${many(one.left)}, at worst ${Numbers.inPercent(share)}",
      one.unheld.headOption.map: lowest =>
        val above = if one.unheld.sizeIs > 1 then " and above" else ""
        s"did not hold ${Numbers.short(lowest.rung)} msg/s$above, which others held"
      ,
      one.slow.headOption.map: worst =>
        s"at least ${Failures.Outlier.toInt} times slower than the median row in ${many(one.slow)}, at worst " +
          s"${Incident.of(worst).words} under ${worst.load.title}"
    ).flatten

  private[analysis] val Left = s"left more than ${Numbers.inPercent(Standings.MostLeft)} undelivered"

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

/** A part of a sentence. */
case class Part(text: String, strong: Boolean = false)

/** The first sentence of a report. It claims no more than the numbers allow. */
object Headline:
  def of(judged: Judged): List[Part] = judged.verdicts.headOption match
    case Some(verdict) if judged.rows == 1 => only(verdict)
    case Some(verdict) => sentence(verdict)
    case None if judged.races.isEmpty && judged.certainty.few > 0 =>
      List(Part("No winner can be named: there were too few messages for a p99. Take more samples (--samples)."))
    case None if judged.races.isEmpty => List(Part("No winner can be named: no row got through any load."))
    case None => List(Part("No winner can be named: no row has enough numbers."))

  private def only(verdict: Verdict): List[Part] =
    val leader = verdict.leader
    val about = (Sentences.promise(leader.contender) :: Sentences.doubt(leader).toList).mkString("; ")
    Part("Only ") :: Part(leader.contender.label, strong = true) ::
      Part(
        s" ($about) was measured, in ${Sentences.workloads(verdict.workloads)}: there is nothing to compare it with."
      ) ::
      cautions(leader)

  private def sentence(verdict: Verdict): List[Part] =
    val work = verdict.division.family.fold("")(family => s" (${family.title.toLowerCase(java.util.Locale.ROOT)})")
    val first = Part(s"Over ${Sentences.workloads(verdict.workloads)}$work: ")
    val apart = Option(Sentences.apart(verdict)).filter(_.nonEmpty).map(text => Part(s" $text"))
    (first :: Sentences.answer(verdict)) ++ (Part(".") :: apart.toList) ++ cautions(verdict.leader)

  /** What the catalogue says about the leader, for example that it is no longer developed. */
  private def cautions(leader: Ranked): List[Part] =
    val contender = leader.contender
    contender.caution.map(text => Part(s" ${contender.title}: $text")).toList
