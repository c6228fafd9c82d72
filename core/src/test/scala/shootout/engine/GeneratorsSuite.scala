package shootout.engine

import shootout.driver.{Faults, InMemoryBroker, InMemoryDriver}
import shootout.result.{DrainOutcome, Role, Sample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, Json, Nanos}

import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.concurrent.{CyclicBarrier, Executors, TimeUnit}
import scala.concurrent.duration.*
import scala.concurrent.{Await, ExecutionContext, Future}

/** Workloads whose clients are shared, by threads in place of load JVMs, which run them at the same time against one broker in memory. */
class GeneratorsSuite extends munit.FunSuite:
  private val patience = 60.seconds

  /** Where all meet. */
  private final class Table(of: Int):
    private val barrier = CyclicBarrier(of)
    private val said = AtomicReferenceArray[BarrierMessage](of)

    def gather(index: Int, mine: BarrierMessage): List[BarrierMessage] =
      said.set(index, Json.read[BarrierMessage](Json.write(mine)))
      barrier.await(patience.toSeconds, TimeUnit.SECONDS)
      val all = List.tabulate(of)(said.get)
      // nobody says the next thing before all have heard this one
      barrier.await(patience.toSeconds, TimeUnit.SECONDS)
      all

  private final class Seated(part: GeneratorPart, table: Table) extends Generators(part):
    protected def gather(mine: BarrierMessage): List[BarrierMessage] = table.gather(part.index, mine)

  private val watch = new Watch:
    def cancelled: Boolean = false
    def brokerAlive: Boolean = true
    def sampled(workload: Workload, sample: Sample): Unit = ()

  /** @param brokers
    *   that of each part
    */
  private def results(workload: Workload, brokers: InMemoryBroker*): List[WorkloadResult] =
    val pool = Executors.newFixedThreadPool(brokers.size)
    given ExecutionContext = ExecutionContext.fromExecutor(pool)
    try
      val table = Table(brokers.size)
      val runs = brokers.toList.zipWithIndex.map { (broker, n) =>
        val generators = Seated(GeneratorPart(n, brokers.size), table)
        val endpoint = Endpoint("127.0.0.1", 1, None, None, None)
        val run = Run(InMemoryDriver(broker), endpoint, Clock.system, watch, None, generators)
        Future(run.execute(workload, 1, LinkedState("test", 5)).result)
      }
      Await.result(Future.sequence(runs), patience)
    finally pool.shutdownNow(): Unit

  /** However busy the machine is, where nothing is lost. */
  private val patient = Nanos.ofSeconds(5)

  private def measured(
      workload: Workload,
      parts: Int = 2,
      faults: Faults = Faults(),
      drainTimeout: Nanos = patient
  ): WorkloadResult =
    val broker = InMemoryBroker(faults)
    val timing = workload.timing.copy(drainTimeout = drainTimeout, drainLimit = Nanos.ofSeconds(30))
    val all = results(workload.copy(timing = timing), List.fill(parts)(broker)*)
    for result <- all do assertEquals(result.status, Status.Measured, result.reason)
    assertEquals(all.map(_.audit).distinct.size, 1, "each comes to the same account")
    assertEquals(all.head.generators, Some(parts))
    all.head

  private def clean(result: WorkloadResult): Unit =
    val a = result.audit.get
    assert(a.expected > 0, "nothing was sent")
    assertEquals(a.delivered, a.expected)
    assertEquals(
      List(a.lost, a.undrained, a.duplicated, a.reordered, a.corrupted, a.foreign, a.misrouted),
      List.fill(7)(0L)
    )
    assertEquals(result.drain.map(_.outcome), Some(DrainOutcome.Complete))
    assertEquals(result.samples.size, Workloads.timing.samples)

  for (parts, kind) <- List(2 -> DestinationType.Queue, 2 -> DestinationType.Topic, 3 -> DestinationType.Queue) do
    test(s"$kind, $parts parts: every message is sampled and accounted for"):
      val producers = Workloads.producers.copy(count = 3)
      val result =
        measured(Workloads.workload(kind, 2, List(producers), List(Workloads.consumers.copy(count = 4))), parts)
      clean(result)
      assertEquals(result.samples.last.groups.map(_.connected), List(3, 4))
      val (sent, got) = result.samples.flatMap(_.groups).partition(_.role == Role.Producer)
      assert(sent.map(_.produced).sum > 0 && got.map(_.consumed).sum > 0)
      assert(result.summary.get.endToEnd.get.count > 0)

  test("requests are answered elsewhere"):
    val asking = Workloads.producers.copy(count = 3, think = None, window = Window.Of(2), requests = true)
    val result =
      measured(Workloads.workload(
        producers = List(asking),
        consumers = List(Workloads.consumers.copy(count = 2, replies = true))
      ))
    clean(result)
    assert(result.summary.get.roundTrip.get.count > 0)

  test("an open loop's rate is that of all its producers together"):
    val paced = Workloads.producers.copy(count = 4, think = None, rate = Some(Rate.Total(Distribution.Constant(1000))))
    val workload = Workloads.workload(producers = List(paced), consumers = List(Workloads.consumers))
    val summary =
      measured(workload.copy(timing = workload.timing.copy(sampleInterval = Nanos.ofMillis(400)))).summary.get
    // the samples' ends depend on when somebody wakes up; a producer that is counted twice, or not at all, is a quarter
    assertEqualsDouble(summary.targetPerS.get, 1000, 150)
    assert(summary.owedPerS.isDefined && summary.unmeasured.isDefined)

  test("what never comes is lost, to the very number"):
    val dropped =
      measured(Workloads.workload(), faults = Faults(dropEvery = 7), drainTimeout = Nanos.ofMillis(300)).audit.get
    assertEquals(dropped.lost, dropped.expected / 7)
    // with a broker each, nothing that the one is sent reaches the consumer of the other
    val apart = results(Workloads.workload(), InMemoryBroker(), InMemoryBroker()).head.audit.get
    assert(apart.expected > 0)
    assertEquals((apart.delivered, apart.lost), (0L, apart.expected))

  test("if one cannot connect, nobody goes on, and all say why"):
    val refusing = InMemoryBroker()
    refusing.dead = Some("it is down")
    for result <- results(Workloads.workload(), InMemoryBroker(), refusing) do
      assertEquals(result.status, Status.Failed)
      assert(result.reason.exists(_.contains("it is down")), result.reason)

  test("a load JVM that is gone is not waited for again"):
    val table = Table(2)
    val (first, second) = (Seated(GeneratorPart(0, 2), table), Seated(GeneratorPart(1, 2), table))
    val leaving = Thread(() => second.leave("a bug"))
    leaving.start()
    assertEquals(first.meet(1), Left("a bug"))
    leaving.join()
    assertEquals(first.meet(2), Left("a bug"))
    assertEquals(second.conclude(3), Left("a bug"))
    second.leave("again")

  test("clocks that differ are found out"):
    val table = Table(2)
    final class Shifted(by: Long) extends Clock:
      export Clock.system.{await, sleepUntil, wall}
      def nanos(): Long = System.nanoTime() + by
    val there = Thread(() => Seated(GeneratorPart(1, 2), table).sameClock(Shifted(by = 10_000_000_000L)): Unit)
    there.start()
    assert(Seated(GeneratorPart(0, 2), table).sameClock(Clock.system).left.exists(_.words.contains("clocks")))
    there.join()

class GeneratorPartSuite extends munit.FunSuite:
  test("each client has one load JVM, and none of these has many more than another"):
    for parts <- 1 to 4; all <- 1 to 13 do
      for has <- List[(GeneratorPart, Int) => Boolean](_.hasProducer(_, all), _.hasConsumer(_, all)) do
        val counts = List.tabulate(parts)(index => (0 until all).count(has(GeneratorPart(index, parts), _)))
        assertEquals(counts.sum, all)
        assert(counts.max - counts.min <= 1, s"$counts of $all")

  test("one producer and one consumer are in different ones"):
    val both = List(0, 1).map(GeneratorPart(_, 2))
    assertEquals(both.map(_.hasProducer(0, 1)), List(true, false))
    assertEquals(both.map(_.hasConsumer(0, 1)), List(false, true))
    assert(GeneratorPart.whole.hasProducer(0, 1) && GeneratorPart.whole.hasConsumer(0, 1))

  test("what cannot be dealt says why"):
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
