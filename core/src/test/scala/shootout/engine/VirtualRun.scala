package shootout.engine

import shootout.driver.{DeliveryPromise, Faults, InMemoryBroker, InMemoryDriver, Scheduler}
import shootout.machine.Meter
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.scenario.*
import shootout.units.{DestinationType, Endpoint, EpochMillis, Nanos}

import java.util.concurrent.{Future, TimeoutException}
import java.util.{PriorityQueue, SplittableRandom}

/** Whole runs against one broker in memory, which may be told to misbehave, in [[VirtualTime]]. */
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

/** Time that passes only while whoever runs a workload waits: then everything that broker and clients have to do is done on the
  * same thread, in the order in which it is due, each task at the price of some microseconds. So a whole run is the same each
  * time and takes no longer than its computing, whatever else the machine does.
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

  /** Broker and clients do nothing from then on, for so long; whoever runs the workload goes on. */
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
  /** Long ago for any time-out, and not 0, which a forgotten reading would be. */
  private val Began = 3600L * 1_000_000_000

  /** Nanoseconds that a task takes; they are drawn, or no rate would vary. */
  private val LeastCost = 2_500L
  private val MostCost = 7_500L

/** Workloads for tests of the engine: small, short, and with everything at its plainest unless said otherwise. */
object Workloads:
  val producers: ProducerGroup = ProducerGroup.plain(20).copy(think = Some(Distribution.Constant(200_000)))

  val consumers: ConsumerGroup = ConsumerGroup.plain

  val timing: Timing = Timing(
    warmUp = Nanos.ofMillis(40),
    samples = 3,
    sampleInterval = Nanos.ofMillis(60),
    drainTimeout = Nanos.ofMillis(300),
    drainLimit = Nanos.ofSeconds(5)
  )

  def workload(
      kind: DestinationType = DestinationType.Queue,
      destinations: Int = 1,
      producers: List[ProducerGroup] = List(producers),
      consumers: List[ConsumerGroup] = List(consumers),
      phase: Option[Phase] = None
  ): Workload =
    Workload(
      "test",
      "group",
      "a test",
      Nil,
      Destinations(kind, destinations, None),
      producers,
      consumers,
      timing,
      phase
    )
