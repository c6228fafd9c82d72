package shootout.metrics

import shootout.campaign.{ContenderRun, ListenAddress, PlannedWork}
import shootout.result.{Sample, Status, WorkloadResult}

import io.prometheus.metrics.exporter.httpserver.HTTPServer
import io.prometheus.metrics.model.registry.{MultiCollector, PrometheusRegistry}

import java.io.IOException
import java.net.InetAddress
import java.util.concurrent.atomic.AtomicReference

/** Serves the measurements of a run to Prometheus at `/metrics`, as long as the run lasts. It computes nothing before a
  * request.
  */
final class MetricsServer private (server: HTTPServer, host: String, state: AtomicReference[RunState])
    extends AutoCloseable:
  val url: String = s"http://$host:${server.getPort}/metrics"

  def update(change: RunState => RunState): Unit = state.updateAndGet(change(_)): Unit

  def close(): Unit = server.close()

object MetricsServer:
  /** Left says why it cannot listen there. */
  def start(at: ListenAddress): Either[String, MetricsServer] =
    val state = AtomicReference(RunState())
    val collector: MultiCollector = () => Exposition.of(state.get)
    val registry = PrometheusRegistry()
    registry.register(collector)
    try
      val address = InetAddress.getByName(at.host)
      val server = HTTPServer.builder().inetAddress(address).port(at.port).registry(registry).buildAndStart()
      Right(MetricsServer(server, at.host, state))
    catch
      case e: IOException =>
        Left(s"--metrics: nothing can listen on $at: ${e.getMessage}; write another port, or 0 for any that is free")

/** A workload that is being measured.
  *
  * @param errors
  *   the number of errors in its samples until now
  * @param last
  *   its last sample; none in the warm-up
  */
final case class RunningLoad(id: String, samples: Long = 0, errors: Long = 0, last: Option[Sample] = None):
  def after(sample: Sample): RunningLoad = RunningLoad(id, samples + 1, errors + sample.errors, Some(sample))

/** The fields by which finished workloads are counted. */
final case class Outcome(broker: String, protocol: String, status: Status)

/** The public state of a run. It is immutable, so that a reader sees it at one moment. */
final case class RunState(
    planned: PlannedWork = PlannedWork.none,
    done: PlannedWork = PlannedWork.none,
    /** the task of the load JVM that is working */
    contenderRun: Option[ContenderRun] = None,
    /** how many load JVMs share the clients */
    generators: Int = 1,
    load: Option[RunningLoad] = None,
    ended: Map[Outcome, Long] = Map.empty
):
  /** Notes that a load JVM starts. */
  def begun(contenderRun: ContenderRun, generators: Int): RunState =
    copy(contenderRun.total, contenderRun.before, Some(contenderRun), generators, None)

  /** Notes that the load JVM has ended. */
  def over: RunState = copy(contenderRun = None, load = None)

  def running(id: String): RunState = copy(load = Some(RunningLoad(id)))

  /** Samples of the broker's warm-up do not count, because it never began as a workload. */
  def sampled(id: String, sample: Sample): RunState =
    copy(load = load.map(running => if running.id == id then running.after(sample) else running))

  def ended(contenderRun: ContenderRun, result: WorkloadResult): RunState =
    val outcome = Outcome(contenderRun.pair.broker, contenderRun.pair.protocol, result.status)
    copy(load = None, ended = ended.updated(outcome, ended.getOrElse(outcome, 0L) + 1))

  /** Marks this part of the plan as done. */
  def done(work: PlannedWork): RunState = copy(done = done + work)
