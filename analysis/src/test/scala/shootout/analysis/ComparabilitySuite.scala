package shootout.analysis

import java.nio.file.{Files, Path}
import munit.FunSuite
import shootout.result.ResultFile
import shootout.units.Json

class ComparabilitySuite extends FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))
  private val text = Files.readString(home.resolve("reports/src/test/resources/golden/stomp-hornetq.json"))

  private def differences(now: ujson.Value): List[Difference] =
    Comparability.differences(Json.read[ResultFile](text), Json.read[ResultFile](now))

  /** What differs after a change of one value, and whether it refuses. */
  private def after(section: String, key: String, value: ujson.Value): List[(String, Boolean)] =
    val now = ujson.read(text)
    now(section)(key) = value
    differences(now).map(d => (d.what, d.refuses))

  private def environment(key: String, value: ujson.Value) = after("environment", key, value)

  test("a result does not differ from itself"):
    assertEquals(differences(ujson.read(text)), Nil)

  test("another machine refuses: processor, cores, memory, system, kernel, JVM, kind of disk, load elsewhere"):
    assertEquals(environment("cpu", "AMD EPYC 9004"), List("processor" -> true))
    assertEquals(environment("cores", 4), List("cores" -> true))
    assertEquals(environment("memory_bytes", 16e9), List("memory" -> true))
    assertEquals(environment("os", "Debian GNU/Linux 13 (trixie)"), List("system" -> true))
    assertEquals(environment("kernel", "6.12.0-18-amd64"), List("kernel" -> true))
    assertEquals(environment("jvm", "OpenJDK 64-Bit Server VM 21.0.2+13"), List("JVM" -> true))
    assertEquals(environment("disk", "tmpfs on tmpfs (ssd)"), List("disk" -> true))
    assertEquals(environment("shared_with_broker", false), List("load and broker" -> true))

  test(
    "small differences are said, and refuse nothing: host, patches, another disk of the kind, heap, tool, durability"
  ):
    assertEquals(environment("host", "bench-2"), List("host" -> false))
    assertEquals(environment("kernel", "6.1.0-22-amd64"), List("kernel" -> false))
    assertEquals(environment("jvm", "OpenJDK 64-Bit Server VM 17.0.16+8"), List("JVM" -> false))
    assertEquals(environment("disk", "ext4 on /dev/sdb1 (ssd)"), List("disk" -> false))
    assertEquals(environment("memory_bytes", 8324190208d - 50e6), Nil)
    assertEquals(environment("os", "Debian GNU/Linux 12 (bookworm) build 6.1.0-18-amd64"), Nil)
    assertEquals(after("settings", "heap_mb", 512), List("broker heap in MiB" -> false))
    assertEquals(after("settings", "profile", "full"), List("profile" -> false))
    assertEquals(after("tool", "git_commit", "fedcba98765432"), List("tool" -> false))
    assertEquals(after("broker", "durability", "fsync"), List("durability" -> false))

  test("a difference is said with both values"):
    val now = ujson.read(text)
    now("environment")("memory_bytes") = 17179869184d
    assertEquals(differences(now).map(_.toString), List("memory: 7.75 GiB | 16.0 GiB"))
