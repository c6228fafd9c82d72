package shootout.analysis

/** Result files of rate sweeps, made for tests, as `web-test/climbing.js` makes them: what brokers made of rates that rise. */
object RateSweepResults:
  /** What became of a rate in a repetition. */
  enum Made:
    /** It was held, with this p99 (µs), of so many messages. */
    case P99(us: Double, messages: Int = 20000)
    case Out

    /** Not run, for a lower rate was not held. */
    case Beyond
    case Failed

  import Made.*

  /** @param rates
    *   with what it made of them; a number is the p99 at a rate that it held
    */
  def row(name: String, rates: (Int, Int | Made)*): ujson.Obj =
    repeated(name, rates.map((rate, made) => rate -> List(made))*)

  /** Of each rate what each repetition made of it. */
  def repeated(name: String, rates: (Int, List[Int | Made])*): ujson.Obj =
    val workloads = for (rate, all) <- rates; (made, i) <- all.zipWithIndex yield workload(rate, made, i + 1)
    PartialResults.row(name, workloads*)

  def workload(rate: Int, made: Int | Made, repetition: Int = 1): ujson.Obj = made match
    case us: Int => workload(rate, P99(us), repetition)
    case P99(us, messages) => measured(rate, rate, repetition, us, messages)
    case Out =>
      val workload = measured(rate, 0.6 * rate, repetition, 3e6, 20000)
      workload("rate_sweep")("held") = false
      workload("rate_sweep")("because") = "sent 60 % of it"
      workload
    case Beyond =>
      val workload = base(rate, "skipped", repetition)
      workload("reason") = "a lower rate was not held"
      workload("rate_sweep")("held") = ujson.Null
      workload("rate_sweep")("beyond") = "at-lower"
      workload
    case Failed =>
      val workload = base(rate, "failed", repetition)
      workload("reason") = "it broke"
      workload("rate_sweep") = ujson.Null
      workload

  /** One that was sent a rate, and climbs nothing. */
  def fixed(rate: Int, us: Double): ujson.Obj =
    val made = measured(rate, rate, 1, us, 20000)
    made("id") = s"fixed-$rate"
    made("rate_sweep") = ujson.Null
    made

  private def base(rate: Int, status: String, repetition: Int): ujson.Obj =
    val load = List[(String, ujson.Value)]("open_loop" -> true, "persistent" -> true, "destination_type" -> "queue")
    val made = PartialResults.workload(s"at-$rate", status, load*)
    made("repetition") = repetition
    made("axes") = ujson.Obj("rate" -> s"$rate/s")
    made("axis_values") = ujson.Obj("rate" -> ujson.Obj("value" -> rate, "unit" -> "per_s"))
    made("rate_sweep") = ujson.Obj("axis" -> "rate", "held" -> true, "because" -> ujson.Null, "beyond" -> ujson.Null)
    made

  private def measured(rate: Int, perSecond: Double, repetition: Int, us: Double, messages: Int): ujson.Obj =
    val made = base(rate, "measured", repetition)
    def mean = ujson.Obj("mean_per_s" -> perSecond, "stdev_per_s" -> 0)
    made("summary") = ujson.Obj(
      "produced" -> mean,
      "consumed" -> mean,
      "errors" -> 0,
      "target_per_s" -> rate,
      "end_to_end" -> ujson.Obj("count" -> messages, "us_p95" -> us / 2, "us_p99" -> us)
    )
    made("resources") =
      ujson.Obj("broker" -> ujson.Obj("cpu_cores" -> rate / 1e4, "written_bytes_per_s" -> rate * 2000))
    made

  extension (file: ujson.Obj)
    /** With what it says that a confirmed message survives. */
    def promising(durability: String): ujson.Obj =
      file("broker")("durability") = durability
      file

    def changed(change: ujson.Value => Unit): ujson.Obj =
      file("workloads").arr.foreach(change)
      file
