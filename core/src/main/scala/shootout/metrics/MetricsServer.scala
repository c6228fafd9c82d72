package shootout.metrics

import io.prometheus.metrics.exporter.httpserver.HTTPServer
import io.prometheus.metrics.model.registry.{MultiCollector, PrometheusRegistry}

import java.io.IOException
import java.net.InetAddress
import java.util.concurrent.atomic.AtomicReference

/** Serves what a run measures to Prometheus, at `/metrics`, for as long as the run lasts. Nothing is computed before somebody asks. */
final class MetricsServer private (server: HTTPServer, host: String, state: AtomicReference[RunState])
    extends AutoCloseable:
  val url: String = s"http://$host:${server.getPort}/metrics"

  /** A load JVM is about to be started, and tells what it measures over this; to be closed behind its end. One at a time.
    *
    * @throws java.io.IOException
    *   if nothing can listen
    */
  def follow(turn: Turn): Feed =
    change(_.begun(turn))
    Feed(event => change(_.after(event)), () => change(_.over))

  private def change(by: RunState => RunState): Unit = state.updateAndGet(by(_)): Unit

  def close(): Unit = server.close()

object MetricsServer:
  /** Left: why it cannot listen there. */
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
