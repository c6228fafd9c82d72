package shootout.campaign

import shootout.broker.TemporaryFolder

import java.nio.file.Path

class FolderLockSuite extends TemporaryFolder:
  private val own = ProcessHandle.current.pid

  private def lock(dir: Path) = FolderLock.named("--out", dir, ".run.lock")

  folder.test("a locked folder refuses the second run with the process id of the first"): dir =>
    assertEquals(lock(dir).take(), Right(()))
    val inUse = s"--out: another run (process $own) uses $dir; wait for its end, or name another folder"
    assertEquals(lock(dir).take(), Left(inUse))

  folder.test("a locked machine refuses the second run in its own words"): dir =>
    def machine = FolderLock(dir, "run.lock", other => s"$other measures here")
    assertEquals(machine.take(), Right(()))
    assertEquals(machine.take(), Left(s"another run (process $own) measures here"))
