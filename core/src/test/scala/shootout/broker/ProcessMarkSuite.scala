package shootout.broker

import shootout.units.ProcessStart

import java.nio.file.{Files, Path}
import java.nio.file.attribute.PosixFilePermissions
import scala.concurrent.duration.*

/** Orphaned child processes of a broker are found and ended, and no others. */
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

  private def orphan(folder: WorkFolder): Long =
    val command = List("sh", "-c", "sleep 1000 & echo $!")
    val parent = OwnProcesses().start(command, folder.work, Nil, folder.log)
    assertEquals(parent.awaitExit(20.seconds), Some(0))
    folder.logTail(1).head.trim.toLong

  broker.test("an orphaned child is ended, and no other process"): folder =>
    assume(ProcessStart.isKnown)
    val other = ProcessBuilder("sleep", "1000").start()
    try
      val left = orphan(folder)
      assert(Brokers.isRunning(left))
      assertEquals(ProcessMark.end(folder.data), Nil)
      assert(Brokers.isRunning(left))
      assertEquals(ProcessMark.end(folder.work), List(left))
      assert(!Brokers.isRunning(left))
      assert(other.isAlive)
    finally other.destroyForcibly()

  broker.test("a folder includes processes of its subfolders, but not of a folder with a similar name"): folder =>
    assume(ProcessStart.isKnown)
    val left = orphan(folder)
    assertEquals(ProcessMark.end(folder.root.resolve("wor")), Nil)
    assertEquals(ProcessMark.end(folder.root), List(left))
    assert(!Brokers.isRunning(left))

  broker.test("only its owner can read a broker's folder, because it has passwords"): folder =>
    assume(Files.getFileStore(folder.root).supportsFileAttributeView("posix"))
    Files.setPosixFilePermissions(folder.root, PosixFilePermissions.fromString("rwxr-xr-x"))
    folder.purge()
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.root)), "rwx------")

  broker.test("a purge keeps only the end of a large log"): folder =>
    Files.writeString(folder.log, "x" * (1 << 20) + "\n")
    folder.purge()
    assert(folder.logSize > (1 << 20))
    grow(folder.log)
    folder.purge()
    assert(folder.logSize < (1 << 20), folder.logSize)
    assertEquals(folder.logTail(1), List("the last words"))
    assert(Files.readString(folder.log).startsWith("(of 32 MiB of this log only the end was kept)\n"))

  private def grow(log: Path): Unit =
    val writer = Files.newBufferedWriter(log)
    try
      val line = "y" * 1023 + "\n"
      for _ <- 0 to (WorkFolder.MostLogBytes / line.length).toInt do writer.write(line)
      writer.write("the last words\n")
    finally writer.close()
