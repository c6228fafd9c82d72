package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample}

import java.nio.file.{Files, Path}

class DiskSuite extends munit.FunSuite:
  test("written bytes are counted in sectors of 512 bytes"):
    val stat =
      Files.writeString(Files.createTempFile("disk", "stat"), "  446216   784926  9550688   4382310  1442 2  371 9 0\n")
    assertEquals(Disk(stat).writtenBytes, Some(371 * 512L))
    assertEquals(Disk(Files.writeString(stat, "")).writtenBytes, None)
    assertEquals(Disk(Path.of("nowhere")).writtenBytes, None)

  test("a folder on a disk has its written bytes; /proc has no disk"):
    for disk <- Disk.of(Path.of(".")) do assert(disk.writtenBytes.exists(_ > 0))
    assertEquals(Disk.of(Path.of("/proc")), None)

  test("a broker's written bytes are at most those of the disk"):
    def sample(written: Option[Double]) = ProcessSample(1, 1, Map("written_bytes_per_s" -> written))
    def limited(disk: Option[Double], written: Option[Double]) =
      SystemMeter.atMost(disk, sample(written)).rate(ProcessCounter.WrittenBytes)
    assertEquals(limited(Some(10), Some(100)), Some(10.0))
    assertEquals(limited(Some(1000), Some(100)), Some(100.0))
    assertEquals(limited(None, Some(100)), Some(100.0))
    assertEquals(limited(Some(10), None), None)
