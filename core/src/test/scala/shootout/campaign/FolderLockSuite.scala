package shootout.campaign

import shootout.broker.Brokers

import java.nio.file.{Files, Path}

/** One JVM plays both runs: the second one is refused, as another process would be. */
class FolderLockSuite extends munit.FunSuite:
  private val own = ProcessHandle.current.pid

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("locked"), Brokers.delete(_))

  private def lock(dir: Path) = FolderLock.named("--out", dir, ".run.lock")

  folder.test("the second run is refused with the first one's process id") { dir =>
    assertEquals(lock(dir).take(), Right(()))
    val inUse = s"--out: another run (process $own) uses $dir; wait for its end, or name another folder"
    assertEquals(lock(dir).take(), Left(inUse))
  }

  folder.test("one that keeps the machine says so") { dir =>
    def machine = FolderLock(dir, "run.lock", other => s"$other measures here")
    assertEquals(machine.take(), Right(()))
    assertEquals(machine.take(), Left(s"another run (process $own) measures here"))
  }
