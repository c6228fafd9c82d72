package shootout.engine

import shootout.driver.*
import shootout.engine.Workloads.timed
import shootout.result.{AuditResult, DrainOutcome, Role, SamplingEnd, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, Nanos}

class RunSuite extends RunTesting:
  private def measured(workload: Workload, faults: Faults = Faults()): WorkloadResult =
    VirtualRun(faults).measured(workload)

  private def audit(workload: Workload, faults: Faults): AuditResult =
    measured(workload, faults).audit.get

  for kind <- DestinationType.values do
    test(s"$kind: every message is sampled and audited"):
      val producers = Workloads.producers.copy(count = 3)
      val result =
        measured(Workloads.workload(kind, 2, List(producers), List(Workloads.consumers.copy(count = 4))))
      assertClean(result)
      assertEquals(result.samples.size, 3)
      assert(result.samples.forall(_.producedPerS > 0))
      for s <- result.samples do assertEqualsDouble(s.intervalS, Workloads.timing.sampleInterval.seconds, 1e-4)
      assert(result.summary.get.endToEnd.get.count > 0)

  test("a sample's rates are counts over its length, and the summary has their mean"):
    val result = measured(Workloads.workload())
    for s <- result.samples do
      val produced = s.groups.filter(_.role == Role.Producer).map(_.produced).sum
      assertEqualsDouble(s.producedPerS, produced / s.intervalS, 1e-6)
    val mean =
      result.samples.map(s => s.consumedPerS * s.intervalS).sum / result.samples.map(_.intervalS).sum
    assertEqualsDouble(result.summary.get.consumed.meanPerS, mean, 1e-6)

  test("each ramp has its own pace"):
    def ramped(name: String, perSecond: Double) =
      Workloads.producers.copy(name = name, count = 10, rampPerSecond = Some(perSecond))
    // the slow ramp would take more than a quarter of an hour for its first connection
    val groups =
      measured(Workloads.sending(ramped("fast", 1000), ramped("slow", 1e-3))).samples.last.groups
    assertEquals(groups.take(2).map(g => g.name -> g.connected), List("fast" -> 10, "slow" -> 0))

  test("one send in flight: every message is confirmed and has a send latency"):
    val sync =
      Workloads.producers.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1), think = None)
    val result = measured(Workloads.sending(sync))
    assertClean(result)
    assertEquals(result.summary.get.send.get.count, result.samples.flatMap(_.groups).map(_.confirmed).sum)
    for s <- result.samples; group = s.groups.head do assert((group.produced - group.confirmed).abs <= 1, group)

  test("a load without pauses is sampled until its mean is precise; one with pauses as often as declared"):
    val hasty = Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(8))
    def precise(wanted: Double) = measured(Workloads.sending(hasty).timed(_.copy(
      samples = 20,
      sampleInterval = Nanos.ofMillis(100),
      warmUpLimit = Some(Nanos.ofSeconds(3)),
      precision = Some(Precision(wanted, 10))
    )))
    val easy = precise(wanted = 10.0)
    assertEquals((easy.samples.size, easy.sampling.map(_.end)), (10, Some(SamplingEnd.Precise)))
    assert(easy.sampling.exists(s => s.precision.exists(_ <= 10) && s.warmUpS > 0.04), easy.sampling)
    val hard = precise(wanted = 1e-9)
    assertEquals((hard.samples.size, hard.sampling.map(_.end)), (20, Some(SamplingEnd.Limit)))
    assertEquals(measured(Workloads.workload()).sampling, None)

  /** An open loop against a broker that stalls for 1.5 s during the warm-up. */
  private def stalled(change: Timing => Timing): WorkloadResult =
    val paced = Workloads.producers.copy(think = None, rate = Workloads.rate(2000))
    val run = VirtualRun()
    run.time.stall(Nanos(run.time.nanos() + Nanos.ofMillis(100).value), Nanos.ofMillis(1500))
    val half = Nanos.ofMillis(500)
    run.measured(Workloads.sending(paced).timed(timing => change(timing.copy(warmUp = half, sampleInterval = half))))

  test("an open loop is sampled after it has caught up with a stall"):
    val waited = stalled(_.copy(warmUpLimit = Some(Nanos.ofSeconds(8))))
    assert(waited.summary.get.endToEnd.get.usP99 < 50_000, waited.summary.get.endToEnd)
    assertEquals(waited.sampling.get.steady, Some(true))
    assert(stalled(identity).summary.get.endToEnd.get.usP99 > 500_000)

  test("a warm-up beyond its limit takes time from the samples, and the total stays the same"):
    def limited(timing: Timing) =
      timing.copy(warmUpLimit = Some(Nanos.ofSeconds(1)), samples = 10, precision = Some(Precision(1e-9, 4)))
    val result = stalled(limited)
    val (warm, samples) = (result.sampling.get.warmUpS, result.samples.size)
    assertEquals(result.sampling.get.steady, Some(true))
    val lent = limited(Workloads.timing.copy(sampleInterval = Nanos.ofMillis(500))).lent
    assert(warm > 1.5 && warm <= 1 + lent.seconds, warm)
    assert(samples < 10 && samples >= 5 && warm + 0.5 * samples < 6.1, s"$warm s, $samples samples")

  private def asking(producers: ProducerGroup, consumers: ConsumerGroup = Workloads.consumers): Workload =
    Workloads.sending(producers.copy(requests = true)).copy(consumers = List(consumers.copy(replies = true)))

  test("requests are answered, and the window counts unanswered ones"):
    val producers = Workloads.producers.copy(count = 3, think = None, window = Window.Of(2))
    val result = measured(asking(producers, Workloads.consumers.copy(count = 2)))
    assertClean(result)
    assert(result.summary.get.roundTrip.get.count > 0)
    assert(result.load.requestReply)

  test("acknowledging every tenth message leaves nothing unacknowledged at the end"):
    val run = VirtualRun()
    assertClean(run.run(Workloads.receiving(Workloads.consumers.copy(ack = Ack.Client, ackEvery = 10))).result)
    val again = run.run(Workloads.workload(producers = Nil), LinkedState("test", 6)).result
    assertEquals(again.audit.get.foreign, 0L)

  test("the audit counts dropped, duplicated, reordered and corrupted messages"):
    val dropping = measured(Workloads.workload(), Faults(dropEvery = 7))
    val dropped = dropping.audit.get
    assertEquals((dropped.lost, dropped.delivered), (dropped.expected / 7, dropped.expected - dropped.lost))
    assertEquals(dropping.drain.get.outcome, DrainOutcome.TimedOut)
    val two = Workloads.receiving(Workloads.consumers.copy(count = 2))
    for workload <- List(Workloads.workload(DestinationType.Topic), two) do
      val duplicated = audit(workload, Faults(duplicateEvery = 5))
      assertEquals((duplicated.duplicated, duplicated.lost), (duplicated.expected / 5, 0L))
    val swapped = audit(Workloads.workload(), Faults(swapEvery = 10))
    // the broker may hold the last message for ever, if no other follows
    assert(swapped.expected / 10 - swapped.reordered <= 1 && swapped.reordered > 0, swapped)
    val corrupted = audit(Workloads.workload(), Faults(corruptEvery = 9))
    assertEquals((corrupted.corrupted, corrupted.lost), (corrupted.expected / 9, corrupted.expected / 9))

  for kind <- DestinationType.values do
    test(s"$kind: copies to the workload's other destinations are misrouted and no throughput"):
      val two = (Workloads.producers.copy(count = 2), Workloads.consumers.copy(count = 2))
      val result =
        measured(Workloads.workload(kind, 2, List(two._1), List(two._2)), Faults(strayEvery = 1))
      val a = result.audit.get
      assertEquals((a.misrouted, a.lost, a.duplicated, a.foreign), (a.expected, 0L, 0L, 0L))
      assertEquals(a.delivered, a.expected)
      val (sent, got) = result.samples.flatMap(_.groups).partition(_.role == Role.Producer)
      assertEqualsDouble(got.map(_.consumed).sum.toDouble / sent.map(_.produced).sum, 1, 0.01)

  private val twoAsking = asking(Workloads.producers.copy(count = 2, window = Window.Of(1)))

  test("a reply to another requester is misrouted and answers nothing"):
    val a = audit(twoAsking, Faults(strayEvery = 5))
    assert(a.misrouted > 0, a)
    assertEquals((a.lost, a.delivered), (0L, a.expected))

  test("a duplicate reply does not answer the next request"):
    for n <- 1 to 5 do
      val a = audit(twoAsking, Faults(duplicateEvery = n))
      assert(a.duplicated > 0, a)
      assertEquals((a.lost, a.delivered), (0L, a.expected), s"every $n")

  test("messages of a guest are misrouted, and other senders' messages are ignored"):
    val (guest, stranger) = (77, 78)
    val run = VirtualRun()
    val queue = DestinationNaming(Workloads.workload(), "test").destination(0)
    for index <- List(guest, stranger); sequence <- 0 until 10 do
      run.time.execute(() => run.broker.route(queue, Message(Stamp.producer(5, index), sequence, run.time.nanos(), 20)))
    val a = run.run(Workloads.workload(), LinkedState("test", 5, List(guest))).result.audit.get
    assertEquals((a.misrouted, a.foreign, a.lost, a.duplicated), (10L, 0L, 0L, 0L))

  test("messages that an earlier workload left behind are foreign"):
    val run = VirtualRun()
    run.run(Workloads.workload(consumers = Nil), LinkedState("test", 1))
    val a = run.run(Workloads.workload(), LinkedState("test", 2)).result.audit.get
    assert(a.foreign > 0, a)
    assertEquals(a.lost, 0L)

  test("linked phases: the second phase consumes the messages of the first, and the depth falls to 0"):
    val run = VirtualRun()
    val linked = LinkedState("test", 5)
    val load = run.run(Workloads.workload(consumers = Nil, phase = Workloads.phase(0)), linked)
    assertEquals(load.result.drain.get.outcome, DrainOutcome.NotNeeded)
    assertEquals(load.result.audit.get.undrained, load.result.audit.get.expected)
    assert(load.result.samples.last.depth > 0)
    val unload = run.run(Workloads.workload(producers = Nil, phase = Workloads.phase(1)), linked)
    assertClean(unload.result)
    assertEquals(unload.result.audit.get.expected, load.result.audit.get.expected)
    assertEquals(unload.result.samples.last.depth, 0L)
    assert(unload.clean)

  test("a broker that dies under load fails the workload and keeps the samples so far"):
    val run = VirtualRun()
    run.onSample = _ => run.broker.dead = Some("connection reset")
    val outcome = run.run(Workloads.workload())
    assertEquals(outcome.result.status, Status.Failed)
    assert(outcome.result.reason.get.contains("ended under load"), outcome.result.reason)
    assertEquals(outcome.result.samples.size, 1)
    assert(!outcome.clean)

  test("a broker that refuses connections fails the workload with client and reason"):
    val run = VirtualRun()
    run.broker.dead = Some("no more connections")
    val result = run.run(Workloads.workload()).result
    assertEquals(result.status, Status.Failed)
    assertEquals(result.reason, Some("test-consumers-0 could not connect: no more connections"))

  test("a user who stops skips the workload, so that --continue runs it again"):
    val run = VirtualRun()
    run.onSample = _ => run.stopped = true
    val result = run.run(Workloads.workload()).result
    assertEquals((result.status, result.reason), (Status.Skipped, Some(Failure.Cancelled.words)))

  test("a workload that the driver cannot run is unsupported, with the reason"):
    val result =
      VirtualRun().run(Workloads.receiving(Workloads.consumers.copy(selector = Some("a = 'b'")))).result
    assertEquals((result.status, result.reason), (Status.Unsupported, Some("no selectors in memory")))

  test("reconnecting producers lose no message of a queue"):
    val result = measured(Workloads.sending(Workloads.producers.copy(messagesPerConnection = Some(20))))
    assertClean(result)
    assert(result.audit.get.expected > 40, "too few messages to have reconnected")

  test("a ramp connects clients one by one"):
    val producers =
      Workloads.producers.copy(count = 300, think = Workloads.think(50e6), rampPerSecond = Some(60))
    val result = measured(Workloads.sending(producers).timed(_.copy(samples = 20)))
    val connected = result.samples.map(_.groups.head.connected)
    assert(connected.head < connected.last, connected)
    assertEquals(connected, connected.sorted)
    assertClean(result)

  private def ramping(count: Int): Workload =
    // they send little; otherwise the broker would be late with their connections
    val idle =
      Workloads.producers.copy(count = count, think = Workloads.think(1e9), rampPerSecond = Some(1000))
    Workloads.sending(idle).timed(_.copy(warmUp = Nanos(0), samples = 20))

  test("a failed connection does not end a ramp; fifty in a sample end the workload"):
    val (refused, few) = (Ramp.MostErrors - 1, VirtualRun())
    few.broker.refuses = n => n > 70 && n <= 70 + refused
    val some = few.measured(ramping(200))
    assertEquals(some.samples.size, 20)
    assertEquals(some.samples.map(_.errors).sum, refused.toLong)
    assertEquals(some.samples.last.groups.head.connected, 200 - refused)

    val many = VirtualRun()
    many.broker.mostConnections = 101
    val result = many.measured(ramping(5000))
    assert(result.samples.last.errors >= Ramp.MostErrors, result.samples.map(_.errors))
    assert(result.samples.init.forall(_.errors < Ramp.MostErrors), result.samples.map(_.errors))
    assertEquals(result.samples.last.groups.head.connected, 100)
    assert(result.samples.size < 20, result.samples.size)
    assert(result.notes.exists(_.contains("connections failed: too many connections")), result.notes)

  test("the drain waits for a slow consumer, but not longer than its limit"):
    val slow = Workloads.consumers.copy(name = "slow", think = Workloads.think(50e6))
    val workload =
      Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val outcome = VirtualRun().run(workload.timed(_.copy(drainLimit = Nanos.ofMillis(200))))
    val groups = outcome.result.samples.flatMap(_.groups).groupMapReduce(_.name)(_.consumed)(_ + _)
    assert(groups("slow") < groups("consumers") / 2, groups)
    assertEquals(outcome.result.drain.get.outcome, DrainOutcome.LimitReached)
    assert(outcome.result.audit.get.undrained > 0)
    assertEquals(outcome.result.audit.get.lost, 0L)
    assert(!outcome.clean)

  test("messages of varying sizes arrive unchanged"):
    assertClean(measured(Workloads.sending(Workloads.producers.copy(size = Distribution.Uniform(20, 4000)))))

