package shootout.units

import java.nio.file.{Files, Path}

class ProcessStartSuite extends munit.FunSuite:
  private val behind = (3 to 21).mkString(" ") + " 4711 23 24"

  test("the start is the 22nd field, whatever the program is called"):
    for name <- List("java", "a b", ") 1 2 (", "") do
      assertEquals(ProcessStart.parse(s"123 ($name) $behind"), Some(4711L))
    assertEquals(ProcessStart.parse("123 (java) S 1"), None)
    assertEquals(ProcessStart.parse(""), None)

  test("a process has the same start each time, and a missing one has none"):
    assume(Files.exists(Path.of("/proc/self/stat")))
    val own = ProcessHandle.current.pid
    assert(ProcessStart.isKnown)
    assertEquals(ProcessStart.ticks(own), ProcessStart.ticks(own))
    assertEquals(ProcessStart.ticks(Int.MaxValue), None)
