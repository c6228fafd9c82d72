package shootout.report.judge

import Climbs.Made.*

class NeedSuite extends munit.FunSuite:
  private def asked(files: ujson.Value*): String =
    WrittenSummary.of(files.toList, Need(2000, 1024, Kept.Persistent, 20000), SummaryFormat.Text)

  test("the answer: who can, at what cost, with what to spare, and why the others cannot"):
    val told = asked(
      Climbs.row("quick", 1000 -> 900, 5000 -> 4000, 20000 -> 9000),
      Climbs.row("late", 1000 -> 900, 5000 -> 30000, 20000 -> 9000),
      Climbs.row("early", 1000 -> 30000, 5000 -> Out, 20000 -> Beyond)
    )
    val expected =
      """2k messages/s of 1 KiB, persistent, p99 below 20.0 ms:
                     |
                     |1 of 3 can. Least processor time: quick, 0.10 cores and 0.50 cores, measured at 1k/s and 5k/s. Most to spare: quick, up to 20k/s, 10.0 times what you ask. Of 1 row it is not known.
                     |
                     |From 3 measured loads at fixed rates. 2k/s was not measured: the numbers are those at the next lower and the next higher rate.
                     |
                     |Row    p99                 Measured at    Broker CPU                 Broker CPU/msg  Written/msg  Does it up to   Times what you ask  Notes
                     |quick  900 µs and 4.00 ms  1k/s and 5k/s  0.10 cores and 0.50 cores  100 µs          2 kB         at least 20k/s  10.0×
                     |
                     |Fall short:
                     |  early: p99 30.0 ms at 1k/s
                     |
                     |Not known:
                     |  late: does 1k/s, but not 5k/s: p99 30.0 ms
                     |""".stripMargin
    assertEquals(told, expected)

  test("who takes the least at the rate above need not be who takes the least at the one below"):
    def cores(name: String, low: Double, high: Double) =
      val file = Climbs.row(name, 1000 -> 900, 5000 -> 900)
      file("cells")(0)("resources")("broker")("cpu_cores") = low
      file("cells")(1)("resources")("broker")("cpu_cores") = high
      file
    val told = asked(cores("A", 0.3, 0.5), cores("B", 0.1, 0.9))
    assert(
      told.contains("Least processor time: at 5k/s A, 100 µs a message; at 1k/s B, 100 µs. Most to spare: 2 rows"),
      told
    )

  test("nothing that would tell, and nobody who can"):
    val nothing = "Not measured. Of 1 row it is not known.\n\nNothing here has messages of 1 KiB or more, persistent.\n"
    assert(asked(Results.row("A")).contains(nothing))
    assert(asked(Climbs.row("A", 1000 -> 30000)).contains("None was measured to do it."))

  test("a rate, a size, how safe, and a limit of the p99, in any order"):
    val need = Need(2000, 1024, Kept.Fsync, 20000)
    assertEquals(Need.read(Need.Example), Right(need))
    assertEquals(Need.read("fsync, 20 ms, 1 KiB, 2000/s"), Right(need))
    assertEquals(Need.read("120/min,10kB,none,1.5s"), Right(Need(2, 10000, Kept.NonPersistent, 1.5e6)))

  test("what is wrong, and what to write instead"):
    def why(text: String) = Need.read(text).left.toOption.getOrElse("")
    val all = s". Write all four, such as ${Need.Example}"
    assertEquals(
      why("2000,1KiB,fsync,20ms"),
      s"'2000' is none of its parts, for it has no unit; there is no rate, such as 2000/s$all"
    )
    assertEquals(
      why("2000/s,1KiB,disk,20ms"),
      s"'disk' is none of its parts; there is no word for how safe messages must be: none, persistent, fsync, replicated$all"
    )
    assertEquals(why("2000/s,1KiB,fsync"), s"there is no limit of the p99, such as 20ms$all")
    assertEquals(why("0/s,1KiB,fsync,20ms"), s"a rate of 0 is none$all")
    assertEquals(
      why("2000/s,1KiB,2KiB,fsync,20ms"),
      s"1KiB and 2KiB are each a size$all"
    )
    assert(why("").startsWith("there is no rate"), why(""))
