package shootout.engine

import shootout.driver.Stamp
import shootout.units.Json

import org.HdrHistogram.Histogram

import scala.util.Random

class SequenceSetSuite extends munit.FunSuite:
  private def of(sequences: Iterable[Long]): SequenceSet =
    val set = SequenceSet()
    for s <- sequences do set.add(s)
    set

  test("in any order each sequence counts once, and those after a later one are reordered"):
    for seed <- 0 until 50 do
      val random = Random(seed)
      val sequences = random.shuffle((0L until 300L).toList).take(random.nextInt(300) + 1)
      val set = of(sequences)
      var latest = -1L
      var late = 0L
      for s <- sequences do if s < latest then late += 1 else latest = s
      assertEquals((set.size, set.reordered, set.duplicates), (sequences.size.toLong, late, 0L), s"seed $seed")
      assertEquals((0L until 300L).filter(set.contains).toList, sequences.sorted, s"seed $seed")

  test("remainders are found for sequences in and out of order"):
    def remainders(sequences: Iterable[Long], divisor: Int) =
      of(sequences).remainders(divisor).toList.sorted
    assertEquals(remainders(Nil, 3), Nil)
    assertEquals(remainders(0L until 2L, 3), List(0, 1))
    assertEquals(remainders(0L until 1000L, 3), List(0, 1, 2))
    assertEquals(remainders(List(1L, 4L, 700_000L), 3), List(1))
    assertEquals(remainders(List(0L, 1L, 9L, 8L), 7), List(0, 1, 2))

  test("repeats are duplicates, not reordered"):
    val set = SequenceSet()
    assertEquals(List(0L, 1L, 1L, 5L, 5L, 2L, 0L).map(set.add), List(true, true, false, true, false, true, false))
    val repeated = of(List(0L, 1L, 1L, 2L, 0L, 5L, 5L))
    assertEquals((repeated.size, repeated.duplicates, repeated.reordered), (4L, 3L, 0L))

  test("sequences far apart are kept without those in between"):
    val set = of(List(0L, 5_000_000L, 100_000_000L))
    assertEquals(set.size, 3L)
    assert(!set.contains(4_999_999L))
    assert(set.contains(100_000_000L))

  test("a union counts like sets, below the limit only"):
    for seed <- 0 until 50 do
      val random = Random(seed)
      val lists = List.fill(3)(List.fill(random.nextInt(200))(random.nextInt(500).toLong))
      val limit = random.nextInt(600).toLong
      val expected = lists.flatten.toSet.count(_ < limit).toLong
      assertEquals(SequenceSet.unionSize(lists.map(of(_)), limit), expected, s"seed $seed, limit $limit")

  private def audit(sequences: Iterable[Long]): ConsumerAudit =
    val audit = ConsumerAudit(3)
    audit.accept(0)
    for s <- sequences do audit.add(Stamp.producer(3, 0), s, intact = true)
    audit

  private def written(audit: ConsumerAudit): String = Json.write(AuditState(Nil, List(0 -> audit)))

  test("a set sent to another process continues as the same set"):
    for seed <- 0 until 50 do
      val random = Random(seed)
      val spread = List(1, 63, 64, 65, 700, 2_000_000)(seed % 6)
      val (before, after) =
        List.fill(random.nextInt(300))(random.nextInt(spread).toLong).splitAt(random.nextInt(300))
      val stayed = audit(before)
      val went = Json.read[AuditState](written(stayed)).consumers.head._2
      def counts(audit: ConsumerAudit) =
        (audit.of(0).size, audit.of(0).duplicates, audit.of(0).reordered)
      for audit <- List(stayed, went); s <- after do audit.add(Stamp.producer(3, 0), s, intact = true)
      assertEquals(counts(went), counts(stayed), s"seed $seed")
      val limit = random.nextInt(spread + 1).toLong
      assertEquals(SequenceSet.unionSize(List(went.of(0)), limit), (before ++ after).toSet.count(_ < limit).toLong)

  test("a set in order or of every second message is small when written"):
    assert(written(audit(0L until 1_000_000L)).length < 1500)
    assert(written(audit(1L until 1_000_000L by 2)).length < 5000)

class LatencyRecorderSuite extends munit.FunSuite:
  /** A recorder that measures everything from now on. */
  private def always(): LatencyRecorder =
    val recorder = LatencyRecorder()
    recorder.measure(0, LatencyRecorder.Always)
    recorder.take(LatencyRecorder.histogram(), LatencyRecorder.histogram())
    recorder

  extension (recorder: LatencyRecorder)
    private def takeInto(inside: Histogram): Unit = recorder.take(inside, LatencyRecorder.histogram())

  private def recorded(recorder: LatencyRecorder, nanos: Long*): Unit =
    recorder.enter()
    nanos.foreach(recorder.record(_, 0))
    recorder.leave()

  test("latencies are counted in microseconds and taken once"):
    val recorder = always()
    recorded(recorder, 5_000, 5_999, 7_000, 5_000)
    val total = LatencyRecorder.histogram()
    recorder.takeInto(total)
    assertEquals((total.getTotalCount, total.getCountAtValue(5), total.getCountAtValue(7)), (4L, 3L, 1L))
    recorder.takeInto(total)
    assertEquals(total.getTotalCount, 4L)

  test("a latency is capped at the maximum; one below zero counts as zero"):
    val recorder = always()
    recorded(recorder, Long.MaxValue, -1, -5_000_000, 0)
    val total = LatencyRecorder.histogram()
    recorder.takeInto(total)
    assertEquals(total.getTotalCount, 4L)
    assertEquals(recorder.belowZero, 2L)
    assertEquals(total.getCountAtValue(0), 3L)
    val most = LatencyRecorder.MaxUnits
    assertEqualsDouble(total.getMaxValue.toDouble, most.toDouble, most * 0.001)

  test("a concurrent reader loses no latency"):
    val recorder = always()
    val writer = Thread(() => for i <- 1 to 20_000 do recorded(recorder, i * 1000L, i * 1000L))
    writer.start()
    val total = LatencyRecorder.histogram()
    while writer.isAlive do recorder.takeInto(total)
    recorder.takeInto(total)
    assertEquals(total.getTotalCount, 40_000L)

  test("a latency is inside if it began within the period, however late it ended"):
    for from <- List(1000L, -1000L, Long.MaxValue - 10) do
      val recorder = LatencyRecorder()
      val (inside, all) = (LatencyRecorder.histogram(), LatencyRecorder.histogram())
      def recorded(began: Long*): (Long, Long) =
        recorder.enter()
        began.foreach(recorder.record(5_000, _))
        recorder.leave()
        inside.reset()
        all.reset()
        recorder.take(inside, all)
        (inside.getTotalCount, all.getTotalCount)
      assertEquals(recorded(from), (0L, 1L), "before the measurement")
      recorder.measure(from, LatencyRecorder.Open)
      recorder.take(inside, all)
      assertEquals(recorded(from - 1), (0L, 1L), from)
      assertEquals(recorded(from), (1L, 1L), from)
      assertEquals(recorded(from + 100), (1L, 1L), from)
      recorder.measure(from, 100)
      recorder.take(inside, all)
      // equal latencies in a batch began at the same time
      for (began, is) <- List(-1L -> 0L, 0L -> 1L, 99L -> 1L, 100L -> 0L) do
        assertEquals(recorded(from + began, from + began), (is * 2, 2L), s"$from + $began")
