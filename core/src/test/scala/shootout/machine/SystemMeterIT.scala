package shootout.machine

import shootout.result.{ProcessCounter, ResourceSample}

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.CountDownLatch
import scala.jdk.CollectionConverters.*

/** Real readings of this JVM, and of one that uses a whole core and makes garbage. */
class SystemMeterIT extends munit.FunSuite:
  override def munitTimeout: concurrent.duration.Duration = concurrent.duration.Duration(2, "min")

  /** It ends when its input ends. */
  private val burning =
    """
    public class Burn { public static void main(String[] a) throws Exception {
      Thread watch = new Thread(() -> {
        try { System.in.read(); } catch (java.io.IOException e) { }
        Runtime.getRuntime().halt(0); });
      watch.setDaemon(true);
      watch.start();
      System.out.println("burning");
      long sum = 0;
      while (true) { byte[][] garbage = new byte[64][]; for (int i = 0; i < 64; i++) garbage[i] = new byte[65536]; sum += garbage[7].length; } } }"""

  /** The resolution of the system's CPU time in nanoseconds, for the two readings of a bound. */
  private val Tick = 2 * 10e6

  private val burner = FunFixture[Process](
    _ =>
      val source = Files.createTempDirectory("burn").resolve("Burn.java")
      Files.writeString(source, burning)
      val java = Path.of(sys.props("java.home"), "bin", "java").toString
      val process =
        ProcessBuilder(List(java, "-Xmx64m", "-XX:+UseSerialGC", source.toString).asJava).start()
      process.getInputStream.read()
      process
    ,
    process => process.destroyForcibly().waitFor(): Unit
  )

  /** Half a minute, because the machine may be busy. */
  private val attempts = 30

  /** The first good reading, at one reading per second. */
  private def soon[A](reading: => A)(good: A => Boolean): Option[A] =
    Iterator.continually(reading).take(attempts).find(good)

  burner.test("the meter reads a broker's CPU time, memory and garbage collection"): process =>
    val meter = SystemMeter(() => Some(List(List(process.pid))))
    def used: Duration = process.toHandle.info.totalCpuDuration.get
    // the system's own values just before and after each reading
    def reading: (Double, Double, ResourceSample) =
      val (outer, from) = (used, System.nanoTime())
      meter.begin()
      val (inner, begun) = (used, System.nanoTime())
      Thread.sleep(1000)
      val (innerEnd, end) = (used, System.nanoTime())
      val sample = meter.sample().get
      val least = (innerEnd.minus(inner).toNanos - Tick) / (System.nanoTime() - from)
      val most = (used.minus(outer).toNanos + Tick) / (end - begun)
      (least, most, sample)
    val readings = List.newBuilder[String]
    val found = soon(reading) { (least, most, sample) =>
      val broker = sample.broker.get
      readings += f"${broker.cpuCores}%.3f of $least%.3f to $most%.3f, gc ${broker.rate(ProcessCounter.GcNanos)}"
      assert(broker.cpuCores >= least && broker.cpuCores <= most, readings.result())
      broker.cpuCores > 0.1 && broker.rate(ProcessCounter.GcNanos).exists(share => share > 0 && share < 1)
    }
    assert(found.isDefined, readings.result())
    val (_, _, sample) = found.get
    assert(sample.broker.get.residentBytes > (10 << 20), sample)
    assert(sample.busyShare > 0 && sample.busyShare <= 1, sample)
    assert(sample.client.residentBytes > (10 << 20) && sample.client.rate(ProcessCounter.GcNanos).isDefined, sample)

  burner.test("a process that belongs to no broker is foreign"): process =>
    val (foreign, ours) =
      (SystemMeter(() => Some(Nil)), SystemMeter(() => Some(List(List(process.pid)))))
    def reading: (Double, Double) =
      foreign.begin()
      ours.begin()
      Thread.sleep(1000)
      val (withIt, without) = (foreign.sample().get, ours.sample().get)
      val difference = withIt.foreignShare.get - without.foreignShare.get
      (difference * Runtime.getRuntime.availableProcessors, without.broker.get.cpuCores)
    // the meters read one after the other, and a busy machine changes in between
    val found =
      soon(reading)((difference, cores) => cores > 0.1 && (difference - cores).abs < cores / 3)
    assert(found.isDefined, "it never made the difference")
    val unknown = SystemMeter(() => None)
    unknown.begin()
    assertEquals(unknown.sample().get.foreignShare, None)
    val elsewhere = SystemMeter(() => None, elsewhere = true)
    elsewhere.begin()
    assert(elsewhere.sample().get.foreignShare.isDefined)
    val seen = Surroundings.look(Set("Burn", "nothing"))
    assert(seen.foreignShare > 0 && seen.foreignShare <= 1, seen)

  test("an ended broker uses nothing; an external broker is unknown"):
    val gone = SystemMeter(() => Some(List(List(Int.MaxValue.toLong))))
    gone.begin()
    assertEquals(gone.sample().get.broker.get.cpuCores, 0.0)
    val external = SystemMeter(() => None)
    external.begin()
    assertEquals(external.sample().get.broker, None)

  test("the meter reads how long threads wait for processors"):
    assume(Files.exists(Path.of("/proc/self/schedstat")), "no schedstat here")
    val over = java.util.concurrent.atomic.AtomicBoolean()
    val spinning =
      List.fill(Runtime.getRuntime.availableProcessors + 2)(Thread(() => while !over.get do ()))
    val meter = SystemMeter(() => Some(Nil))
    meter.begin()
    spinning.foreach(_.start())
    try
      // a time slice is some milliseconds, so all threads have waited by then
      Thread.sleep(500)
      val client = meter.sample().get.client
      assert(client.rate(ProcessCounter.WaitedNanos).exists(ms => ms > 10 && ms < 1000 * (spinning.size + 50)), client)
    finally over.set(true)
    spinning.foreach(_.join())
    // ended threads do not reduce the counter
    assert(meter.sample().get.client.rate(ProcessCounter.WaitedNanos).exists(_ >= 0))

  test("the meter counts the context switches of all threads"):
    assume(Files.exists(Path.of("/proc/self/schedstat")), "no schedstat here")
    val (waited, over) = (CountDownLatch(1), CountDownLatch(1))
    val other = Thread { () =>
      for _ <- 1 to 200 do Thread.sleep(1)
      waited.countDown()
      over.await()
    }
    val meter = SystemMeter(() => Some(List(List(ProcessHandle.current.pid))))
    meter.begin()
    val began = System.nanoTime()
    other.start()
    waited.await()
    val sample = meter.sample().get
    val seconds = (System.nanoTime() - began) / 1e9
    over.countDown()
    for process <- List(sample.client, sample.broker.get) do
      val switches = process.rate(ProcessCounter.ContextSwitches).map(_ * seconds)
      assert(switches.exists(n => n > 190 && n < 1e6), switches)

  test("the counters of a process never shrink and are deleted with it"):
    val queue = RunQueue()
    val own = ProcessHandle.current.pid
    assume(queue.of(own).isDefined, "no schedstat here")
    val thread = Thread(() => Thread.sleep(50))
    thread.start()
    val during = queue.of(own).get
    thread.join()
    val after = queue.of(own).get
    assert(after.waitedNanos >= during.waitedNanos && after.turns >= during.turns, (during, after))
    assertEquals(queue.of(Int.MaxValue.toLong), None)
    queue.keep(Nil)
    assert(queue.of(own).isDefined)

  test("a reading takes milliseconds of CPU time"):
    val meter = SystemMeter(() => Some(List(List(ProcessHandle.current.pid))))
    val threads = ManagementFactory.getThreadMXBean
    val took = List.fill(20) {
      val began = threads.getCurrentThreadCpuTime
      meter.begin()
      (threads.getCurrentThreadCpuTime - began) / 1e6
    }.sorted
    println(f"a reading of two processes and the machine: median ${took(10)}%.2f ms, longest ${took.last}%.2f ms")
    assert(took(10) < 50, took)
