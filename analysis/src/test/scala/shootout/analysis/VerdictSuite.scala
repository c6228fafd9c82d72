package shootout.analysis

import PartialResults.*

class VerdictSuite extends munit.FunSuite:
  private def judged(files: ujson.Value*): Judged = judgement(files).of(Choice.everything)

  private def headline(judged: Judged): String = Headline.of(judged).map(_.text).mkString

  private def repeated(name: String, rates: Map[String, List[Double]]): ujson.Obj =
    val workloads =
      for (id, each) <- rates.toList; (rate, i) <- each.zipWithIndex yield
        val made = at(id, rate)
        made("repetition") = i + 1
        made
    row(name, workloads*)

  test("repeated and far apart: a winner, by name, version and durability, with the interval of its lead"):
    val files = List("A" -> 400.0, "B" -> 100.0).map((name, rate) =>
      repeated(name, Map("1" -> List(rate, rate * 1.01, rate * 0.99)))
    )
    val winner = judged(files*).winners.head
    assertEquals(winner.confidence, Confidence.High)
    assertEquals(
      headline(judged(files*)),
      "Over 1 load, A (1.0, fsync) wins: 4.00× (3.86–4.14×) better than the runner-up, B (1.0, fsync), over the 1 load that both measured."
    )

  test("one repetition: ahead if far, else perhaps; overlapping: a tie"):
    def of(a: Double, b: Double) = judged(row("A", at("1", a)), row("B", at("1", b)))
    assertEquals(of(400, 100).winners.head.confidence, Confidence.Medium)
    assert(headline(of(400, 100)).contains("A (1.0, fsync) is ahead: 4.00×"))
    assertEquals(of(130, 100).winners.head.confidence, Confidence.Low)
    assert(headline(of(130, 100)).contains("A (1.0, fsync) may be ahead: 1.30×"))
    assertEquals(of(110, 100).winners.head.confidence, Confidence.Tie)
    assert(headline(of(110, 100)).contains("A (1.0, fsync) and B (1.0, fsync) tie"))

  test("the strength of the headline follows its certainty"):
    def of(uncertain: Int) =
      val a = (1 to 4).map(i => if i <= uncertain then at(i.toString, 400).flagged("noisy") else at(i.toString, 400))
      judged(row("A", a*), row("B", (1 to 4).map(i => at(i.toString, 100))*))
    assertEquals(of(2).winners.head.confidence, Confidence.Medium)
    assertEquals(of(3).winners.head.confidence, Confidence.Low)
    assertEquals(of(4).winners.head.confidence, Confidence.None)
    assert(headline(of(4)).contains(
      "no winner can be named: the numbers of A (N) are uncertain, though those of the runner-up, B, are certain. Best"
    ))

  test("where nobody is named for uncertain numbers, whose they are"):
    def of(a: List[Boolean], b: List[Boolean]) =
      def workloads(rate: Double, noisy: List[Boolean]) = noisy.zipWithIndex.map: (is, i) =>
        if is then at(i.toString, rate).flagged("noisy") else at(i.toString, rate)
      val winner = judged(row("A", workloads(400, a)*), row("B", workloads(100, b)*)).winners.head
      assertEquals(winner.confidence, Confidence.None)
      winner.why
    assertEquals(
      of(List(false), List(true)),
      "the number of A is certain, but that of the runner-up, B (N), is uncertain"
    )
    assertEquals(
      of(List(true, true), List(true, true)),
      "the numbers of A (N) and of the runner-up, B (N), are uncertain"
    )
    assertEquals(
      of(List(true, false), List(false, true)),
      "under each of 2 loads the number of A (N) or that of the runner-up, B (N), is uncertain"
    )

  test("nobody is named on uncertain numbers alone, neither before others nor in a tie; flags stand behind names"):
    def noisy(id: String, rate: Double) = at(id, rate).flagged("noisy")
    val beside = judged(row("A", noisy("1", 110)), row("B", at("1", 100)), row("C", at("1", 20)))
    val winner = beside.winners.head
    assertEquals(winner.best.map(_.contender.label), List("B"))
    assertEquals(winner.confidence, Confidence.Low)
    assertEquals(winner.why, "A shares rank 1, but its number is uncertain (N)")
    assert(headline(beside).contains("B (1.0, fsync) may be ahead: 5.00×"), headline(beside))
    val three = judged(row("A", noisy("1", 110)), row("B", at("1", 100)), row("D", at("1", 99)), row("C", at("1", 20)))
    assertEquals(three.winners.head.best.map(_.contender.label), List("B", "D"))
    assertEquals(three.winners.head.confidence, Confidence.Tie)
    assert(
      three.winners.head.why.endsWith("overlap; the runner-up is far behind; A shares rank 1, but its number is " +
        "uncertain (N)"),
      three.winners.head.why
    )
    val alone = judged(row("A", noisy("1", 110)), row("B", at("1", 100))).winners.head
    assertEquals((alone.confidence, alone.why), (Confidence.None, "A shares rank 1, but its number is uncertain (N)"))
    val partly = judged(row("A", noisy("1", 400), at("2", 400)), row("B", at("1", 100), at("2", 100)))
    assertEquals(partly.winners.head.best.map(Sentences.named), List("A (N)"))
    assert(headline(partly).contains("A (1.0, fsync; 1 of 2 numbers uncertain: N) is ahead"), headline(partly))
    assertEquals(
      Sentences.naming(partly.verdict),
      "Letters after a name: flags of its numbers (N noisy). A winner needs certain numbers."
    )
    assertEquals(Sentences.naming(judged(row("A", at("1", 400)), row("B", at("1", 100))).verdict), "")

  test("the lead of several that tie is that of the one that is least ahead, with its interval"):
    val winner = judged(row("A", at("1", 110)), row("B", at("1", 100)), row("C", at("1", 20))).winners.head
    assertEquals(winner.best.map(_.contender.label), List("A", "B"))
    assertEqualsDouble(winner.lead.get.ratio.factor, 5, 1e-9)
    assertEquals(Sentences.lead(winner), "about 5.00× better")
    val behind = winner.copy(leads = winner.leads.map(lead => lead.copy(ratio = Ratio(0.96, 0.3))))
    assertEquals(Sentences.lead(behind), "none (0.96×)")
    assertEquals(Sentences.lead(judged(row("A", at("1", 400)), row("B", at("1", 100))).winners.head), "4.00× better")

  test("too few numbers name nobody"):
    val files = List(
      row("A", at("1", 400), at("2", 400), at("3", 1), workload("4", "failed")),
      row("B", at("1", 100), workload("2", "unsupported"), workload("3", "unsupported"), at("4", 100))
    )
    val winner = judged(files*).winners.head
    assertEquals(winner.confidence, Confidence.None)
    assert(winner.why.startsWith("too few numbers"), winner.why)
    assertEquals(
      headline(judged(row("A", workload("1", "failed")))),
      "No winner can be named: no row got through any load."
    )

  test("where a row that promises less wins, the best of those that sync to disk is named, too"):
    def stored(rate: Double) = at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(1e9)
    val loose = row("A", stored(400))
    loose("broker")("durability") = "memory"
    val made = judged(loose, row("B", stored(100)), row("C", stored(20)))
    val synced = made.synced.get
    assertEquals(synced.best.map(_.contender.label), List("B"))
    assertEqualsDouble(synced.leads.head.ratio.factor, 5, 1e-9)
    assertEquals(synced.leftOut.map(_.label), List("A"))
    assertEquals(judged(row("B", stored(100)), row("C", stored(20))).synced, None)

  test("a row that promises to store and wrote less than its messages hold is not in the verdict of persistent loads"):
    def stored(rate: Double, written: Double) =
      at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(written * rate)
    val made = judged(row("A", stored(400, 0)), row("B", stored(100, 2000)), row("C", stored(20, 2000)))
    val persistent = made.tables.find(_._1.contains(Family.Persistent)).get._2
    assertEquals(
      persistent.map(row => row.contender.label -> row.place),
      List("B" -> Some(1), "C" -> Some(2), "A" -> None)
    )
    assertEqualsDouble(persistent.head.ratio.factor, 1, 1e-9)
    assertEquals(
      Sentences.trouble(persistent.last),
      List(
        "D: durability not exercised in 1 load, 0 B written for a message of 1024 B",
        "no rank: durability not exercised"
      )
    )
    assertEquals(made.winners.find(_.family.contains(Family.Persistent)).get.best.map(_.contender.label), List("B"))
    assertEquals(made.tables.head._2.head.contender.label, "A", "its rate is one all the same")

  test("where it counts all the same, the ranking and a line below the verdict say so"):
    def stored(rate: Int, written: Double) =
      val made = climbing(rate, Some(500)).wrote(written * rate)
      made("load")("persistent") = true
      made("load")("destination_type") = "queue"
      made
    val made = judged(row("A", stored(1000, 0), stored(5000, 0)), row("B", stored(1000, 2000), stored(5000, 2000)))
    assertEquals(made.unexercised, Nil)
    assertEquals(
      made.early.map((row, workloads) => row.label -> Sentences.early(workloads)),
      List("A" -> "2 loads of Latency")
    )
    val latency = made.tables.find(_._1.contains(Family.Latency)).get._2
    assertEquals(latency.map(Sentences.trouble), List(List("D: delivered before it was stored in 2 loads"), Nil))
    assertEquals(latency.map(_.flags.map(_.letter)), List(List("D"), Nil))
    assertEquals(made.rows, 2)
    val row1 = made.tables.head._2.find(_.contender.label == "A").map(_.contender)
    assertEquals(row1.map(made.late), Some(2))

  test("only flags that make a number uncertain are counted beside the uncertain numbers"):
    def both(id: String, flags: String*) =
      val made = at(id, 100)
      made("flags") = ujson.Arr.from(flags.map(flag => ujson.Obj("flag" -> flag, "letter" -> flag.take(1).toUpperCase)))
      made
    val flags = List("load_share", "shared", "single")
    val made = judged(row("A", both("1", "noisy" :: flags*), both("2", flags*)), row("B", at("1", 100), at("2", 90)))
    assertEquals((made.certainty.uncertain, made.certainty.letters), (1, List(Doubt.of(Flag.Noisy) -> 1)))

  test("the load with most of the uncertain numbers is named, if they are not a few"):
    def of(noisy: Int) =
      val rows =
        (1 to 4).map(i => row(s"$i", if i <= noisy then at("1", 100).flagged("noisy") else at("1", 100), at("2", 9)))
      judged(rows*).certainty
    assertEquals(of(3).worst.map((figure, times) => figure.id -> times), Some("1" -> 3))
    assertEquals(Sentences.worst(of(4)), s"4 of them under one load (${of(4).worst.get._1.title})")
    assertEquals(of(2).worst, None)

  test("what was measured and is no number is told with the reason"):
    val made = judged(
      row("A", at("1", 100), at("2", 0), climbing(1000, Some(500)), climbing(5000, Some(500))),
      row("B", at("1", 100), at("2", 90), climbing(1000, Some(500)), climbing(5000, None))
    )
    assertEquals(made.certainty.numbers, 5)
    assertEquals(
      Sentences.measured(made.certainty),
      "Of 8 measured results, 5 are numbers; 1 is a rate that was not held, 1 delivered nothing, 1 could be compared with nothing."
    )
    assertEquals(Sentences.measured(judged(row("A", at("1", 1)), row("B", at("1", 2))).certainty), "")

  test("whoever does not hold most of the rates that others hold is not crowned"):
    def rates(held: Int*) = List(1000, 5000, 20000).map(rate => climbing(rate, Option.when(held.contains(rate))(500)))
    def of(a: List[ujson.Obj]) = judged(
      row("A", (at("1", 1000) :: a)*),
      row("B", (at("1", 100) :: rates(1000, 5000, 20000))*),
      row("C", (at("1", 90) :: rates(1000, 5000, 20000))*)
    )
    assertEquals(of(rates(1000, 5000)).winners.head.confidence, Confidence.Medium)
    val made = of(rates(1000))
    assertEquals(made.winners.head.confidence, Confidence.None)
    assert(headline(
      made
    ).contains("no winner can be named: A has the best factor, but holds only 1 of 3 rates that others hold"))

  test(
    "the headline and the ranking count the same rows: whoever shares rank 1 and is not crowned is named with the reason"
  ):
    def rates(held: Int*) = List(1000, 5000, 20000).map(rate => climbing(rate, Option.when(held.contains(rate))(500)))
    def of(name: String, rate: Double, held: Int*) = row(name, (at("1", rate) :: rates(held*))*)
    val strong = List(of("A", 100, 1000, 5000, 20000), of("B", 99, 1000, 5000, 20000))
    val weak = List(of("C", 101, 1000), of("D", 98))
    val all = strong ++ weak ++ List(of("E", 10, 1000, 5000))
    val made = judged(all*)
    val places = made.tables.head._2.map(row => row.contender.label -> row.place.get).toMap
    assertEquals(places, Map("A" -> 1, "B" -> 1, "C" -> 1, "D" -> 1, "E" -> 5))
    val winner = made.winners.head
    assertEquals(winner.best.map(_.contender.label), List("A", "B"))
    assertEquals(winner.confidence, Confidence.Tie)
    val said = headline(made)
    assert(said.contains("A (1.0, fsync) and B (1.0, fsync) tie: the intervals of 4 rows overlap"), said)
    assert(said.contains("; C shares rank 1, but holds only 1 of 3 rates that others hold; D shares rank 1"), said)
    val alone = judged(strong.head, weak.head, of("E", 10, 1000, 5000, 20000))
    assert(headline(alone).contains("C shares rank 1, but holds only 1 of 3 rates that others hold"), headline(alone))

  test("a contender that leaves more than a tenth undelivered has failed the workload, whatever its rate"):
    def topic(name: String, rate: Double, undrained: Int) =
      val made = at("1", rate, "destination_type" -> "topic")
      made("audit") = ujson.Obj("expected" -> 1000, "undrained" -> undrained, "lost" -> 0)
      row(name, made)
    val both = judged(topic("A", 100, 0), topic("B", 99, 340), topic("C", 10, 0)).winners.last
    assertEquals(both.best.map(_.contender.label), List("A"))
    assertEquals(both.next.map(_.contender.label), Some("C"))
    val alone = judged(topic("A", 10, 0), topic("B", 99, 340))
    assertEquals(alone.winners.last.best.map(_.contender.label), List("A"))
    assertEquals(alone.tables.head._2.map(_.why), List("", "left more than 10 % undelivered"))
    assertEquals(alone.races.flatMap(_.rows).map(_.state), List(State.Measured, State.Left))
    val said = "Of 2 measured results, 1 is a number; 1 left more than 10 % undelivered."
    assertEquals(Sentences.measured(alone.certainty), said)
    assertEquals(judged(topic("A", 100, 0), topic("B", 99, 99)).winners.last.best.size, 2)

  test("what is known of a winner stands behind the sentence"):
    val old = row("A", at("1", 400))
    old("broker")("caution") = "No longer developed."
    assert(headline(judged(old, row("B", at("1", 100)))).endsWith(" A: No longer developed."))

  test("failures and outliers, worst first"):
    val made = judged(
      row("A", at("1", 1000), at("2", 1000), at("3", 10)),
      row("B", at("1", 1000), workload("2", "failed"), at("3", 10)),
      row("C", at("1", 50), at("2", 1000), at("3", 0))
    )
    val List(first, second) = made.failures: @unchecked
    assertEquals(Sentences.failures(first), List("failed in 1 load"))
    assertEquals(
      Sentences.failures(second),
      List(
        "delivered nothing in 1 load",
        "at least 10 times slower than the median row in 1 load, at worst 50.0 msg/s, 20.0× behind the best, 1.00k msg/s of A under 1"
      )
    )
    assertEquals(first.incidents.map(_.words), List("failed"))
    assertEquals(
      second.incidents.map(one => one.load.id -> one.words),
      List(
        "3" -> "delivered nothing, the best: 10.0 msg/s of A",
        "1" -> "50.0 msg/s, 20.0× behind the best, 1.00k msg/s of A"
      )
    )

  test("a number can have several flags, and then it is said that they add up to more"):
    val both = at("1", 100)
    both("flags") = ujson.Arr.from(List("noisy" -> "N", "busy" -> "B").map((flag, letter) =>
      ujson.Obj("flag" -> flag, "letter" -> letter)
    ))
    assertEquals(
      Sentences.flags(judged(row("A", both), row("B", at("1", 90))).certainty),
      "B busy machine: 1, N noisy: 1; some have several flags"
    )
    assertEquals(
      Sentences.flags(judged(row("A", at("1", 100).flagged("noisy")), row("B", at("1", 90))).certainty),
      "N noisy: 1"
    )

  test("a row that leaves much undelivered is told, unless its consumers think"):
    def left(of: ujson.Value, undrained: Int): ujson.Value =
      of("audit") = ujson.Obj("expected" -> 1000, "undrained" -> undrained, "lost" -> 0)
      of
    val thinking = left(at("3", 1000), 900)
    def failures(load: (String, String)*) =
      val workload = ujson.copy(thinking)
      for (key, word) <- load do workload("load")(key) = word
      val made = judged(
        row("A", left(at("1", 1000), 200), left(at("2", 1000), 100)),
        row("B", left(at("1", 1000), 0), at("2", 1000), workload)
      )
      made.failures.map(one => one.contender.label -> Sentences.failures(one))
    val incidents =
      judged(row("A", left(at("1", 1000), 200)), row("B", left(at("1", 1000), 0))).failures.flatMap(_.incidents)
    assertEquals(incidents.map(_.words), List("20 % undelivered, the median row 0 %"))
    val only = List("A" -> List("left more than 10 % undelivered in 1 load, at worst 20 %"))
    assertEquals(failures("thinking" -> "side", "consumer_think" -> "1: none of your business"), only)
    assertEquals(failures("thinking" -> "some", "consumer_think" -> "500ms").map(_._1).toSet, Set("A", "B"))

  test("a row that misses most of the rates that others hold is told"):
    def row(name: String, held: Int) = PartialResults.row(
      name,
      List(1000, 5000, 20000, 50000).zipWithIndex.map((rate, i) => climbing(rate, Option.when(i < held)(500)))*
    )
    val made = judged(row("A", 3), row("B", 2), row("C", 1))
    assertEquals(
      made.failures.map(one => one.contender.label -> Sentences.failures(one)),
      List("C" -> List("did not hold 5k msg/s and above, which others held"))
    )
    assertEquals(
      made.failures.flatMap(_.incidents).map(_.words),
      List("did not hold 5k msg/s, 2 rows held it", "did not hold 20k msg/s, 1 row held it")
    )

  test("a row that holds most rates is told where it delivered less than half of what it took"):
    def row(name: String, delivered: Option[Int]) =
      val last = climbing(20000, Option.when(delivered.isEmpty)(500))
      for n <- delivered do
        last("audit") = ujson.Obj("expected" -> 1000, "delivered" -> n, "undrained" -> (1000 - n))
        last("summary")("consumed") = ujson.Obj("mean_per_s" -> 1190, "stdev_per_s" -> 0)
      PartialResults.row(name, climbing(1000, Some(500)), climbing(5000, Some(500)), last)
    val made = judged(row("A", None), row("B", Some(510)), row("C", Some(90)))
    assertEquals(
      made.failures.map(one => one.contender.label -> Sentences.failures(one)),
      List("C" -> List("did not hold 20k msg/s, which others held"))
    )
    assertEquals(
      made.failures.flatMap(_.incidents).map(_.words),
      List("1.19k of 20k msg/s asked, 91 % undelivered; 1 row held it")
    )

  test("golden files: who is first, and what trouble there was"):
    val made = Judgement(PartialResults.golden).of(Choice.everything)
    val rows = made.tables.head._2
    val places =
      List("Apollo" -> Some(1), "ActiveMQ Artemis" -> Some(2), "ActiveMQ Classic" -> Some(2), "HornetQ" -> None)
    assertEquals(rows.map(row => row.contender.label -> row.place), places)
    assertEquals((rows(1).in(State.Failed), rows(1).faulty), (1, 1))
