package shootout.engine

import shootout.driver.Faults
import shootout.machine.Meter
import shootout.result.{DrainOutcome, ProcessSample, ResourceSample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.engine.Workloads.timed
import shootout.units.{DestinationType, Nanos}
import shootout.analysis.Flags

/** The end of a workload: only messages that were waited for count as lost. */
class EndingSuite extends munit.FunSuite:
  /** The drain takes long because the consumer is slow. */
  private val slowDrain = Workloads.receiving(Workloads.consumers.copy(think = Workloads.think(20e6)))

  private def inTheDrain(act: VirtualRun => Unit): Outcome =
    val run = VirtualRun()
    var samples = 0
    run.onSample = _ =>
      samples += 1
      if samples == slowDrain.timing.samples then act(run)
    run.run(slowDrain)

  test("a workload without think time that sends nothing fails"):
    val run = VirtualRun()
    run.broker.deaf = true
    val result = run.run(Workloads.sending(Workloads.producers.copy(think = None))).result
    assertEquals((result.status, result.reason), (Status.Failed, Some(Failure.NothingSent.words)))
    assertEquals(result.samples.size, slowDrain.timing.samples)
    val slow = VirtualRun()
    slow.broker.deaf = true
    assertEquals(slow.run(Workloads.workload()).result.status, Status.Measured, "it thinks")

  test("a broker's text is shortened, without passcode and control characters"):
    val run = VirtualRun(passcode = Some("hush"))
    run.broker.dead = Some("\u001b[31mCONNECT refused\npasscode:hush\n" + "x" * 5_000_000)
    val result = run.run(Workloads.workload()).result
    assertEquals(result.status, Status.Failed)
    val reason = result.reason.get
    assert(reason.contains("CONNECT refused | passcode:******** | xxx"), reason.take(1000))
    assert(reason.length < 600 && !reason.contains('\u001b'), reason.take(1000))
    assert(result.notes.forall(note => note.length < 600 && !note.contains("hush")), result.notes.map(_.take(1000)))

  test("a passcode masks no words in the run's own messages"):
    val run = VirtualRun(passcode = Some("user"))
    run.stopped = true
    assertEquals(run.run(Workloads.workload()).result.reason, Some(Failure.Cancelled.words))

  private def inTheDrain(what: String, status: Status, words: String)(act: VirtualRun => Unit): Unit =
    test(s"nothing is lost if $what during the drain"):
      val result = inTheDrain(act).result
      assertEquals((result.status, result.reason), (status, Some(words)))
      assertEquals(result.drain.get.outcome, DrainOutcome.Interrupted)
      assertEquals(result.audit.get.lost, 0L)
      assert(result.audit.get.undrained > 0)

  inTheDrain("the user stops", Status.Skipped, Failure.Cancelled.words)(_.stopped = true)
  inTheDrain("the broker dies", Status.Failed, Failure.BrokerEnded.words)(_.broker.dead = Some("gone"))
  inTheDrain("a disk becomes full", Status.Failed, "no room")(_.full = Some("no room"))

  test("a full disk fails the workload and keeps the samples so far"):
    val run = VirtualRun()
    run.onSample = _ => run.full = Some("no room")
    val result = run.run(Workloads.workload()).result
    assertEquals((result.status, result.reason), (Status.Failed, Some("no room")))
    assertEquals(result.samples.size, 1)

  private def stopsConsuming(kind: DestinationType): Workload =
    val think = Distribution.Steps(List(
      Nanos(0) -> Distribution.Constant(0),
      Nanos.ofMillis(150) -> Distribution.Constant(3600e9)
    ))
    Workloads.workload(kind, consumers = List(Workloads.consumers.copy(count = 2, think = Some(think))))

  test("messages for a consumer that thinks longer than the drain are undrained, never lost"):
    for kind <- DestinationType.values do
      val result = VirtualRun().measured(stopsConsuming(kind))
      val audit = result.audit.get
      assertEquals(audit.lost, 0L, audit)
      assert(audit.undrained > 0, audit)
      assertEquals(audit.delivered + audit.undrained, audit.expected)
      assert(result.notes.exists(_.contains("consumers were still thinking")), result.notes)

  test("a loss is found although another consumer of the topic still thinks"):
    val slow = stopsConsuming(DestinationType.Topic).consumers.head.copy(name = "slow", count = 1)
    val workload =
      Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val audit = VirtualRun(Faults(dropEvery = 7)).measured(workload).audit.get
    assert(audit.lost > 0 && audit.undrained > 0, audit)

  test("a loss in a later phase is found although a consumer of the first still thought"):
    val run = VirtualRun(Faults(dropEvery = 7))
    val linked = LinkedState("test", 5)
    val first =
      run.run(stopsConsuming(DestinationType.Queue).copy(phase = Workloads.phase(0)), linked).result.audit.get
    assert(first.undrained > 0 && first.lost == 0, first)
    val audit = run.run(Workloads.workload(phase = Workloads.phase(1)), linked).result.audit.get
    assert(audit.lost > 0 && audit.undrained == 0, audit)

  private def metering(read: ResourceSample): Meter = new Meter:
    def begin(): Unit = ()
    def sample(): Option[ResourceSample] = Some(read)
    def compilerCores(): Option[Double] = None

  /** A topic that loses every seventh message; the broker uses these cores meanwhile. */
  private def losing(cores: Option[Double]): WorkloadResult =
    val run = VirtualRun(Faults(dropEvery = 7), meter = metering(used(cores)))
    run.run(Workloads.workload(DestinationType.Topic)).result

  private def used(cores: Option[Double]): ResourceSample =
    def process(cpuCores: Double) = ProcessSample(cpuCores, 1)
    ResourceSample(cores.map(process), process(0.1), stealShare = 0, busyShare = 0, load1m = 0, foreignShare = None)

  test("samples and summary contain the use of each node"):
    val cores = List("1" -> 0.25, "2" -> 0.75)
    val nodes = cores.map((n, cores) => n -> ProcessSample(cores, 1)).toMap
    val result =
      VirtualRun(meter = metering(used(Some(1)).copy(nodes = nodes))).measured(Workloads.workload())
    for (number, cores) <- cores do
      result.samples.foreach(s => assertEqualsDouble(s.resources.get.nodes(number).cpuCores, cores, 1e-9))
      assertEqualsDouble(result.resources.get.nodes(number).cpuCores, cores, 1e-9)

  test("silence of a busy broker is no loss; silence of an idle or unknown one is"):
    val busy = losing(Some(0.5))
    assertEquals((busy.audit.get.lost, busy.drain.get.outcome), (0L, DrainOutcome.LimitReached))
    assert(busy.audit.get.undrained > 0)
    assert(busy.notes.exists(_.contains("the broker was at work (0.5 cores)")), busy.notes)
    for cores <- List(Some(0.01), None) do
      val idle = losing(cores)
      assertEquals((idle.audit.get.undrained, idle.drain.get.outcome), (0L, DrainOutcome.TimedOut))
      assert(idle.audit.get.lost > 0)
      assert(idle.drain.get.durationS >= 5 * Workloads.timing.drainTimeout.seconds, idle.drain)

  /** The broker accepts nothing during these of ten samples. */
  private def deafFor(samples: Range): WorkloadResult =
    val paced =
      Workloads.producers.copy(think = None, rate = Some(Rate.Total(Distribution.Constant(500))))
    val run = VirtualRun()
    var n = 0
    run.onSample = _ =>
      n += 1
      run.broker.deaf = samples.contains(n)
    run.measured(Workloads.sending(paced).timed(_.copy(sampleInterval = Nanos.ofMillis(100), samples = 10)))

  test("an open loop that sent too little does not catch up, and its result counts the unmeasured messages"):
    assert(Drain.mostlyKept(List(95L, 95L, 0L), due = List.fill(3)(100L)), "a stall at the end")
    assert(!Drain.mostlyKept(List(95L, 94L, 94L), due = List.fill(3)(100L)))
    assertEquals(Drain.WorthCatchingUp, Flags.thresholds.rateShare, "flag R marks a load that does not catch up")
    val result = deafFor(2 to 9)
    val due = result.summary.get.targetPerS.get * result.samples.map(_.intervalS).sum
    assert(result.audit.get.expected < 0.9 * due, s"${result.audit} of $due")
    assert(result.summary.get.unmeasured.exists(_ > 0.1 * due), result.summary.map(_.unmeasured))

  private def loadThenUnload(faults: Faults, samples: Int, think: Option[Distribution] = None): Outcome =
    val run = VirtualRun(faults)
    val linked = LinkedState("test", 5)
    run.run(Workloads.workload(consumers = Nil, phase = Workloads.phase(0)), linked)
    val unload = Workloads.receiving(Workloads.consumers.copy(think = think))
      .copy(producers = Nil, phase = Workloads.phase(1))
      .timed(_.copy(warmUp = Nanos(0), samples = samples, drainTimeout = Nanos.ofMillis(150)))
    run.run(unload, linked)

  test("an unload is sampled to its end, beyond the planned samples"):
    val result = loadThenUnload(Faults(), samples = 2, Workloads.think(1e6)).result
    assert(result.samples.size > 2, result.samples.size)
    assertEquals((result.audit.get.undrained, result.audit.get.lost), (0L, 0L))
    assertEquals(result.samples.last.depth, 0L)
    val sampled = result.samples.map(s => s.consumedPerS * s.intervalS).sum
    assertEqualsDouble(sampled, result.audit.get.delivered.toDouble, 0.5)
    assertEquals(result.summary.get.endToEnd.map(_.count), Some(result.audit.get.delivered))

  test("the samples of an unload exclude the silence after its last message"):
    val result = loadThenUnload(Faults(dropEvery = 7), samples = 50).result
    assert(result.audit.get.lost > 0)
    assert(result.samples.size < 50, result.samples.size)
    assert(result.samples.tail.forall(_.consumedPerS > 0), result.samples.map(_.consumedPerS))

  test("the depth of a topic is the depth of its slowest subscriber"):
    val slow = Workloads.consumers.copy(name = "slow", think = Workloads.think(50e6))
    val workload =
      Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val result = VirtualRun().run(workload.timed(_.copy(drainLimit = Nanos.ofMillis(100)))).result
    val last = result.samples.last
    val produced = result.samples.map(s => s.producedPerS * s.intervalS).sum
    assert(last.depth > produced / 2, s"depth ${last.depth} after $produced messages")

  private val red = Workloads.producers.copy(name = "red", headers = List("color" -> "red"))
  private val blue = Workloads.producers.copy(name = "blue", headers = List("color" -> "blue"))
  private val redOnly = Workloads.consumers.copy(selector = Some("color = 'red'"))

  for kind <- DestinationType.values do
    test(s"$kind: messages that a selector excludes are misrouted and no throughput"):
      val workload = Workloads.workload(kind, 1, List(red, blue), List(redOnly))
      val result = VirtualRun(ignoresSelectors = true).run(workload).result
      val audit = result.audit.get
      val consumed = result.samples.flatMap(_.groups).map(_.consumed).sum
      assert(audit.misrouted > 0)
      assertEquals(audit.lost, 0L)
      assert(consumed < audit.delivered + audit.misrouted)

  test("messages of a queue that no consumer selects are not lost"):
    val result =
      VirtualRun(ignoresSelectors = true).run(Workloads.sending(blue).copy(consumers = List(redOnly))).result
    assertEquals(result.audit.get.lost, 0L)
    assertEquals(result.audit.get.undrained, result.audit.get.expected)

/** Producers that close while the broker answers no close. */
class LeavingSuite extends munit.FunSuite:
  private val flood = Workloads.producers.copy(count = 10, think = None)

  /** They consume for longer than the producers wait. */
  private val slow = Workloads.consumers.copy(think = Workloads.think(1e6))

  /** The notes about the producers, and how many of them count as faults. */
  private def notes(consumers: ConsumerGroup*)(atLastSample: VirtualRun => Unit): (List[String], Int) =
    val run = VirtualRun()
    run.broker.ignoresClose = true
    var samples = 0
    run.onSample = _ =>
      samples += 1
      if samples == Workloads.timing.samples then atLastSample(run)
    val result = run.run(Workloads.sending(flood).copy(consumers = consumers.toList)).result
    assertEquals(samples, Workloads.timing.samples, result.reason)
    (result.notes.filter(_.contains("producers")), result.cutOff.fold(0)(_.producers))

  private val blamed = (List("10 of 10 producers did not close within 10.0 s and were cut off"), 10)

  test("a broker that delivers all the time is not blamed for producers that are cut off"):
    val excused =
      "10 of 10 producers were cut off: " +
        "within 10.0 s the broker had not ended their connections, but delivered all the time"
    assertEquals(notes(slow)(_ => ()), (List(excused), 0))

  test("a broker that stalls for 3 s is blamed"):
    def stall(run: VirtualRun) =
      run.time.stall(Nanos(run.time.nanos() + Nanos.ofSeconds(4).value), Nanos.ofSeconds(3))
    assertEquals(notes(slow)(stall), blamed)

  test("a broker without consumers is blamed"):
    assertEquals(notes()(_ => ()), blamed)
