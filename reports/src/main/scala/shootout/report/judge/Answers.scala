package shootout.report.judge

import shootout.report.Numbers

/** Which rows were measured to do what somebody needs. Nothing is reckoned from other loads: a row can, it cannot, or it is not known. The
  * page chooses by the same rules (`web/need.js`), from what `NeedData` tells it.
  */
object Answers:
  /** A rate that was measured is the one that is needed, if they differ by less. */
  val RateNear = 0.999

  /** @param certainOnly
    *   an answer that rests on an uncertain number is none
    */
  def of(need: Need, figures: List[Figure], rows: Vector[Contender], certainOnly: Boolean = false): Vector[Answer] =
    val (paced, full) = (Answers.paced(figures, need), Answers.full(figures, need))
    rows.map: row =>
      if !need.kept.promisedBy(row) then Answer(row, Can.No, less(row))
      else
        val rates = paced.flatMap(figure => figure.entry(row).flatMap(AtRate.of(figure, _))).sortBy(_.perSecond)
        val found = if rates.nonEmpty then byRates(row, rates, need) else byFullSpeed(row, full, need)
        val shown = storing(found, need)
        if certainOnly then certain(shown) else shown

  /** Loads with a rate of their own that can answer. */
  def paced(figures: List[Figure], need: Need): List[Figure] = answering(figures.filter(_.openLoop), need)

  /** Where there are none of them, also loads at full speed. */
  def full(figures: List[Figure], need: Need): List[Figure] = answering(figures.filterNot(_.openLoop), need)

  def less(row: Contender): String = s"promises less: ${row.durability}"

  /** Of loads that keep messages as needed, those of the smallest size that is not below the one that is needed; queues, if there are any. */
  private def answering(figures: List[Figure], need: Need): List[Figure] =
    val fit = figures.filter: figure =>
      figure.isPlain && figure.persistence.contains(need.kept.persistent) && figure.messageBytes.exists(_ >= need.bytes)
    val least = fit.flatMap(_.messageBytes).minOption
    val (queues, topics) = fit.filter(_.messageBytes == least).partition(_.isQueue)
    if queues.nonEmpty then queues else topics

  private def reaches(one: AtRate, need: Need) = one.perSecond >= RateNear * need.perSecond
  private def exceeds(one: AtRate, need: Need) = one.perSecond > need.perSecond / RateNear

  /** Where a rate was held with too few messages to know its p99, the next one tells; if that leaves it open, this is why. */
  private def byRates(row: Contender, rates: List[AtRate], need: Need): Answer =
    val telling = rates.filterNot(_.few)
    val untold = rates.find(one => one.few && reaches(one, need)).orElse(rates.lastOption.filter(_ => telling.isEmpty))
    val found = if telling.isEmpty then Answer(row, Can.Open) else byKnown(row, telling, need)
    untold.filter(_ => found.can == Can.Open).fold(found): one =>
      Answer(row, Can.Open, s"holds ${one.rate}, ${one.why}", Some(one))

  /** The lowest rate that is not below what is needed decides. */
  private def byKnown(row: Contender, rates: List[AtRate], need: Need): Answer =
    val (lower, from) = rates.span(!reaches(_, need))
    def not(one: AtRate) = Answer(row, Can.No, s"${one.why} at ${one.rate}", Some(one))
    from.headOption match
      case Some(here) if here.within(need) => able(row, lower, here, from.tail, need)
      case Some(here) if !exceeds(here, need) => not(here)
      case here => lower.find(!_.within(need)).fold(between(row, lower.lastOption, here))(not)

  private def able(row: Contender, lower: List[AtRate], here: AtRate, higher: List[AtRate], need: Need): Answer =
    val (clear, others) = higher.span(_.clearlyWithin(need))
    val below = lower.findLast(_.held).filter(_ => exceeds(here, need))
    below.filterNot(_.within(need)) match
      case Some(late) =>
        val because = s"${late.why} at ${late.rate}, though ${here.why} at ${here.rate}"
        Answer(row, Can.Open, because, Some(here))
      case None =>
        val next = others.headOption
        val upTo = (here :: clear).last.perSecond
        val barely = next.exists(_.within(need))
        val reach = Reach(below, upTo, next.map(_.perSecond), barely, tooSlow = !barely && next.exists(_.held))
        Answer(row, Can.Yes, at = Some(here), reach = Some(reach))

  /** It does what is below, and what is above it does not, or that was not tried. */
  private def between(row: Contender, held: Option[AtRate], above: Option[AtRate]): Answer =
    val does = held.fold("no lower rate was tried")(one => s"does ${one.rate}")
    val because =
      above.fold(s"$does, the highest that was tried")(one => s"$does, but not ${one.rate}: ${one.why}")
    Answer(row, Can.Open, because, above.orElse(held))

  /** What a row carries, and no latency of a lower rate. */
  private def byFullSpeed(row: Contender, figures: List[Figure], need: Need): Answer =
    val carried = figures.flatMap(figure => figure.entry(row).flatMap(full(figure, _)).map(figure -> _))
    carried.maxByOption(_._2) match
      case None => Answer(row, Can.Open, "not measured with this load")
      case Some((figure, most)) =>
        val because =
          if most >= need.perSecond then
            s"carries ${Numbers.perSecond(most)} at full speed; its latency at ${Numbers.perSecond(need.perSecond)} was not measured"
          else s"at full speed ${Numbers.perSecond(most)} with these clients"
        Answer(row, Can.Open, because, full = Some(figure -> most))

  /** Messages a second that went all the way, where a topic hands each to several consumers. */
  def full(figure: Figure, entry: Entry): Option[Double] =
    def rate(name: String) = entry.rates.get(name).fold(0.0)(_.value)
    Option.when(entry.isMeasured)(math.min(rate("produced"), rate("consumed") / figure.copies))

  /** Who did not store what is to be on a disk did not show that it can. */
  private def storing(found: Answer, need: Need): Answer = found.at.filter(_.unstored && found.can == Can.Yes) match
    case Some(at) if need.kept == Kept.Fsync => found.copy(can = Can.Open, because = unstored(at))
    case at => found.copy(unstored = at.isDefined)

  private def certain(found: Answer): Answer =
    val rests = found.reach.flatMap(_.below).toList ++ found.at
    rests.find(_.entry.uncertain && found.can != Can.Open).fold(found): doubted =>
      found.copy(can = Can.Open, because = s"the number at ${doubted.rate} is uncertain, and those are hidden")

  def unstored(at: AtRate): String =
    val (written, held) = (at.entry.written.getOrElse(0.0), at.figure.messageBytes.getOrElse(0.0))
    s"did it, but wrote ${Numbers.bytes(math.rint(written))} for each message of ${Numbers.bytes(held)}: " +
      "delivered before it was stored, so storing was not measured"
