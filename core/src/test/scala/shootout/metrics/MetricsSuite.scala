package shootout.metrics

import shootout.campaign.{ContenderRun, ListenAddress, Pair, PlannedWork}
import shootout.result.{LatencySample, ProcessSample, ResourceSample, Sample, Status, WorkloadResult}
import shootout.analysis.Results

import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.net.URI
import java.nio.file.{Files, Path}

class MetricsSuite extends munit.FunSuite:
  private val contenderRun =
    ContenderRun(Pair("apollo", "stomp"), 2, PlannedWork(3, 40), PlannedWork(9, 120.5), seed = 1, startNanos = 0)
  private val labels = """broker="apollo",protocol="stomp",repetition="2",workload="queue_1""""

  private val sample = Sample(
    tS = 1,
    intervalS = 0.5,
    producedPerS = 1200.5,
    confirmedPerS = 1200,
    consumedPerS = 1100,
    acknowledgedPerS = 1000,
    errors = 2,
    depth = 77,
    groups = Nil,
    latencies = Map("end_to_end" -> Some(LatencySample(550, 1500, 20000, 350000)), "send" -> None),
    resources = Some(ResourceSample(Some(ProcessSample(0.75, 1 << 20)), ProcessSample(0.25, 1 << 21), 0, 0.5, 1))
  )

  private def labelled(name: String, label: String, value: String): String =
    val all =
      List("broker" -> "apollo", "protocol" -> "stomp", "repetition" -> "2", "workload" -> "queue_1")
    (label -> value :: all).sorted.map((name, value) => s"""$name="$value"""").mkString(s"shootout_$name{", ",", "}")

  private val server = FunFixture[MetricsServer](
    _ => MetricsServer.start(ListenAddress.read("0").get).fold(fail(_), identity),
    _.close()
  )

  private lazy val client = HttpClient.newHttpClient

  private def scraped(url: String, accept: String = "text/plain"): (String, String) =
    val request = HttpRequest.newBuilder(URI.create(url)).header("Accept", accept).build()
    val response = client.send(request, BodyHandlers.ofString())
    assertEquals(response.statusCode, 200, response.body)
    response.headers.firstValue("content-type").orElse("") -> response.body

  private def series(url: String): Map[String, Double] =
    val lines = scraped(url)._2.linesIterator.filterNot(_.startsWith("#"))
    lines.map(line => line.splitAt(line.lastIndexOf(' '))).map((name, value) => name -> value.trim.toDouble).toMap

  private def ended(id: String, status: Status): WorkloadResult =
    Results.workload().copy(id = id, status = status)

  server.test("a workload has rates, quantiles, depth, errors, CPU time and progress until it ends"): server =>
    assertEquals(series(server.url)("shootout_run_planned_workloads"), 0.0)
    server.update(_.begun(contenderRun, generators = 1))
    server.update(_.sampled("warm_up", sample))
    server.update(_.running("queue_1"))
    server.update(_.sampled("queue_1", sample.copy(producedPerS = 5)))
    server.update(_.sampled("queue_1", sample))
    val found = series(server.url)
    assertEquals(found(s"shootout_samples_total{$labels}"), 2.0)
    val flows = List("produced", "confirmed", "consumed", "acknowledged")
    val rates = flows.map(flow => found(labelled("messages_per_second", "flow", flow)))
    assertEquals(rates, List(1200.5, 1200.0, 1100.0, 1000.0))
    val latencies = found.filter((name, _) => name.startsWith("shootout_latency_seconds{"))
    def latency(quantile: String) =
      latencies.filter((name, _) => name.contains(s"""quantile="$quantile"""")).values
    assertEquals(List("0.5", "0.99", "1.0").flatMap(latency), List(0.0015, 0.02, 0.35))
    assertEquals(found(s"shootout_depth_messages{$labels}"), 77.0)
    assertEquals(found(s"shootout_sample_seconds{$labels}"), 0.5)
    assertEquals(found(s"shootout_errors_total{$labels}"), 4.0)
    assertEquals(found(s"shootout_workload_running{$labels}"), 1.0)
    def used(name: String, process: String) = found(labelled(name, "process", process))
    assertEquals((used("cpu_cores", "broker"), used("cpu_cores", "load")), (0.75, 0.25))
    assertEquals(used("resident_memory_bytes", "load"), 2097152.0)
    assertEquals(found("shootout_load_jvms"), 1.0)
    assertEquals((found("shootout_run_done_workloads"), found("shootout_run_planned_workloads")), (3.0, 9.0))
    assert(!found.keys.exists(_.contains("warm_up")), found)
    server.update(_.ended(contenderRun, ended("queue_1", Status.Measured)))
    server.update(_.done(PlannedWork(1, 10)))
    server.update(_.ended(contenderRun, ended("queue_2", Status.Unsupported)))
    server.update(_.done(PlannedWork(1, 20)))
    server.update(_.over)
    val after = series(server.url)
    assert(!after.keys.exists(_.contains("queue_1")), after)
    assertEquals((after("shootout_run_done_workloads"), after("shootout_run_done_seconds")), (5.0, 70.0))
    assertEquals(after("""shootout_workloads_total{broker="apollo",protocol="stomp",status="measured"}"""), 1.0)
    assertEquals(after("""shootout_workloads_total{broker="apollo",protocol="stomp",status="unsupported"}"""), 1.0)

  private val clustered = sample.copy(resources =
    sample.resources.map(_.copy(nodes = Map("1" -> ProcessSample(0.5, 1 << 19), "2" -> ProcessSample(0.25, 1 << 18))))
  )

  server.test("each node of a cluster has its own series; a single node has none"): server =>
    server.update(_.begun(contenderRun, generators = 2))
    server.update(_.running("queue_1"))
    server.update(_.sampled("queue_1", sample))
    val single = series(server.url)
    assertEquals(single("shootout_load_jvms"), 2.0)
    assert(!single.keys.exists(_.contains("node")), single)
    server.update(_.sampled("queue_1", clustered))
    val found = series(server.url)
    def used(name: String) =
      List("1", "2").map(number => found(labelled(s"node_$name", "node", number)))
    assertEquals(used("cpu_cores"), List(0.5, 0.25))
    assertEquals(used("resident_memory_bytes"), List(524288.0, 262144.0))
    assertEquals(found(labelled("cpu_cores", "process", "broker")), 0.75)

  server.test("both text formats of Prometheus are served, and every metric has type and help"): server =>
    server.update(_.begun(contenderRun, generators = 1))
    val (plain, text) = scraped(server.url)
    assert(plain.startsWith("text/plain"), plain)
    for name <- series(server.url).keys.map(_.takeWhile(_ != '{')) do
      assert(text.contains(s"# HELP $name ") && text.contains(s"# TYPE $name "), s"$name in $text")
    val (open, metrics) = scraped(server.url, "application/openmetrics-text; version=1.0.0")
    assert(open.startsWith("application/openmetrics-text"), open)
    assert(metrics.endsWith("# EOF\n"), metrics)

  server.test("the server listens on loopback by default, and a taken port is refused with the fix"): server =>
    assert(server.url.startsWith("http://127.0.0.1:"), server.url)
    val port = URI.create(server.url).getPort
    val refused =
      MetricsServer.start(ListenAddress("127.0.0.1", port)).left.getOrElse(fail("it listens twice"))
    assert(refused.startsWith(s"--metrics: nothing can listen on 127.0.0.1:$port: "), refused)
    assert(refused.endsWith("write another port, or 0 for any that is free"), refused)

  test("an address is a port or HOST:PORT"):
    assertEquals(ListenAddress.read("9400"), Some(ListenAddress("127.0.0.1", 9400)))
    assertEquals(ListenAddress.read("0.0.0.0:0"), Some(ListenAddress("0.0.0.0", 0)))
    assertEquals(ListenAddress.read("[::1]:9400"), Some(ListenAddress("[::1]", 9400)))
    for wrong <- List("", "x", "-1", "65536", ":9400", "localhost") do
      assertEquals(ListenAddress.read(wrong), None, wrong)

  server.test("the dashboard uses existing metrics, and docs/metrics.md lists all"): server =>
    server.update(_.begun(contenderRun, generators = 1))
    server.update(_.ended(contenderRun, ended("queue_0", Status.Failed)))
    server.update(_.running("queue_1"))
    server.update(_.sampled("queue_1", clustered))
    val served = series(server.url).keySet.map(_.takeWhile(_ != '{'))
    val docs = Path.of(sys.props("shootout.home"), "docs")
    def named(file: String) = "shootout_[a-z_]+".r.findAllIn(Files.readString(docs.resolve(file))).toSet
    assertEquals(named("grafana-dashboard.json") -- served, Set.empty[String])
    assertEquals(named("metrics.md"), served)
