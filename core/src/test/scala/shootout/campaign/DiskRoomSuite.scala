package shootout.campaign

import shootout.units.Nanos

import java.nio.file.Path

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
