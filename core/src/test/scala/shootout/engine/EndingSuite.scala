package shootout.engine

import shootout.driver.Faults
import shootout.machine.Meter
import shootout.result.{DrainOutcome, ProcessSample, ResourceSample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Nanos}
import shootout.analysis.Flags

/** What is known at the end of a workload, and what is not: nothing is called lost, or measured, that nobody saw to its end. */
class EndingSuite extends munit.FunSuite:
  /** The drain takes long, for the consumer is slow. */
  private val dawdling =
    Workloads.workload(consumers = List(Workloads.consumers.copy(think = Some(Distribution.Constant(20e6)))))

  private def inTheDrain(act: VirtualRun => Unit): Outcome =
    val run = VirtualRun()
    var samples = 0
    run.onSample = _ =>
      samples += 1
      if samples == dawdling.timing.samples then act(run)
    run.run(dawdling)

  test("clients that are as fast as they can, and send nothing, are no measurement") {
    val run = VirtualRun()
    run.broker.deaf = true
    val result = run.run(Workloads.workload(producers = List(Workloads.producers.copy(think = None)))).result
    assertEquals((result.status, result.reason), (Status.Failed, Some(Failure.NothingSent.words)))
    assertEquals(result.samples.size, dawdling.timing.samples)
    val slow = VirtualRun()
    slow.broker.deaf = true
    assertEquals(
      slow.run(Workloads.workload()).result.status,
      Status.Measured,
      "one that thinks may have had no reason to"
    )
  }

  test("what the broker says has an end, and in it are neither the passcode nor what a terminal obeys") {
    val run = VirtualRun(passcode = Some("hush"))
    run.broker.dead = Some("\u001b[31mCONNECT refused\npasscode:hush\n" + "x" * 5_000_000)
    val result = run.run(Workloads.workload()).result
    assertEquals(result.status, Status.Failed)
    val reason = result.reason.get
    assert(reason.contains("CONNECT refused | passcode:******** | xxx"), reason.take(1000))
    assert(reason.length < 600 && !reason.contains('\u001b'), reason.take(1000))
    assert(result.notes.forall(note => note.length < 600 && !note.contains("hush")), result.notes.map(_.take(1000)))
  }

  test("a passcode that is a word of ours: what the run says itself stays as it is") {
    val run = VirtualRun(passcode = Some("user"))
    run.stopped = true
    assertEquals(run.run(Workloads.workload()).result.reason, Some(Failure.Cancelled.words))
  }

  private def inTheDrain(what: String, status: Status, words: String)(act: VirtualRun => Unit): Unit =
    test(s"$what in the drain: nothing is called lost"):
      val result = inTheDrain(act).result
      assertEquals((result.status, result.reason), (status, Some(words)))
      assertEquals(result.drain.get.outcome, DrainOutcome.Interrupted)
      assertEquals(result.audit.get.lost, 0L)
      assert(result.audit.get.undrained > 0)

  inTheDrain("the user stops", Status.Skipped, Failure.Cancelled.words)(_.stopped = true)
  inTheDrain("the broker dies", Status.Failed, Failure.BrokerEnded.words)(_.broker.dead = Some("gone"))
  inTheDrain("a disk becomes full", Status.Failed, "no room")(_.full = Some("no room"))

  test("a disk becomes full: failed with the reason, and what was measured until then is kept") {
    val run = VirtualRun()
    run.onSample = _ => run.full = Some("no room")
    val result = run.run(Workloads.workload()).result
    assertEquals((result.status, result.reason), (Status.Failed, Some("no room")))
    assertEquals(result.samples.size, 1)
  }

  private def stopsToTake(kind: DestinationType): Workload =
    val think = Distribution.Steps(List(
      Nanos(0) -> Distribution.Constant(0),
      Nanos.ofMillis(150) -> Distribution.Constant(3600e9)
    ))
    Workloads.workload(kind, consumers = List(Workloads.consumers.copy(count = 2, think = Some(think))))

  test("what waits for a consumer that thinks longer than the drain is undelivered, and never lost") {
    for kind <- DestinationType.values do
      val result = VirtualRun().measured(stopsToTake(kind))
      val audit = result.audit.get
      assertEquals(audit.lost, 0L, audit)
      assert(audit.undrained > 0, audit)
      assertEquals(audit.delivered + audit.undrained, audit.expected)
      assert(result.notes.exists(_.contains("consumers were still thinking")), result.notes)
  }

  test("what a broker loses while another consumer of the topic thinks is lost all the same") {
    val slow = stopsToTake(DestinationType.Topic).consumers.head.copy(name = "slow", count = 1)
    val workload = Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val audit = VirtualRun(Faults(dropEvery = 7)).measured(workload).audit.get
    assert(audit.lost > 0 && audit.undrained > 0, audit)
  }

  test("what is lost in a later phase is lost, though a consumer of an earlier one still thought") {
    val run = VirtualRun(Faults(dropEvery = 7))
    val linked = LinkedState("test", 5)
    def phase(n: Int) = Some(Phase("linked", n, 2, s"phase $n"))
    val first = run.run(stopsToTake(DestinationType.Queue).copy(phase = phase(0)), linked).result.audit.get
    assert(first.undrained > 0 && first.lost == 0, first)
    val audit = run.run(Workloads.workload(phase = phase(1)), linked).result.audit.get
    assert(audit.lost > 0 && audit.undrained == 0, audit)
  }

  /** A topic of which every seventh message never comes, with a broker that uses so many cores meanwhile. */
  private def swallowing(cores: Option[Double]): WorkloadResult =
    val meter: Meter = new Meter:
      def begin(): Unit = ()
      def sample(): Option[ResourceSample] = Some(used(cores))
      def compilerCores(): Option[Double] = None
    VirtualRun(Faults(dropEvery = 7), meter = meter).run(Workloads.workload(DestinationType.Topic)).result

  private def used(cores: Option[Double]): ResourceSample =
    def process(cpuCores: Double) = ProcessSample(cpuCores, 1)
    ResourceSample(cores.map(process), process(0.1), stealShare = 0, busyShare = 0, load1m = 0, foreignShare = None)

  test("what each node used stands in samples and summary") {
    val meter: Meter = new Meter:
      def begin(): Unit = ()
      def sample(): Option[ResourceSample] =
        val nodes = List("1" -> 0.25, "2" -> 0.75).map((n, cores) => n -> ProcessSample(cores, 1)).toMap
        Some(used(Some(1)).copy(nodes = nodes))
      def compilerCores(): Option[Double] = None
    val result = VirtualRun(meter = meter).measured(Workloads.workload())
    for (number, cores) <- List("1" -> 0.25, "2" -> 0.75) do
      result.samples.foreach(s => assertEqualsDouble(s.resources.get.nodes(number).cpuCores, cores, 1e-9))
      assertEqualsDouble(result.resources.get.nodes(number).cpuCores, cores, 1e-9)
  }

  test("silence of a broker that works is no loss; of one that does nothing, or that nobody can look at, it is") {
    val busy = swallowing(Some(0.5))
    assertEquals((busy.audit.get.lost, busy.drain.get.outcome), (0L, DrainOutcome.LimitReached))
    assert(busy.audit.get.undrained > 0)
    assert(busy.notes.exists(_.contains("the broker was at work (0.5 cores)")), busy.notes)
    for cores <- List(Some(0.01), None) do
      val idle = swallowing(cores)
      assertEquals((idle.audit.get.undrained, idle.drain.get.outcome), (0L, DrainOutcome.TimedOut))
      assert(idle.audit.get.lost > 0)
      assert(idle.drain.get.durationS >= 5 * Workloads.timing.drainTimeout.seconds, idle.drain)
  }

  /** The broker takes nothing from the second to the last of ten samples. */
  private def deafFor(samples: Range): WorkloadResult =
    val paced = Workloads.producers.copy(think = None, rate = Some(Rate.Total(Distribution.Constant(500))))
    val run = VirtualRun()
    var n = 0
    run.onSample = _ =>
      n += 1
      run.broker.deaf = samples.contains(n)
    val timing = Workloads.timing.copy(sampleInterval = Nanos.ofMillis(100), samples = 10)
    val result = run.run(Workloads.workload(producers = List(paced)).copy(timing = timing)).result
    assertEquals(result.status, Status.Measured, result.reason)
    result

  test("an open loop that sent too little does not catch up, and what it did not send is known to have no latency") {
    assert(Drain.mostlyKept(List(95L, 95L, 0L), due = List.fill(3)(100L)), "a stall at the end")
    assert(!Drain.mostlyKept(List(95L, 94L, 94L), due = List.fill(3)(100L)))
    assertEquals(Drain.WorthCatchingUp, Flags.thresholds.rateShare, "who does not catch up is flagged R")
    val result = deafFor(2 to 9)
    val due = result.summary.get.targetPerS.get * result.samples.map(_.intervalS).sum
    assert(result.audit.get.expected < 0.9 * due, s"${result.audit} of $due")
    assert(result.summary.get.unmeasured.exists(_ > 0.1 * due), result.summary.map(_.unmeasured))
  }

  private def loadThenUnload(faults: Faults, samples: Int, think: Option[Distribution] = None): Outcome =
    val run = VirtualRun(faults)
    val linked = LinkedState("test", 5)
    def phase(n: Int) = Some(Phase("load", n, 2, s"phase $n"))
    run.run(Workloads.workload(consumers = Nil, phase = phase(0)), linked)
    val timing = Workloads.timing.copy(warmUp = Nanos(0), samples = samples, drainTimeout = Nanos.ofMillis(150))
    val consumers = List(Workloads.consumers.copy(think = think))
    run.run(Workloads.workload(producers = Nil, consumers = consumers, phase = phase(1)).copy(timing = timing), linked)

  test("a queue that is deeper than the samples are long is unloaded to its end, in samples") {
    val slow = Some(Distribution.Constant(1e6))
    val result = loadThenUnload(Faults(), samples = 2, slow).result
    assert(result.samples.size > 2, result.samples.size)
    assertEquals((result.audit.get.undrained, result.audit.get.lost), (0L, 0L))
    assertEquals(result.samples.last.depth, 0L)
    val sampled = result.samples.map(s => s.consumedPerS * s.intervalS).sum
    assertEqualsDouble(sampled, result.audit.get.delivered.toDouble, 0.5)
    assertEquals(result.summary.get.endToEnd.map(_.count), Some(result.audit.get.delivered))
  }

  test("all that is unloaded is in the samples, from the first message on") {
    val result = loadThenUnload(Faults(), samples = 5).result
    val sampled = result.samples.map(s => s.consumedPerS * s.intervalS).sum
    assertEqualsDouble(sampled, result.audit.get.delivered.toDouble, 0.5)
    val mean = result.summary.get.consumed.meanPerS
    assertEqualsDouble(mean, sampled / result.samples.map(_.intervalS).sum, 1e-6)
  }

  test("an unload that waits for lost messages ends in silence, which is no part of its rate") {
    val result = loadThenUnload(Faults(dropEvery = 7), samples = 50).result
    assert(result.audit.get.lost > 0)
    assert(result.samples.size < 50, result.samples.size)
    assert(result.samples.tail.forall(_.consumedPerS > 0), result.samples.map(_.consumedPerS))
  }

  test("the depth of a topic is that of its slowest subscriber") {
    val slow = Workloads.consumers.copy(name = "slow", think = Some(Distribution.Constant(50e6)))
    val workload = Workloads.workload(DestinationType.Topic, consumers = List(Workloads.consumers, slow))
    val result =
      VirtualRun().run(workload.copy(timing = Workloads.timing.copy(drainLimit = Nanos.ofMillis(100)))).result
    val last = result.samples.last
    val produced = result.samples.map(s => s.producedPerS * s.intervalS).sum
    assert(last.depth > produced / 2, s"depth ${last.depth} after $produced messages")
  }

  private val red = Workloads.producers.copy(name = "red", headers = List("color" -> "red"))
  private val blue = Workloads.producers.copy(name = "blue", headers = List("color" -> "blue"))
  private val redOnly = Workloads.consumers.copy(selector = Some("color = 'red'"))

  for kind <- DestinationType.values do
    test(s"$kind: what a selector should have kept out is misrouted, and no throughput") {
      val result =
        VirtualRun(ignoresSelectors = true).run(Workloads.workload(kind, 1, List(red, blue), List(redOnly))).result
      val audit = result.audit.get
      val consumed = result.samples.flatMap(_.groups).map(_.consumed).sum
      assert(audit.misrouted > 0)
      assertEquals(audit.lost, 0L)
      assert(consumed < audit.delivered + audit.misrouted)
    }

  test("what no consumer of a queue selects is not owed to anybody") {
    val result =
      VirtualRun(ignoresSelectors =
        true
      ).run(Workloads.workload(producers = List(blue), consumers = List(redOnly))).result
    assertEquals(result.audit.get.lost, 0L)
    assertEquals(result.audit.get.undrained, result.audit.get.expected)
  }

