package shootout.calibrate

import picocli.CommandLine

/** The table of a calibration, without timing. */
class CalibrationSuite extends munit.FunSuite:
  private def reading(perS: Double) = LoadReading(perS, perS / 100, 0.5)
  private def round(size: Int, connections: Int, readings: (LoadKind, Double)*) =
    Calibration.Round(size, connections, readings.map((kind, perS) => kind -> reading(perS)).toMap)

  test("a spread has the median and the range"):
    assertEquals(Spread.of(List(9, 1, 2)), Spread(2, 1, 9))
    assertEquals(Spread.of(List(4, 1, 2, 3)), Spread(2.5, 1, 4))
    assertEquals(Spread.of(List(7)), Spread(7, 7, 7))

  test("a ratio compares numbers of the same round"):
    def beside(c: Double, ours: Double) = round(20, 1, LoadKind.WriteByC -> c, LoadKind.ProducerBesideC -> ours)
    val rows = Calibration.rows(List(beside(100, 50), beside(1000, 400), beside(10, 3), round(20, 1)))
    assertEquals(rows.map(_.measure), List(LoadKind.WriteByC, LoadKind.ProducerBesideC))
    assertEquals(rows.map(_.ratioToC), List(None, Some(Spread(0.4, 0.3, 0.5))))
    assertEquals(rows.last.roundsRatePerS, List(50.0, 400.0, 3.0))
    assertEquals((rows.last.ratePerS, rows.last.cpuUsPerMessage), (Spread(50, 3, 400), 0.5))

  test("consumers are compared with the reader of the C program"):
    val rows = Calibration.rows(List(round(20, 1, LoadKind.ReadByC -> 100, LoadKind.ConsumerBesideC -> 50)))
    assertEquals(rows.flatMap(_.ratioToC).map(_.median), List(0.5))

  test("rows are sorted by size and connections"):
    val sizes = List(1024 -> 1, 20 -> 10, 20 -> 1)
    val rows = Calibration.rows(sizes.map((size, n) => round(size, n, LoadKind.Producer -> 1)))
    assertEquals(rows.map(r => r.sizeBytes -> r.connections), List(20 -> 1, 20 -> 10, 1024 -> 1))
    val table = Calibration.table(rows)
    assertEquals(table.size, rows.size + 1)
    assert(table(1).contains("producers"), table(1))

  test("all wrong options are named"):
    val options = CalibrateOptions()
    CommandLine(options).parseArgs("--rounds", "0", "--sizes", "20,19", "--connections", "1,0", "--seconds", "0")
    for name <- List("--rounds", "--sizes", "--connections", "--seconds") do
      assert(options.problems.exists(_.startsWith(name)), s"$name: ${options.problems}")
    assertEquals(CalibrateOptions().problems, Nil)
