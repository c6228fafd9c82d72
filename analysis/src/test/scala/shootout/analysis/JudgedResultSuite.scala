package shootout.analysis

import shootout.result.*

/** Statistics against published values. */
class JudgedResultSuite extends munit.FunSuite:
  test("the interval of the mean is that of R: t.test(extra ~ group, paired), sleep"):
    val gained = List(1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4)
    val estimate = Estimate.of(gained).get
    assertEqualsDouble(estimate.mean, 1.58, 1e-9)
    assertEqualsDouble(estimate.low95.get, 0.7001142, 1e-7)
    assertEqualsDouble(estimate.high95.get, 2.4598858, 1e-7)

  test("two values have an interval, and one value has none"):
    val two = Estimate.of(List(9, 11)).get
    assertEqualsDouble(two.high95.get - two.mean, 12.7062, 1e-4)
    assertEquals(Estimate.of(List(7)), Some(Estimate(7, None, None)))

  test("the trend is that of Anscombe's first data set: slope 0.5001, p = 0.00217"):
    val x = List.tabulate(11)(_ + 4.0)
    val y = List(4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96)
    val trend = Trend.of(y, x).get
    assertEqualsDouble(trend.probability, 0.00217, 5e-6)
    assertEqualsDouble(trend.change, 0.5000909 * 10 / 7.500909, 1e-6)
    assertEqualsDouble(Student.variation(y).get, 2.031568 / 7.500909, 1e-6)

  test("a level line is no trend"):
    assertEquals(Trend.of(List.fill(6)(5.0), List.tabulate(6)(_.toDouble)), Some(Trend(0, 1)))

  test("percentiles are read from the sum of the histograms"):
    val fast = Results.latency((1L to 90).map(_ => 10L))
    val slow = Results.latency((1L to 10).map(_ => 1000L))
    val both = MeanResult.latency(List(fast, slow)).get
    assertEquals((both.count, both.usP50, both.usP90, both.usMax), (100L, 10.0, 10.0, 1000.0))
    assertEqualsDouble(both.usP99, 1000, 1)
    assertEquals(MeanResult.latency(List(fast)), Some(fast))
    assertEquals(MeanResult.latency(Nil), None)

  private def repetition(n: Int, rate: Double, flags: FlagResult*): JudgedWorkload =
    val resources = Some(Results.resources(clientCores = 0.5, usable = 2, brokerUsPerMessage = n))
    JudgedWorkload(Results.workload(List(rate, rate), n).copy(resources = resources), flags.toList, None)

  test("a mean over repetitions has rates, CPU time and the flags of any of them"):
    val noisy = Flag.Noisy.beyond(0.1, 0.2)("differ")
    val noisier = Flag.Noisy.beyond(0.1, 0.3)("differ more")
    val mean =
      MeanResult.of(List(repetition(1, 1000, noisy), repetition(2, 1010), repetition(3, 990, noisier))).get
    assertEquals((mean.repetitions, mean.producedPerS.mean, mean.consumedPerS.mean), (3, 1000.0, 1000.0))
    // t(0.975, 2) = 4.302653
    assertEqualsDouble(mean.consumedPerS.high95.get, 1000 + 4.302653 * 10 / math.sqrt(3), 1e-4)
    assertEquals(mean.brokerCpuUsPerMessage.map(_.mean), Some(2.0))
    assertEquals(mean.flags, List(noisier.copy(because = "in 2 of 3 repetitions: differ more")))

  test("repetitions that differ by more than 10% are noisy"):
    val mean = MeanResult.of(List(repetition(1, 1000), repetition(2, 1400))).get
    assertEquals(mean.flags.map(_.letter), List("N"))
    assert(mean.flags.head.because.contains("repetitions"), mean.flags)

  test("a single measured repetition is flagged"):
    val failed = JudgedWorkload(repetition(2, 1000).result.copy(status = Status.Failed), Nil, None)
    val mean = MeanResult.of(List(repetition(1, 1000), failed)).get
    assertEquals((mean.repetitions, mean.flags.map(_.letter)), (1, List("1")))
    assertEquals(MeanResult.of(List(failed)), None)

  private def climbed(n: Int, held: Option[Boolean], micros: Long): JudgedWorkload =
    val whole = repetition(n, 1000).result
    val latency = Results.latency(List.fill(100)(micros))
    val result = whole.copy(
      status = if held.isDefined then Status.Measured else Status.Skipped,
      summary = whole.summary.filter(_ => held.isDefined).map(_.copy(latencies =
        List("end_to_end", "send", "schedule_delay").map(_ -> Some(latency)).toMap
      )),
      rateSweep = Some(RateSweepResult("rate", 1e6, Option.when(held.isEmpty)("a lower one")))
    )
    JudgedWorkload(result, Nil, held.map(SustainedRate(_, None)))

  test("only repetitions of the majority count for the latency of a rate"):
    def shown(workloads: JudgedWorkload*): List[Option[(Long, Double)]] =
      val mean = MeanResult.of(workloads.toList).get
      List(mean.endToEnd, mean.scheduleDelay).map(_.map(l => (l.count, l.usMax)))
    val (quick, slow) = (climbed(1, Some(true), 10), climbed(2, Some(false), 1000))
    assertEquals(shown(quick, slow, climbed(3, Some(true), 20)), List.fill(2)(Some((200L, 20.0))))
    assertEquals(shown(quick, slow, climbed(3, Some(false), 500)), List.fill(2)(Some((200L, 1000.0))))
    // a half is no majority
    assertEquals(shown(quick, slow), List.fill(2)(Some((100L, 1000.0))))
    assertEquals(shown(quick, climbed(2, None, 0), climbed(3, None, 0)), List(None, None))
    assertEquals(MeanResult.of(List(quick, slow)).get.repetitions, 2)

  test("a stopped repetition does not count for a rate, but a failed one does"):
    def shown(status: Status): Option[Long] =
      val skipped = climbed(2, None, 0)
      val other = skipped.copy(result = skipped.result.copy(status = status, rateSweep = None))
      MeanResult.of(List(climbed(1, Some(true), 10), other)).get.endToEnd.map(_.count)
    assertEquals(shown(Status.Skipped), Some(100L))
    assertEquals(shown(Status.Failed), None)

  private def sweep(produced: Double, consumed: Double, p99Us: Double, copies: Double = 1): Option[SustainedRate] =
    val latency = Results.latency(List(1L)).copy(usP99 = p99Us)
    val step = Results.openLoop(s =>
      s.copy(
        produced = s.produced.copy(meanPerS = produced),
        consumed = s.consumed.copy(meanPerS = consumed),
        latencies = Map("end_to_end" -> Some(latency)),
        targetPerS = Some(200),
        owedPerS = Some(200 * copies)
      )
    )
    val basis = BasisResult(copies = copies)
    SustainedRate.of(step.copy(rateSweep = Some(RateSweepResult("rate", 1e6)), basis = basis))

  test("a rate is sustained with 95% sent and consumed and a p99 within the limit"):
    assertEquals(sweep(200, 200, 5e3), Some(SustainedRate(true, None)))
    assertEquals(sweep(190, 190, 1e6).map(_.held), Some(true))
    assertEquals(sweep(400, 700, 1).map(_.held), Some(true))
    val because = "sent 60 % of it, consumed 55 % of it, a p99 of 2.4 s, above 1 s"
    assertEquals(sweep(120, 110, 2.44e6), Some(SustainedRate(false, Some(because))))
    assertEquals(SustainedRate.of(Results.openLoop()), None, "no rate sweep")

  test("a topic must deliver each message to each consumer"):
    assertEquals(sweep(200, 600, 1, copies = 3).map(_.held), Some(true))
    assertEquals(sweep(200, 500, 1, copies = 3).flatMap(_.because), Some("consumed 83 % of it"))

  test("a rate with flag R is not sustained"):
    val step =
      Results.openLoop(_.copy(unmeasured = Some(200))).copy(rateSweep = Some(RateSweepResult("rate", 1e6)))
    val found = SustainedRate.of(step)
    assert(found.exists(one => !one.held && one.because.exists(_.contains("never came"))), found)

  test("the share of the generator limit adds both sides"):
    def share(produced: Double, consumed: Double) =
      Flags.generatorLimitShare(Results.workload().copy(generatorLimit =
        Some(GeneratorLimitResult(produced, consumed, None))
      ))
    assertEquals(share(2900, 300), Some(0.625))
    assertEquals(share(8000, 0), Some(0.25))
    assertEquals(share(0, 0), None)
    assertEquals(Flags.generatorLimitShare(Results.workload()), None)