/** Producers who want to leave a broker that does not come to their good-bye. */
class LeavingSuite extends munit.FunSuite:
  private val flood = Workloads.producers.copy(count = 10, think = None)

  /** With more before them than they take while the producers wait. */
  private val slow = Workloads.consumers.copy(think = Some(Distribution.Constant(1e6)))

  /** What is said of the producers, and how many of them count as faults.
    *
    * @param atTheEnd
    *   of the last sample
    */
  private def said(consumers: ConsumerGroup*)(atTheEnd: VirtualRun => Unit): (List[String], Int) =
    val run = VirtualRun()
    run.broker.ignoresClose = true
    var samples = 0
    run.onSample = _ =>
      samples += 1
      if samples == Workloads.timing.samples then atTheEnd(run)
    val result = run.run(Workloads.workload(producers = List(flood), consumers = consumers.toList)).result
    assertEquals(samples, Workloads.timing.samples, result.reason)
    (result.notes.filter(_.contains("producers")), result.cutOff.fold(0)(_.producers))

  private val blamed = (List("10 of 10 producers did not close within 10.0 s and were cut off"), 10)

  test("a broker that delivers all the time is not blamed for producers that have to be cut off") {
    val excused =
      "10 of 10 producers were cut off: within 10.0 s the broker had not ended their connections, but delivered all the time"
    assertEquals(said(slow)(_ => ()), (List(excused), 0))
  }

  test("one that stood still for 3 s in between is") {
    assertEquals(
      said(slow)(run => run.time.stall(Nanos(run.time.nanos() + Nanos.ofSeconds(4).value), Nanos.ofSeconds(3))),
      blamed
    )
  }

  test("so is one that has nobody to deliver to") {
    assertEquals(said()(_ => ()), blamed)
  }
