package shootout.calibrate

import picocli.CommandLine

/** What the table of a calibration is made of; nothing is timed here. */
class CalibrationSuite extends munit.FunSuite:
  private def round(raw: Double, producer: Double, size: Int = 20, connections: Int = 1) =
    Calibration.Round(
      size,
      connections,
      raw,
      raw * 2,
      Map(("stomp", LoadKind.Producer) -> LoadReading(producer, producer / 100, 0.5))
    )

  test("the median of odd and even numbers of values, and their range") {
    assertEquals(Spread.of(List(9, 1, 2)), Spread(2, 1, 9))
    assertEquals(Spread.of(List(4, 1, 2, 3)), Spread(2.5, 1, 4))
    assertEquals(Spread.of(List(7)), Spread(7, 7, 7))
  }

  test("a ratio is that of one round, never of numbers from different ones") {
    val rows = Calibration.rows(List(round(100, 50), round(1000, 400), round(10, 3)))
    assertEquals(rows.map(_.measure), List("raw", "raw_read", "producer"))
    val List(raw, _, producer) = rows: @unchecked
    assertEquals(raw.ratePerS, Spread(100, 10, 1000))
    assertEquals(raw.ratioToRaw, Spread(1, 1, 1))
    assertEquals(raw.cpuUsPerMessage, None)
    assertEquals(raw.ratioToC, None)
    assertEquals(producer.ratePerS, Spread(50, 3, 400))
    assertEquals(producer.ratioToRaw, Spread(0.4, 0.3, 0.5))
    assertEquals(producer.cpuUsPerMessage, Some(0.5))
    assertEquals(producer.roundsRatePerS, List(50.0, 400.0, 3.0))
  }

  test("clients each have their lines, behind those of the bare socket; a round that lacks one does not count for it") {
    val other = Map(("amqp", LoadKind.Producer) -> LoadReading(5, 1, 1))
    val rows = Calibration.rows(List(round(100, 50), round(200, 60).copy(readings = other)))
    assertEquals(
      rows.map(r => (r.client, r.measure)),
      List(("", "raw"), ("", "raw_read"), ("stomp", "producer"), ("amqp", "producer"))
    )
    assertEquals(rows.map(_.roundsRatePerS), List(List(100.0, 200.0), List(200.0, 400.0), List(50.0), List(5.0)))
    assertEquals(rows.last.ratioToRaw.median, 5.0 / 200)
  }

  test("rows by size and connections; a line for each under a heading") {
    val rows = Calibration.rows(List(round(1, 1, 1024, 1), round(1, 1, 20, 10), round(1, 1, 20, 1)))
    assertEquals(rows.map(r => r.sizeBytes -> r.connections).distinct, List(20 -> 1, 20 -> 10, 1024 -> 1))
    val table = Calibration.table(rows)
    assertEquals(table.size, rows.size + 1)
    assert(table(3).contains("producers") && table(3).contains("100.0% "), table(3))
  }

  test("beside a C program: shares of its rates in the same round; consumers are a share of what a bare socket reads") {
    val c = Map(
      ("c", LoadKind.WriteByC) -> LoadReading(200, 1, 0),
      ("stomp", LoadKind.ProducerBesideC) -> LoadReading(150, 1, 0),
      ("c", LoadKind.ReadByC) -> LoadReading(100, 1, 0),
      ("stomp", LoadKind.ConsumerBesideC) -> LoadReading(50, 1, 0)
    )
    val rows = Calibration.rows(List(round(100, 50).copy(readings = c), round(100, 50)))
    assertEquals(rows.map(_.measure).drop(3), List("write_by_c", "producer_beside_c", "read_by_c", "consumer_beside_c"))
    assertEquals(rows.flatMap(_.ratioToC).map(_.median), List(0.75, 0.5))
    assertEquals(rows.last.ratioToRaw.median, 50.0 / 200)
  }

  test("a share above the whole is never shown without a word") {
    val table = Calibration.table(Calibration.rows(List(round(100, 150))))
    assert(table(3).contains("150.0%*"), table(3))
    assert(table.last.startsWith("*") && table.last.contains("no limit"), table.last)
    assert(!Calibration.table(Calibration.rows(List(round(100, 99)))).exists(_.contains("*")))
    val once = Calibration.table(Calibration.rows(List(round(100, 90), round(100, 98), round(100, 122))))
    assert(once(3).contains("98.0% ") && once(3).contains("(90.0 122.0*)"), once(3))
    assert(once.last.startsWith("*"), once.last)
  }

  test("wrong options are all named") {
    val options = CalibrateOptions()
    CommandLine(options).parseArgs("--rounds", "0", "--sizes", "20,19", "--connections", "1,0", "--seconds", "0")
    for name <- List("--rounds", "--sizes", "--connections", "--seconds") do
      assert(options.problems.exists(_.startsWith(name)), s"$name: ${options.problems}")
    assertEquals(CalibrateOptions().problems, Nil)
  }
