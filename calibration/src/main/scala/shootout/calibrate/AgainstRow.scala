package shootout.calibrate

import shootout.driver.ClientAnswer
import shootout.result.{Environment, ToolResult}
import shootout.units.{EpochMillis, Json}

/** One side of a comparison, over the rounds. */
final case class SideResult(sentPerS: Spread, receivedPerS: Spread, cpuUsPerMessage: Spread) derives Json.ReadWriter

object SideResult:
  private[calibrate] def of(answers: List[ClientAnswer]): SideResult = SideResult(
    Spread.of(answers.map(_.sentPerS)),
    Spread.of(answers.map(_.receivedPerS)),
    Spread.of(answers.map(_.cpuUsPerMessage))
  )

/** One round: consumed messages a second, and processor microseconds for each message sent and each received. */
final case class RivalPair(
    oursReceivedPerS: Double,
    rivalReceivedPerS: Double,
    oursCpuUsPerMessage: Double,
    rivalCpuUsPerMessage: Double
) derives Json.ReadWriter

/** Our client and a rival, by turns against the same broker process.
  *
  * @param rival
  *   `plain` or `original`
  * @param scheduling
  *   whether the broker had a session of its own
  * @param autogroups
  *   the scheduling groups of the broker and the clients
  * @param receiving
  *   `receive` or `listener`
  * @param differs
  *   what the clients do otherwise than the load says; empty: nothing
  * @param receivedRatio
  *   ours divided by plain, in each round; the others alike
  * @param undelivered
  *   messages that neither came nor were waited for any longer, of both sides in all rounds
  * @param wrong
  *   messages that came damaged, doubled or from elsewhere, of both sides in all rounds
  * @param reason
  *   why nothing was measured, or not all of it
  */
final case class AgainstRow(
    broker: String,
    protocol: String,
    client: String,
    rival: String,
    scheduling: String,
    autogroups: Autogroups,
    load: String,
    receiving: String,
    differs: String,
    rounds: Int,
    pairs: List[RivalPair],
    ours: Option[SideResult],
    plain: Option[SideResult],
    sentRatio: Option[Spread],
    receivedRatio: Option[Spread],
    cpuRatio: Option[Spread],
    undelivered: Long,
    wrong: Long,
    reason: Option[String]
) derives Json.ReadWriter

/** The scheduling groups of the processes of a comparison: as Linux calls its autogroups. */
final case class Autogroups(broker: String, ours: String, rival: String) derives Json.ReadWriter:
  def line: String = s"broker $broker, our client $ours, rival $rival"

/** The file that `bin/calibrate --against plain` writes. */
final case class AgainstFile(
    environment: Environment,
    tool: ToolResult,
    startedAtMs: EpochMillis,
    secondsPerMeasurement: Double,
    rows: List[AgainstRow]
) derives Json.ReadWriter