/** A preferred prefetch, with brokers that support it and brokers that do not. */
class PreferenceSuite extends munit.FunSuite:
  /** The in-memory driver without some capabilities. */
  private final class Limited(whole: Protocol, cannot: Map[String, String], val time: VirtualTime) extends Protocol:
    def unsupported(workload: Workload): Option[String] =
      Needs.of(workload).flatMap(cannot.get).headOption
    def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
      Handshake.attempt(open(endpoint), timeout)
    def open(endpoint: Endpoint): Session = whole.open(endpoint)

  private val preferring =
    Workloads.consumers.copy(ack = Ack.Client, prefetch = Some(7), prefetchPreferred = true)
  private val workload = Workloads.receiving(preferring)
  private def limited(cannot: (String, String)*) =
    val time = VirtualTime()
    Limited(InMemoryDriver(InMemoryBroker(scheduler = time)), cannot.toMap, time)

  private def run(workload: Workload, broker: Limited): WorkloadResult =
    val endpoint = Endpoint("127.0.0.1", 1, None, None, None)
    val result =
      Run(broker, endpoint, broker.time, VirtualRun()).execute(workload, 1, LinkedState("test", 5)).result
    assertEquals(result.status, Status.Measured, result.reason)
    result

  test("a preferred prefetch is applied without a note if the broker supports it"):
    val (fitted, notes) = Preference.fit(workload, limited())
    assertEquals((fitted.consumers.map(_.prefetch), notes), (List(Some(7)), Nil))
    val result = run(workload, limited())
    assertEquals((result.load.settings("prefetch").num, result.prefetchApplied, result.notes), (7.0, Some(true), Nil))

  test("without support the broker keeps its own prefetch, and the result says so but has the same load"):
    val broker = limited("prefetch" -> "it knows no such thing")
    assertEquals(Preference.fit(workload, broker)._1.consumers.map(_.prefetch), List(None))
    val result = run(workload, broker)
    assertEquals(result.notes, List("the broker kept its own prefetch instead of 7: it knows no such thing"))
    assertEquals((result.load, result.prefetchApplied), (run(workload, limited()).load, Some(false)))
    assertEquals(run(Workloads.workload(), broker).prefetchApplied, None)

  test("a required prefetch is unsupported"):
    val strict = Workloads.receiving(preferring.copy(prefetchPreferred = false))
    assertEquals(limited("prefetch" -> "no").unsupported(strict), Some("no"))
    assertEquals(limited("prefetch" -> "no").unsupported(workload), None)

class FileLimitSuite extends munit.FunSuite:
  test("too many connections for the limit of open files name the command that raises it"):
    val problem = FileLimit.tooLow(clients = 5000, open = 60, limit = 1024)
    assert(problem.exists(_.contains("'ulimit -n 5200'")), problem)
    assert(FileLimit.tooLow(5000, 300, 5250).exists(_.contains("'ulimit -n 5300'")))
    assertEquals(FileLimit.tooLow(5000, 60, 5200), None)
    assertEquals(FileLimit.tooLow(Workloads.workload()), None)
