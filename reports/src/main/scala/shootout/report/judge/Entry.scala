package shootout.report.judge

import shootout.report.*
import shootout.result.{Fault, LatencyKind, Mark, Status, Student}

/** A number that a row is judged by.
  *
  * @param half
  *   half of its 95 % interval, as a share of the value
  * @param guess
  *   the interval is a guess, for there is one repetition
  */
case class Number(value: Double, half: Double, guess: Boolean):
  /** Where its interval begins and ends, on the scale of factors, so that it never reaches below zero. */
  def low: Double = value / math.exp(half)
  def high: Double = value * math.exp(half)

/** A reason to doubt a number.
  *
  * @param name
  *   as the result file has it, or in words
  * @param mark
  *   `None`: it is not of the engine, or only newer tools know it
  */
case class Doubt(name: String, letter: String, mark: Option[Mark])

object Doubt:
  def of(mark: Mark): Doubt = Doubt(mark.word, mark.letter, Some(mark))

/** Whether a row held the rate of a cell that climbs, in most of its repetitions.
  *
  * @param because
  *   why it was not held in some of them, as the file says it
  * @param ended
  *   marks of the lower cell that was not held, if that ended the climb
  */
case class Hold(axis: String, held: Boolean, because: Option[String], ended: List[Doubt])

/** What a row made of a cell, over all its repetitions.
  *
  * @param status
  *   of most repetitions; `None`: it was not run, or only newer tools know what became of it
  * @param foreign
  *   the cell is for another programming interface
  * @param reason
  *   why some of its repetitions were not measured, as the file says it
  * @param target
  *   messages a second that were due; `None` without a rate of its own
  * @param tails
  *   the p99 of each kind of latency, where there are enough messages to know it
  * @param p95s
  *   the same
  * @param tooFew
  *   kinds of latency that were measured, of too few messages to know their p99, and of how many
  * @param behind
  *   in words, if receivers fell behind senders
  * @param undelivered
  *   of the deliveries that were owed, the share that never came, or not before the wait for them ended; `None` if unknown
  * @param written
  *   bytes that the broker wrote to disks for each message produced; `None` if unknown
  */
case class Entry(
    contender: Contender,
    status: Option[Status],
    foreign: Boolean,
    reason: Option[String],
    target: Option[Double],
    rates: Map[String, Number],
    tails: Map[String, Number],
    p95s: Map[String, Number],
    tooFew: Map[String, Long],
    behind: Option[String],
    faults: Map[Fault, Long],
    marks: List[Doubt],
    hold: Option[Hold],
    ownRate: Boolean,
    killed: Boolean,
    undelivered: Option[Double],
    written: Option[Double],
    spent: Spent
):
  def isMeasured: Boolean = status.contains(Status.Measured)

  /** Its broker took part, with whatever success. */
  def isTried: Boolean = isMeasured || status.contains(Status.Failed)

  /** One of its marks makes the number itself uncertain; the others hold for a whole run. */
  def uncertain: Boolean = marks.exists(Entry.makesUncertain)

  /** The broker promises that a confirmed message is on a disk, and wrote clearly less than the messages hold: they were delivered before they
    * had to be stored, so the number says nothing of storing.
    */
  def unexercised(figure: Figure): Boolean =
    figure.stored && contender.synced && written.zip(figure.messageBytes).exists((bytes, size) =>
      bytes < Entry.StoredShare * size
    )

