package shootout.engine

import shootout.driver.{DeliveryPromise, Faults, InMemoryBroker, InMemoryDriver, Scheduler}
import shootout.machine.Meter
import shootout.result.{DrainOutcome, Sample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, EpochMillis, Nanos}

import java.util.concurrent.{Future, TimeoutException}
import java.util.{PriorityQueue, SplittableRandom}

/** Whole runs against one in-memory broker, which can be made to misbehave, in [[VirtualTime]]. */
class VirtualRun(
    faults: Faults = Faults(),
    ignoresSelectors: Boolean = false,
    override val meter: Meter = Meter.none,
    promise: DeliveryPromise = DeliveryPromise.plain,
    passcode: Option[String] = None
) extends Watch:
  val time: VirtualTime = VirtualTime()
  val broker: InMemoryBroker = InMemoryBroker(faults, time)
  var stopped: Boolean = false
  var full: Option[String] = None
  var onSample: Sample => Unit = _ => ()

  def cancelled: Boolean = stopped
  def brokerAlive: Boolean = broker.dead.isEmpty
  override def shortage: Option[String] = full
  def sampled(workload: Workload, sample: Sample): Unit = onSample(sample)

  def run(workload: Workload, linked: LinkedState = LinkedState("test", 5), killer: Option[Killer] = None): Outcome =
    val endpoint = Endpoint("127.0.0.1", 1, None, passcode, None)
    Run(InMemoryDriver(broker, ignoresSelectors, promise), endpoint, time, this, killer).execute(workload, 1, linked)

  /** @throws AssertionError if the workload was not measured */
  def measured(workload: Workload): WorkloadResult =
    val result = run(workload).result
    if result.status != Status.Measured then throw AssertionError(s"${result.status}: ${result.reason}")
    result

/** Time that passes only while the run waits. Then the tasks of broker and clients run on the same thread in due order,
  * and each costs some microseconds. So a run is repeatable and takes no longer than its computation.
  */
final class VirtualTime extends Clock, Scheduler:
  private final class Task(val due: Long, val number: Long, val body: Runnable) extends Comparable[Task]:
    def compareTo(other: Task): Int =
      val byTime = java.lang.Long.compare(due, other.due)
      if byTime != 0 then byTime else java.lang.Long.compare(number, other.number)

  private val tasks = PriorityQueue[Task]()
  private val random = SplittableRandom(1)
  private var now = VirtualTime.Began
  private var asked = 0L
  private var running = false
  private var stallsAt = Long.MaxValue
  private var goesOnAt = Long.MaxValue

  def nanos(): Long = now
  def wall(): EpochMillis = EpochMillis(now / 1_000_000)

  def after(delayNanos: Long, task: Runnable): Unit =
    asked += 1
    tasks.add(Task(now + delayNanos, asked, task)): Unit

  /** Pauses broker and clients for a while; the run itself goes on. */
  def stall(from: Nanos, length: Nanos): Unit =
    stallsAt = from.value
    goesOnAt = from.value + length.value

  def sleepUntil(deadline: Nanos): Unit = pass(deadline.value, () => false)

  def await(done: Future[?], limit: Nanos): Unit =
    pass(now + limit.value, () => done.isDone)
    if done.isDone then done.get(): Unit else throw TimeoutException()

  private def pass(end: Long, enough: () => Boolean): Unit =
    require(!running, "a task of the broker or of a client waits")
    running = true
    try
      while !enough() && now < end && !tasks.isEmpty && start(tasks.peek) <= end do
        val task = tasks.poll()
        now = start(task) + random.nextLong(VirtualTime.LeastCost, VirtualTime.MostCost)
        task.body.run()
    finally running = false
    if !enough() then now = math.max(now, end)

  private def start(task: Task): Long =
    val earliest = math.max(now, task.due)
    if earliest >= stallsAt && earliest < goesOnAt then goesOnAt else earliest

object VirtualTime:
  /** Far from 0, which a missing reading would be. */
  private val Began = 3600L * 1_000_000_000

  /** Nanoseconds that a task takes, at random, so that rates vary. */
  private val LeastCost = 2_500L
  private val MostCost = 7_500L

trait RunTesting extends munit.FunSuite:
  /** Every message that was sent arrived, once, unchanged and in order. */
  def assertClean(result: WorkloadResult)(using munit.Location): Unit =
    assertEquals(result.status, Status.Measured, result.reason)
    val audit = result.audit.get
    assert(audit.expected > 0, "nothing was sent")
    assertEquals((audit.delivered, audit.lost, audit.undrained), (audit.expected, 0L, 0L))
    assertEquals((audit.duplicated, audit.reordered, audit.corrupted), (0L, 0L, 0L))
    assertEquals((audit.foreign, audit.misrouted), (0L, 0L))
    assertEquals(result.drain.map(_.outcome), Some(DrainOutcome.Complete))

/** Small and short workloads with plain settings, unless a test says otherwise. */
object Workloads:
  val producers: ProducerGroup =
    ProducerGroup.plain(20).copy(think = Some(Distribution.Constant(200_000)))

  val consumers: ConsumerGroup = ConsumerGroup.plain

  val timing: Timing = Timing(
    warmUp = Nanos.ofMillis(40),
    samples = 3,
    sampleInterval = Nanos.ofMillis(60),
    drainTimeout = Nanos.ofMillis(300),
    drainLimit = Nanos.ofSeconds(5)
  )

  def sending(producers: ProducerGroup*): Workload = workload(producers = producers.toList)

  def receiving(consumers: ConsumerGroup*): Workload = workload(consumers = consumers.toList)

  def phase(number: Int): Option[Phase] = Some(Phase("linked", number, 2, s"phase $number"))

  def think(nanos: Double): Option[Distribution] = Some(Distribution.Constant(nanos))

  def rate(perSecond: Double): Option[Rate] = Some(Rate.Each(Distribution.Constant(perSecond)))

  extension (workload: Workload)
    def timed(change: Timing => Timing): Workload = workload.copy(timing = change(workload.timing))

  def workload(
      kind: DestinationType = DestinationType.Queue,
      destinations: Int = 1,
      producers: List[ProducerGroup] = List(producers),
      consumers: List[ConsumerGroup] = List(consumers),
      phase: Option[Phase] = None
  ): Workload =
    val places = Destinations(kind, destinations, None)
    Workload("test", "group", "a test", Nil, places, producers, consumers, timing, phase)
