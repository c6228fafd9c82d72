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

  /** The differences after a change, and whether they make results incomparable. */
  private def after(section: String, key: String, value: ujson.Value): List[(String, Boolean)] =
    val now = ujson.read(text)
    now(section)(key) = value
    differences(now).map(d => (d.what, d.refuses))

  test("a result does not differ from itself"):
    assertEquals(differences(ujson.read(text)), Nil)

  test("another machine, system or JVM makes results incomparable"):
    val refusing = List[(String, ujson.Value, String)](
      ("cpu", "AMD EPYC 9004", "processor"),
      ("cores", 4, "cores"),
      ("memory_bytes", 16e9, "memory"),
      ("os", "Debian GNU/Linux 13 (trixie)", "system"),
      ("kernel", "6.12.0-18-amd64", "kernel"),
      ("jvm", "OpenJDK 64-Bit Server VM 21.0.2+13", "JVM"),
      ("disk", "tmpfs on tmpfs (ssd)", "disk"),
      ("shared_with_broker", false, "load and broker")
    )
    for (key, value, name) <- refusing do assertEquals(after("environment", key, value), List(name -> true))

  test("small differences are reported, but results stay comparable"):
    val small = List[(String, String, ujson.Value, String)](
      ("environment", "host", "bench-2", "host"),
      ("environment", "kernel", "6.1.0-22-amd64", "kernel"),
      ("environment", "jvm", "OpenJDK 64-Bit Server VM 17.0.16+8", "JVM"),
      ("environment", "disk", "ext4 on /dev/sdb1 (ssd)", "disk"),
      ("settings", "heap_mb", 512, "broker heap in MiB"),
      ("settings", "profile", "full", "profile"),
      ("tool", "git_commit", "fedcba98765432", "tool"),
      ("broker", "durability", "fsync", "durability")
    )
    for (section, key, value, name) <- small do assertEquals(after(section, key, value), List(name -> false))
    assertEquals(after("environment", "memory_bytes", 8324190208d - 50e6), Nil)
    assertEquals(after("environment", "os", "Debian GNU/Linux 12 (bookworm) build 6.1.0-18-amd64"), Nil)

  test("a difference is shown with both values"):
    val now = ujson.read(text)
    now("environment")("memory_bytes") = 17179869184d
    assertEquals(differences(now).map(_.toString), List("memory: 7.75 GiB | 16.0 GiB"))