object Entry:
  /** What is written and what is sent in the same seconds are not the same messages, so a few percent less say nothing. No more is asked for
    * than the body: what a store adds to it is 4 B in one of the shipped systems and hundreds in others, so a sum for all would accuse
    * the first. Of small messages this finds only who stores next to none; how much storing costs, the group `stored` tells.
    */
  val StoredShare = 0.8

  /** With a single repetition nobody knows how far the next start of a broker would be off; at least so much, to each side. */
  val Guess = 0.1

  /** The same of a p99, or a p95: a tail differs more between two starts than a mean does. */
  val GuessOfTail = 0.25

  /** Some repetitions failed; with half of them the cell has failed. */
  val FailedAtTimes = Doubt("failed at times", "F", None)

  /** No uncertain number, but one of less work. */
  val Unstored = Doubt("delivered before it was stored", "D", None)
  val Uncertain: Set[Mark] =
    Set(Mark.GeneratorBound, Mark.Noisy, Mark.Errors, Mark.RateMissed, Mark.Busy, Mark.Unstable, Mark.SeparateGroups)

  def makesUncertain(doubt: Doubt): Boolean = doubt == FailedAtTimes || doubt.mark.exists(Uncertain)

  private val Rates = List("produced", "consumed")
  private val Tails = LatencyKind.values.toList.filter(_.judgedAs.isDefined).map(_.key)

  /** @param cells
    *   one for each repetition; none if the cell was not run
    * @param foreign
    *   the cell is for another programming interface
    */
  def of(contender: Contender, cells: List[ujson.Value], foreign: Boolean): Entry =
    val (measured, others) = cells.partition(c => c.isMeasured && c.at("summary").isDefined)
    val failed = others.filter(_.status.contains(Status.Failed))
    val mean = cells.headOption.flatMap(cell => contender.json.listAt("means").find(_.at("id") == cell.at("id")))
    val hold = Holding.of(cells, contender.json.listAt("cells"))
    val agreeing = hold.fold(measured)(h => measured.filter(Holding.held(_) == h.held))
    def together(name: String) = meanOf(agreeing, measured, mean, name)
    def known(percent: Int) = Tails.flatMap(name => tail(agreeing, together(name), name, percent).map(name -> _)).toMap
    def few(name: String) = representing(agreeing, together(name), name, 99).filter(Percentiles.tooFew(_, 99))
    Entry(
      contender,
      status =
        if measured.size > failed.size then Some(Status.Measured)
        else (failed ++ others).headOption.flatMap(_.status),
      foreign = foreign,
      reason = (failed ++ others).headOption.flatMap(_.textAt("reason")).filter(_.nonEmpty),
      target = target(measured),
      rates = Rates.flatMap(name => rate(measured, mean, name).map(name -> _)).toMap,
      tails = known(99),
      p95s = known(95),
      tooFew = Tails.flatMap(name => few(name).flatMap(_.numberAt("count")).map(name -> _.toLong)).toMap,
      behind = Backlog.of(measured),
      faults = faults(measured),
      marks = doubts(measured, mean) ++ Option.when(measured.nonEmpty && failed.nonEmpty)(FailedAtTimes),
      hold = hold,
      ownRate = cells.exists(_.numberAt("offered", "share").isDefined),
      killed = cells.exists(_.at("crash").isDefined),
      undelivered = undelivered(measured),
      written = written(measured),
      spent = Spent.of(measured)
    )

  /** Each letter once. */
  def doubts(cells: List[ujson.Value], mean: Option[ujson.Value]): List[Doubt] =
    val marks = mean.filter(_.at("marks").isDefined).fold(cells)(List(_)).flatMap(_.listAt("marks"))
    val all =
      for m <- marks; name <- m.textAt("mark"); letter <- m.textAt("letter") yield Doubt(name, letter, Mark.of(name))
    all.distinctBy(_.letter).sortBy(_.letter)

  /** The mean over repetitions, as the file has it or by the same rule; of a single repetition, its own. */
  private def rate(cells: List[ujson.Value], mean: Option[ujson.Value], name: String): Option[Number] =
    val known = cells.filter(_.numberAt("summary", name, "mean_per_s").isDefined)
    val each = known.flatMap(_.numberAt("summary", name, "mean_per_s"))
    def estimate =
      for
        of <- mean
        (value, low) <- of.numberAt(s"${name}_per_s", "mean").zip(of.numberAt(s"${name}_per_s", "low95"))
        high <- of.numberAt(s"${name}_per_s", "high95")
        if value > 0
      yield Number(value, (high - low) / 2 / value, guess = false)
    def single =
      known.headOption.filter(_.listAt("samples").sizeIs > 1).flatMap(_.numberAt("summary", name, "stdev_per_s"))
    val value = if each.isEmpty then 0 else each.sum / each.size
    if !(value > 0) then None
    else
      val repeated = Student.half(each).map(half => Number(value, half / value, guess = false))
      estimate.orElse(repeated).orElse(Some(Number(value, Guess.max(single.getOrElse(0.0) / value), guess = true)))

  /** The file's own percentiles of all repetitions together, if it has them of those that count: older tools added up all. */
  private def meanOf(counting: List[ujson.Value], all: List[ujson.Value], mean: Option[ujson.Value], name: String) =
    def messages = counting.flatMap(_.numberAt("summary", name, "count")).sum
    mean.flatMap(_.at(name)).filter(of => counting.size == all.size || of.numberAt("count").contains(messages))

  /** A percentile, if enough messages lie beyond it. The interval comes from those of the repetitions, each of which is one draw. */
  private def tail(
      cells: List[ujson.Value],
      together: Option[ujson.Value],
      name: String,
      percent: Int
  ): Option[Number] =
    val each = cells.flatMap(_.numberAt("summary", name, Percentiles.key(percent)))
    for
      latency <- representing(cells, together, name, percent)
      value <- Percentiles.of(latency, percent)
      if value > 0
    yield Student.half(each).fold(Number(value, GuessOfTail, guess = true))(h =>
      Number(value, h / value, guess = false)
    )

  /** What tells a percentile: that of all repetitions together. Percentiles cannot be averaged, so without it the repetition in the middle
    * stands for them.
    */
  private def representing(
      cells: List[ujson.Value],
      together: Option[ujson.Value],
      name: String,
      percent: Int
  ): Option[ujson.Value] =
    def value(latency: ujson.Value) = latency.numberAt(Percentiles.key(percent))
    val each = cells.flatMap(_.at("summary", name)).flatMap(latency => value(latency).map(latency -> _)).sortBy(_._2)
    together.filter(value(_).isDefined).orElse(each.lift((each.size - 1) / 2).map(_._1))

  private def target(cells: List[ujson.Value]): Option[Double] =
    val due = cells.flatMap(_.numberAt("summary", "target_per_s"))
    Option.when(due.nonEmpty)(due.sum / due.size)

  /** Everything that went wrong with messages, without zeros. */
  private def faults(cells: List[ujson.Value]): Map[Fault, Long] =
    def times(section: String, fault: Fault) = fault -> cells.flatMap(_.numberAt(section, fault.word)).sum
    val all = times("summary", Fault.Errors) :: Fault.audited.map(times("audit", _))
    all.collect { case (fault, times) if times > 0 => fault -> times.toLong }.toMap

  /** Over all repetitions. Of linked phases only the last one can tell. */
  private def undelivered(cells: List[ujson.Value]): Option[Double] =
    def isLast(cell: ujson.Value) =
      cell.numberAt("phase", "index").zip(cell.numberAt("phase", "count")).forall((index, count) => index == count - 1)
    def sum(name: String) = cells.filter(isLast).flatMap(_.numberAt("audit", name)).sum
    val owed = sum("expected")
    Option.when(owed > 0)((sum("lost") + sum("undrained")) / owed)

  private def written(cells: List[ujson.Value]): Option[Double] =
    val each =
      for
        cell <- cells
        bytes <- cell.numberAt("resources", "broker", "written_bytes_per_s")
        produced <- cell.numberAt("summary", "produced", "mean_per_s")
        if produced > 0
      yield bytes / produced
    Option.when(each.nonEmpty)(each.sum / each.size)
