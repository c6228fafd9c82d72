package shootout.analysis

import org.HdrHistogram.Histogram
import shootout.result.*
import shootout.units.{Durability, EpochMillis, Json}

import java.nio.file.{Files, Path}

/** Results from partial JSON, which states only what is judged. Flags and sustained rates are taken from it, not computed. */
object PartialResults:
  private def resources =
    Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources")

  /** Whole files that the page's tests use too. */
  private def saved(name: String): List[JudgedResult] =
    val text = Files.readString(resources.resolve(s"judged/$name.json"))
    Json.read[List[ResultFile]](text).map(JudgedResult(_))

  def golden: List[JudgedResult] =
    for name <- List("activemq", "apollo", "artemis", "hornetq", "rabbitmq")
    yield JudgedResult(ResultStore.read(resources.resolve(s"golden/stomp-$name.json")).fold(sys.error(_), identity))

  /** A real quick run. */
  def quick: List[JudgedResult] = saved("quick")

  /** A real run of the profile `replicated`, in which receivers fall behind in some workloads and one failed. */
  def replicated: List[JudgedResult] = saved("replicated")

  /** A file of a broker with these workloads. */
  def row(name: String, workloads: ujson.Value*): ujson.Obj = ujson.Obj(
    "protocol" -> "stomp",
    "broker" -> ujson.Obj("name" -> name, "title" -> name, "durability" -> "fsync", "version" -> "1.0"),
    "environment" -> ujson.Obj("host" -> "host"),
    "groups" -> ujson.Arr(ujson.Obj("name" -> "g", "title" -> "G")),
    "workloads" -> ujson.Arr.from(workloads)
  )

  /** @param changes to the load */
  def workload(id: String, status: String, changes: (String, ujson.Value)*): ujson.Obj =
    val load = List[(String, ujson.Value)]("persistent" -> false, "message_size_bytes" -> 1024) ++ changes
    ujson.Obj("id" -> id, "group" -> "g", "title" -> id, "load" -> ujson.Obj.from(load), "status" -> status)

  /** A measured workload with this rate. */
  def at(id: String, perSecond: Double, changes: (String, ujson.Value)*): ujson.Obj =
    val made = workload(id, "measured", changes*)
    val rate = ujson.Obj("mean_per_s" -> perSecond)
    made("summary") = ujson.Obj("produced" -> rate, "consumed" -> rate)
    made

  /** The same workload as repetitions 1, 2 and so on. */
  def numbered(workloads: Seq[ujson.Obj]): List[ujson.Obj] =
    for (workload, i) <- workloads.zipWithIndex do workload("repetition") = i + 1
    workloads.toList

  /** A step of a rate sweep. Without a p99, it was not sustained. */
  def climbing(rate: Int, p99: Option[Double], messages: Int = 1000): ujson.Obj =
    val made = at(s"at-$rate", rate, "open_loop" -> true)
    made("axes") = ujson.Obj("rate" -> s"$rate/s")
    made("axis_values") = ujson.Obj("rate" -> ujson.Obj("value" -> rate, "unit" -> "per_s"))
    made("rate_sweep") = ujson.Obj("axis" -> "rate", "held" -> p99.isDefined)
    made("summary")("end_to_end") = ujson.Obj("count" -> messages, "us_p99" -> p99.getOrElse(3e6))
    made

  extension (made: ujson.Obj)
    def flagged(flags: String*): ujson.Obj =
      made("flags") = ujson.Arr.from(flags.map(flag => ujson.Obj("flag" -> flag, "letter" -> flag.take(1).toUpperCase)))
      made

    def wrote(bytesPerSecond: Double): ujson.Obj =
      made("resources") = ujson.Obj("broker" -> ujson.Obj("written_bytes_per_s" -> bytesPerSecond))
      made

  def judgement(files: Seq[ujson.Value]): Judgement = Judgement(judged(files))
  def judged(files: Seq[ujson.Value]): List[JudgedResult] = files.toList.map(completed)

  private val broker = BrokerResult(
    name = "x",
    title = "",
    version = "",
    durability = Some(Durability.Fsync),
    managed = true,
    available = true,
    reason = None,
    remedy = None,
    logTail = Nil,
    command = None,
    configuration = Nil,
    deviations = Nil,
    cannot = Nil,
    startS = None
  )
  private val file = ResultFile(
    ResultFile.Format,
    ResultFile.FormatVersion,
    ToolResult("", "", "", gitDirty = false),
    protocol = "",
    driver = "",
    broker,
    Environment("", "", "", "", 0, 0, "", "", sharedWithBroker = false),
    SettingsResult("", 1, 0, Nil),
    startedAtMs = EpochMillis(0),
    finishedAtMs = None,
    complete = true,
    groups = Nil,
    workloads = Nil
  )
  private val rate = RateSummary(0, 0, 0, 0)
  private val process = ProcessSummary(0, None, 0)

  /** Default values of objects, by the path of keys. */
  private val templates: Map[String, ujson.Value] = Map(
    "" -> Json.writeJs(file),
    ".broker.variant" -> Json.writeJs(VariantResult("", "", "", "")),
    ".groups" -> Json.writeJs(GroupResult("", "", "", None, None, Nil)),
    ".workloads" -> Json.writeJs(Results.workload().copy(samples = Nil, summary = None, audit = None)),
    ".workloads.flags" -> ujson.Obj("because" -> "", "measured" -> ujson.Null, "threshold" -> ujson.Null),
    ".workloads.audit" -> Json.writeJs(AuditResult(0, 0, 0, 0, 0, 0, 0, 0)),
    ".workloads.crash" -> Json.writeJs(CrashResult(0, 0, 0, 0, None)),
    ".workloads.offered" -> Json.writeJs(OfferedResult("", 0, 0, 0)),
    ".workloads.phase" -> Json.writeJs(PhaseResult("", 0, 1, "")),
    ".workloads.rate_sweep" -> Json.writeJs(RateSweepResult("", 1e6)),
    ".workloads.resources" -> Json.writeJs(ResourceSummary(None, process, 1, 0, 0, 0)),
    ".workloads.resources.broker" -> Json.writeJs(process),
    ".workloads.samples" -> Json.writeJs(Results.sample(0, 0, 0)),
    ".workloads.summary" -> Json.writeJs(Summary(rate, rate, rate, rate, 0))
  )

  private def completed(partial: ujson.Value): JudgedResult =
    val made = filled(partial, "")
    val judged = made("workloads").arr.toList.map: workload =>
      val flags = workload.obj.get("flags").fold(Nil)(Json.read[List[FlagResult]](_))
      val held = workload("rate_sweep").objOpt.flatMap(_.get("held")).flatMap(_.boolOpt)
      JudgedWorkload(Json.read[WorkloadResult](workload), flags, held.map(SustainedRate(_, None)))
    new JudgedResult(Json.read[ResultFile](made).copy(workloads = judged.map(_.result)), judged)

  private def filled(partial: ujson.Value, path: String): ujson.Value = partial match
    case ujson.Arr(items) => ujson.Arr.from(items.map(filled(_, path)))
    case ujson.Obj(members) =>
      val own = ujson.Obj.from(members.toList.map((key, value) => key -> filled(value, s"$path.$key")))
      val template = if members.contains("us_p99") then Some(latency(partial)) else templates.get(path)
      template.fold(own)(merged(_, own))
    case other => other

  /** A histogram with these percentiles. */
  private def latency(partial: ujson.Value): ujson.Value =
    val (count, p99) = (partial.obj.get("count").fold(100_000L)(_.num.toLong), partial("us_p99").num.toLong)
    val p95 = partial.obj.get("us_p95").filterNot(_.isNull).fold(p99)(_.num.toLong)
    val histogram = Histogram(5)
    val beyond = count / 25
    histogram.recordValueWithCount(p95, count - beyond)
    histogram.recordValueWithCount(p99, beyond)
    Json.writeJs(LatencySummary.of(histogram, LatencyTime.ServiceTime, 0))

  private def merged(template: ujson.Value, partial: ujson.Value): ujson.Value =
    (template.objOpt, partial.objOpt) match
      case (Some(known), Some(own)) =>
        val both = own.toList.map((key, value) => key -> known.get(key).fold(value)(merged(_, value)))
        ujson.Obj.from(known.toList.filterNot((key, _) => own.contains(key)) ++ both)
      case _ => partial
