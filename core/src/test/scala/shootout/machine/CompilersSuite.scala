package shootout.machine

import java.nio.file.{Files, Path}

/** Made-up processes, as the system shows them. */
class CompilersSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ => Files.createDirectories(Files.createTempDirectory("proc").resolve("self")).getParent,
    _ => ()
  )

  private def thread(processes: Path, pid: Int, id: Int, name: String, user: Int, system: Int): Unit =
    val folder = Files.createDirectories(processes.resolve(s"$pid/task/$id"))
    Files.writeString(folder.resolve("comm"), s"$name\n")
    Files.writeString(
      folder.resolve("stat"),
      s"$id ($name) S 1 1 1 0 -1 4194560 9 0 0 0 $user $system 0 0 20 0 40 0\n"
    ): Unit

  folder.test("only compilers count, of all processes asked for, and what they used since the last look") { processes =>
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
  }

  folder.test("where the system does not tell, nothing is known") { processes =>
    val compilers = Compilers(processes.resolve("nowhere"))
    assertEquals(List.fill(2)(compilers.cores(List(1))), List(None, None))
  }

  test("a thread's name may hold anything") {
    assertEquals(Compilers.ticksOf("8 (a) b (c) S 1 1 1 0 -1 4194560 9 0 0 0 31 11 0 0 20"), Some(42L))
    assertEquals(Compilers.ticksOf("8 (java) S"), None)
    assertEquals(Compilers.ticksOf(""), None)
  }
