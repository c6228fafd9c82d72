package shootout.run

import shootout.driver.{Attempts, Faults, InMemoryBroker, InMemoryDriver, Message, Stamp}
import shootout.result.{AuditResult, CellResult, DrainOutcome, Sample, SamplingEnd, Status}
import shootout.scenario.*
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.TimeUnit

/** Whole runs against the in-memory broker, which may be told to misbehave. */
class RunSuite extends munit.FunSuite:
  private val endpoint = Endpoint("127.0.0.1", 1, None, None, None)

  private final class Setting(faults: Faults = Faults()):
    val broker = InMemoryBroker(faults)
    @volatile var cancelled = false
    @volatile var onSample: () => Unit = () => ()
    private val watch = new Watch:
      def cancelled: Boolean = Setting.this.cancelled
      def brokerAlive: Boolean = broker.dead.isEmpty
      def sampled(cell: Cell, sample: Sample): Unit = onSample()

    def run(cell: Cell, ledger: Ledger = Ledger("test", 5)): Outcome =
      Run(InMemoryDriver(broker), endpoint, Clock.system, watch).execute(cell, 1, ledger)

  private def measured(cell: Cell, faults: Faults = Faults()): CellResult =
    val outcome = Setting(faults).run(cell)
    assertEquals(outcome.result.status, Status.Measured, outcome.result.reason)
    outcome.result

  private def audit(result: CellResult): AuditResult = result.audit.get
  private def clean(result: CellResult): Unit =
    val a = audit(result)
    assert(a.expected > 0, "nothing was sent")
    assertEquals(a.delivered, a.expected)
    assertEquals(List(a.lost, a.undrained, a.duplicated, a.reordered, a.corrupted, a.foreign), List.fill(6)(0L))
    assertEquals(result.drain.map(_.outcome), Some(DrainOutcome.Complete))

  for kind <- DestinationType.values do
    test(s"$kind: every message is sampled and accounted for") {
      val result =
        measured(Cells.cell(kind, 2, List(Cells.producers.copy(count = 3)), List(Cells.consumers.copy(count = 4))))
      clean(result)
      assertEquals(result.samples.size, 3)
      // the machine may pause for longer than a sample takes
      assert(result.samples.exists(_.producedPerS > 0))
      // a busy machine makes some longer, and the next ones shorter
      assert(result.samples.map(_.intervalS).sum > 0.17)
      assert(result.summary.get.endToEnd.get.count > 0)
    }

  test("a sample's rates are its counts divided by its length, and a summary's mean is that of its samples") {
    val result = measured(Cells.cell())
    for s <- result.samples do
      val produced = s.groups.filter(_.role == "producer").map(_.produced).sum
      assertEqualsDouble(s.producedPerS, produced / s.intervalS, 1e-6)
    val mean = result.samples.map(s => s.consumedPerS * s.intervalS).sum / result.samples.map(_.intervalS).sum
    assertEqualsDouble(result.summary.get.consumed.meanPerS, mean, 1e-6)
  }

  test("each ramp has its own pace") {
    def ramped(name: String, perSecond: Double) =
      Cells.producers.copy(name = name, count = 10, rampPerSecond = Some(perSecond))
    // the slow one would take more than a quarter of an hour for its first
    val groups = measured(Cells.cell(producers = List(ramped("fast", 1000), ramped("slow", 1e-3)))).samples.last.groups
    assertEquals(groups.take(2).map(g => g.name -> g.connected), List("fast" -> 10, "slow" -> 0))
  }

  test("one send in flight: every message is confirmed and its send latency recorded") {
    val sync = Cells.producers.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1), think = None)
    // a pause of the machine may come in between: while counters are read, or between a send and its receipt
    Attempts.until {
      val result = measured(Cells.cell(producers = List(sync)))
      clean(result)
      // counters and histograms are read one after the other, a moment apart
      val confirmed = result.samples.flatMap(_.groups).map(_.confirmed).sum.toDouble
      assertEqualsDouble(result.summary.get.send.get.count / confirmed, 1, 0.1)
      assert(result.samples.forall(s => math.abs(s.producedPerS - s.confirmedPerS) <= 0.1 * s.producedPerS + 100))
    }
  }

  test(
    "a load without pauses is sampled until its mean is known, and says how well; one with pauses as often as declared"
  ) {
    val hasty = Cells.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(8))
    def timed(wanted: Double) = Cells.cell(producers = List(hasty)).copy(
      timing = Cells.timing.copy(
        samples = 20,
        sampleInterval = Nanos.ofMillis(100),
        warmUpLimit = Some(Nanos.ofSeconds(3)),
        precision = Some(Precision(wanted, 10))
      )
    )
    // with pauses of the machine in it, a mean is known badly
    val easy = Attempts.until {
      val easy = measured(timed(wanted = 10.0))
      assertEquals((easy.samples.size, easy.sampling.map(_.end)), (10, Some(SamplingEnd.Precise)))
      easy
    }
    assert(easy.sampling.exists(s => s.precision.exists(_ <= 10) && s.warmUpS > 0.04), easy.sampling)
    val hard = measured(timed(wanted = 1e-9))
    assertEquals((hard.samples.size, hard.sampling.map(_.end)), (20, Some(SamplingEnd.Limit)))
    assertEquals(measured(Cells.cell()).sampling, None)
  }

  test("requests are answered; the window counts unanswered ones") {
    val asking = Cells.producers.copy(count = 3, think = None, window = Window.Of(2), requests = true)
    val cell = Cells.cell(producers = List(asking), consumers = List(Cells.consumers.copy(count = 2, replies = true)))
    // three short samples may all fall into a pause of the machine
    val result = Attempts.until(measured(cell))
    clean(result)
    assert(result.summary.get.roundTrip.get.count > 0)
    assert(result.load.requestReply)
  }

  test("acknowledging every tenth message leaves nothing unacknowledged at the end") {
    val setting = Setting()
    val consumers = Cells.consumers.copy(ack = Ack.Client, ackEvery = 10)
    clean(setting.run(Cells.cell(consumers = List(consumers))).result)
    val again = setting.run(Cells.cell(producers = Nil), Ledger("test", 6)).result
    assertEquals(again.audit.get.foreign, 0L)
  }

  test("dropped messages are lost, to the very number") {
    val result = measured(Cells.cell(), Faults(dropEvery = 7))
    val a = audit(result)
    assertEquals(a.lost, a.expected / 7)
    assertEquals(a.delivered, a.expected - a.lost)
    assertEquals(result.drain.get.outcome, DrainOutcome.TimedOut)
  }

  test("duplicated messages are counted") {
    val a = audit(measured(Cells.cell(DestinationType.Topic), Faults(duplicateEvery = 5)))
    assertEquals(a.duplicated, a.expected / 5)
    assertEquals(a.lost, 0L)
  }

  test("duplicates across the consumers of one queue are counted") {
    val a = audit(measured(Cells.cell(consumers = List(Cells.consumers.copy(count = 2))), Faults(duplicateEvery = 5)))
    assertEquals(a.duplicated, a.expected / 5)
  }

  test("swapped messages are out of order") {
    val a = audit(measured(Cells.cell(), Faults(swapEvery = 10)))
    // the last one may be held for ever, if nothing comes behind it
    assert(a.expected / 10 - a.reordered <= 1, a)
    assert(a.reordered > 0, a)
  }

  test("a damaged body is corrupted, not delivered") {
    val a = audit(measured(Cells.cell(), Faults(corruptEvery = 9)))
    assertEquals(a.corrupted, a.expected / 9)
    assertEquals(a.lost, a.corrupted)
  }

  for kind <- DestinationType.values do
    test(s"$kind: copies that go to the cell's other destinations too are no throughput") {
      val cell =
        Cells.cell(kind, 2, List(Cells.producers.copy(count = 2)), List(Cells.consumers.copy(count = 2)))
      val result = measured(cell, Faults(strayEvery = 1))
      val a = audit(result)
      assertEquals((a.misrouted, a.lost, a.duplicated, a.foreign), (a.expected, 0L, 0L, 0L))
      assertEquals(a.delivered, a.expected)
      val (sent, got) = result.samples.flatMap(_.groups).partition(_.role == "producer")
      assertEqualsDouble(got.map(_.consumed).sum.toDouble / sent.map(_.produced).sum, 1, 0.1)
    }

  test("a reply that goes to another requester is no answer") {
    // with pauses: in a flood, a pause of the machine's looks like the end of the drain
    val asking = Cells.producers.copy(count = 2, window = Window.Of(1), requests = true)
    val result = measured(
      Cells.cell(producers = List(asking), consumers = List(Cells.consumers.copy(replies = true))),
      Faults(strayEvery = 5)
    )
    val a = audit(result)
    assert(a.misrouted > 0, a)
    assertEquals((a.lost, a.delivered), (0L, a.expected))
  }

  test("a second answer to a request does not stand in for the answer to the next one") {
    val asking = Cells.producers.copy(count = 2, window = Window.Of(1), requests = true)
    val cell = Cells.cell(producers = List(asking), consumers = List(Cells.consumers.copy(replies = true)))
    for n <- 1 to 5 do
      val a = audit(measured(cell, Faults(duplicateEvery = n)))
      assert(a.duplicated > 0, a)
      assertEquals((a.lost, a.delivered), (0L, a.expected), s"every $n")
  }

  test("messages of a guest count, those of anybody else in the same destination do not") {
    val (guest, stranger) = (77, 78)
    val setting = Setting()
    val queue = Naming(Cells.cell(), "test").destination(0)
    for index <- List(guest, stranger); sequence <- 0 until 10 do
      setting.broker.thread.execute(() =>
        setting.broker.route(queue, Message(Stamp.producer(5, index), sequence, System.nanoTime(), 20))
      )
    val a = audit(setting.run(Cells.cell(), Ledger("test", 5, List(guest))).result)
    assertEquals((a.misrouted, a.foreign, a.lost, a.duplicated), (10L, 0L, 0L, 0L))
  }

  test("messages that an earlier cell left behind are foreign") {
    val setting = Setting()
    setting.run(Cells.cell(consumers = Nil), Ledger("test", 1))
    val a = audit(setting.run(Cells.cell(), Ledger("test", 2)).result)
    assert(a.foreign > 0, a)
    assertEquals(a.lost, 0L)
  }

  test("linked phases: what was loaded is unloaded, and the depth falls to nothing") {
    val setting = Setting()
    val ledger = Ledger("test", 5)
    def phase(n: Int) = Some(Phase("load", n, 2, s"phase $n"))
    val load = setting.run(Cells.cell(consumers = Nil, phase = phase(0)), ledger)
    assertEquals(load.result.drain.get.outcome, DrainOutcome.NotNeeded)
    assertEquals(load.result.audit.get.undrained, load.result.audit.get.expected)
    assert(load.result.samples.last.depth > 0)
    val unload = setting.run(Cells.cell(producers = Nil, phase = phase(1)), ledger)
    clean(unload.result)
    assertEquals(unload.result.audit.get.expected, load.result.audit.get.expected)
    assertEquals(unload.result.samples.last.depth, 0L)
    assert(unload.clean)
  }

  test("a broker that dies under load: failed, with the samples until then") {
    val setting = Setting()
    setting.onSample = () => setting.broker.dead = Some("connection reset")
    val outcome = setting.run(Cells.cell())
    assertEquals(outcome.result.status, Status.Failed)
    assert(outcome.result.reason.get.contains("ended under load"), outcome.result.reason)
    assertEquals(outcome.result.samples.size, 1)
    assert(!outcome.clean)
  }

  test("a broker that refuses connections: failed, saying who could not connect and why") {
    val setting = Setting()
    setting.broker.dead = Some("no more connections")
    val result = setting.run(Cells.cell()).result
    assertEquals(result.status, Status.Failed)
    assertEquals(result.reason, Some("test-consumers-0 could not connect: no more connections"))
  }

  test("the user stops: skipped, so that --continue runs it again") {
    val setting = Setting()
    setting.onSample = () => setting.cancelled = true
    val result = setting.run(Cells.cell()).result
    assertEquals((result.status, result.reason), (Status.Skipped, Some(Stage.Cancelled)))
  }

  test("the user stops while a queue is drained: skipped, not a loss") {
    val setting = Setting(Faults(dropEvery = 3))
    var samples = 0
    setting.onSample = () =>
      samples += 1
      if samples == Cells.timing.samples then
        setting.broker.thread.schedule((() => setting.cancelled = true): Runnable, 100, TimeUnit.MILLISECONDS)
    val result = setting.run(Cells.cell()).result
    assertEquals((result.status, result.reason), (Status.Skipped, Some(Stage.Cancelled)))
  }

  test("what the driver cannot do is unsupported, with its reason") {
    val result = Setting().run(Cells.cell(consumers = List(Cells.consumers.copy(selector = Some("a = 'b'"))))).result
    assertEquals((result.status, result.reason), (Status.Unsupported, Some("no selectors in memory")))
  }

  test("reconnects lose nothing on a queue") {
    val producers = Cells.producers.copy(messagesPerConnection = Some(20))
    val result = measured(Cells.cell(producers = List(producers)))
    clean(result)
    assert(audit(result).expected > 40, "too few messages to have reconnected")
  }

  test("a ramp connects one client after the other") {
    val producers = Cells.producers.copy(count = 300, think = Some(Varying.Constant(50e6)), rampPerSecond = Some(60))
    val cell = Cells.cell(producers = List(producers))
    val result = measured(cell.copy(timing = cell.timing.copy(samples = 20)))
    val connected = result.samples.map(_.groups.head.connected)
    assert(connected.head < connected.last, connected)
    assertEquals(connected, connected.sorted)
    clean(result)
  }

  private def ramping(count: Int): Cell =
    // they send little, or the broker's only thread would be late with their connections
    val idle = Cells.producers.copy(count = count, think = Some(Varying.Constant(1e9)), rampPerSecond = Some(1000))
    val cell = Cells.cell(producers = List(idle))
    cell.copy(timing = cell.timing.copy(warmUp = Nanos(0), samples = 20))

  test("a connection that fails does not end a ramp; fifty in a sample do, and the cell with it") {
    val (refused, few) = (Ramp.MostErrors - 1, Setting())
    few.broker.refuses = n => n > 70 && n <= 70 + refused
    val some = few.run(ramping(200)).result
    assertEquals(some.status, Status.Measured, some.reason)
    assertEquals(some.samples.size, 20)
    assertEquals(some.samples.map(_.errors).sum, refused.toLong)
    assertEquals(some.samples.last.groups.head.connected, 200 - refused)

    val many = Setting()
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
    val slow = Cells.consumers.copy(name = "slow", think = Some(Varying.Constant(50e6)))
    val limited = Cells.cell(DestinationType.Topic, consumers = List(Cells.consumers, slow))
    val cell = limited.copy(timing = Cells.timing.copy(drainLimit = Nanos.ofMillis(200)))
    val outcome = Setting().run(cell)
    val groups = outcome.result.samples.flatMap(_.groups).groupMapReduce(_.name)(_.consumed)(_ + _)
    assert(groups("slow") < groups("consumers") / 2, groups)
    assertEquals(outcome.result.drain.get.outcome, DrainOutcome.LimitReached)
    assert(outcome.result.audit.get.undrained > 0)
    assertEquals(outcome.result.audit.get.lost, 0L)
    assert(!outcome.clean)
  }

  test("sizes that vary arrive as they were sent") {
    clean(measured(Cells.cell(producers = List(Cells.producers.copy(size = Varying.Uniform(20, 4000))))))
  }
