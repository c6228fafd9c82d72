package shootout.calibrate

import shootout.driver.ClientAnswer
import shootout.result.{Environment, ToolResult}
import shootout.units.{EpochMillis, Json}

/** Messages a second of one side, over the rounds. */
final case class VendorSide(sentPerS: Spread, receivedPerS: Spread) derives Json.ReadWriter

/** Ours divided by the tool's, in one round. */
final case class VendorRatio(sent: Double, received: Double) derives Json.ReadWriter

/** Our clients beside the tool of a broker's makers, by turns against the same broker process.
  *
  * @param client
  *   name and version of our library
  * @param settings
  *   what both sides do
  * @param ratios
  *   of each round that was measured
  * @param reason
  *   why nothing was measured, or not all of it
  */
final case class VendorRow(
    broker: String,
    protocol: String,
    client: String,
    vendorTool: String,
    load: String,
    settings: String,
    rounds: Int,
    ours: Option[VendorSide],
    theirs: Option[VendorSide],
    ratios: List[VendorRatio],
    sentRatio: Option[Spread],
    receivedRatio: Option[Spread],
    undelivered: Long,
    reason: Option[String]
) derives Json.ReadWriter

/** The file that `bin/calibrate --against vendors` writes. */
final case class VendorFile(
    environment: Environment,
    tool: ToolResult,
    startedAtMs: EpochMillis,
    secondsPerMeasurement: Double,
    rows: List[VendorRow]
) derives Json.ReadWriter

object VendorRow:
  /** @param rounds
    *   of each: what our clients answered, and what the tool did or why not
    */
  private[calibrate] def of(
      tool: VendorTool,
      client: String,
      titled: String,
      bytes: Int,
      rounds: List[(ClientAnswer, Either[String, ToolRates])]
  ): VendorRow =
    val good = rounds.collect { case (ours, Right(theirs)) if ours.trouble.isEmpty => ours -> theirs }
    val reason = rounds.flatMap((ours, theirs) => ours.trouble.map("ours: " + _) ++ theirs.left.toOption).headOption
    val ratios =
      for (ours, theirs) <- good if theirs.sentPerS > 0 && theirs.receivedPerS > 0
      yield VendorRatio(ours.sentPerS / theirs.sentPerS, ours.receivedPerS / theirs.receivedPerS)
    def spread(values: List[Double]) = Option.when(values.nonEmpty)(Spread.of(values))
    def side(values: List[(Double, Double)]) =
      Option.when(values.nonEmpty)(VendorSide(Spread.of(values.map(_._1)), Spread.of(values.map(_._2))))
    VendorRow(
      tool.broker,
      tool.protocol,
      client,
      titled,
      s"1 sender, 1 receiver, $bytes B",
      tool.settings,
      good.size,
      side(good.map((ours, _) => (ours.sentPerS, ours.receivedPerS))),
      side(good.map((_, theirs) => (theirs.sentPerS, theirs.receivedPerS))),
      ratios,
      spread(ratios.map(_.sent)),
      spread(ratios.map(_.received)),
      good.map((ours, _) => math.max(0L, ours.owed - ours.received)).sum,
      reason
    )

  val head: String =
    f"${"broker"}%-9s ${"load"}%-28s ${"sent/s"}%9s ${"tool"}%9s ${"ratio"}%5s ${"(from to)"}%-12s" +
      f" ${"received/s"}%10s ${"tool"}%9s ${"ratio"}%5s ${"(from to)"}%-12s tool"

  /** A line for a person. */
  def line(row: VendorRow): String =
    val numbers =
      for ours <- row.ours; theirs <- row.theirs
      yield f" ${ours.sentPerS.median}%9.0f ${theirs.sentPerS.median}%9.0f ${spread(row.sentRatio)}" +
        f" ${ours.receivedPerS.median}%10.0f ${theirs.receivedPerS.median}%9.0f ${spread(row.receivedRatio)}"
    val notes = Option.when(row.undelivered > 0)(s"${row.undelivered} messages were left in the broker").toList ++
      row.reason.map(r => if row.rounds > 0 then s"a round is missing: $r" else s"not measured: $r")
    (f"${row.broker}%-9s ${row.load}%-28s" + numbers.getOrElse(
      ""
    ) + s" ${(row.vendorTool :: notes).mkString("; ")}").stripTrailing

  private def spread(of: Option[Spread]): String =
    of.fold(f"${""}%5s ${""}%-12s")(s => f"${s.median}%5.2f ${f"(${s.min}%.2f ${s.max}%.2f)"}%-12s")
