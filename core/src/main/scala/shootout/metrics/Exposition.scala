package shootout.metrics

import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot
import io.prometheus.metrics.model.snapshots.{
  CounterSnapshot,
  Exemplars,
  GaugeSnapshot,
  Labels,
  MetricMetadata,
  MetricSnapshot,
  MetricSnapshots,
  Quantiles,
  SummarySnapshot
}
import shootout.campaign.ContenderRun
import shootout.result.{LatencySample, ProcessSample, Sample}

import scala.jdk.CollectionConverters.*

/** Describes the state of a run in the format of Prometheus, see docs/metrics.md. Only the current workload has series,
  * because the result files contain finished measurements.
  */
object Exposition:
  def of(state: RunState): MetricSnapshots =
    val running = for contenderRun <- state.contenderRun; load <- state.load yield measured(contenderRun, load)
    // A metric without values is not printed.
    val all = progress(state) ++ running.toList.flatten :+ ended(state)
    MetricSnapshots(all.asJava)

  private def progress(state: RunState): List[MetricSnapshot] =
    // A workload that was not planned may come in between.
    val workloads = math.min(state.done.workloads, state.planned.workloads)
    val seconds = math.min(state.done.seconds, state.planned.seconds)
    List(
      gauge(
        "run_planned_workloads",
        "Workloads of the whole run; while the generator's own limit is measured, those of that.",
        state.planned.workloads
      ),
      gauge("run_done_workloads", "Of these, how many are done.", workloads),
      gauge("run_planned_seconds", "What the whole run is expected to take.", state.planned.seconds),
      gauge("run_done_seconds", "Of this, how much is done.", seconds)
    ) ++ state.contenderRun.map(_ =>
      gauge(
        "load_jvms",
        "Load JVMs that share the clients; the metrics of messages are those of the first one.",
        state.generators
      )
    )

  private def ended(state: RunState): MetricSnapshot =
    val values = state.ended.toList.map { (outcome, times) =>
      val status = outcome.status.word
      Labels.of("broker", outcome.broker, "protocol", outcome.protocol, "status", status) -> times.toDouble
    }
    counters("workloads", "Workloads that have ended, by what became of them.", values)

  private def measured(contenderRun: ContenderRun, load: RunningLoad): List[MetricSnapshot] =
    val labels = Labels.of(
      "broker",
      contenderRun.pair.broker,
      "protocol",
      contenderRun.pair.protocol,
      "workload",
      load.id,
      "repetition",
      contenderRun.repetition.toString
    )
    List(
      gauges("workload_running", "1 for the workload that is under way.", List(labels -> 1.0)),
      counters("samples", "Samples of the workload up to now.", List(labels -> load.samples.toDouble)),
      counters("errors", "Errors in these samples.", List(labels -> load.errors.toDouble))
    ) ++ load.last.toList.flatMap(sampled(labels, _))

  /** The metrics of the last sample. */
  private def sampled(labels: Labels, sample: Sample): List[MetricSnapshot] =
    val flows = List(
      "produced" -> sample.producedPerS,
      "confirmed" -> sample.confirmedPerS,
      "consumed" -> sample.consumedPerS,
      "acknowledged" -> sample.acknowledgedPerS
    ).map((flow, rate) => labels.add("flow", flow) -> rate)
    List(
      gauges("messages_per_second", "Rate over the last sample.", flows),
      gauges("sample_seconds", "Length of the last sample.", List(labels -> sample.intervalS)),
      gauges("depth_messages", "In the broker at its end, as far as is known.", List(labels -> sample.depth.toDouble)),
      latencies(labels, sample.latencies)
    ) ++ sample.resources.toList.flatMap { used =>
      val processes = used.broker.map("broker" -> _).toList :+ ("load" -> used.client)
      def each(value: ProcessSample => Double) = processes.map((who, p) => labels.add("process", who) -> value(p))
      List(
        gauges("cpu_cores", "CPU time used in the last sample; 1 is one core.", each(_.cpuCores)),
        gauges("resident_memory_bytes", "Memory at its end.", each(_.residentBytes.toDouble))
      ) ++ nodes(labels, used.nodes)
    }

  /** These are separate from the broker's metrics, which cover all its nodes. A sum over one metric therefore counts
    * nothing twice.
    */
  private def nodes(labels: Labels, of: Map[String, ProcessSample]): List[MetricSnapshot] =
    def each(value: ProcessSample => Double) =
      of.toList.map((number, node) => labels.add("node", number) -> value(node))
    List(
      gauges("node_cpu_cores", "CPU time that a node used in the last sample; 1 is one core.", each(_.cpuCores)),
      gauges("node_resident_memory_bytes", "A node's memory at its end.", each(_.residentBytes.toDouble))
    )

  private def latencies(labels: Labels, of: Map[String, Option[LatencySample]]): MetricSnapshot =
    val points =
      for (kind, some) <- of.toList; latency <- some yield
        val quantiles = Quantiles.builder()
          .quantile(0.5, latency.usP50 / Micro)
          .quantile(0.99, latency.usP99 / Micro)
          .quantile(1, latency.usMax / Micro)
          .build()
        // A count and a sum would have to cover all samples.
        SummaryDataPointSnapshot(NoCount, Double.NaN, quantiles, labels.add("kind", kind), Exemplars.EMPTY, Unknown)
    val help = "Latencies that ended in the last sample; 0.5 is the median, 1 the highest."
    SummarySnapshot(metadata("latency_seconds", help), points.asJava)

  private def gauge(name: String, help: String, value: Double): MetricSnapshot =
    gauges(name, help, List(Labels.EMPTY -> value))

  private def gauges(name: String, help: String, values: List[(Labels, Double)]): MetricSnapshot =
    GaugeSnapshot(
      metadata(name, help),
      values.map((labels, value) => GaugeDataPointSnapshot(value, labels, null)).asJava
    )

  /** The library adds `_total` to the name. */
  private def counters(name: String, help: String, values: List[(Labels, Double)]): MetricSnapshot =
    CounterSnapshot(
      metadata(name, help),
      values.map((labels, value) => CounterDataPointSnapshot(value, labels, null, Unknown)).asJava
    )

  private def metadata(name: String, help: String): MetricMetadata = MetricMetadata(s"shootout_$name", help)

  private val Micro = 1e6
  private val NoCount = -1L

  /** When a series was created, which is not known. */
  private val Unknown = 0L
