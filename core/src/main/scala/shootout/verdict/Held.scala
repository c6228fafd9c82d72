package shootout.verdict

import shootout.result.{ClimbBasis, ClimbResult, LoadResult, Summary}

/** Whether a rate was held: produced and consumed as fast as it asked for, without a queue that grows. */
object Held:
  /** @param copies
    *   how often each message is to be consumed
    * @param saturated
    *   what the mark `R` says, if the cell has it: then no latency below saturation was measured
    */
  def of(
      summary: Summary,
      load: LoadResult,
      copies: Double,
      saturated: Option[String],
      climb: ClimbBasis
  ): ClimbResult =
    val limitUs = climb.p99LimitUs
    val sent = summary.targetPerS.flatMap(below("sent", summary.produced.meanPerS, _))
    val consumed = summary.targetPerS
      .filter(_ => load.consumers > 0)
      .flatMap(target => below("consumed", summary.consumed.meanPerS, target * copies))
    val late = load.tail(summary).map(_.usP99).filter(_ > limitUs).map { us =>
      s"a p99 of ${Held.seconds(us)} s, above ${Held.seconds(limitUs)} s"
    }
    val short = List(sent, consumed).flatten
    val reasons = (if short.isEmpty then saturated.toList else short) ++ late
    ClimbResult(climb.axis, limitUs, Some(reasons.isEmpty), Option.when(reasons.nonEmpty)(reasons.mkString(", ")), None)

  private def below(what: String, perSecond: Double, owed: Double): Option[String] =
    val share = if owed > 0 then perSecond / owed else 1
    Option.when(share < Marking.thresholds.rateShare)(s"$what ${Marking.percent(share)} of it")

  private def seconds(us: Double): String =
    java.math.BigDecimal(us / 1e6).round(java.math.MathContext(2)).stripTrailingZeros.toPlainString
