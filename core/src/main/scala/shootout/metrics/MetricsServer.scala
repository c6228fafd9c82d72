package shootout.metrics

import shootout.campaign.{ContenderRun, ListenAddress, PlannedWork}
import shootout.result.{Sample, WorkloadResult}

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

  /** Notes that a load JVM starts. Only one runs at a time. */
  def begun(contenderRun: ContenderRun, generators: Int): Unit = change(_.begun(contenderRun, generators))

  /** Notes that the load JVM has ended. */
  def over(): Unit = change(_.over)

  def running(load: String): Unit = change(_.running(load))
  def sampled(load: String, sample: Sample): Unit = change(_.sampled(load, sample))
  def ended(contenderRun: ContenderRun, result: WorkloadResult): Unit = change(_.ended(contenderRun, result))

  /** Marks this part of the plan as done. */
  def done(work: PlannedWork): Unit = change(_.done(work))

  private def change(by: RunState => RunState): Unit = state.updateAndGet(by(_)): Unit

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
