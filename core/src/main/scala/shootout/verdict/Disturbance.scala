package shootout.verdict

import shootout.result.{CellResult, Mark, MarkResult, Summary}

/** The mark `B`, and what of the mark `G` is about time: whoever else took the processors made the number. */
private object Disturbance:
  /** Of the machine. On a quiet one with two cores, the system itself takes 1 to 5 % of it beside Apollo and RabbitMQ, and up
    * to 9 % for what Artemis writes to its disk.
    */
  val ForeignShare = 0.15
  val StealShare = 0.05

  val ScheduleDelayShare = 0.5

  /** Where more messages were held back by window or network, p99 of the schedule delay is of these. */
  private val HeldBackShare = 0.005

  def mark(cell: CellResult): Option[MarkResult] = cell.resources.flatMap { r =>
    val foreign = r.foreignShare.filter(_ > ForeignShare).map { share =>
      val because = s"other processes used ${Marking.percent(share)} of the machine's processor time"
      Marking.mark(Mark.Busy, because, share, ForeignShare)
    }
    def stolen = Option.when(r.stealShare > StealShare) {
      val because = s"the hypervisor gave ${Marking.percent(r.stealShare)} of the machine's processor time to others"
      Marking.mark(Mark.Busy, because, r.stealShare, StealShare)
    }
    foreign.orElse(stolen)
  }

  /** An open loop whose messages left so late that this, and not the broker, made their latency. */
  def late(cell: CellResult): Option[MarkResult] =
    for
      summary <- cell.summary
      delay <- summary.scheduleDelay
      held <- summary.heldBackShare if held <= HeldBackShare
      latency <- response(summary)
      share = delay.usP99 / latency if share > ScheduleDelayShare
    yield
      val because =
        s"p99 of the delay with which messages left, ${Math.round(delay.usP99)} us, is ${Marking.percent(share)} " +
          "of the latency's: the generator was late, not the broker"
      Marking.mark(Mark.GeneratorBound, because, share, ScheduleDelayShare)

  private def response(summary: Summary): Option[Double] =
    summary.endToEnd.orElse(summary.roundTrip).orElse(summary.send).map(_.usP99).filter(_ > 0)
