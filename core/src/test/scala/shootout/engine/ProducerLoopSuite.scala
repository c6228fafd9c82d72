package shootout.engine

import shootout.driver.{Client, ClientListener, ClientSpec, Session}
import shootout.result.LatencyKind
import shootout.scenario.*
import shootout.units.{EpochMillis, Nanos}

import org.HdrHistogram.Histogram

/** The sending half of a client, with a clock that moves only on demand. */
class ProducerLoopSuite extends munit.FunSuite:
  private val ms = 1_000_000L

  private final class Fixture(group: ProducerGroup) extends Clock, Client, Session:
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

    def confirmed(sequences: Long*)(at: Long): Unit =
      val send = recorder.latency(LatencyKind.Send).get
      send.enter()
      sequences.foreach(loop.confirmed(_, at))
      send.leave()

    def taken(kind: LatencyKind): Histogram =
      val taken = LatencyRecorder.histogram()
      recorder.latency(kind).get.take(LatencyRecorder.histogram(), taken)
      taken

    /** The least and the greatest send latency, in units of 10 us, which the histogram does not round. */
    def sendLatencies: (Long, Long) =
      val sends = taken(LatencyKind.Send)
      (sends.getMinValue / 10, sends.getMaxValue / 10)

    def delaysMicros: List[Long] =
      val values = taken(LatencyKind.ScheduleDelay).recordedValues.iterator
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

  private def at(rate: Rate, window: Window = Window.Unbounded, confirm: Confirm = Confirm.None): Fixture =
    Fixture(Workloads.producers.copy(think = None, rate = Some(rate), window = window, confirm = confirm))

  private val thousand = Rate.Each(Distribution.Constant(1000))

  private def closed(window: Window, batch: Option[Int] = None): Fixture =
    Fixture(Workloads.producers.copy(think = None, confirm = Confirm.Receipt, window = window, batch = batch))

  test("after a sleep of 10 ms the loop sends the 10 messages that were due, and no more"):
    val fixture = at(thousand)
    assertEquals(fixture.turnAt(0), Vector(0L))
    assertEquals(fixture.wakeAt, Some(ms))
    assertEquals(fixture.turnAt(10 * ms + 1), Vector.tabulate(10)(n => (n + 1) * ms))
    assertEquals(fixture.turnAt(10 * ms + 2), Vector.empty)

  test("the schedule delay is the actual minus the intended send time"):
    val fixture = at(thousand)
    fixture.turnAt(0)
    fixture.turnAt(3 * ms)
    assertEquals(fixture.delaysMicros, List(0L, 0L, 1000L, 2000L))

  test("a message that the network did not accept keeps its intended time"):
    val fixture = at(thousand)
    fixture.room = 2
    assertEquals(fixture.turnAt(5 * ms), Vector(0L, ms))
    fixture.room = 100
    assertEquals(fixture.turnAt(50 * ms).take(2), Vector(2 * ms, 3 * ms))

  test("a message that waits for the window keeps its intended time, and its latency counts from then"):
    val fixture = at(thousand, Window.Of(2), Confirm.Receipt)
    assertEquals(fixture.turnAt(5 * ms), Vector(0L, ms))
    assertEquals(fixture.turnAt(6 * ms), Vector.empty)
    fixture.confirmed(0, 1)(7 * ms)
    assertEquals(fixture.turnAt(7 * ms), Vector(2 * ms, 3 * ms))
    assertEquals(fixture.sendLatencies, (600L, 700L))

  test("after the samples an open loop sends only messages that were due before their end"):
    val fixture = at(thousand)
    fixture.room = 2
    fixture.turnAt(5 * ms)
    fixture.loop.finishBy(4 * ms)
    assert(!fixture.loop.caughtUp.isDone)
    fixture.room = 100
    assertEquals(fixture.turnAt(9 * ms), Vector(2 * ms, 3 * ms))
    assert(fixture.loop.caughtUp.isDone)
    assertEquals(fixture.turnAt(90 * ms), Vector.empty)

  test("network and window hold messages back; a late wake-up does not"):
    val fixture = at(thousand, Window.Of(3), Confirm.Receipt)
    assertEquals(fixture.turnAt(2 * ms).size, 3)
    assertEquals(fixture.recorder.heldBack.get, 0L, "it woke up late")
    fixture.turnAt(5 * ms)
    fixture.confirmed(0, 1, 2)(8 * ms)
    assertEquals(fixture.turnAt(8 * ms).size, 3)
    assertEquals(fixture.recorder.heldBack.get, 3L, "the window was closed")
    fixture.confirmed(3, 4, 5)(8 * ms)
    fixture.turnAt(8 * ms)
    fixture.confirmed(6, 7, 8)(8 * ms)
    fixture.turnAt(8 * ms)
    val before = fixture.recorder.heldBack.get
    fixture.room = 0
    assertEquals(fixture.turnAt(9 * ms).size, 0)
    fixture.room = 1
    assertEquals(fixture.turnAt(12 * ms).size, 1)
    assertEquals(fixture.recorder.heldBack.get, before + 1, "the network was full")

  test("a window that grows admits more messages from then on"):
    val steps = Window.Steps(List(Nanos(0) -> Window.Of(1), Nanos(10 * ms) -> Window.Of(3)))
    val fixture = closed(steps)
    assertEquals(fixture.turnAt(0).size, 1)
    assertEquals(fixture.turnAt(9 * ms).size, 0)
    assertEquals(fixture.turnAt(10 * ms).size, 2)

  test("each receipt opens the window by one, in any order; a second receipt is an error"):
    val fixture = closed(Window.Of(3))
    assertEquals(fixture.turnAt(1000 * ms).size, 3)
    fixture.confirmed(2)(1005 * ms)
    fixture.confirmed(2)(1006 * ms)
    assertEquals(fixture.recorder.errors.get, 1L)
    assertEquals(fixture.turnAt(1010 * ms).size, 1)
    for (sequence, at) <- List(3 -> 1011, 0 -> 1012, 1 -> 1013, 77 -> 1014) do fixture.confirmed(sequence)(at * ms)
    assertEquals(fixture.recorder.errors.get, 2L)
    assert(fixture.loop.settled)
    assertEquals((fixture.recorder.confirmed.get, fixture.sendLatencies), (4L, (100L, 1300L)))

  test("a missing confirmation blocks no later one"):
    val fixture = closed(Window.Of(10))
    var sent = 0L
    for round <- 1 to 5000 do
      val count = fixture.turnAt(round * ms).size
      for s <- sent until sent + count if s > 0 do fixture.confirmed(s)((round + 1) * ms)
      sent += count
    assertEquals(fixture.recorder.errors.get, 0L)
    assertEquals(fixture.recorder.confirmed.get, sent - 1)
    assertEquals(fixture.sendLatencies, (100L, 100L))

  test("a batch of random size is one send; the next follows when all its messages are confirmed"):
    val fixture = closed(Window.Of(1), batch = Some(10))
    var sent = 0L
    val sizes = (1 to 200).map: round =>
      val began = round * 100 * ms
      val size = fixture.turnAt(began).size
      for n <- 0 until size do
        assertEquals(fixture.turnAt(began + n * ms).size, 0, "not before all are confirmed")
        fixture.confirmed(sent + n)(began + (n + 1) * ms)
      sent += size
      size
    assertEquals((sizes.min, sizes.max), (1, 10))
    val sends = fixture.taken(LatencyKind.Send)
    assertEquals((sends.getMinValue / 1000, sends.getMaxValue / 1000), (1L, 10L))
    assertEquals(sends.getTotalCount, 200L)
    assertEquals(fixture.recorder.confirmed.get, sent)
