package shootout.engine

import shootout.result.{Histograms, LatencyKind, RateSummary, Role, Sample, Summary}
import shootout.units.{Json, Nanos}

import org.HdrHistogram.Histogram
import scala.util.Random

class MeasurementSuite extends munit.FunSuite:
  private final class Clients:
    val producers: List[ClientRecorder] = List.fill(2)(ClientRecorder().record(LatencyKind.Send))
    val consumers: List[ClientRecorder] = List.fill(2)(ClientRecorder().record(LatencyKind.EndToEnd))
    private val random = Random(7)

    def work(): Unit =
      for producer <- producers do
        val sent = random.nextInt(50) + 1
        producer.produced.add(sent)
        producer.confirmed.add(sent - 1)
        producer.heldBack.add(sent / 3)
        producer.connected = true
        times(producer, LatencyKind.Send, sent - 1)
      for consumer <- consumers do
        val got = random.nextInt(50) + 1
        consumer.consumed.add(got)
        consumer.acknowledged.add(got)
        consumer.errors.add(1)
        times(consumer, LatencyKind.EndToEnd, got)

    private def times(client: ClientRecorder, kind: LatencyKind, count: Int): Unit =
      val recorder = client.latency(kind).get
      recorder.enter()
      for _ <- 1 to count do recorder.record(random.nextInt(50_000_000) - 10_000L, began = 1)
      recorder.leave()

  private def sampler(producers: List[ClientRecorder], consumers: List[ClientRecorder], topics: Option[Int]): Sampler =
    val groups =
      List(SampledGroup("p", Role.Producer, producers), SampledGroup("c", Role.Consumer, consumers))
    Sampler(groups, SampledLoad(openLoop = true, topics = topics))

  private def halvesOf(clients: Clients): List[Sampler] =
    List(0, 1).map(n => sampler(List(clients.producers(n)), List(clients.consumers(n)), None))

  /** Joins the parts after a round trip through JSON. */
  private def joined(parts: List[Sampler]): Measurement =
    Measurement.joined(parts.map(part => Json.read[Measurement](Json.write(part.measurement))))

  private def bare(summary: Summary): Summary =
    summary.copy(latencies = summary.latencies.map((kind, of) => kind -> of.map(_.copy(histogram = ""))))

  /** All intervals of a kind, including those of the drain. */
  private def overTime(of: Evaluation, kind: String): Histogram =
    val sum = LatencyRecorder.histogram()
    for interval <- of.latencyIntervals(drainS = 1) if interval.kind == kind do sum.add(interval.histogram)
    sum

  for topics <- List(None, Some(1)) do
    test(s"two halves join to the measurement of all clients ($topics)"):
      val (apart, together) = (Clients(), Clients())
      val halves =
        List(0, 1).map(n => sampler(List(apart.producers(n)), List(apart.consumers(1 - n)), topics))
      val whole = sampler(together.producers, together.consumers, topics)
      val samplers = whole :: halves
      samplers.foreach(_.begin(0))
      var shown = List.empty[Sample]
      for second <- 1 to 3 do
        List(apart, together).foreach(_.work())
        val samples = samplers.map(_.sample(second * 1_000_000_000L))
        shown ::= samples.head
      samplers.foreach(_.end(3_000_000_000L))
      // messages of the drain count in the summary, and in no sample
      List(apart, together).foreach(_.work())
      samplers.foreach(_.complete())
      val alone = Evaluation(whole.load, whole.measurement)
      val both = Evaluation(whole.load, joined(halves))
      assertEquals(both.samples, alone.samples)
      assertEquals(both.samples, shown.reverse)
      assertEquals(both.summary.map(bare), alone.summary.map(bare))
      assertEquals((both.seconds, both.recorded(LatencyKind.Send)), (alone.seconds, alone.recorded(LatencyKind.Send)))
      for kind <- List("end_to_end", "send") do
        def histogram(of: Evaluation) = Histograms.unpack(of.summary.get.latencies(kind).get.histogram)
        assertEquals(histogram(both), histogram(alone), kind)
        assert(histogram(both).getTotalCount > 20, kind)
        for of <- List(both, alone) do assertEquals(overTime(of, kind), histogram(of), kind)

  test("samples that end at different times add up, and their length is the mean"):
    val clients = Clients()
    val halves = halvesOf(clients)
    halves.foreach(_.begin(now = 1000, from = 1000))
    clients.work()
    val produced = clients.producers.map(_.produced.get).sum
    for (half, late) <- halves.zip(List(0L, 4_000_000L)) do half.sample(1_000_001_000L + late)
    val both = joined(halves)
    assertEquals(both.intervals.map(i => (i.until, i.length)), List((Nanos(1_002_000_000L), Nanos(1_002_000_000L))))
    assertEquals(both.intervals.map(_.groups.head.produced), List(produced))
    assertEquals((both.began, both.ended), (1000L, 1_004_001_000L))

  test("the measurement begins as announced although the sampler wakes up later"):
    val client = ClientRecorder().record(LatencyKind.Send)
    val sampler = this.sampler(List(client), Nil, None)
    def record(began: Long*): Unit = for time <- began do
      val recorder = client.latency(LatencyKind.Send).get
      recorder.enter()
      recorder.record(5_000, time)
      recorder.leave()
    sampler.announce(1000)
    record(999, 1000)
    sampler.begin(now = 3000, from = 1000)
    record(998, 2000)
    sampler.sample(10_000)
    record(9_000)
    sampler.end(10_000)
    sampler.complete()
    val evaluation = Evaluation(sampler.load, Json.read[Measurement](Json.write(sampler.measurement)))
    assertEquals(evaluation.recorded(LatencyKind.Send), 3L)
    // the sample, but not the log, has what began early; the log, but not the sample, has what ended late
    assertEquals(evaluation.samples.flatMap(_.latencies("send")).map(_.count), List(2L))
    val intervals = evaluation.latencyIntervals(drainS = 2)
    assertEquals(intervals.map(_.histogram.getTotalCount), List(2L, 1L))
    assertEquals(intervals.map(_.fromS), List(2e-6, 9e-6))
    assertEqualsDouble(intervals.last.untilS, 2 + 9e-6, 1e-9)

  test("a part that ends early loses no interval of the other"):
    val clients = Clients()
    val halves = halvesOf(clients)
    halves.foreach(_.begin(0))
    clients.work()
    halves.foreach(_.sample(1_000_000_000L))
    clients.work()
    halves.head.sample(2_000_000_000L)
    val both = joined(halves)
    assertEquals(both.intervals.size, 2)
    assertEquals(both.intervals.last.groups, halves.head.measurement.intervals.last.groups)
    assertEquals(both.errors, clients.consumers.map(_.errors.get).sum)

