package shootout.engine

import shootout.driver.{Client, ClientListener, ClientSpec, Session}
import shootout.result.LatencyKind
import shootout.scenario.*
import shootout.units.{EpochMillis, Nanos}

/** The sending half of a client with a clock that stands still until it is moved. */
class ProducerLoopSuite extends munit.FunSuite:
  private val ms = 1_000_000L

  private final class Setting(group: ProducerGroup) extends Clock, Client, Session:
    var now = 0L
    var room = Int.MaxValue
    var stamps = Vector.empty[Long]
    var wakeAt = Option.empty[Long]
    val recorder = ClientRecorder().record(LatencyKind.ScheduleDelay, LatencyKind.Send)
    val loop =
      ProducerLoop(this, ClientSpec("p", None, None), recorder, group, 0, 1, ProducerAudit(0), replies = None, this)
    loop.begin(0)

    def turnAt(time: Long): Vector[Long] =
      now = time
      stamps = Vector.empty
      loop.turn()
      stamps

    def delaysMicros: List[Long] =
      val taken = LatencyRecorder.histogram()
      recorder.latency(LatencyKind.ScheduleDelay).get.take(LatencyRecorder.histogram(), taken)
      val values = taken.recordedValues.iterator
      Iterator.continually(()).takeWhile(_ => values.hasNext).flatMap { _ =>
        val v = values.next()
        List.fill(v.getCountAddedInThisIterationStep.toInt)(v.getValueIteratedTo)
      }.toList

    def nanos(): Long = now
    def wall(): EpochMillis = EpochMillis(0)
    def sleepUntil(deadline: Nanos): Unit = ()
    def await(done: java.util.concurrent.Future[?], limit: Nanos): Unit = ()
    def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
      val taken = math.min(count, room)
      room -= taken
      stamps ++= Vector.fill(taken)(stampNanos)
      taken
    def after(delay: Nanos, task: Runnable): Unit = wakeAt = Some(now + delay.value)
    def client(spec: ClientSpec, listener: ClientListener): Client = this
    def close(): Unit = ()
    def execute(task: Runnable): Unit = task.run()
    def connect(): Unit = ()
    def flush(): Unit = ()
    def acknowledge(): Unit = ()
    def endTransaction(commit: Boolean): Unit = ()
    def resume(): Unit = ()
    def close(unsubscribe: Boolean): Unit = ()
    def abort(): Unit = ()

  private def at(rate: Rate, window: Window = Window.Unbounded, confirm: Confirm = Confirm.None): Setting =
    Setting(Workloads.producers.copy(think = None, rate = Some(rate), window = window, confirm = confirm))

  private val thousand = Rate.Each(Distribution.Constant(1000))

  test("a sleep of 10 ms is followed by the 10 messages that were due, and not one more") {
    val setting = at(thousand)
    assertEquals(setting.turnAt(0), Vector(0L))
    assertEquals(setting.wakeAt, Some(ms))
    assertEquals(setting.turnAt(10 * ms + 1), Vector.tabulate(10)(n => (n + 1) * ms))
    assertEquals(setting.turnAt(10 * ms + 2), Vector.empty)
  }

  test("the schedule delay is the actual send minus the intended one") {
    val setting = at(thousand)
    setting.turnAt(0)
    setting.turnAt(3 * ms)
    assertEquals(setting.delaysMicros, List(0L, 0L, 1000L, 2000L))
  }

  test("what the network did not take keeps its time") {
    val setting = at(thousand)
    setting.room = 2
    assertEquals(setting.turnAt(5 * ms), Vector(0L, ms))
    setting.room = 100
    assertEquals(setting.turnAt(50 * ms).take(2), Vector(2 * ms, 3 * ms))
  }

  test("what the window held back keeps its time, and its send latency counts from then") {
    val setting = at(thousand, Window.Of(2), Confirm.Receipt)
    assertEquals(setting.turnAt(5 * ms), Vector(0L, ms))
    assertEquals(setting.turnAt(6 * ms), Vector.empty)
    val send = setting.recorder.latency(LatencyKind.Send).get
    send.enter()
    setting.loop.confirmed(0, 7 * ms)
    setting.loop.confirmed(1, 7 * ms)
    send.leave()
    assertEquals(setting.turnAt(7 * ms), Vector(2 * ms, 3 * ms))
    val latencies = LatencyRecorder.histogram()
    send.take(LatencyRecorder.histogram(), latencies)
    assertEquals((latencies.getMinValue / 10, latencies.getMaxValue / 10), (600L, 700L))
  }

  test("behind the samples an open loop still sends what was due before their end, and no more") {
    val setting = at(thousand)
    setting.room = 2
    setting.turnAt(5 * ms)
    setting.loop.finishBy(4 * ms)
    assert(!setting.loop.caughtUp.isDone)
    setting.room = 100
    assertEquals(setting.turnAt(9 * ms), Vector(2 * ms, 3 * ms))
    assert(setting.loop.caughtUp.isDone)
    assertEquals(setting.turnAt(90 * ms), Vector.empty)
  }

  test("late for the network or the window: held back; late by itself: not") {
    val setting = at(thousand, Window.Of(3), Confirm.Receipt)
    def confirm(sequences: Long*): Unit =
      val send = setting.recorder.latency(LatencyKind.Send).get
      send.enter()
      sequences.foreach(setting.loop.confirmed(_, setting.now))
      send.leave()
    assertEquals(setting.turnAt(2 * ms).size, 3)
    assertEquals(setting.recorder.heldBack.get, 0L, "it woke up late")
    setting.turnAt(5 * ms)
    setting.now = 8 * ms
    confirm(0, 1, 2)
    assertEquals(setting.turnAt(8 * ms).size, 3)
    assertEquals(setting.recorder.heldBack.get, 3L, "the window was closed")
    confirm(3, 4, 5)
    setting.turnAt(8 * ms)
    confirm(6, 7, 8)
    setting.turnAt(8 * ms)
    val before = setting.recorder.heldBack.get
    setting.room = 0
    assertEquals(setting.turnAt(9 * ms).size, 0)
    setting.room = 1
    assertEquals(setting.turnAt(12 * ms).size, 1)
    assertEquals(setting.recorder.heldBack.get, before + 1, "the network was full")
  }

  test("a window that changes lets more go from then on") {
    val steps = Window.Steps(List(Nanos(0) -> Window.Of(1), Nanos(10 * ms) -> Window.Of(3)))
    val setting = Setting(Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = steps))
    assertEquals(setting.turnAt(0).size, 1)
    assertEquals(setting.turnAt(9 * ms).size, 0)
    assertEquals(setting.turnAt(10 * ms).size, 2)
  }

  test(
    "receipts in any order: each its own latency, and the window opens by one; a second one for the same is an error"
  ) {
    val setting = Setting(Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(3)))
    assertEquals(setting.turnAt(1000 * ms).size, 3)
    val latency = setting.recorder.latency(LatencyKind.Send).get
    latency.enter()
    setting.loop.confirmed(2, 1005 * ms)
    setting.loop.confirmed(2, 1006 * ms)
    latency.leave()
    assertEquals(setting.recorder.errors.get, 1L)
    assertEquals(setting.turnAt(1010 * ms).size, 1)
    latency.enter()
    for (sequence, at) <- List(3 -> 1011, 0 -> 1012, 1 -> 1013) do setting.loop.confirmed(sequence, at * ms)
    setting.loop.confirmed(77, 1014 * ms)
    latency.leave()
    assertEquals(setting.recorder.errors.get, 2L)
    assert(setting.loop.settled)
    val taken = LatencyRecorder.histogram()
    latency.take(LatencyRecorder.histogram(), taken)
    assertEquals(taken.getTotalCount, 4L)
    assertEquals((taken.getMinValue / 1000, taken.getMaxValue / 1000), (1L, 13L))
  }

  test("a confirmation that stays away holds no other one's place, however many follow") {
    val setting = Setting(Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(10)))
    val latency = setting.recorder.latency(LatencyKind.Send).get
    latency.enter()
    var sent = 0L
    for round <- 1 to 5000 do
      val count = setting.turnAt(round * ms).size
      for s <- sent until sent + count if s > 0 do setting.loop.confirmed(s, round * ms + 1_000_000)
      sent += count
    latency.leave()
    assertEquals(setting.recorder.errors.get, 0L)
    assertEquals(setting.recorder.confirmed.get, sent - 1)
    val taken = LatencyRecorder.histogram()
    latency.take(LatencyRecorder.histogram(), taken)
    assertEquals((taken.getMinValue, taken.getMaxValue), (1000L, 1000L))
  }

  test("a batch is one send of 1 to so many messages; the next follows when all are confirmed, which is its latency") {
    val sync =
      Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = Window.Of(1), batch = Some(10))
    val setting = Setting(sync)
    val latency = setting.recorder.latency(LatencyKind.Send).get
    var sent = 0L
    val sizes = (1 to 200).map { round =>
      val began = round * 100 * ms
      val size = setting.turnAt(began).size
      latency.enter()
      for n <- 0 until size do
        assertEquals(setting.turnAt(began + n * ms).size, 0, "not before all are confirmed")
        setting.loop.confirmed(sent + n, began + (n + 1) * ms)
      latency.leave()
      sent += size
      size
    }
    assertEquals((sizes.min, sizes.max), (1, 10))
    val taken = LatencyRecorder.histogram()
    latency.take(LatencyRecorder.histogram(), taken)
    assertEquals(taken.getTotalCount, 200L)
    assertEquals((taken.getMinValue / 1000, taken.getMaxValue / 1000), (1L, 10L))
    assertEquals(setting.recorder.confirmed.get, sent)
  }
