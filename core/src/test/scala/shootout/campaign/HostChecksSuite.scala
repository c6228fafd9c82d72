package shootout.campaign

import shootout.cli.CommandLines
import shootout.result.SurroundingsResult
import shootout.scenario.Plan
import shootout.units.Nanos

import java.nio.file.Path

class HostLoadCheckSuite extends munit.FunSuite:
  private def warnings(foreign: Double, steal: Double, runs: Int): List[String] =
    HostLoadCheck.warnings(SurroundingsResult(foreign, steal, runs))

  test("a busy machine causes a warning with the load found and the advice; a quiet one causes none"):
    assertEquals(warnings(0.05, 0.01, 0), Nil)
    val warning = warnings(0.48, 0.2, 1).mkString
    for part <- List("another run of this tool", "48 %", "20 %", "flagged (B)", "end the other work") do
      assert(warning.contains(part), s"$part is not in: $warning")

/** A cluster that does not fit into memory is refused before anything starts. */
class MemoryCheckSuite extends munit.FunSuite:
  private def check(totalMb: => Long, words: String*): Either[List[String], Unit] =
    MemoryCheck.check(CommandLines.prepared(words*)(Plan(Nil, Nil)), totalMb)

  test("a cluster that does not fit is named with the memory it needs"):
    assertEquals(check(24_000, "--brokers", "kafka,kafka/three"), Right(()))
    val lacking = check(4_000, "--brokers", "kafka,kafka/three").left.getOrElse(fail("it would fit"))
    assertEquals(lacking.size, 1, lacking)
    assert(lacking.head.startsWith("kafka/three: 3 nodes of 1024 MiB each, with the load, need 5888 MiB"), lacking)
    assertEquals(check(4_000, "--brokers", "kafka/three", "--heap", "300"), Right(()))
    assertEquals(check(fail("it was checked for a single node"), "--brokers", "kafka,activemq"), Right(()))

class DiskRoomSuite extends munit.FunSuite:
  private val enough = DiskRoom.LeastBytes

  private def disk(option: String, usable: () => Long) =
    DiskRoom.Volume(option, Path.of("/somewhere"), usable)

  test("a disk with too little room is named, with the fix"):
    val room = DiskRoom(List(disk("--data", () => enough), disk("--out", () => 7L << 20)), () => 0L)
    val expected = "--out: the disk of /somewhere has 7 MiB left, but 256 MiB must stay free: " +
      "free some space there, or name a folder on another disk"
    assertEquals(room.shortage, Some(expected))
    assertEquals(DiskRoom(List(disk("--data", () => enough)), () => 0L).shortage, None)

  test("the disks are checked once a second"):
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
