package shootout.broker

import shootout.units.ProcessStart

import java.nio.file.{Files, Path}

/** What a killed run has left is found by number and start, and nothing else is ended. */
class ProcessRegisterSuite extends munit.FunSuite:
  private val sleeping = FunFixture[(Process, Path)](
    _ => (ProcessBuilder("sleep", "1000").start(), Files.createTempDirectory("register").resolve("processes")),
    (process, file) =>
      process.destroyForcibly().waitFor()
      Brokers.delete(file.getParent)
  )

  private def millis(process: Process): Long = process.info.startInstant.get.toEpochMilli

  private def ended(file: Path, line: String): List[Long] =
    Files.writeString(file, line)
    ProcessRegister(file).endLeftovers()

  sleeping.test("what was noted is ended, and forgotten") { (process, file) =>
    ProcessRegister(file).add(process.toHandle)
    assertEquals(ProcessRegister(file).endLeftovers(), List(process.pid))
    assert(!process.isAlive)
    assertEquals(ProcessRegister(file).endLeftovers(), Nil)
    assert(!Files.exists(file))
  }

  sleeping.test("what is noted does not move with the clock, and holds for one start of the machine") {
    (process, file) =>
      assume(ProcessStart.isTold)
      ProcessRegister(file).add(process.toHandle)
      val noted = Files.readString(file)
      assertEquals(noted, s"${process.pid} ${ProcessStart.lasting(process.pid).get}\n")
      assert(noted.takeWhile(_ != '@').split(' ').last.toLong < millis(process) / 2, s"a time of the clock: $noted")
      assertEquals(ended(file, noted.replace("@", "@another")), Nil)
      assertEquals(ended(file, noted.replaceFirst(" \\d+@", " 1@")), Nil)
      assert(process.isAlive)
      assertEquals(ended(file, noted), List(process.pid))
  }

  sleeping.test("a file of an older version, by the clock; half a line, another's number, nonsense") {
    (process, file) =>
      assertEquals(ended(file, s"${process.pid} ${millis(process) - 3_600_000}\n"), Nil)
      assertEquals(ended(file, s"${process.pid}"), Nil)
      assertEquals(ended(file, s"${process.pid} "), Nil)
      assertEquals(ended(file, "x y\n\n1 2 3\n"), Nil)
      assert(process.isAlive)
      assertEquals(ended(file, s"x\n${process.pid} ${millis(process) + 500}\n"), List(process.pid))
  }
