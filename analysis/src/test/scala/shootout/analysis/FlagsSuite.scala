package shootout.analysis

import shootout.result.*
import shootout.units.DestinationType

/** Each flag just below, at and beyond its threshold. */
class FlagsSuite extends munit.FunSuite:
  private def flags(workload: WorkloadResult, shared: Boolean = false, single: Boolean = false): List[FlagResult] =
    Flags.of(workload, shared, single)
  private def letters(workload: WorkloadResult, shared: Boolean = false, single: Boolean = false): String =
    flags(workload, shared, single).map(_.letter).mkString

  private def table(name: String)(rows: (String, WorkloadResult, String)*): Unit =
    for (what, workload, expected) <- rows do
      test(s"$name: $what")(assertEquals(letters(workload), expected, flags(workload)))

  private def generatorLimit(share: Double): WorkloadResult =
    Results.workload().copy(generatorLimit = Some(GeneratorLimitResult(1000 / share, 1000 / share, None)))
  private def cpu(cores: Double, usable: Int): WorkloadResult =
    Results.workload().copy(resources = Some(Results.resources(cores, usable)))
  table("G")(
    ("no generator limit, no resources", Results.workload(), ""),
    ("half of the generator limit", generatorLimit(0.5), ""),
    ("above half of it", generatorLimit(0.51), "G"),
    ("all of it", generatorLimit(1), "G"),
    ("more than it: the generator limit is not known", generatorLimit(1.3), ""),
    ("more than it, and a busy generator", cpu(0.9, 1).copy(generatorLimit = generatorLimit(1.3).generatorLimit), "G"),
    ("80 % of one core", cpu(0.8, 1), ""),
    ("81 % of one core", cpu(0.81, 1), "G"),
    ("0.81 of two cores", cpu(0.81, 2), ""),
    ("1.61 of two cores", cpu(1.61, 2), "G"),
    ("both", cpu(0.9, 1).copy(generatorLimit = generatorLimit(0.9).generatorLimit), "G")
  )

  private def groups(n: Option[Int]): WorkloadResult =
    Results.workload().copy(resources = Some(Results.resources(0.1, 1).copy(schedulingGroups = n)))
  table("A")(
    ("not known", groups(None), ""),
    ("one group", groups(Some(1)), ""),
    ("two groups", groups(Some(2)), "A")
  )

  private def backlog(depths: Int*): WorkloadResult =
    Results.workload(List.fill(depths.size)(1000)).copy(
      samples = depths.toList.zipWithIndex.map((depth, n) => Results.sample(n, 1000, 1000).copy(depth = depth))
    )
  private def unstable(workload: WorkloadResult): Boolean = flags(workload).exists(_.flag == Flag.Unstable)
  test("U: a rate that jumps between two levels, but not one pause") {
    assert(unstable(Results.workload(List(1000, 400, 1000, 400, 1000))))
    assert(!unstable(Results.workload(List(1000, 400, 1000, 1000, 1000))))
    assert(!unstable(Results.workload(List(1000, 600, 1000, 600, 1000))))
  }
  test("U: a backlog that grows in every sample, by more than a tenth of what was sent") {
    assert(unstable(backlog(0, 200, 400, 600, 800)))
    assert(!unstable(backlog(0, 200, 400, 400, 800)))
    assert(!unstable(backlog(0, 20, 40, 60, 80)))
    assert(!unstable(backlog(0, 200, 400, 800)))
  }

  // two values a ± d: standard deviation d * sqrt(2), so a variation of 10 % is d = 0.0707 a
  private def steps(change: Double): WorkloadResult =
    Results.workload(List.tabulate(10)(n => 1000 * (1 + change * (n - 4.5) / 9)))
  private val unsteady = List[Double](500, 1500)
  table("N")(
    ("equal samples", Results.workload(), ""),
    ("variation of 9.9 %", Results.workload(List(930, 1070)), ""),
    ("variation of 10.04 %", Results.workload(List(929, 1071)), "N"),
    ("one sample", Results.workload(List(1000)), ""),
    ("nothing happened", Results.workload(List(0, 0, 0)), ""),
    ("rising by 9 %", steps(0.09), ""),
    ("rising by 11 %", steps(0.11), "N"),
    ("falling by 11 %", steps(-0.11), "N"),
    ("rising, but with four samples", Results.workload(List(950, 980, 1020, 1050)), ""),
    (
      "what is consumed counts",
      Results.workload(unsteady).copy(samples = List(Results.sample(0, 1, 9), Results.sample(1, 9, 9))),
      ""
    ),
    (
      "what is produced counts where nobody consumes",
      Results.workload().copy(
        load = Results.load.copy(consumers = 0),
        samples = List(Results.sample(0, 1, 0), Results.sample(1, 9, 0))
      ),
      "N"
    )
  )
  private def sampled(precision: Option[Double], steady: Option[Boolean] = Some(true), rates: List[Double] = unsteady) =
    val sampling = SamplingResult(1, steady, precision, Some(0.05), SamplingEnd.Limit)
    Results.workload(rates).copy(sampling = Some(sampling))
  table("N, where the precision of the mean is known")(
    ("10 %, though the samples differ by more", sampled(Some(0.1)), ""),
    ("10.1 %", sampled(Some(0.101)), "N"),
    ("too few to know it: the samples' variation counts", sampled(None), "N"),
    ("not steady when the samples began", sampled(Some(0.01), steady = Some(false)), "N"),
    ("a warm-up of a given length", sampled(Some(0.01), steady = None), ""),
    ("a trend", sampled(Some(0.05), rates = List.tabulate(10)(n => 1000 + 20.0 * n)), "N")
  )

  private def changing(workload: WorkloadResult): WorkloadResult =
    workload.copy(basis = workload.basis.copy(steady = false))

  test("N: where the load changes on purpose, variation is no noise") {
    assertEquals(letters(changing(Results.workload(unsteady))), "")
  }

  private def audited(change: AuditResult => AuditResult, load: LoadResult = Results.load): WorkloadResult =
    Results.workload().copy(audit = Some(change(Results.clean)), load = load)
  private val sharedQueue = Results.load.copy(consumers = 2)
  private val crash =
    CrashResult(confirmed = 9, lostConfirmed = 0, duplicated = 3, unconfirmedDelivered = 1, recoveryS = Some(2))
  table("E")(
    ("a clean audit", audited(identity), ""),
    ("no audit", Results.workload().copy(audit = None), ""),
    ("one lost", audited(_.copy(lost = 1)), "E"),
    ("one duplicated", audited(_.copy(duplicated = 1)), "E"),
    ("one corrupted", audited(_.copy(corrupted = 1)), "E"),
    ("one of another workload", audited(_.copy(foreign = 1)), "E"),
    ("one for another consumer", audited(_.copy(misrouted = 1)), "E"),
    ("not waited for", audited(_.copy(undrained = 1)), ""),
    ("out of order, one consumer", audited(_.copy(reordered = 1)), "E"),
    ("out of order, two consumers share the queue", audited(_.copy(reordered = 1), sharedQueue), ""),
    (
      "out of order, two queues of one consumer each",
      audited(_.copy(reordered = 1), sharedQueue.copy(destinations = 2)),
      "E"
    ),
    (
      "out of order, two subscribers of a topic",
      audited(_.copy(reordered = 1), sharedQueue.copy(destinationType = DestinationType.Topic)),
      "E"
    ),
    ("a failed connection", Results.workload().copy(summary = Results.workload().summary.map(_.copy(errors = 1))), "E"),
    ("second deliveries after a crash", audited(_.copy(lost = 2, duplicated = 3)).copy(crash = Some(crash)), ""),
    ("confirmed and lost in a crash", Results.workload().copy(crash = Some(crash.copy(lostConfirmed = 1))), "E")
  )

  private val silent = Results.workload().copy(summary =
    Results.workload().summary.map(s => s.copy(consumed = s.consumed.copy(meanPerS = 0, minPerS = 0, maxPerS = 0)))
  )
  table("E, where little came through")(
    ("half was left", audited(_.copy(undrained = 500)), ""),
    ("more than half was left", audited(_.copy(undrained = 501)), "E"),
    ("nothing was consumed", silent, "E"),
    ("nobody consumes", silent.copy(load = Results.load.copy(consumers = 0)), ""),
    ("producers were cut off", Results.workload().copy(cutOff = Some(CutOffResult(10, 0))), "E"),
    ("a consumer was cut off", Results.workload().copy(cutOff = Some(CutOffResult(0, 1))), "E"),
    ("what a note says decides nothing", Results.workload().copy(notes = List("10 of 10 producers did not close")), "")
  )
  test("E: consumers that take their time may leave much") {
    def thinking(workload: WorkloadResult) = workload.copy(basis = workload.basis.copy(consumersThink = true))
    assertEquals(letters(thinking(audited(_.copy(undrained = 900)))), "")
    assertEquals(letters(thinking(silent)), "E")
  }

  private def target(perSecond: Double): WorkloadResult =
    Results.workload().copy(summary = Results.workload().summary.map(_.copy(targetPerS = Some(perSecond))))
  private def consumed(perSecond: Double): WorkloadResult =
    Results.openLoop(s => s.copy(consumed = s.consumed.copy(meanPerS = perSecond)))
  private def depths(each: Double => Double): WorkloadResult =
    val workload = Results.openLoop()
    workload.copy(samples = workload.samples.zipWithIndex.map((s, n) => s.copy(depth = each(n).toLong)))
  table("R, of what comes out")(
    ("all that was due", Results.openLoop(), ""),
    ("95.1 % of it", consumed(951), ""),
    ("94.9 % of it", consumed(949), "R"),
    ("a few messages short", consumed(949).copy(samples = List(Results.sample(0, 1, 1).copy(intervalS = 0.1))), ""),
    (
      "nobody can tell what was due",
      consumed(900).copy(summary = consumed(900).summary.map(_.copy(owedPerS = None))),
      ""
    ),
    ("1 % never came", Results.openLoop(_.copy(unmeasured = Some(100))), ""),
    ("more than that", Results.openLoop(_.copy(unmeasured = Some(101))), "R"),
    ("a queue that stays as deep as it is", depths(n => 500 + 5 * (n % 2)), ""),
    ("a queue that grows by 0.9 % of the load", depths(n => 500 + 10 * n), ""),
    ("a queue that grows by 1.4 % of the load", depths(n => 500 + 15 * n), "R"),
    ("a queue that shrinks", depths(n => 900 - 20 * n), ""),
    (
      "a closed loop's queue grows as it likes",
      depths(n => 500 + 100 * n).copy(summary = Results.workload().summary),
      ""
    )
  )
  test("R: where the rate changes on purpose, so does the depth") {
    assertEquals(letters(changing(depths(n => 500 + 100 * n))), "")
  }

  private def late(delayUs: Long, latencyUs: Long, heldBack: Double = 0): WorkloadResult = Results.openLoop(
    _.copy(
      latencies = Map("schedule_delay" -> delayUs, "end_to_end" -> latencyUs).map((kind, us) =>
        kind -> Some(Results.latency(List(us)))
      ),
      heldBackShare = Some(heldBack)
    )
  )
  table("G, of time")(
    ("a schedule delay of half the latency", late(500, 1000), ""),
    ("more than half", late(510, 1000), "G"),
    ("for window or network were full", late(510, 1000, heldBack = 0.01), "")
  )

  private def beside(foreign: Option[Double], steal: Double = 0): WorkloadResult =
    Results.workload().copy(resources =
      Some(Results.resources(0.1, 1).copy(foreignShare = foreign, stealShare = steal))
    )
  table("B")(
    ("nobody else", beside(Some(0)), ""),
    ("the system's own work", beside(Some(0.15)), ""),
    ("other processes", beside(Some(0.16)), "B"),
    ("nobody knows", beside(None), ""),
    ("5 % stolen", beside(Some(0), 0.05), ""),
    ("6 % stolen", beside(Some(0), 0.06), "B")
  )

  /** As a run on two cores had them, each with the letters that it should have.
    * @param us
    *   mean latency, or 0 for none
    */
  private def real(
      share: Double,
      busy: Double,
      delayMs: Double = 0,
      us: Long = 0,
      perS: Double = 1000
  ): WorkloadResult =
    val plain = Results.workload(List.fill(4)(perS))
    val used = Results.resources(share * 2, 8).copy(busyShare = busy, clientShare = Some(share))
    plain.copy(
      resources = Some(used.copy(client = used.client.copy(counted = Map("run_delay_ms_per_s" -> Some(delayMs))))),
      summary =
        plain.summary.map(_.copy(latencies = Map("end_to_end" -> Option.when(us > 0)(Results.latency(List(us))))))
    )
  private def costing(workload: WorkloadResult, us: Double, atGeneratorLimit: Double): WorkloadResult = workload.copy(
    resources = workload.resources.map(r => r.copy(client = r.client.copy(cpuUsPerMessage = Some(us)))),
    generatorLimit = Some(GeneratorLimitResult(1e6, 1e6, Some(atGeneratorLimit)))
  )
  for
    (what, workload, expected) <- List(
      ("HornetQ's client, ten to ten over a topic", real(0.53, 0.99), "SL"),
      ("qpid-jms-client, one to one", real(0.48, 1.0), "SL"),
      ("activemq-client, one to one", real(0.30, 0.97), "S"),
      ("our client into Artemis, one to one", real(0.07, 0.99), "S"),
      ("OpenMQ's client at 5,000 messages a second, of a machine with time left", real(0.44, 0.73), "S"),
      ("our client to ten from RabbitMQ", costing(real(0.23, 0.99), 10.28, 1.48), "SL"),
      ("our client from HornetQ, dearer without a broker than with it", costing(real(0.13, 0.99), 0.84, 1.48), "S"),
      ("the same cost, with time left", costing(real(0.23, 0.8), 10.28, 1.48), "S"),
      ("threads that waited for 24 % of the latency", real(0.1, 0.8, delayMs = 480, us = 1000), "S"),
      ("threads that waited for 26 % of the latency", real(0.1, 0.8, delayMs = 520, us = 1000), "SL"),
      ("the same for a queue of a second", real(0.1, 0.8, delayMs = 520, us = 1_000_000), "S"),
      ("a file that does not tell", Results.workload().copy(resources = Some(Results.resources(1, 8))), "S")
    )
  do
    test(s"L: $what") {
      assertEquals(letters(workload, shared = true).sorted, expected.sorted, flags(workload, shared = true))
      assertEquals(letters(workload), "")
    }
  test("L says what the load took") {
    assert(flags(real(0.53, 0.99), shared = true).exists(_.because.contains("the load took 53 % of this machine")))
    val waited = flags(real(0.1, 0.8, delayMs = 520, us = 1000), shared = true).find(_.letter == "L").get
    assert(waited.because.contains("520 ms in each second") && waited.because.contains("10 % of this machine"), waited)
    val dear = flags(costing(real(0.19, 0.99), 5.234, 0.0412), shared = true).find(_.letter == "L").get
    assert(dear.because.contains("5.2 us per message, but only 0.041 us against"), dear)
    val open = costing(real(0.23, 0.99), 10.28, 1.48)
    assertEquals(letters(open.copy(load = open.load.copy(openLoop = true)), shared = true), "S")
  }

  table("R")(
    ("a closed loop", Results.workload(), ""),
    ("as many as wanted", target(1000), ""),
    ("95.1 %", target(1000 / 0.951), ""),
    ("94.9 %", target(1000 / 0.949), "R")
  )

  test("1 and S") {
    assertEquals(letters(Results.workload(), single = true), "1")
    assertEquals(letters(Results.workload(), shared = true), "S")
  }

  test("a flag says what is beyond which threshold, in words and numbers") {
    val flag = flags(generatorLimit(0.62)).head
    assertEqualsDouble(flag.measured.get, 0.62, 1e-9)
    assertEquals(flag.threshold, Some(0.5))
    assert(flag.because.contains("62 %"), flag.because)
    val busy = flags(cpu(0.9, 1).copy(generatorLimit = generatorLimit(1.3).generatorLimit)).head
    assert(busy.because.contains("90 % of the one core"), busy.because)
    assertEquals(flags(audited(_.copy(lost = 2, duplicated = 3))).head.because, "2 lost, 3 duplicated")
  }

  test("only numbers have flags") {
    for status <- Status.values.filterNot(_ == Status.Measured) do
      assertEquals(letters(generatorLimit(0.9).copy(status = status), single = true), "")
  }