object AgainstRow:
  /** @param rounds
    *   of each: what our client answered, and what the plain one did
    */
  private[calibrate] def of(pair: Pairing, load: AgainstLoad, rounds: List[(ClientAnswer, ClientAnswer)]): AgainstRow =
    val (good, bad) = rounds.partition((ours, plain) => ours.trouble.isEmpty && plain.trouble.isEmpty)
    val both = good.flatMap((ours, plain) => List(ours, plain))
    val reason = bad.headOption.map((ours, plain) =>
      ours.trouble.map("ours: " + _).orElse(plain.trouble.map(s"${pair.rival}: " + _)).get
    )
    AgainstRow(
      pair.broker,
      pair.protocol,
      pair.client,
      pair.rival,
      pair.scheduling.title,
      Autogroups("unknown", "unknown", "unknown"),
      load.name,
      load.receiving,
      load.differs(pair.protocol),
      good.size,
      good.map((ours, plain) =>
        RivalPair(ours.receivedPerS, plain.receivedPerS, ours.cpuUsPerMessage, plain.cpuUsPerMessage)
      ),
      Option.when(good.nonEmpty)(SideResult.of(good.map(_._1))),
      Option.when(good.nonEmpty)(SideResult.of(good.map(_._2))),
      ratio(good)(_.sentPerS),
      ratio(good)(_.receivedPerS),
      ratio(good)(_.cpuUsPerMessage),
      both.map(a => math.max(0L, a.owed - a.received)).sum,
      both.map(_.wrong).sum,
      reason
    )

  private[calibrate] def unsupported(pair: Pairing, load: AgainstLoad, reason: String): AgainstRow =
    of(pair, load, Nil).copy(reason = Some(reason))

  private def ratio(rounds: List[(ClientAnswer, ClientAnswer)])(of: ClientAnswer => Double): Option[Spread] =
    val ratios = for (ours, plain) <- rounds if of(plain) > 0 yield of(ours) / of(plain)
    Option.when(ratios.nonEmpty)(Spread.of(ratios))

  /** One round as it was measured. */
  private[calibrate] def round(number: Int, load: AgainstLoad, ours: ClientAnswer, rival: ClientAnswer): String =
    val ratio = if rival.receivedPerS > 0 then f"${ours.receivedPerS / rival.receivedPerS}%.2f" else "-"
    val cpu = if rival.cpuUsPerMessage > 0 then f"${ours.cpuUsPerMessage / rival.cpuUsPerMessage}%.2f" else "-"
    val trouble = (ours.trouble.map("ours: " + _) ++ rival.trouble.map("rival: " + _)).mkString("  ", "; ", "")
    (f"  round $number%2d ${load.name}%-32s ${ours.receivedPerS}%10.0f ${rival.receivedPerS}%9.0f $ratio%5s" +
      f"   CPU us ${ours.cpuUsPerMessage}%6.2f ${rival.cpuUsPerMessage}%6.2f $cpu%5s" + trouble).stripTrailing

  val head: String =
    f"${"broker"}%-9s ${"client"}%-9s ${"scheduling"}%-12s ${"load"}%-32s ${"by"}%-8s ${"received/s"}%10s ${"rival"}%9s ${"ratio"}%5s ${"(from to)"}%-12s" +
      f" ${"sent"}%5s ${"CPU us"}%7s ${"rival"}%7s ${"ratio"}%5s ${"(from to)"}%-12s"

  /** A line for a person.
    *
    * @param asked
    *   rounds that there should have been
    */
  def line(row: AgainstRow, asked: Int = 0): String =
    val start = f"${row.broker}%-9s ${row.protocol}%-9s ${row.scheduling}%-12s ${row.load}%-32s ${row.receiving}%-8s"
    val numbers =
      for ours <- row.ours; plain <- row.plain
      yield f" ${ours.receivedPerS.median}%10.0f ${plain.receivedPerS.median}%9.0f ${spread(row.receivedRatio)}" +
        f" ${row.sentRatio.fold("")(s => f"${s.median}%.2f")}%5s" +
        f" ${ours.cpuUsPerMessage.median}%7.2f ${plain.cpuUsPerMessage.median}%7.2f ${spread(row.cpuRatio)}"
    (start + numbers.getOrElse("") + "  " + notes(row, asked).mkString("; ")).stripTrailing

  private def spread(of: Option[Spread]): String =
    of.fold(f"${""}%5s ${""}%-12s")(s => f"${s.median}%5.2f ${f"(${s.min}%.2f ${s.max}%.2f)"}%-12s")

  private def notes(row: AgainstRow, asked: Int): List[String] =
    Option.when(row.rounds > 0 && row.rounds < asked)(s"${row.rounds} of $asked rounds").toList ++
      Option.when(row.undelivered > 0)(s"${row.undelivered} messages were left in the broker") ++
      Option.when(row.wrong > 0)(s"${row.wrong} messages were wrong") ++
      row.reason.map(r => if row.rounds > 0 then s"a round is missing: $r" else s"not measured: $r") ++
      Option.when(row.differs.nonEmpty)(row.differs)
