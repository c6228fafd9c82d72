package shootout.analysis

import PartialResults.*

class RankingSuite extends munit.FunSuite:
  private def ranked(files: List[ujson.Value], choice: Choice = Choice.everything): List[Ranked] =
    judgement(files).of(choice).tables.head._2

  private def of(rows: List[Ranked], name: String): Ranked = rows.find(_.contender.label == name).get

  private val certain = Choice(certainOnly = true, commonOnly = false)
  private val common = Choice(certainOnly = false, commonOnly = true)

  test("the factor compares with the best, and only measured rows have one"):
    val files =
      List(row("A", at("c", 100)), row("B", at("c", 25)), row("C", workload("c", "failed")), row("D", at("c", 0)))
    val made = judgement(files)
    val standings = Standings.of(made.loads.head, made.rows, certainOnly = false)
    val expected =
      List(State.Measured -> Some(1.0), State.Measured -> Some(4.0), State.Failed -> None, State.Still -> None)
    assertEquals(standings.toList.map(s => s.state -> s.factor), expected)

  test("the score is the geometric mean over workloads that others tried too"):
    val files = List(
      row("A", at("1", 100), at("2", 10), at("3", 30), workload("4", "failed")),
      row("B", at("1", 25), at("2", 40), workload("3", "unsupported"), workload("4", "unsupported"))
    )
    val List(first, second) = ranked(files): @unchecked
    assertEquals((first.contender.label, first.place, second.place), ("A", Some(1), Some(1)))
    assertEqualsDouble(first.ratio.factor, 2, 1e-9)
    assertEqualsDouble(second.ratio.factor, 2, 1e-9)
    assertEquals((first.measured, first.workloads, second.measured, second.workloads), (3, 3, 2, 3))

  test("a crash costs the same at any rate of the others, and never pays"):
    def crash(second: ujson.Obj, odd: Double) =
      val others = List(row("A", at("1", 1000), at("2", 100)), row("C", at("1", odd), at("2", 100)))
      of(ranked(row("B", at("1", 1000), second) :: others), "B")
    for made <- List(workload("2", "failed"), at("2", 0), at("2", 0.001)); odd <- List(1.0, 1000.0) do
      assertEqualsDouble(crash(made, odd).ratio.factor, 10, 1e-9)
    assert(crash(at("2", 2), 1).ratio.factor < 10)

  test("unsupported workloads are not scored, but a row with too few has no place"):
    val files = List(
      row("A", at("1", 50), at("2", 50), at("3", 50), at("4", 50)),
      row("B", workload("1", "unsupported"), workload("2", "unsupported"), workload("3", "unsupported"), at("4", 100))
    )
    val List(first, second) = ranked(files): @unchecked
    assertEquals(
      (first.contender.label, first.place, second.place, second.why),
      ("A", Some(1), None, "too few of the loads")
    )
    assertEqualsDouble(first.ratio.factor, 2, 1e-9)

  test("a choice can leave out uncertain numbers, and loads of some rows only"):
    val files = List(
      row("A", at("1", 100), at("2", 100), at("3", 100)),
      row("B", at("1", 50), workload("2", "failed"), at("3", 50).flagged("noisy"))
    )
    def counted(choice: Choice) = ranked(files, choice).map(row => (row.measured, row.workloads, row.uncertain))
    assertEquals(counted(Choice.everything), List((3, 3, 0), (2, 3, 1)))
    assertEquals(counted(common), List((2, 2, 0), (2, 2, 1)))
    assertEquals(counted(certain), List((3, 3, 0), (1, 3, 0)))

  test("the interval of one repetition is a guess, and more workloads narrow it"):
    def repeated(id: String, rates: Double*) = numbered(rates.map(at(id, _)))
    val single = of(ranked(List(row("A", at("1", 100)), row("B", at("1", 50)))), "B")
    assert(single.ratio.guess)
    def half(n: Int) =
      val workloads = (1 to n).toList.flatMap(i => repeated(i.toString, 99, 100, 101))
      val row = of(ranked(List(PartialResults.row("A", workloads*), PartialResults.row("B", workloads*))), "A")
      assert(!row.ratio.guess)
      row.ratio.half
    assert(half(1) < single.ratio.half / 2)
    assertEqualsDouble(half(4), half(1) / 2, 1e-9)

  test("a wide interval stays above zero and below the highest factor"):
    val files = List(row("A", at("1", 3730)), row("B", at("1", 100)))
    files(1)("workloads")(0)("samples") = ujson.Arr(ujson.Obj(), ujson.Obj())
    files(1)("workloads")(0)("summary")("consumed")("stdev_per_s") = 110
    val ratio = of(ranked(files), "B").ratio
    assert(ratio.low > 0 && ratio.high > Ranking.Worst)
    assertEquals(Sentences.interval(ratio), "12.4–100×")

  test("a rate counts if several rows sustained it, and missing it is a failure"):
    def factors(files: ujson.Value*) =
      val rows = judgement(files).of(Choice.everything).tables.find(_._1.family.contains(Family.Latency)).get._2
      rows.map(row => row.contender.label -> (row.workloads, math.rint(row.ratio.factor * 1e6) / 1e6)).toMap
    val slow = row("slow", climbing(1000, Some(300)), climbing(5000, None))
    val steady = row("steady", climbing(1000, Some(900)), climbing(5000, Some(1000)), climbing(20000, None))
    val strong =
      row("strong", climbing(1000, Some(1000)), climbing(5000, Some(1500)), climbing(20000, Some(9000)))
    val all = factors(slow, steady, strong)
    assertEquals(all("slow"), (2, 10.0))
    assertEquals(all("steady"), (2, math.rint(math.sqrt(3) * 1e6) / 1e6))
    assert(all("strong")._2 > all("steady")._2)
    assertEquals(factors(slow, strong).values.map(_._1).toSet, Set(1))

  test("a p99 of fewer than 1,000 messages does not count and is no failure"):
    def judged(messages: Int) =
      def made(name: String, us: Double) = row(name, at("c", 100), climbing(100, Some(us), messages))
      val missed = row("C", at("c", 100), climbing(100, None, messages))
      judgement(List(made("A", 500), made("B", 5000), missed)).of(Choice.everything)
    def latency(judged: Judged) =
      judged.tables.find(_._1.family.contains(Family.Latency)).map(_._2.map(_.contender.label))
    assertEquals(latency(judged(1000)), Some(List("A", "B", "C")))
    val few = judged(999)
    assertEquals(latency(few), None)
    assertEquals(few.failures.map(_.contender.label), List("C"))
    assertEquals(few.certainty.few, 2)
    val measured = Sentences.measured(few.certainty)
    assert(measured.contains("2 have a p99 of too few messages"), measured)

  test("all repetitions together must have enough messages for a p99"):
    def requests(messages: Int*) = numbered(messages.zipWithIndex.map: (n, i) =>
      val made = at("r", 100, "open_loop" -> true)
      made("summary")("end_to_end") = ujson.Obj("count" -> n, "us_p99" -> 100 * (i + 1))
      made)
    val rows =
      ranked(List(row("A", requests(300, 300, 300)*), row("B", requests(1000, 1000, 1000)*), row("C", at("r", 0))))
    assertEquals(of(rows, "A").states, Map(State.TooFew -> 1))
    assertEquals(of(rows, "A").why, "too few messages to know a p99")
    assertEquals(of(rows, "B").measured, 1)
    val together = ranked(List(row("A", requests(600, 600, 600)*), row("B", requests(1000)*)))
    assertEquals(of(together, "A").measured, 1)
