package shootout.engine

import shootout.driver.{Faults, InMemoryBroker, InMemoryDriver}
import shootout.engine.Workloads.timed
import shootout.result.{Role, Sample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, Json, Nanos}

import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.concurrent.{CyclicBarrier, Executors, TimeUnit}
import scala.concurrent.duration.*
import scala.concurrent.{Await, ExecutionContext, Future}

/** Workloads whose clients are shared between load JVMs; here, threads stand in for the JVMs. */
class GeneratorsSuite extends RunTesting:
  private val patience = 60.seconds

  private final class Meeting(of: Int):
    private val barrier = CyclicBarrier(of)
    private val messages = AtomicReferenceArray[BarrierMessage](of)

    def gather(index: Int, mine: BarrierMessage): List[BarrierMessage] =
      messages.set(index, Json.read[BarrierMessage](Json.write(mine)))
      barrier.await(patience.toSeconds, TimeUnit.SECONDS)
      val all = List.tabulate(of)(messages.get)
      // no member posts its next message before all have read this one
      barrier.await(patience.toSeconds, TimeUnit.SECONDS)
      all

  private final class Member(part: GeneratorPart, meeting: Meeting) extends Generators(part):
    protected def gather(mine: BarrierMessage): List[BarrierMessage] = meeting.gather(part.index, mine)

  private val watch = new Watch:
    def cancelled: Boolean = false
    def brokerAlive: Boolean = true
    def sampled(workload: Workload, sample: Sample): Unit = ()

  private def results(workload: Workload, brokers: InMemoryBroker*): List[WorkloadResult] =
    val pool = Executors.newFixedThreadPool(brokers.size)
    given ExecutionContext = ExecutionContext.fromExecutor(pool)
    try
      val meeting = Meeting(brokers.size)
      val runs = brokers.toList.zipWithIndex.map { (broker, n) =>
        val generators = Member(GeneratorPart(n, brokers.size), meeting)
        val endpoint = Endpoint("127.0.0.1", 1, None, None, None)
        val run = Run(InMemoryDriver(broker), endpoint, Clock.system, watch, None, generators)
        Future(run.execute(workload, 1, LinkedState("test", 5)).result)
      }
      Await.result(Future.sequence(runs), patience)
    finally pool.shutdownNow(): Unit

  /** Long enough for a busy machine where nothing is lost. */
  private val patient = Nanos.ofSeconds(5)

  private def measured(
      workload: Workload,
      parts: Int = 2,
      faults: Faults = Faults(),
      drainTimeout: Nanos = patient
  ): WorkloadResult =
    val broker = InMemoryBroker(faults)
    val timed = workload.timed(_.copy(drainTimeout = drainTimeout, drainLimit = Nanos.ofSeconds(30)))
    val all = results(timed, List.fill(parts)(broker)*)
    for result <- all do assertEquals(result.status, Status.Measured, result.reason)
    assertEquals(all.map(_.audit).distinct.size, 1, "all parts report the same audit")
    assertEquals(all.head.generators, Some(parts))
    all.head

  for (parts, kind) <- List(2 -> DestinationType.Queue, 2 -> DestinationType.Topic, 3 -> DestinationType.Queue) do
    test(s"$kind, $parts parts: every message is sampled and audited"):
      val producers = Workloads.producers.copy(count = 3)
      val workload =
        Workloads.workload(kind, 2, List(producers), List(Workloads.consumers.copy(count = 4)))
      val result = measured(workload, parts)
      assertClean(result)
      assertEquals(result.samples.size, Workloads.timing.samples)
      assertEquals(result.samples.last.groups.map(_.connected), List(3, 4))
      val (sent, got) = result.samples.flatMap(_.groups).partition(_.role == Role.Producer)
      assert(sent.map(_.produced).sum > 0 && got.map(_.consumed).sum > 0)
      assert(result.summary.get.endToEnd.get.count > 0)

  test("another part answers requests"):
    val asking =
      Workloads.producers.copy(count = 3, think = None, window = Window.Of(2), requests = true)
    val replying = Workloads.consumers.copy(count = 2, replies = true)
    val result = measured(Workloads.sending(asking).copy(consumers = List(replying)))
    assertClean(result)
    assert(result.summary.get.roundTrip.get.count > 0)

  test("a total rate is shared by the producers of all parts"):
    val paced =
      Workloads.producers.copy(count = 4, think = None, rate = Some(Rate.Total(Distribution.Constant(1000))))
    val summary =
      measured(Workloads.sending(paced).timed(_.copy(sampleInterval = Nanos.ofMillis(400)))).summary.get
    // the samples' ends vary; a producer that is counted twice, or not at all, is a quarter
    assertEqualsDouble(summary.targetPerS.get, 1000, 150)
    assert(summary.owedPerS.isDefined && summary.unmeasured.isDefined)

  test("the audit counts exactly the messages that never arrive"):
    val dropped =
      measured(Workloads.workload(), faults = Faults(dropEvery = 7), drainTimeout = Nanos.ofMillis(300)).audit.get
    assertEquals(dropped.lost, dropped.expected / 7)
    // with a broker each, no message reaches the consumer of the other part
    val apart = results(Workloads.workload(), InMemoryBroker(), InMemoryBroker()).head.audit.get
    assert(apart.expected > 0)
    assertEquals((apart.delivered, apart.lost), (0L, apart.expected))

  test("if one part cannot connect, all fail with its reason"):
    val refusing = InMemoryBroker()
    refusing.dead = Some("it is down")
    for result <- results(Workloads.workload(), InMemoryBroker(), refusing) do
      assertEquals(result.status, Status.Failed)
      assert(result.reason.exists(_.contains("it is down")), result.reason)

  test("no part waits for one that has left"):
    val meeting = Meeting(2)
    val (first, second) = (Member(GeneratorPart(0, 2), meeting), Member(GeneratorPart(1, 2), meeting))
    val leaving = Thread(() => second.leave("a bug"))
    leaving.start()
    assertEquals(first.meet(1), Left("a bug"))
    leaving.join()
    assertEquals(first.meet(2), Left("a bug"))
    assertEquals(second.conclude(3), Left("a bug"))
    second.leave("again")

  test("parts refuse clocks that differ"):
    val meeting = Meeting(2)
    final class Shifted(by: Long) extends Clock:
      export Clock.system.{await, sleepUntil, wall}
      def nanos(): Long = System.nanoTime() + by
    val there =
      Thread(() => Member(GeneratorPart(1, 2), meeting).sameClock(Shifted(by = 10_000_000_000L)): Unit)
    there.start()
    assert(Member(GeneratorPart(0, 2), meeting).sameClock(Clock.system).left.exists(_.words.contains("clocks")))
    there.join()

