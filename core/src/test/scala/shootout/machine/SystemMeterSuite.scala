package shootout.machine

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.chaining.*

/** Real readings: of a JVM that is known to burn one core and to make garbage, and of this one. */
class SystemMeterSuite extends munit.FunSuite:
  private val burning =
    """
    public class Burn { public static void main(String[] a) throws Exception {
      System.out.println("burning");
      long sum = 0;
      while (true) { byte[][] garbage = new byte[64][]; for (int i = 0; i < 64; i++) garbage[i] = new byte[65536]; sum += garbage[7].length; } } }"""

  private val burner = FunFixture[Process](
    _ =>
      val source = Files.createTempDirectory("burn").resolve("Burn.java")
      Files.writeString(source, burning)
      val java = Path.of(sys.props("java.home"), "bin", "java").toString
      val process = ProcessBuilder(List(java, "-Xmx64m", "-XX:+UseSerialGC", source.toString).asJava).start()
      process.getInputStream.read()
      process
    ,
    process => process.destroyForcibly().waitFor(): Unit
  )

  burner.test("a broker's processor time, memory and garbage collection, seen from outside") { process =>
    val meter = SystemMeter(() => Some(List(process.pid)))
    meter.begin()
    Thread.sleep(1000)
    val sample = meter.sample().get
    val broker = sample.broker.get
    // the machine may be busy with something else
    assert(broker.cpuCores > 0.1 && broker.cpuCores < 4, broker)
    assert(broker.residentBytes > (10 << 20), broker)
    assert(broker.gcShare.exists(share => share > 0 && share < 1), broker)
    assert(sample.busyShare > 0 && sample.busyShare <= 1, sample)
    assert(sample.client.residentBytes > (10 << 20) && sample.client.gcShare.isDefined, sample)
  }

  burner.test("the same process is foreign if it is no broker's") { process =>
    val (foreign, ours) = (SystemMeter(() => Some(Nil)), SystemMeter(() => Some(List(process.pid))))
    foreign.begin()
    ours.begin()
    Thread.sleep(1000)
    val (withIt, without) = (foreign.sample().get, ours.sample().get)
    val share = without.broker.get.cpuCores / Runtime.getRuntime.availableProcessors
    assertEqualsDouble(withIt.foreignShare.get - without.foreignShare.get, share, 0.1)
    assertEquals(
      SystemMeter(() => None).pipe { m =>
        m.begin(); m.sample().get.foreignShare
      },
      None
    )
    val elsewhere = SystemMeter(() => None, elsewhere = true)
    elsewhere.begin()
    assert(elsewhere.sample().get.foreignShare.isDefined)
    val seen = Surroundings.look(Set("Burn", "nothing"))
    assert(seen.foreignShare > 0.05 && seen.foreignShare <= 1, seen)
  }

  test("a process that has ended uses nothing, a broker of somebody else is not known") {
    val gone = SystemMeter(() => Some(List(Int.MaxValue.toLong)))
    gone.begin()
    assertEquals(gone.sample().get.broker.get.cpuCores, 0.0)
    val external = SystemMeter(() => None)
    external.begin()
    assertEquals(external.sample().get.broker, None)
  }

  test("a reading takes milliseconds, so that a sample is not late") {
    val meter = SystemMeter(() => Some(List(ProcessHandle.current.pid)))
    val took = List.fill(20) {
      val began = System.nanoTime()
      meter.begin()
      (System.nanoTime() - began) / 1e6
    }.sorted
    println(f"a reading of two processes and the machine: median ${took(10)}%.2f ms, longest ${took.last}%.2f ms")
    assert(took(10) < 50, took)
  }
