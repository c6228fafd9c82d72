package shootout.analysis

import org.HdrHistogram.Histogram
import shootout.result.*
import shootout.units.{DestinationType, EpochMillis}

/** Results of one queue, one producer and one consumer, by default without problems. */
object Results:
  val clean: AuditResult = AuditResult(1000, 1000, 0, 0, 0, 0, 0, 0)

  val load: LoadResult = LoadResult(
    destinationType = DestinationType.Queue,
    destinations = 1,
    producers = 1,
    consumers = 1,
    messageSizeBytes = Some(20),
    persistent = Some(false),
    confirm = Some(SendConfirmation.None),
    window = None,
    openLoop = false,
    requestReply = false
  )

  def sample(n: Int, produced: Double, consumed: Double, resources: Option[ResourceSample] = None): Sample =
    Sample(n + 1, 1, produced, produced, consumed, consumed, 0, 0, Nil, Map.empty, resources)

  /** @param rates
    *   messages consumed and produced in each second
    */
  def workload(rates: List[Double] = List.fill(10)(1000), repetition: Int = 1): WorkloadResult =
    val rate = spread(rates)
    WorkloadResult(
      id = "workload",
      repetition = repetition,
      group = "group",
      title = "title",
      axes = Map.empty,
      load = load,
      phase = None,
      timing = TimingResult(1, rates.size, 1000),
      status = Status.Measured,
      reason = None,
      logTail = Nil,
      notes = Nil,
      startedAtMs = EpochMillis(0),
      samples = rates.zipWithIndex.map((r, n) => sample(n, r, r)),
      summary = Some(Summary(rate, rate, rate, rate, 0)),
      drain = None,
      audit = Some(clean)
    )

  private def spread(rates: List[Double]): RateSummary =
    RateSummary(rates.sum / rates.size, Student.deviation(rates).getOrElse(0), rates.min, rates.max)

  def process(cpuCores: Double, cpuUsPerMessage: Double = 1): ProcessSummary =
    ProcessSummary(cpuCores, Some(cpuUsPerMessage), 1 << 20)

  /** An open loop that sent and received all messages. */
  def openLoop(change: Summary => Summary = identity): WorkloadResult =
    val whole = workload()
    val due = (s: Summary) =>
      s.copy(targetPerS = Some(1000), owedPerS = Some(1000), unmeasured = Some(0), heldBackShare = Some(0))
    whole.copy(load = load.copy(openLoop = true), summary = whole.summary.map(due.andThen(change)))

  def resources(clientCores: Double, usable: Int, brokerUsPerMessage: Double = 1): ResourceSummary =
    ResourceSummary(Some(process(1, brokerUsPerMessage)), process(clientCores), usable, 0, 0.5, 1)

  def latency(micros: Seq[Long]): LatencySummary =
    val histogram = Histogram(3)
    micros.foreach(histogram.recordValue)
    LatencySummary.of(histogram, LatencyTime.ServiceTime, 0)