class RatesSuite extends munit.FunSuite:
  private def rates(samples: (Double, Double)*): RateSummary =
    Sampler.rates(samples.toList.map((seconds, rate) => sample(seconds, rate)), _.consumedPerS)

  private def sample(seconds: Double, rate: Double) =
    Sample(seconds, seconds, rate, rate, rate, rate, 0, 0, Nil)

  test("the mean weighs samples by length, and the spread ignores a short sample"):
    assertEquals(rates((1.0, 100), (1.0, 200), (0.1, 7050)), RateSummary(1005 / 2.1, math.sqrt(5000), 100, 1005 / 2.1))

  test("short samples count if all but one are short"):
    val summary = rates((1.18, 458), (0.005, 0), (0.015, 35707))
    assert(summary.stdevPerS > summary.meanPerS, s"$summary")
    assertEquals((summary.minPerS, summary.maxPerS), (0.0, 35707.0))

  test("the mean lies between minimum and maximum, even with a short sample"):
    val fast = rates((1.0, 100), (1.0, 100), (0.1, 5000))
    assertEquals((fast.minPerS, fast.maxPerS, fast.stdevPerS), (100.0, 700 / 2.1, 0.0))
    val slow = rates((1.0, 100), (1.0, 100), (0.4, 0))
    assertEquals((slow.minPerS, slow.maxPerS), (200 / 2.4, 100.0))

class CostSuite extends munit.FunSuite:
  test("write and read times keep fractions of a microsecond; other latencies do not"):
    val client = ClientRecorder().record(LatencyKind.Write, LatencyKind.Commit)
    val sampler =
      Sampler(List(SampledGroup("producers", Role.Producer, List(client))), SampledLoad(openLoop = false))
    sampler.begin(0)
    for kind <- List(LatencyKind.Write, LatencyKind.Commit); nanos <- List(400L, 400L, 700L, 2500L) do
      val recorder = client.latency(kind).get
      recorder.enter()
      recorder.record(nanos, began = 1)
      recorder.leave()
    sampler.sample(1_000_000_000)
    val summary = Evaluation(sampler.load, sampler.measurement).summary.get
    val write = summary.write.get
    assertEquals((write.count, write.usP50), (4L, 0.4))
    assertEqualsDouble(write.usMean, 1.0, 0.005)
    assertEqualsDouble(write.usMax, 2.5, 0.005)
    assertEquals(summary.commit.get.usMax, 2.0)
    assertEquals(summary.read, None)