class GeneratorPartSuite extends munit.FunSuite:
  test("clients are dealt evenly to the load JVMs"):
    for parts <- 1 to 4; all <- 1 to 13 do
      for has <- List[(GeneratorPart, Int) => Boolean](_.hasProducer(_, all), _.hasConsumer(_, all)) do
        val counts =
          List.tabulate(parts)(index => (0 until all).count(has(GeneratorPart(index, parts), _)))
        assertEquals(counts.sum, all)
        assert(counts.max - counts.min <= 1, s"$counts of $all")

  test("one producer and one consumer run in different load JVMs"):
    val both = List(0, 1).map(GeneratorPart(_, 2))
    assertEquals(both.map(_.hasProducer(0, 1)), List(true, false))
    assertEquals(both.map(_.hasConsumer(0, 1)), List(false, true))
    assert(GeneratorPart.whole.hasProducer(0, 1) && GeneratorPart.whole.hasConsumer(0, 1))

  test("a workload that cannot be dealt says why"):
    val workload = Workloads.workload()
    val ramp = Workloads.producers.copy(rampPerSecond = Some(5))
    assertEquals(GeneratorPart.cannot(workload, 2), None)
    for
      (other, words) <- List(
        workload.copy(crash = true) -> "killed",
        workload.copy(phase = Some(Phase("test", 0, 2, "load"))) -> "phases",
        workload.copy(producers = List(ramp)) -> "one after the other",
        workload.copy(consumers = List(ConsumerGroup.plain.copy(rampPerSecond = Some(5)))) -> "one after the other",
        workload.copy(producers = Nil) -> "it has no producers",
        workload.copy(consumers = Nil) -> "too few clients"
      )
    do assert(GeneratorPart.cannot(other, 2).exists(_.contains(words)), words)
