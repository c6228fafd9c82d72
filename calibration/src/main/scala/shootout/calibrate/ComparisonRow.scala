package shootout.calibrate

import shootout.driver.ClientAnswer
import shootout.result.{Environment, ToolResult}
import shootout.units.{EpochMillis, Json}

/** What both sides did with the same workload, one after the other. */
final case class Pair(ours: ClientAnswer, rival: ClientAnswer) derives Json.ReadWriter:
  def trouble: Option[String] = ours.trouble.map("ours: " + _).orElse(rival.trouble.map("rival: " + _))

/** The scheduling groups of the processes of a comparison, in Linux's terms: their autogroups. */
final case class Autogroups(broker: String, ours: String, rival: String) derives Json.ReadWriter

/** Our clients and those of a rival with one workload, in turn against the same broker process. */
final case class ComparisonRow(
    broker: String,
    protocol: String,
    /** Name and version of our client library. */
    client: String,
    rival: String,
    /** Whether the broker had a session of its own, in words. */
    scheduling: String,
    autogroups: Autogroups,
    rivalLoad: String,
    /** `receive` or `listener` */
    receiving: String,
    /** The settings of both sides that the workload's name does not contain. */
    settings: String,
    /** One for each round that was measured. */
    pairs: List[Pair],
    /** Our number divided by the rival's, over the rounds. The other ratios are alike. */
    sentRatio: Option[Spread],
    receivedRatio: Option[Spread],
    cpuRatio: Option[Spread],
    /** Messages that did not arrive in time, of both sides in all rounds. */
    undelivered: Long,
    /** Messages that were damaged, duplicated or unexpected, of both sides in all rounds. */
    wrong: Long,
    /** Why nothing was measured, or not everything. */
    reason: Option[String]
) derives Json.ReadWriter

/** The file that `bin/calibrate --against` writes. */
final case class ComparisonFile(
    environment: Environment,
    tool: ToolResult,
    startedAtMs: EpochMillis,
    warmUpS: Double,
    secondsPerMeasurement: Double,
    rows: List[ComparisonRow]
) derives Json.ReadWriter

object ComparisonRow:
  private[calibrate] def of(
      contest: Contest,
      client: String,
      rivalLoad: RivalLoad,
      all: List[Pair],
      autogroups: Autogroups = Autogroups(Scheduling.Unknown, Scheduling.Unknown, Scheduling.Unknown)
  ): ComparisonRow =
    val (bad, good) = all.partition(_.trouble.isDefined)
    val answers = good.flatMap(pair => List(pair.ours, pair.rival))
    ComparisonRow(
      contest.broker.name,
      contest.protocol,
      client,
      contest.rival.name,
      contest.scheduling.title,
      autogroups,
      rivalLoad.name,
      rivalLoad.receiving,
      rivalLoad.settings,
      good,
      ratio(good)(_.sentPerS),
      ratio(good)(_.receivedPerS),
      ratio(good)(_.cpuUsPerMessage),
      answers.map(a => math.max(0L, a.owed - a.received)).sum,
      answers.map(_.wrong).sum,
      bad.headOption.flatMap(_.trouble)
    )

  private def ratio(pairs: List[Pair])(of: ClientAnswer => Double): Option[Spread] =
    val ratios = for pair <- pairs if of(pair.rival) > 0 yield of(pair.ours) / of(pair.rival)
    Option.when(ratios.nonEmpty)(Spread.of(ratios))

  val head: String =
    f"${"broker"}%-9s ${"client"}%-9s ${"scheduling"}%-12s ${"workload"}%-30s ${"by"}%-8s" +
      f" ${"received/s"}%10s ${"rival"}%9s ${"ratio"}%5s ${"(from to)"}%-12s ${"sent"}%5s" +
      f" ${"CPU us"}%7s ${"rival"}%7s ${"ratio"}%5s ${"(from to)"}%-12s rival"

  /** One round as a line of text. */
  private[calibrate] def pairLine(round: Int, rivalLoad: RivalLoad, pair: Pair): String =
    def both(of: ClientAnswer => Double) = ratio(List(pair))(of).fold("    -")(spread => f"${spread.median}%5.2f")
    val rates = f"${pair.ours.receivedPerS}%10.0f ${pair.rival.receivedPerS}%9.0f ${both(_.receivedPerS)}"
    val costs = f"${pair.ours.cpuUsPerMessage}%7.2f ${pair.rival.cpuUsPerMessage}%7.2f ${both(_.cpuUsPerMessage)}"
    s"  round ${f"$round%2d"}, ${rivalLoad.name}: $rates, CPU us $costs ${pair.trouble.getOrElse("")}".stripTrailing

  /** All rounds as a line of text.
    *
    * @param asked
    *   how many rounds there should be
    */
  def line(row: ComparisonRow, asked: Int): String =
    def median(of: Pair => Double) = Spread.of(row.pairs.map(of)).median
    def spread(of: Option[Spread]) =
      of.fold(f"${""}%18s")(s => f"${s.median}%5.2f ${f"(${s.min}%.2f ${s.max}%.2f)"}%-12s")
    val start =
      f"${row.broker}%-9s ${row.protocol}%-9s ${row.scheduling}%-12s ${row.rivalLoad}%-30s ${row.receiving}%-8s"
    val numbers =
      if row.pairs.isEmpty then ""
      else
        f" ${median(_.ours.receivedPerS)}%10.0f ${median(_.rival.receivedPerS)}%9.0f ${spread(row.receivedRatio)}" +
          f" ${row.sentRatio.fold("")(s => f"${s.median}%.2f")}%5s" +
          f" ${median(_.ours.cpuUsPerMessage)}%7.2f ${median(_.rival.cpuUsPerMessage)}%7.2f ${spread(row.cpuRatio)}"
    s"$start$numbers ${(row.rival :: notes(row, asked)).mkString("; ")}"

  private def notes(row: ComparisonRow, asked: Int): List[String] =
    val measured = row.pairs.size
    Option.when(measured > 0 && measured < asked)(s"$measured of $asked rounds").toList ++
      Option.when(row.undelivered > 0)(s"${row.undelivered} messages were left in the broker") ++
      Option.when(row.wrong > 0)(s"${row.wrong} messages were wrong") ++
      row.reason.map(r => if measured > 0 then s"a round is missing: $r" else s"not measured: $r")
