package shootout.engine

import shootout.driver.{
  Faults,
  Handshake,
  InMemoryBroker,
  InMemoryDriver,
  Message,
  Needs,
  NoService,
  Protocol,
  Session,
  Stamp
}
import shootout.result.{AuditResult, DrainOutcome, Role, Sample, SamplingEnd, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, Nanos}

/** Whole runs against a broker in memory, which may be told to misbehave. */
class RunSuite extends munit.FunSuite:
  private def measured(workload: Workload, faults: Faults = Faults()): WorkloadResult =
    VirtualRun(faults).measured(workload)

  private def audit(result: WorkloadResult): AuditResult = result.audit.get
  private def clean(result: WorkloadResult): Unit =
    val a = audit(result)
    assert(a.expected > 0, "nothing was sent")
    assertEquals(a.delivered, a.expected)
    assertEquals(List(a.lost, a.undrained, a.duplicated, a.reordered, a.corrupted, a.foreign), List.fill(6)(0L))
    assertEquals(result.drain.map(_.outcome), Some(DrainOutcome.Complete))

  for kind <- DestinationType.values do
    test(s"$kind: every message is sampled and accounted for") {
      val result =
        measured(Workloads.workload(
          kind,
          2,
          List(Workloads.producers.copy(count = 3)),
          List(Workloads.consumers.copy(count = 4))
        ))
      clean(result)
      assertEquals(result.samples.size, 3)
      assert(result.samples.forall(_.producedPerS > 0))
      for s <- result.samples do assertEqualsDouble(s.intervalS, Workloads.timing.sampleInterval.seconds, 1e-4)
      assert(result.summary.get.endToEnd.get.count > 0)
    }

  test("a sample's rates are its counts divided by its length, and a summary's mean is that of its samples") {
    val result = measured(Workloads.workload())
    for s <- result.samples do
      val produced = s.groups.filter(_.role == Role.Producer).map(_.produced).sum
      assertEqualsDouble(s.producedPerS, produced / s.intervalS, 1e-6)
    val mean = result.samples.map(s => s.consumedPerS * s.intervalS).sum / result.samples.map(_.intervalS).sum
    assertEqualsDouble(result.summary.get.consumed.meanPerS, mean, 1e-6)
  }

  test("each ramp has its own pace") {
    def ramped(name: String, perSecond: Double) =
      Workloads.producers.copy(name = name, count = 10, rampPerSecond = Some(perSecond))
    // the slow one would take more than a quarter of an hour for its first
    val groups =
      measured(Workloads.workload(producers = List(ramped("fast", 1000), ramped("slow", 1e-3)))).samples.last.groups
    assertEquals(groups.take(2).map(g => g.name -> g.connected), List("fast" -> 10, "slow" -> 0))
  }

  test("one send in flight: every message is confirmed and its send latency recorded") {
    val sync =
      Workloads.producers.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1), think = None)
    val result = measured(Workloads.workload(producers = List(sync)))
    clean(result)
    assertEquals(result.summary.get.send.get.count, result.samples.flatMap(_.groups).map(_.confirmed).sum)
    for s <- result.samples; group = s.groups.head do assert((group.produced - group.confirmed).abs <= 1, group)
  }

  test(
    "a load without pauses is sampled until its mean is known, and says how well; one with pauses as often as declared"
  ) {
    val hasty = Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(8))
    def timed(wanted: Double) = Workloads.workload(producers = List(hasty)).copy(
      timing = Workloads.timing.copy(
        samples = 20,
        sampleInterval = Nanos.ofMillis(100),
        warmUpLimit = Some(Nanos.ofSeconds(3)),
        precision = Some(Precision(wanted, 10))
      )
    )
    val easy = measured(timed(wanted = 10.0))
    assertEquals((easy.samples.size, easy.sampling.map(_.end)), (10, Some(SamplingEnd.Precise)))
    assert(easy.sampling.exists(s => s.precision.exists(_ <= 10) && s.warmUpS > 0.04), easy.sampling)
    val hard = measured(timed(wanted = 1e-9))
    assertEquals((hard.samples.size, hard.sampling.map(_.end)), (20, Some(SamplingEnd.Limit)))
    assertEquals(measured(Workloads.workload()).sampling, None)
  }

  test("an open loop is sampled when it has caught up with what was due while the broker was slow") {
    val paced = Workloads.producers.copy(think = None, rate = Some(Rate.Each(Distribution.Constant(2000))))
    def result(limit: Option[Nanos]) =
      val run = VirtualRun()
      run.time.stall(Nanos(run.time.nanos() + Nanos.ofMillis(100).value), Nanos.ofMillis(1500))
      val timing =
        Workloads.timing.copy(warmUp = Nanos.ofMillis(500), sampleInterval = Nanos.ofMillis(500), warmUpLimit = limit)
      run.measured(Workloads.workload(producers = List(paced)).copy(timing = timing))
    val waited = result(Some(Nanos.ofSeconds(8)))
    assert(waited.summary.get.endToEnd.get.usP99 < 50_000, waited.summary.get.endToEnd)
    assertEquals(waited.sampling.get.steady, Some(true))
    assert(result(None).summary.get.endToEnd.get.usP99 > 500_000)
  }

  test("what is not steady at the end of the longest warm-up takes more time from its samples, and no more in all") {
    val paced = Workloads.producers.copy(think = None, rate = Some(Rate.Each(Distribution.Constant(2000))))
    val run = VirtualRun()
    run.time.stall(Nanos(run.time.nanos() + Nanos.ofMillis(100).value), Nanos.ofMillis(1500))
    val timing = Workloads.timing.copy(
      warmUp = Nanos.ofMillis(500),
      warmUpLimit = Some(Nanos.ofSeconds(1)),
      samples = 10,
      sampleInterval = Nanos.ofMillis(500),
      precision = Some(Precision(1e-9, 4))
    )
    val result = run.measured(Workloads.workload(producers = List(paced)).copy(timing = timing))
    val (warm, samples) = (result.sampling.get.warmUpS, result.samples.size)
    assertEquals(result.sampling.get.steady, Some(true))
    assert(warm > 1.5 && warm <= 1 + timing.lent.seconds, warm)
    assert(samples < 10 && samples >= 5 && warm + 0.5 * samples < 6.1, s"$warm s, $samples samples")
  }

  test("requests are answered; the window counts unanswered ones") {
    val asking = Workloads.producers.copy(count = 3, think = None, window = Window.Of(2), requests = true)
    val workload = Workloads.workload(
      producers = List(asking),
      consumers = List(Workloads.consumers.copy(count = 2, replies = true))
    )
    val result = measured(workload)
    clean(result)
    assert(result.summary.get.roundTrip.get.count > 0)
    assert(result.load.requestReply)
  }

  test("acknowledging every tenth message leaves nothing unacknowledged at the end") {
    val run = VirtualRun()
    val consumers = Workloads.consumers.copy(ack = Ack.Client, ackEvery = 10)
    clean(run.run(Workloads.workload(consumers = List(consumers))).result)
    val again = run.run(Workloads.workload(producers = Nil), LinkedState("test", 6)).result
    assertEquals(again.audit.get.foreign, 0L)
  }

  test("dropped messages are lost, to the very number") {
    val result = measured(Workloads.workload(), Faults(dropEvery = 7))
    val a = audit(result)
    assertEquals(a.lost, a.expected / 7)
    assertEquals(a.delivered, a.expected - a.lost)
    assertEquals(result.drain.get.outcome, DrainOutcome.TimedOut)
  }

  test("duplicated messages are counted") {
    val a = audit(measured(Workloads.workload(DestinationType.Topic), Faults(duplicateEvery = 5)))
    assertEquals(a.duplicated, a.expected / 5)
    assertEquals(a.lost, 0L)
  }

  test("duplicates across the consumers of one queue are counted") {
    val a = audit(measured(
      Workloads.workload(consumers = List(Workloads.consumers.copy(count = 2))),
      Faults(duplicateEvery = 5)
    ))
    assertEquals(a.duplicated, a.expected / 5)
  }

  test("swapped messages are out of order") {
    val a = audit(measured(Workloads.workload(), Faults(swapEvery = 10)))
    // the last one may be held for ever, if nothing comes behind it
    assert(a.expected / 10 - a.reordered <= 1, a)
    assert(a.reordered > 0, a)
  }

  test("a damaged body is corrupted, not delivered") {
    val a = audit(measured(Workloads.workload(), Faults(corruptEvery = 9)))
    assertEquals(a.corrupted, a.expected / 9)
    assertEquals(a.lost, a.corrupted)
  }

  for kind <- DestinationType.values do
    test(s"$kind: copies that go to the workload's other destinations too are no throughput") {
      val workload =
        Workloads.workload(
          kind,
          2,
          List(Workloads.producers.copy(count = 2)),
          List(Workloads.consumers.copy(count = 2))
        )
      val result = measured(workload, Faults(strayEvery = 1))
      val a = audit(result)
      assertEquals((a.misrouted, a.lost, a.duplicated, a.foreign), (a.expected, 0L, 0L, 0L))
      assertEquals(a.delivered, a.expected)
      val (sent, got) = result.samples.flatMap(_.groups).partition(_.role == Role.Producer)
      assertEqualsDouble(got.map(_.consumed).sum.toDouble / sent.map(_.produced).sum, 1, 0.01)
    }

  test("a reply that goes to another requester is no answer") {
    val asking = Workloads.producers.copy(count = 2, window = Window.Of(1), requests = true)
    val result = measured(
      Workloads.workload(producers = List(asking), consumers = List(Workloads.consumers.copy(replies = true))),
      Faults(strayEvery = 5)
    )
    val a = audit(result)
    assert(a.misrouted > 0, a)
    assertEquals((a.lost, a.delivered), (0L, a.expected))
  }

  test("a second answer to a request does not stand in for the answer to the next one") {
    val asking = Workloads.producers.copy(count = 2, window = Window.Of(1), requests = true)
    val workload =
      Workloads.workload(producers = List(asking), consumers = List(Workloads.consumers.copy(replies = true)))
    for n <- 1 to 5 do
      val a = audit(measured(workload, Faults(duplicateEvery = n)))
      assert(a.duplicated > 0, a)
      assertEquals((a.lost, a.delivered), (0L, a.expected), s"every $n")
  }

  test("messages of a guest count, those of anybody else in the same destination do not") {
    val (guest, stranger) = (77, 78)
    val run = VirtualRun()
    val queue = DestinationNaming(Workloads.workload(), "test").destination(0)
    for index <- List(guest, stranger); sequence <- 0 until 10 do
      run.time.execute(() => run.broker.route(queue, Message(Stamp.producer(5, index), sequence, run.time.nanos(), 20)))
    val a = audit(run.run(Workloads.workload(), LinkedState("test", 5, List(guest))).result)
    assertEquals((a.misrouted, a.foreign, a.lost, a.duplicated), (10L, 0L, 0L, 0L))
  }

  test("messages that an earlier workload left behind are foreign") {
    val run = VirtualRun()
    run.run(Workloads.workload(consumers = Nil), LinkedState("test", 1))
    val a = audit(run.run(Workloads.workload(), LinkedState("test", 2)).result)
    assert(a.foreign > 0, a)
    assertEquals(a.lost, 0L)
  }

  test("linked phases: what was loaded is unloaded, and the depth falls to nothing") {
    val run = VirtualRun()
    val linked = LinkedState("test", 5)
    def phase(n: Int) = Some(Phase("load", n, 2, s"phase $n"))
    val load = run.run(Workloads.workload(consumers = Nil, phase = phase(0)), linked)
    assertEquals(load.result.drain.get.outcome, DrainOutcome.NotNeeded)
    assertEquals(load.result.audit.get.undrained, load.result.audit.get.expected)
    assert(load.result.samples.last.depth > 0)
    val unload = run.run(Workloads.workload(producers = Nil, phase = phase(1)), linked)
    clean(unload.result)
    assertEquals(unload.result.audit.get.expected, load.result.audit.get.expected)
    assertEquals(unload.result.samples.last.depth, 0L)
    assert(unload.clean)
  }

  test("a broker that dies under load: failed, with the samples until then") {
    val run = VirtualRun()
    run.onSample = _ => run.broker.dead = Some("connection reset")
    val outcome = run.run(Workloads.workload())
    assertEquals(outcome.result.status, Status.Failed)
    assert(outcome.result.reason.get.contains("ended under load"), outcome.result.reason)
    assertEquals(outcome.result.samples.size, 1)
    assert(!outcome.clean)
  }

  test("a broker that refuses connections: failed, saying who could not connect and why") {
    val run = VirtualRun()
    run.broker.dead = Some("no more connections")
    val result = run.run(Workloads.workload()).result
    assertEquals(result.status, Status.Failed)
    assertEquals(result.reason, Some("test-consumers-0 could not connect: no more connections"))
  }

  test("the user stops: skipped, so that --continue runs it again") {
    val run = VirtualRun()
    run.onSample = _ => run.stopped = true
    val result = run.run(Workloads.workload()).result
    assertEquals((result.status, result.reason), (Status.Skipped, Some(Failure.Cancelled.words)))
  }

  test("what the driver cannot do is unsupported, with its reason") {
    val result = VirtualRun().run(Workloads.workload(consumers =
      List(Workloads.consumers.copy(selector = Some("a = 'b'")))
    )).result
    assertEquals((result.status, result.reason), (Status.Unsupported, Some("no selectors in memory")))
  }

  test("reconnects lose nothing on a queue") {
    val producers = Workloads.producers.copy(messagesPerConnection = Some(20))
    val result = measured(Workloads.workload(producers = List(producers)))
    clean(result)
    assert(audit(result).expected > 40, "too few messages to have reconnected")
  }

  test("a ramp connects one client after the other") {
    val producers =
      Workloads.producers.copy(count = 300, think = Some(Distribution.Constant(50e6)), rampPerSecond = Some(60))
    val workload = Workloads.workload(producers = List(producers))
    val result = measured(workload.copy(timing = workload.timing.copy(samples = 20)))
    val connected = result.samples.map(_.groups.head.connected)
    assert(connected.head < connected.last, connected)
    assertEquals(connected, connected.sorted)
    clean(result)
  }

  private def ramping(count: Int): Workload =
    // they send little, or the broker would be late with their connections
    val idle =
      Workloads.producers.copy(count = count, think = Some(Distribution.Constant(1e9)), rampPerSecond = Some(1000))
    val workload = Workloads.workload(producers = List(idle))
    workload.copy(timing = workload.timing.copy(warmUp = Nanos(0), samples = 20))

  test("a connection that fails does not end a ramp; fifty in a sample do, and the workload with it") {
    val (refused, few) = (Ramp.MostErrors - 1, VirtualRun())
    few.broker.refuses = n => n > 70 && n <= 70 + refused
    val some = few.run(ramping(200)).result
    assertEquals(some.status, Status.Measured, some.reason)
    assertEquals(some.samples.size, 20)
    assertEquals(some.samples.map(_.errors).sum, refused.toLong)
    assertEquals(some.samples.last.groups.head.connected, 200 - refused)

    val many = VirtualRun()
    many.broker.mostConnections = 101
    val result = many.run(ramping(5000)).result
    assertEquals(result.status, Status.Measured, result.reason)
    assert(result.samples.last.errors >= Ramp.MostErrors, result.samples.map(_.errors))
    assert(result.samples.init.forall(_.errors < Ramp.MostErrors), result.samples.map(_.errors))
    assertEquals(result.samples.last.groups.head.connected, 100)
    assert(result.samples.size < 20, result.samples.size)
    assert(result.notes.exists(_.contains("connections failed: too many connections")), result.notes)
  }

  test("a slow consumer consumes at its own pace, and is waited for no longer than the limit") {
    val slow = Workloads.consumers.copy(name = "slow", think = Some(Distribution.Constant(50e6)))
    val limited = Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val workload = limited.copy(timing = Workloads.timing.copy(drainLimit = Nanos.ofMillis(200)))
    val outcome = VirtualRun().run(workload)
    val groups = outcome.result.samples.flatMap(_.groups).groupMapReduce(_.name)(_.consumed)(_ + _)
    assert(groups("slow") < groups("consumers") / 2, groups)
    assertEquals(outcome.result.drain.get.outcome, DrainOutcome.LimitReached)
    assert(outcome.result.audit.get.undrained > 0)
    assertEquals(outcome.result.audit.get.lost, 0L)
    assert(!outcome.clean)
  }

  test("sizes that vary arrive as they were sent") {
    clean(measured(Workloads.workload(producers =
      List(Workloads.producers.copy(size = Distribution.Uniform(20, 4000)))
    )))
  }

