package shootout.machine

import shootout.result.ProcessCounter.{GcNanos, ReadBytes, WaitedNanos, WrittenBytes}
import shootout.result.{ProcessCounter, ProcessSample, ResourceSample, Sample}
import shootout.units.ProcessStart

import java.nio.file.{Files, Path}
import oshi.hardware.CentralProcessor.TickType

class ProcessUseSuite extends munit.FunSuite:
  private def use(pid: Long, cpuMs: Long, startedAt: Long = 1): ProcessUse =
    val disk = Map(ReadBytes -> cpuMs, WrittenBytes -> 0L)
    ProcessUse(
      pid,
      startedAt,
      cpuMs * 1_000_000,
      100,
      disk ++ Option.when(pid == 1)(GcNanos -> cpuMs * 100_000)
    )

  private def cores(before: List[ProcessUse], after: List[ProcessUse]): Double =
    ProcessUse.between(before, after, 2).cpuCores

  test("CPU use includes processes that start or end in between"):
    assertEqualsDouble(cores(List(use(1, 500)), List(use(1, 1500))), 0.5, 1e-9)
    assertEqualsDouble(cores(List(use(1, 500)), List(use(1, 1500), use(2, 1000))), 1, 1e-9)
    assertEqualsDouble(cores(List(use(1, 500), use(2, 900)), List(use(1, 1500))), 0.5, 1e-9)
    // id 2 was reused
    assertEqualsDouble(cores(List(use(2, 900)), List(use(2, 100, startedAt = 7))), 0.05, 1e-9)
    assertEqualsDouble(cores(Nil, Nil), 0, 1e-9)

  test("a process stays the same after the clock was set"):
    assume(ProcessStart.isKnown)
    val own = ProcessHandle.current.pid
    def seen(cpuMs: Long, byTheClock: Long) =
      use(own, cpuMs, SystemMeter.startedAt(own, byTheClock).get)
    val (before, after) =
      (seen(3_600_000, byTheClock = 10_000_000), seen(3_601_000, byTheClock = 6_400_000))
    assertEqualsDouble(cores(List(before), List(after)), 0.5, 1e-9)
    assertEquals(SystemMeter.startedAt(Int.MaxValue, byTheClock = 1), None, "it has ended")

  test("memory adds up, disk is a rate, garbage collection a share"):
    val sample = ProcessUse.between(List(use(1, 0), use(2, 0)), List(use(1, 1000), use(2, 1000)), 2)
    val rates = Map(ReadBytes -> Some(1000.0), WrittenBytes -> Some(0.0), GcNanos -> Some(0.05))
    assertEquals(sample, ProcessSample(1, 200, ProcessCounter.rates(rates.getOrElse(_, None))))
    val native = ProcessUse.between(Nil, List(use(2, 1000).copy(counted = Map.empty)), 2)
    assertEquals(native.counted, ProcessCounter.rates(_ => None))

  test("waiting for a processor is a rate of the processes that report it"):
    def waiting(pid: Long, ms: Long) = use(pid, 0).copy(counted = Map(WaitedNanos -> ms * 1_000_000))
    val sample =
      ProcessUse.between(List(waiting(1, 100), use(2, 0)), List(waiting(1, 700), use(2, 0)), 2)
    assertEquals(sample.rate(WaitedNanos), Some(300.0))
    assertEquals(ProcessUse.between(Nil, List(use(2, 1000)), 2).rate(WaitedNanos), None)

  test("a thread's counters that shrink belong to a new thread with its id"):
    assertEquals(Scheduled(500, 9).since(Scheduled(300, 4)), Scheduled(200, 5))
    assertEquals(Scheduled(500, 3).since(Scheduled(300, 4)), Scheduled(500, 3))
    assertEquals(Scheduled(200, 9).since(Scheduled(300, 4)), Scheduled(200, 9))

  test("ticks of disk waits and steal are not busy"):
    def ticks(values: (TickType, Long)*) =
      val all = new Array[Long](TickType.values.length)
      for (kind, n) <- values do all(kind.getIndex) = n
      all
    import TickType.*
    val later = ticks(USER -> 30, SYSTEM -> 10, IDLE -> 40, IOWAIT -> 10, STEAL -> 10)
    val machine = MachineTicks(ticks(), later)
    assertEqualsDouble(machine.busy, 0.4, 1e-9)
    assertEqualsDouble(machine.steal, 0.1, 1e-9)
    assertEqualsDouble(MachineTicks(later, later).busy, 0, 1e-9)

  private def sample(seconds: Double, produced: Double, consumed: Double, resources: Option[ResourceSample]): Sample =
    Sample(seconds, seconds, produced, 0, consumed, 0, 0, 0, Nil, Map.empty, resources)

  test("means are weighted by length, and CPU per message counts sends and receives"):
    def resources(cores: Double) =
      val process = ProcessSample(cores, 10)
      Some(ResourceSample(Some(process), process, 0, cores, 0))
    val samples =
      List(sample(1, 1000, 3000, resources(0.5)), sample(3, 1000, 3000, resources(1.5)), sample(1, 9, 9, None))
    val means = ResourceMeans.of(samples, coresUsable = 2).get
    assertEqualsDouble(means.client.cpuCores, 1.25, 1e-9)
    // 1.25 CPU seconds per second, for 4000 msg/s
    assertEqualsDouble(means.broker.get.cpuUsPerMessage.get, 312.5, 1e-9)
    assertEqualsDouble(means.busyShare, 1.25, 1e-9)
    assertEquals(ResourceMeans.of(List(sample(1, 9, 9, None)), 2), None)
    assertEquals(ResourceMeans.of(List(sample(1, 0, 0, resources(1))), 2).get.client.cpuUsPerMessage, None)

  test("a cluster has the use of each node; a single node has none"):
    def reading(node: Int, cpuMs: Long) = List(ProcessUse(node, 1, cpuMs * 1_000_000, 100L * node))
    val (before, after) =
      (List(reading(1, 100), reading(2, 100)), List(reading(1, 600), reading(2, 1100), Nil))
    val nodes = ProcessUse.ofNodes(before, after, seconds = 1)
    assertEquals(nodes.map((n, used) => n -> used.cpuCores), Map("1" -> 0.5, "2" -> 1.0, "3" -> 0.0))
    assertEquals(nodes.map((n, used) => n -> used.residentBytes), Map("1" -> 100L, "2" -> 200L, "3" -> 0L))
    assertEquals(ProcessUse.ofNodes(before.take(1), after.take(1), 1), Map.empty)

  test("a node has means over the samples that contain it"):
    def resources(cores: Double*) =
      val nodes = cores.zipWithIndex.map((c, i) => s"${i + 1}" -> ProcessSample(c, 10 * (i + 1)))
      Some(ResourceSample(None, ProcessSample(0, 1), 0, 0, 0, nodes = nodes.toMap))
    val means =
      ResourceMeans.of(List(sample(1, 500, 500, resources(1, 0.5)), sample(3, 500, 500, resources(2))), 2).get
    assertEquals(means.nodes.map((n, used) => n -> used.cpuCores), Map("1" -> 1.75, "2" -> 0.5))
    assertEquals(means.nodes.map((n, used) => n -> used.residentBytesMax), Map("1" -> 10L, "2" -> 20L))

class CompilersSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ => Files.createDirectories(Files.createTempDirectory("proc").resolve("self")).getParent,
    _ => ()
  )

  private def thread(processes: Path, pid: Int, id: Int, name: String, user: Int, system: Int): Unit =
    val folder = Files.createDirectories(processes.resolve(s"$pid/task/$id"))
    Files.writeString(folder.resolve("comm"), s"$name\n")
    val stat = s"$id ($name) S 1 1 1 0 -1 4194560 9 0 0 0 $user $system 0 0 20 0 40 0\n"
    Files.writeString(folder.resolve("stat"), stat): Unit

  folder.test("compiler use counts only compiler threads, since the last look"): processes =>
    var now = 1_000_000_000L
    val compilers = Compilers(processes, () => now)
    def use(c1: Int, c2: Int, other: Int): Unit =
      thread(processes, 7, 7, "java", other, other)
      thread(processes, 7, 8, "C2 CompilerThre", c2, 1)
      thread(processes, 9, 10, "C1 CompilerThre", c1, 2)
    use(100, 200, 300)
    assertEquals(compilers.cores(List(7, 9)), None)
    now += 500_000_000L
    use(110, 225, 900)
    assertEqualsDouble(compilers.cores(List(7, 9)).get, 0.35 / 0.5, 1e-9)
    now += 500_000_000L
    assertEqualsDouble(compilers.cores(List(7, 9)).get, 0, 1e-9)
    now += 500_000_000L
    thread(processes, 7, 11, "C2 CompilerThre", 4, 1)
    assertEqualsDouble(compilers.cores(List(7, 9, 12)).get, 0.05 / 0.5, 1e-9)

  folder.test("compiler use is unknown without /proc"): processes =>
    val compilers = Compilers(processes.resolve("nowhere"))
    assertEquals(List.fill(2)(compilers.cores(List(1))), List(None, None))

  test("a thread's name may contain any character"):
    assertEquals(Compilers.ticksOf("8 (a) b (c) S 1 1 1 0 -1 4194560 9 0 0 0 31 11 0 0 20"), Some(42L))
    assertEquals(Compilers.ticksOf("8 (java) S"), None)
    assertEquals(Compilers.ticksOf(""), None)
