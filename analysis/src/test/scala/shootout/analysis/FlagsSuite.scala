package shootout.analysis

import shootout.result.*
import shootout.units.DestinationType

/** Each flag just below, at and beyond its threshold. */
class FlagsSuite extends munit.FunSuite:
  private val plain = Results.workload()

  private def flags(workload: WorkloadResult, shared: Boolean = false, single: Boolean = false): List[FlagResult] =
    Flags.of(workload, shared, single)
  private def letters(workload: WorkloadResult, shared: Boolean = false, single: Boolean = false): String =
    flags(workload, shared, single).map(_.letter).sorted.mkString

  private def table(name: String)(rows: (String, WorkloadResult, String)*): Unit =
    for (condition, workload, expected) <- rows do
      test(s"$name: $condition")(assertEquals(letters(workload), expected, flags(workload)))

  private def generatorLimit(share: Double): WorkloadResult =
    plain.copy(generatorLimit = Some(GeneratorLimitResult(1000 / share, 1000 / share, None)))
  private def cpu(cores: Double, usable: Int, limit: Option[GeneratorLimitResult] = None): WorkloadResult =
    plain.copy(resources = Some(Results.resources(cores, usable)), generatorLimit = limit)
  table("G")(
    ("no generator limit and no resources are known", plain, ""),
    ("half of the generator limit", generatorLimit(0.5), ""),
    ("more than half of the generator limit", generatorLimit(0.51), "G"),
    ("all of the generator limit", generatorLimit(1), "G"),
    ("a rate above the generator limit, which is therefore unknown", generatorLimit(1.3), ""),
    ("a rate above the limit, with a busy generator", cpu(0.9, 1, generatorLimit(1.3).generatorLimit), "G"),
    ("80% of one core", cpu(0.8, 1), ""),
    ("81% of one core", cpu(0.81, 1), "G"),
    ("0.81 of two cores", cpu(0.81, 2), ""),
    ("1.61 of two cores", cpu(1.61, 2), "G"),
    ("the generator limit and the CPU", cpu(0.9, 1, generatorLimit(0.9).generatorLimit), "G")
  )

  private def groups(n: Option[Int]): WorkloadResult =
    plain.copy(resources = Some(Results.resources(0.1, 1).copy(schedulingGroups = n)))
  table("A")(
    ("scheduling groups are unknown", groups(None), ""),
    ("one scheduling group", groups(Some(1)), ""),
    ("two scheduling groups", groups(Some(2)), "A")
  )

  private def backlog(depths: Int*): WorkloadResult =
    Results.workload(List.fill(depths.size)(1000)).copy(
      samples = depths.toList.zipWithIndex.map((depth, n) => Results.sample(n, 1000, 1000).copy(depth = depth))
    )
  private def unstable(workload: WorkloadResult): Boolean = flags(workload).exists(_.flag == Flag.Unstable)
  test("U: a rate is unstable if it jumps between two levels"):
    assert(unstable(Results.workload(List(1000, 400, 1000, 400, 1000))))
    assert(!unstable(Results.workload(List(1000, 400, 1000, 1000, 1000))))
    assert(!unstable(Results.workload(List(1000, 600, 1000, 600, 1000))))
  test("U: a rate is unstable if the backlog grows in every sample"):
    assert(unstable(backlog(0, 200, 400, 600, 800)))
    assert(!unstable(backlog(0, 200, 400, 400, 800)))
    assert(!unstable(backlog(0, 20, 40, 60, 80)))
    assert(!unstable(backlog(0, 200, 400, 800)))

  // two values a ± d: standard deviation d * sqrt(2), so a variation of 10 % is d = 0.0707 a
  private def steps(change: Double): WorkloadResult =
    Results.workload(List.tabulate(10)(n => 1000 * (1 + change * (n - 4.5) / 9)))
  private val unsteady = List[Double](500, 1500)
  private def pair(first: Sample, second: Sample): WorkloadResult = plain.copy(samples = List(first, second))
  private def changing(workload: WorkloadResult): WorkloadResult =
    workload.copy(basis = workload.basis.copy(steady = false))
  table("N")(
    ("equal samples", plain, ""),
    ("a variation of 9.9%", Results.workload(List(930, 1070)), ""),
    ("a variation of 10.04%", Results.workload(List(929, 1071)), "N"),
    ("one sample", Results.workload(List(1000)), ""),
    ("no messages", Results.workload(List(0, 0, 0)), ""),
    ("a rise of 9%", steps(0.09), ""),
    ("a rise of 11%", steps(0.11), "N"),
    ("a fall of 11%", steps(-0.11), "N"),
    ("a rise over only four samples", Results.workload(List(950, 980, 1020, 1050)), ""),
    ("consumed messages count", pair(Results.sample(0, 1, 9), Results.sample(1, 9, 9)), ""),
    (
      "produced messages count without consumers",
      pair(Results.sample(0, 1, 0), Results.sample(1, 9, 0)).copy(load = Results.load.copy(consumers = 0)),
      "N"
    ),
    ("a load that changes on purpose", changing(Results.workload(unsteady)), "")
  )
  private def sampled(precision: Option[Double], steady: Option[Boolean] = Some(true), rates: List[Double] = unsteady) =
    val sampling = SamplingResult(1, steady, precision, Some(0.05), SamplingEnd.Limit)
    Results.workload(rates).copy(sampling = Some(sampling))
  table("N with a known precision of the mean")(
    ("a precision of 10%, whatever the samples", sampled(Some(0.1)), ""),
    ("a precision of 10.1%", sampled(Some(0.101)), "N"),
    ("too few samples for a precision, so their variation counts", sampled(None), "N"),
    ("samples that began before the rate was steady", sampled(Some(0.01), steady = Some(false)), "N"),
    ("a warm-up of fixed length", sampled(Some(0.01), steady = None), ""),
    ("a trend", sampled(Some(0.05), rates = List.tabulate(10)(n => 1000 + 20.0 * n)), "N")
  )

  private def audited(change: AuditResult => AuditResult, load: LoadResult = Results.load): WorkloadResult =
    plain.copy(audit = Some(change(Results.clean)), load = load)
  private val sharedQueue = Results.load.copy(consumers = 2)
  private val twoQueues = sharedQueue.copy(destinations = 2)
  private val topic = sharedQueue.copy(destinationType = DestinationType.Topic)
  private val crash =
    CrashResult(confirmed = 9, lostConfirmed = 0, duplicated = 3, unconfirmedDelivered = 1, recoveryS = Some(2))
  private val silent =
    plain.copy(summary = plain.summary.map(_.copy(consumed = RateSummary(0, 0, 0, 0))))
  table("E")(
    ("a clean audit", audited(identity), ""),
    ("no audit", plain.copy(audit = None), ""),
    ("one lost message", audited(_.copy(lost = 1)), "E"),
    ("one duplicate", audited(_.copy(duplicated = 1)), "E"),
    ("one corrupted message", audited(_.copy(corrupted = 1)), "E"),
    ("one message of another workload", audited(_.copy(foreign = 1)), "E"),
    ("one message of another consumer", audited(_.copy(misrouted = 1)), "E"),
    ("one undrained message", audited(_.copy(undrained = 1)), ""),
    ("a wrong order with one consumer", audited(_.copy(reordered = 1)), "E"),
    ("a wrong order with two consumers of one queue", audited(_.copy(reordered = 1), sharedQueue), ""),
    ("a wrong order with two queues", audited(_.copy(reordered = 1), twoQueues), "E"),
    ("a wrong order with two subscribers of a topic", audited(_.copy(reordered = 1), topic), "E"),
    ("a failed connection", plain.copy(summary = plain.summary.map(_.copy(errors = 1))), "E"),
    ("duplicates after a crash", audited(_.copy(lost = 2, duplicated = 3)).copy(crash = Some(crash)), ""),
    ("a confirmed message lost in a crash", plain.copy(crash = Some(crash.copy(lostConfirmed = 1))), "E"),
    ("half of the messages undrained", audited(_.copy(undrained = 500)), ""),
    ("more than half of the messages undrained", audited(_.copy(undrained = 501)), "E"),
    ("nothing consumed", silent, "E"),
    ("no consumers", silent.copy(load = Results.load.copy(consumers = 0)), ""),
    ("producers that were cut off", plain.copy(cutOff = Some(CutOffResult(10, 0))), "E"),
    ("a consumer that was cut off", plain.copy(cutOff = Some(CutOffResult(0, 1))), "E"),
    ("a note does not count", plain.copy(notes = List("10 of 10 producers did not close")), "")
  )
  test("E: consumers that think may leave messages undrained, but must consume some"):
    def thinking(workload: WorkloadResult) = workload.copy(basis = workload.basis.copy(consumersThink = true))
    assertEquals(letters(thinking(audited(_.copy(undrained = 900)))), "")
    assertEquals(letters(thinking(silent)), "E")

  private def target(perSecond: Double): WorkloadResult =
    plain.copy(summary = plain.summary.map(_.copy(targetPerS = Some(perSecond))))
  private def consumed(perSecond: Double, owed: Option[Double] = Some(1000)): WorkloadResult =
    Results.openLoop(s => s.copy(consumed = s.consumed.copy(meanPerS = perSecond), owedPerS = owed))
  private def depths(each: Double => Double): WorkloadResult =
    val workload = Results.openLoop()
    workload.copy(samples = workload.samples.zipWithIndex.map((s, n) => s.copy(depth = each(n).toLong)))
  table("R")(
    ("a closed loop", plain, ""),
    ("the offered rate was sent", target(1000), ""),
    ("95.1% was sent", target(1000 / 0.951), ""),
    ("94.9% was sent", target(1000 / 0.949), "R"),
    ("all was consumed", Results.openLoop(), ""),
    ("95.1% was consumed", consumed(951), ""),
    ("94.9% was consumed", consumed(949), "R"),
    (
      "a few messages are missing",
      consumed(949).copy(samples = List(Results.sample(0, 1, 1).copy(intervalS = 0.1))),
      ""
    ),
    ("it is unknown how much was due", consumed(900, owed = None), ""),
    ("1% never arrived", Results.openLoop(_.copy(unmeasured = Some(100))), ""),
    ("more than 1% never arrived", Results.openLoop(_.copy(unmeasured = Some(101))), "R"),
    ("a backlog of constant depth", depths(n => 500 + 5 * (n % 2)), ""),
    ("a backlog that grows by 0.9% of the load", depths(n => 500 + 10 * n), ""),
    ("a backlog that grows by 1.4% of the load", depths(n => 500 + 15 * n), "R"),
    ("a backlog that shrinks", depths(n => 900 - 20 * n), ""),
    ("a growing backlog of a closed loop", depths(n => 500 + 100 * n).copy(summary = plain.summary), ""),
    ("a rate that changes on purpose", changing(depths(n => 500 + 100 * n)), "")
  )

  private def late(delayUs: Long, latencyUs: Long, heldBack: Double = 0): WorkloadResult =
    val latencies = Map("schedule_delay" -> delayUs, "end_to_end" -> latencyUs).map((kind, us) =>
      kind -> Some(Results.latency(List(us)))
    )
    Results.openLoop(_.copy(latencies = latencies, heldBackShare = Some(heldBack)))
  table("G, schedule delay")(
    ("half of the latency", late(500, 1000), ""),
    ("more than half of the latency", late(510, 1000), "G"),
    ("more than half, because window or network were full", late(510, 1000, heldBack = 0.01), "")
  )

  private def others(foreign: Option[Double], steal: Double = 0): WorkloadResult =
    plain.copy(resources = Some(Results.resources(0.1, 1).copy(foreignShare = foreign, stealShare = steal)))
  table("B")(
    ("no other processes", others(Some(0)), ""),
    ("15% of other processes, like the system's own", others(Some(0.15)), ""),
    ("16% of other processes", others(Some(0.16)), "B"),
    ("other processes are unknown", others(None), ""),
    ("5% stolen", others(Some(0), 0.05), ""),
    ("6% stolen", others(Some(0), 0.06), "B")
  )

  /** As measured on two cores.
    * @param us
    *   mean latency, or 0 for none
    */
  private def real(share: Double, busy: Double, delayMs: Double = 0, us: Long = 0): WorkloadResult =
    val four = Results.workload(List.fill(4)(1000))
    val used = Results.resources(share * 2, 8).copy(busyShare = busy, clientShare = Some(share))
    val latencies = Map("end_to_end" -> Option.when(us > 0)(Results.latency(List(us))))
    four.copy(
      resources = Some(used.copy(client = used.client.copy(counted = Map("run_delay_ms_per_s" -> Some(delayMs))))),
      summary = four.summary.map(_.copy(latencies = latencies))
    )
  private def costing(workload: WorkloadResult, us: Double, atGeneratorLimit: Double): WorkloadResult = workload.copy(
    resources = workload.resources.map(r => r.copy(client = r.client.copy(cpuUsPerMessage = Some(us)))),
    generatorLimit = Some(GeneratorLimitResult(1e6, 1e6, Some(atGeneratorLimit)))
  )
  private val costly = costing(real(0.23, 0.99), 10.28, 1.48)
  for
    (condition, workload, expected) <- List(
      ("HornetQ's client, ten to ten over a topic", real(0.53, 0.99), "LS"),
      ("qpid-jms-client, one to one", real(0.48, 1.0), "LS"),
      ("activemq-client, one to one", real(0.30, 0.97), "S"),
      ("our client to Artemis, one to one", real(0.07, 0.99), "S"),
      ("OpenMQ's client on a machine with idle time", real(0.44, 0.73), "S"),
      ("our client, ten receivers from RabbitMQ", costly, "LS"),
      ("our client from HornetQ, at a lower cost than without a broker", costing(real(0.13, 0.99), 0.84, 1.48), "S"),
      ("the cost of an open loop", costly.copy(load = costly.load.copy(openLoop = true)), "S"),
      ("a high cost with idle time", costing(real(0.23, 0.8), 10.28, 1.48), "S"),
      ("threads that waited for 24% of the latency", real(0.1, 0.8, delayMs = 480, us = 1000), "S"),
      ("threads that waited for 26% of the latency", real(0.1, 0.8, delayMs = 520, us = 1000), "LS"),
      ("the same delay with a latency of a second", real(0.1, 0.8, delayMs = 520, us = 1_000_000), "S"),
      ("a file without these numbers", plain.copy(resources = Some(Results.resources(1, 8))), "S")
    )
  do
    test(s"L: $condition"):
      assertEquals(letters(workload, shared = true), expected, flags(workload, shared = true))
      assertEquals(letters(workload), "")

  test("1 and S follow from the number of repetitions and the shared machine"):
    assertEquals(letters(plain, single = true), "1")
    assertEquals(letters(plain, shared = true), "S")

  test("a flag states its reason with the number and the threshold"):
    val flag = flags(generatorLimit(0.62)).head
    assertEqualsDouble(flag.measured.get, 0.62, 1e-9)
    assertEquals(flag.threshold, Some(0.5))
    def because(workload: WorkloadResult, letter: String) =
      flags(workload, shared = true).find(_.letter == letter).map(_.because).getOrElse("")
    val reasons = List(
      because(generatorLimit(0.62), "G") -> "62 %",
      because(cpu(0.9, 1), "G") -> "90 % of the one core",
      because(audited(_.copy(lost = 2, duplicated = 3)), "E") -> "2 lost, 3 duplicated",
      because(real(0.53, 0.99), "L") -> "the load took 53 % of this machine",
      because(real(0.1, 0.8, delayMs = 520, us = 1000), "L") -> "520 ms in each second",
      because(costing(real(0.19, 0.99), 5.234, 0.0412), "L") -> "5.2 us per message, but only 0.041 us against"
    )
    for (reason, words) <- reasons do assert(reason.contains(words), reason)

  test("only measured workloads have flags"):
    for status <- Status.values.filterNot(_ == Status.Measured) do
      assertEquals(letters(generatorLimit(0.9).copy(status = status), single = true), "")
