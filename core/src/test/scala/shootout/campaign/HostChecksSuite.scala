package shootout.campaign

import shootout.cli.CommandLines
import shootout.result.SurroundingsResult
import shootout.scenario.Plan
import shootout.units.Nanos

import java.nio.file.Path

class HostLoadCheckSuite extends munit.FunSuite:
  private def warnings(foreign: Double, steal: Double, runs: Int): List[String] =
    HostLoadCheck.warnings(SurroundingsResult(foreign, steal, runs))

  test("a quiet machine is not worth a word") {
    assertEquals(warnings(0.05, 0.01, 0), Nil)
  }

  test("a busy one is, with what was seen and what to do") {
    val said = warnings(0.48, 0.2, 1).mkString
    for part <- List("another run of this tool", "48 %", "20 %", "flagged (B)", "end the other work") do
      assert(said.contains(part), s"$part is not in: $said")
  }

/** A cluster that does not fit into the machine is told before anything starts. */
class MemoryCheckSuite extends munit.FunSuite:
  private def check(totalMb: => Long, words: String*): Either[List[String], Unit] =
    MemoryCheck.check(CommandLines.prepared(words*)(Plan(Nil, Nil)), totalMb)

  test("three nodes and the load fit, or they are named with what they need") {
    assertEquals(check(24_000, "--brokers", "kafka,kafka/three"), Right(()))
    val lacking = check(4_000, "--brokers", "kafka,kafka/three").left.getOrElse(fail("it would fit"))
    assertEquals(lacking.size, 1, lacking)
    assert(lacking.head.startsWith("kafka/three: 3 nodes of 1024 MiB each, with the load, need 5888 MiB"), lacking)
    assertEquals(check(4_000, "--brokers", "kafka/three", "--heap", "300"), Right(()))
  }

  test("memory is only looked at for clusters") {
    assertEquals(check(fail("looked"), "--brokers", "kafka,activemq"), Right(()))
  }

class DiskRoomSuite extends munit.FunSuite:
  private val enough = DiskRoom.LeastBytes

  private def disk(option: String, usable: () => Long) = DiskRoom.Volume(option, Path.of("/somewhere"), usable)

  test("a disk with too little room is named, with what to do") {
    val room = DiskRoom(List(disk("--data", () => enough), disk("--out", () => 7L << 20)), () => 0L)
    assertEquals(
      room.shortage,
      Some(
        "--out: the disk of /somewhere has 7 MiB left, but 256 MiB must stay free: free some space there, or name a folder on another disk"
      )
    )
    assertEquals(DiskRoom(List(disk("--data", () => enough)), () => 0L).shortage, None)
  }

  test("the disks are looked at once a second") {
    var now = -5L
    var looks = 0
    var left = enough
    def usable(): Long =
      looks += 1
      left
    val room = DiskRoom(List(disk("--data", () => usable())), () => now)
    assertEquals(room.shortage, None)
    left = 0
    now += Nanos.ofMillis(999).value
    assertEquals((room.shortage, looks), (None, 1))
    now += Nanos.ofMillis(1).value
    assert(room.shortage.isDefined)
    assertEquals(looks, 2)
  }
