package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample}

import java.nio.file.{Files, Path}

class DiskSuite extends munit.FunSuite:
  test("what was written is counted in sectors of 512 bytes") {
    val stat =
      Files.writeString(Files.createTempFile("disk", "stat"), "  446216   784926  9550688   4382310  1442 2  371 9 0\n")
    assertEquals(Disk(stat).writtenBytes, Some(371 * 512L))
    assertEquals(Disk(Files.writeString(stat, "")).writtenBytes, None)
    assertEquals(Disk(Path.of("nowhere")).writtenBytes, None)
  }

  test("the disk of a folder, if it has one, counts; a folder that is none has none") {
    for disk <- Disk.of(Path.of(".")) do assert(disk.writtenBytes.exists(_ > 0))
    assertEquals(Disk.of(Path.of("/proc")), None)
  }

  test("a broker did not have more written than the disk wrote") {
    def sample(written: Option[Double]) = ProcessSample(1, 1, Map("written_bytes_per_s" -> written))
    assertEquals(SystemMeter.atMost(Some(10), sample(Some(100))).rate(ProcessCounter.WrittenBytes), Some(10.0))
    assertEquals(SystemMeter.atMost(Some(1000), sample(Some(100))).rate(ProcessCounter.WrittenBytes), Some(100.0))
    assertEquals(SystemMeter.atMost(None, sample(Some(100))).rate(ProcessCounter.WrittenBytes), Some(100.0))
    assertEquals(SystemMeter.atMost(Some(10), sample(None)).rate(ProcessCounter.WrittenBytes), None)
  }
