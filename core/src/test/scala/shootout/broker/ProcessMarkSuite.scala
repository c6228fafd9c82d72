package shootout.broker

import shootout.units.ProcessStart

import java.nio.file.{Files, Path}
import java.nio.file.attribute.PosixFilePermissions
import scala.concurrent.duration.*
import scala.jdk.OptionConverters.*

/** A child that was left behind is found, whatever became of its parent; and nothing else is ended. */
class ProcessMarkSuite extends munit.FunSuite:
  private val broker = FunFixture[WorkFolder](
    _ =>
      val folder = WorkFolder(Files.createTempDirectory("mark"))
      folder.purge()
      folder
    ,
    folder =>
      ProcessMark.end(folder.work)
      Brokers.delete(folder.root)
  )

  private def lives(pid: Long): Boolean =
    ProcessHandle.of(pid).toScala.exists(p => p.isAlive && p.info.command.isPresent)

  /** The id of a process whose parent has ended. */
  private def orphan(folder: WorkFolder): Long =
    val command = List("sh", "-c", "sleep 1000 & echo $!")
    val parent = OwnProcesses().start(command, folder.work, Nil, folder.log)
    assertEquals(parent.awaitExit(20.seconds), Some(0))
    folder.logTail(1).head.trim.toLong

  broker.test("a child whose parent has ended is ended, and no other process") { folder =>
    assume(ProcessStart.isKnown)
    val other = ProcessBuilder("sleep", "1000").start()
    try
      val left = orphan(folder)
      assert(lives(left))
      assertEquals(ProcessMark.end(folder.data), Nil)
      assert(lives(left))
      assertEquals(ProcessMark.end(folder.work), List(left))
      assert(!lives(left))
      assert(other.isAlive)
    finally other.destroyForcibly()
  }

  broker.test("a folder has the processes of all folders below it, and none of one whose name only begins alike") {
    folder =>
      assume(ProcessStart.isKnown)
      val left = orphan(folder)
      assertEquals(ProcessMark.end(folder.root.resolve("wor")), Nil)
      assertEquals(ProcessMark.end(folder.root), List(left))
      assert(!lives(left))
  }

  broker.test("nobody else may look into a broker's folder, where passwords stand, whatever the umask was") { folder =>
    assume(Files.getFileStore(folder.root).supportsFileAttributeView("posix"))
    Files.setPosixFilePermissions(folder.root, PosixFilePermissions.fromString("rwxr-xr-x"))
    folder.purge()
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.root)), "rwx------")
  }

  broker.test("of a log of many megabytes only the end outlives a purge") { folder =>
    Files.writeString(folder.log, "x" * (1 << 20) + "\n")
    folder.purge()
    assert(folder.logSize > (1 << 20))
    grow(folder.log)
    folder.purge()
    assert(folder.logSize < (1 << 20), folder.logSize)
    assertEquals(folder.logTail(1), List("the last words"))
    assert(Files.readString(folder.log).startsWith("(of 32 MiB of this log only the end was kept)\n"))
  }

  private def grow(log: Path): Unit =
    val writer = Files.newBufferedWriter(log)
    try
      val line = "y" * 1023 + "\n"
      for _ <- 0 to (WorkFolder.MostLogBytes / line.length).toInt do writer.write(line)
      writer.write("the last words\n")
    finally writer.close()