/** A prefetch that a scenario prefers, with brokers that can and cannot be told of it. */
class PreferenceSuite extends munit.FunSuite:
  /** The in-memory driver, but for what it is told that it cannot. */
  private final class Limited(whole: Protocol, cannot: Map[String, String], val time: VirtualTime) extends Protocol:
    def unsupported(workload: Workload): Option[String] = Needs.of(workload).flatMap(cannot.get).headOption
    def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
      Handshake.attempt(open(endpoint), timeout)
    def open(endpoint: Endpoint): Session = whole.open(endpoint)

  private val workload = Workloads.workload(consumers =
    List(Workloads.consumers.copy(ack = Ack.Client, prefetch = Some(7), prefetchPreferred = true))
  )
  private def limited(cannot: (String, String)*) =
    val time = VirtualTime()
    Limited(InMemoryDriver(InMemoryBroker(scheduler = time)), cannot.toMap, time)

  private def run(workload: Workload, broker: Limited): WorkloadResult =
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(workload: Workload, sample: Sample): Unit = ()
    val endpoint = Endpoint("127.0.0.1", 1, None, None, None)
    val result = Run(broker, endpoint, broker.time, watch).execute(workload, 1, LinkedState("test", 5)).result
    assertEquals(result.status, Status.Measured, result.reason)
    result

  test("a broker that can be told is told, and nothing need be said") {
    val (fitted, said) = Preference.fit(workload, limited())
    assertEquals(fitted.consumers.map(_.prefetch), List(Some(7)))
    assertEquals(said, Nil)
    val result = run(workload, limited())
    assertEquals((result.load.settings("prefetch").num, result.prefetchApplied, result.notes), (7.0, Some(true), Nil))
  }

  test("a broker that cannot be told keeps its own: the result says so, and that the load was the same") {
    val broker = limited("prefetch" -> "it knows no such thing")
    assertEquals(Preference.fit(workload, broker)._1.consumers.map(_.prefetch), List(None))
    val result = run(workload, broker)
    assertEquals(result.notes, List("the broker kept its own prefetch instead of 7: it knows no such thing"))
    assertEquals((result.load, result.prefetchApplied), (run(workload, limited()).load, Some(false)))
    assertEquals(run(Workloads.workload(), broker).prefetchApplied, None)
  }

  test("whoever insists is told that it cannot be done") {
    val strict = workload.copy(consumers = workload.consumers.map(_.copy(prefetchPreferred = false)))
    assertEquals(limited("prefetch" -> "no").unsupported(strict), Some("no"))
    assertEquals(limited("prefetch" -> "no").unsupported(workload), None)
  }

class FileLimitSuite extends munit.FunSuite:
  test("too many connections for the limit of open files: the command that raises it") {
    val problem = FileLimit.tooLow(clients = 5000, open = 60, limit = 1024)
    assert(problem.exists(_.contains("'ulimit -n 5200'")), problem)
    assert(FileLimit.tooLow(5000, 300, 5250).exists(_.contains("'ulimit -n 5300'")))
    assertEquals(FileLimit.tooLow(5000, 60, 5200), None)
    assertEquals(FileLimit.tooLow(Workloads.workload()), None)
  }
