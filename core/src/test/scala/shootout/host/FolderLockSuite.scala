package shootout.host

import shootout.broker.Brokers

import java.nio.file.{Files, Path}

/** One JVM plays both runs: whoever asks a second time is told no, as another process would be. */
class FolderLockSuite extends munit.FunSuite:
  private val own = ProcessHandle.current.pid

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("locked"), Brokers.delete(_))

  private def lock(dir: Path) = FolderLock.named("--out", dir, ".run.lock")
  private def silent(said: String): Unit = fail(s"it waited: $said")

  private def inUse(dir: Path): Either[String, Unit] =
    Left(s"--out: another run (process $own) uses $dir; wait for its end, or name another folder")

  folder.test("the second run is refused with the first one's process id, and let in when that has ended") { dir =>
    val first = lock(dir)
    assertEquals(first.claim(stopped = false, silent), Right(()))
    assertEquals(lock(dir).claim(stopped = false, silent), inUse(dir))
    first.releaseAll()
    assertEquals(lock(dir).claim(stopped = false, silent), Right(()))
  }

  folder.test("a run does not keep its own load out") { dir =>
    assertEquals(lock(dir).claim(stopped = false, silent), Right(()))
    assertEquals(lock(dir).holdLoad(), Right(()))
    assertEquals(lock(dir).holdLoad(), inUse(dir))
  }

  folder.test("the load of a run that was killed is waited for") { dir =>
    val load = lock(dir)
    assertEquals(load.holdLoad(), Right(()))
    var said = List.empty[String]
    val next = lock(dir).claim(
      stopped = false,
      text =>
        said ::= text
        load.releaseAll()
    )
    assertEquals(next, Right(()))
    assertEquals(said.size, 1)
    assert(said.head.contains(s"(process $own)") && said.head.contains(dir.toString), said)
  }

  folder.test("who is asked to stop waits no longer, and has nothing") { dir =>
    assertEquals(lock(dir).holdLoad(), Right(()))
    assertEquals(lock(dir).claim(stopped = true, _ => ()), inUse(dir))
  }

  folder.test("one that keeps the machine says so") { dir =>
    def machine = FolderLock(dir, "run.lock", other => s"$other measures here")
    assertEquals(machine.claim(stopped = false, silent), Right(()))
    assertEquals(machine.claim(stopped = false, silent), Left(s"another run (process $own) measures here"))
  }
