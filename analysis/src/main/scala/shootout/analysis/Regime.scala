package shootout.analysis

import shootout.result.WorkloadResult
import shootout.units.DestinationType

/** The flags `A` and `U`: numbers that another start of the same broker, or another second, would not repeat. */
private object Regime:
  /** Between successive samples. */
  val JumpFactor = 2.0

  /** One jump may be a pause for garbage collection, which costs two. */
  private val FewestJumps = 3

  /** Growth of the backlog over the samples, as a share of what was sent meanwhile. */
  val GrowthShare = 0.1
  private val FewestSamples = 5

  /** More than one group: each gets the same share of the processors, and the load wakes up for every message. */
  def separate(workload: WorkloadResult): Option[FlagResult] =
    workload.resources.flatMap(_.schedulingGroups).filter(_ > 1).map { groups =>
      val because =
        s"broker and load were in $groups scheduling groups; in one group the same broker may be 2 to 3 times as fast"
      Flags.flag(Flag.SeparateGroups, because, groups, 1)
    }

  /** Not of loads that change on purpose. */
  def unstable(workload: WorkloadResult): Option[FlagResult] =
    val judged =
      workload.basis.steady && workload.steps.isEmpty && workload.crash.isEmpty && workload.samples.sizeIs >= FewestSamples
    if judged then jumping(workload).orElse(growing(workload)) else None

  private def jumping(workload: WorkloadResult): Option[FlagResult] =
    val rates = workload.samples.map(s => if workload.load.consumers > 0 then s.consumedPerS else s.producedPerS)
    val jumps = rates.zip(rates.tail).count((a, b) => math.max(a, b) > JumpFactor * math.min(a, b))
    Option.when(jumps >= FewestJumps) {
      val because =
        s"the rate jumped between ${perSecond(rates.min)} and ${perSecond(rates.max)} msg/s from sample to sample"
      Flags.flag(Flag.Unstable, because, rates.max / math.max(1, rates.min), JumpFactor)
    }

  /** Of a closed loop: an open loop whose backlog grows has not sustained its rate, which is another flag. */
  private def growing(workload: WorkloadResult): Option[FlagResult] =
    val depths = workload.samples.map(_.depth)
    // the depth of topics is that of one of them
    val queues = if workload.load.destinationType == DestinationType.Topic then workload.load.destinations else 1
    val sent = workload.samples.map(s => s.producedPerS * s.intervalS).sum / queues
    val share = if sent > 0 then (depths.last - depths.head) / sent else 0
    val grows = depths.zip(depths.tail).forall((before, after) => after > before)
    Option.when(workload.load.consumers > 0 && !workload.load.openLoop && grows && share > GrowthShare) {
      val because = s"the backlog grew in every sample, from ${depths.head} to ${depths.last} messages"
      Flags.flag(Flag.Unstable, because, share, GrowthShare)
    }

  private def perSecond(rate: Double): String = math.round(rate).toString
