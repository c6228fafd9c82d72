package shootout.verdict

import shootout.result.{CellResult, Mark, MarkResult, ProcessCounter, ResourceSummary, Summary}

/** The mark `L`: on the machine that both share, the load took what the broker could have used. It says for whom this number was
  * made, and makes it no less certain: the same broker on the same machine with the same client gives it again.
  */
private object LoadShare:
  /** A machine so busy gives nothing to one that another does not lose. */
  private val Saturated = 0.9

  /** With the rest of the machine a broker might be half as fast again: 1 / (1 - 1/3). A quick run on two cores: all of STOMP stays
    * below 30 %, of JMS one cell in five is above.
    */
  val Share: Double = 1.0 / 3

  /** A broker might be a sixth faster if the load cost here what it costs without a broker. */
  val Excess = 0.15

  /** Of what a message takes, a quarter is not the broker's. */
  val Wait = 0.25

  def mark(cell: CellResult): Option[MarkResult] =
    for
      resources <- cell.resources
      mark <- taken(resources).orElse(wasted(cell, resources)).orElse(waited(cell, resources))
    yield mark

  private def of(because: String, measured: Double, threshold: Double): MarkResult =
    Marking.mark(Mark.LoadShare, because, measured, threshold)

  private def taken(r: ResourceSummary): Option[MarkResult] =
    for share <- r.clientShare if r.busyShare >= Saturated && share > Share
    yield of(s"the load took ${Marking.percent(share)} of this machine, of which ${idle(r)}", share, Share)

  private def idle(r: ResourceSummary): String =
    val left = math.max(0.0, 1 - r.busyShare)
    if left < 0.005 then "nothing was left" else s"${Marking.percent(left)} was left"

  /** A rate that is asked for may be so low that each message has a wake-up of its own, which none has at the ceiling. */
  private def wasted(cell: CellResult, r: ResourceSummary): Option[MarkResult] =
    for
      share <- r.clientShare if r.busyShare >= Saturated && !cell.load.openLoop
      needed <- cell.ceiling.flatMap(_.clientCpuUsPerMessage)
      cost <- r.client.cpuUsPerMessage if cost > 0
      excess = share * (1 - needed / cost) if excess > Excess
    yield
      val because =
        s"the load took ${Marking.percent(share)} of this machine, ${micros(cost)} us a message where ${micros(needed)} us do against " +
          s"a broker that does nothing; ${idle(r)}"
      of(because, excess, Excess)

  /** Two digits, for beside a broker that does nothing a message of 20 B takes hundredths of a microsecond. */
  private def micros(us: Double): String =
    java.math.BigDecimal(us).round(java.math.MathContext(2)).stripTrailingZeros.toPlainString

  private def waited(cell: CellResult, r: ResourceSummary): Option[MarkResult] =
    for
      delay <- r.client.rate(ProcessCounter.WaitedNanos)
      summary <- cell.summary
      latency <- shortest(summary)
      handled = summary.produced.meanPerS + summary.consumed.meanPerS if handled > 0
      each = delay * 1000 / handled
      share = each / latency if share > Wait
    yield
      val took = r.clientShare.fold("")(s => s"; it took ${Marking.percent(s)} of this machine")
      val because =
        f"the load's threads waited $delay%.0f ms in each second for a processor, $each%.0f us a message, " +
          f"which is ${Marking.percent(share)} of the mean latency of $latency%.0f us$took"
      of(because, share, Wait)

  /** The kind of latency with the least of a queue in it. */
  private def shortest(summary: Summary): Option[Double] =
    List(
      summary.endToEnd,
      summary.send,
      summary.roundTrip
    ).flatten.filter(_.count > 0).map(_.usMean).filter(_ > 0).minOption
