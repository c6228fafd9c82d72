package shootout.analysis

import PartialResults.*

class VerdictSuite extends munit.FunSuite:
  private def judged(files: ujson.Value*): Judged = judgement(files).of(Choice.everything)

  private def headline(judged: Judged): String = Headline.of(judged).map(_.text).mkString

  /** The only verdict of these contenders, each with the rates of its starts under one load. */
  private def race(rates: (String, List[Double])*): Verdict = judged(rates.map(repeated)*).verdicts.head

  private def repeated(name: String, rates: List[Double]): ujson.Obj = row(name, numbered(rates.map(at("1", _)))*)

  private def failures(judged: Judged): List[(String, List[String])] =
    judged.failures.map(one => one.contender.label -> Sentences.failures(one))

  private def incidents(judged: Judged): List[String] = judged.failures.flatMap(_.incidents).map(_.words)

  private def table(judged: Judged, family: Family): List[Ranked] =
    judged.tables.find(_._1.family.contains(family)).get._2

  private def words(verdict: Verdict): String = Sentences.answer(verdict).map(_.text).mkString

  test("ahead: the leader, its lead with the interval, and the rival"):
    val starts = List(1.0, 1.01, 0.99)
    val verdict = race("A" -> starts.map(400 * _), "B" -> starts.map(100 * _))
    assertEquals(verdict.outcome, Outcome.Ahead)
    assertEquals(words(verdict), "A is 4.00× (3.25–4.93×) ahead of B")
    assertEquals(
      headline(judged(repeated("A", List(400)), repeated("B", List(100)))),
      "Over 1 load (throughput): A is 4.00× (2.23–7.16×) ahead of B."
    )

  test("not decided: the closest rival, and how many more minutes would tell"):
    val verdict = race("A" -> List(120, 121), "B" -> List(100, 99), "C" -> List(10, 10))
    assertEquals(verdict.outcome, Outcome.Undecided)
    assertEquals(verdict.open.map(_.ranked.contender.label), List("B"))
    assertEquals(verdict.next.map(_.ranked.contender.label), Some("C"))
    assertEquals(
      words(verdict),
      "Not decided: A leads B by 1.21× (0.90–1.63×) after 2 starts each; about 3 more minutes would tell"
    )

  test("a tie: certainly no further apart than a tenth"):
    val starts = List.tabulate(40)(i => 100 + i % 2)
    val verdict = race("A" -> starts.map(_.toDouble), "B" -> starts.reverse.map(_.toDouble), "C" -> List(10, 10, 10))
    assertEquals(verdict.outcome, Outcome.Tie)
    assert(words(verdict).matches("A and B tie within [2-9]%"), words(verdict))

  test("starts are compared in pairs, so a machine that slows both down hides no lead"):
    val speeds = List(1.0, 0.5, 0.8, 0.4, 0.9)
    assertEquals(race("A" -> speeds.map(130 * _), "B" -> speeds.map(100 * _)).outcome, Outcome.Ahead)
    assertEquals(race("A" -> speeds.map(130 * _), "B" -> speeds.reverse.map(100 * _)).outcome, Outcome.Undecided)

  test("a start that other programs disturbed does not count beside undisturbed ones"):
    def starts(name: String, first: Double, others: Double*) =
      row(name, numbered(at("1", first).flagged("busy") :: others.toList.map(at("1", _)))*)
    val verdict = judged(starts("A", 20, 130, 130, 130, 130), starts("B", 200, 50, 50, 50, 50)).verdicts.head
    assertEquals((verdict.leader.contender.label, verdict.outcome), ("A", Outcome.Ahead))
    assertEquals(verdict.closest.map(_.lead.starts), Some(4))

  test("one start names a winner only if it is far ahead"):
    assertEquals(race("A" -> List(400), "B" -> List(100)).outcome, Outcome.Ahead)
    assertEquals(race("A" -> List(130), "B" -> List(100)).outcome, Outcome.Undecided)

  test("a rival that fails a load is behind, whatever its rates"):
    val made = judged(row("A", at("1", 100), at("2", 100)), row("B", at("1", 105), workload("2", "failed")))
    val verdict = made.verdicts.head
    assertEquals((verdict.leader.contender.label, verdict.outcome), ("A", Outcome.Ahead))
    assertEquals(words(verdict), "A is ahead of B, which did not get through 1 load")

  test("a discontinued contender is ranked, but the answer is about maintained ones"):
    val old = row("Old", at("1", 200))
    old("broker")("discontinued") = true
    val verdict = judged(old, row("A", at("1", 100)), row("B", at("1", 20))).verdicts.head
    assertEquals(words(verdict), "A is 5.00× (2.79–8.95×) ahead of B")
    assertEquals(Sentences.apart(verdict), "Not counted: Old (discontinued), 2.00× ahead.")
    assertEquals(judged(old, row("A", at("1", 20))).verdicts.head.leader.contender.label, "A")

  test("a race measures the leader and its closest rivals again, and none that is certainly behind"):
    val files = List("A" -> 100.0, "B" -> 99.0, "C" -> 95.0, "D" -> 90.0, "E" -> 10.0)
    val List(entrants) = Race.undecided(judgement(files.map((name, rate) => row(name, at("1", rate))))): @unchecked
    assertEquals(
      entrants.map(one => one.contender.label -> one.workloads),
      List("A", "B", "C").map(_ -> Set("1"))
    )
    assertEquals(Race.undecided(judgement(List(row("A", at("1", 400)), row("B", at("1", 20))))), Nil)

  test("no number at all"):
    assertEquals(
      headline(judged(row("A", workload("1", "failed")))),
      "No winner can be named: no row got through any load."
    )

  test("stored messages have a division for each durability class with rivals"):
    def stored(name: String, rate: Double, durability: String) =
      val made = row(name, at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(1e9))
      made("broker")("durability") = durability
      made
    val made = judged(
      stored("A", 900, "memory"),
      stored("B", 400, "page_cache"),
      stored("C", 50, "page_cache"),
      stored("D", 100, "fsync"),
      stored("E", 20, "fsync")
    )
    val leaders = made.verdicts.map(one => one.division.name -> one.leader.contender.label)
    assertEquals(leaders, List("" -> "B", "persistent-fsync" -> "D", "persistent-page_cache" -> "B"))
    assertEquals(made.tables.last._1.title, "Persistent, page cache")

  test("a row that promises to store and wrote less than its messages hold is not in the verdict of persistent loads"):
    def stored(rate: Double, written: Double) =
      at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(written * rate)
    val made = judged(row("A", stored(400, 0)), row("B", stored(100, 2000)), row("C", stored(20, 2000)))
    val persistent = table(made, Family.Persistent)
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
    assertEquals(
      made.verdicts.find(_.division.family.contains(Family.Persistent)).map(_.leader.contender.label),
      Some("B")
    )
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
    val latency = table(made, Family.Latency)
    assertEquals(latency.map(Sentences.trouble), List(List("D: delivered before it was stored in 2 loads"), Nil))
    assertEquals(latency.map(_.flags.map(_.letter)), List(List("D"), Nil))
    assertEquals(made.rows, 2)
    val row1 = made.tables.head._2.find(_.contender.label == "A").map(_.contender)
    assertEquals(row1.map(made.late), Some(2))

  test("only flags that make a number uncertain are counted beside the uncertain numbers"):
    def both(id: String, flags: String*) = at(id, 100).flagged(flags*)
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

  test("a contender that misses most of the rates that others sustain cannot win over all work"):
    def rates(held: Int*) = List(1000, 5000, 20000).map(rate => climbing(rate, Option.when(held.contains(rate))(500)))
    def of(a: List[ujson.Obj]) = judged(
      row("A", (at("1", 1000) :: a)*),
      row("B", (at("1", 100) :: rates(1000, 5000, 20000))*),
      row("C", (at("1", 90) :: rates(1000, 5000, 20000))*)
    ).verdicts.head
    assertEquals(of(rates(1000, 5000)).leader.contender.label, "A")
    assertEquals(of(rates(1000)).leader.contender.label, "B")
    assertEquals(
      Sentences.apart(of(rates(1000))),
      "Not counted: A (holds only 1 of 3 rates that others hold), 10.0× ahead."
    )

  test("a contender that leaves more than a tenth undelivered has failed the workload, whatever its rate"):
    def topic(name: String, rate: Double, undrained: Int) =
      val made = at("1", rate, "destination_type" -> "topic")
      made("audit") = ujson.Obj("expected" -> 1000, "undrained" -> undrained, "lost" -> 0)
      row(name, made)
    val both = judged(topic("A", 100, 0), topic("B", 99, 340), topic("C", 10, 0)).verdicts.last
    assertEquals(both.leader.contender.label, "A")
    assertEquals(both.closest.map(_.ranked.contender.label), Some("C"))
    val alone = judged(topic("A", 10, 0), topic("B", 99, 340))
    assertEquals(alone.verdicts.last.leader.contender.label, "A")
    assertEquals(alone.tables.head._2.map(_.why), List("", "left more than 10 % undelivered"))
    assertEquals(alone.races.flatMap(_.rows).map(_.state), List(State.Measured, State.Left))
    val said = "Of 2 measured results, 1 is a number; 1 left more than 10 % undelivered."
    assertEquals(Sentences.measured(alone.certainty), said)
    assertEquals(judged(topic("A", 100, 0), topic("B", 99, 99)).verdicts.last.open.size, 1)

  test("what is known of the leader stands behind the sentence"):
    val old = row("A", at("1", 400))
    old("broker")("caution") = "No longer developed."
    assert(headline(judged(old, row("B", at("1", 100)))).endsWith(" A: No longer developed."))

  test("failures and outliers, worst first"):
    val made = judged(
      row("A", at("1", 1000), at("2", 1000), at("3", 10)),
      row("B", at("1", 1000), workload("2", "failed"), at("3", 10)),
      row("C", at("1", 50), at("2", 1000), at("3", 0))
    )
    val slow = "50.0 msg/s, 20.0× behind the best, 1.00k msg/s of A"
    val slower = s"at least 10 times slower than the median row in 1 load, at worst $slow under 1"
    assertEquals(
      failures(made),
      List("B" -> List("failed in 1 load"), "C" -> List("delivered nothing in 1 load", slower))
    )
    assertEquals(incidents(made), List("failed", "delivered nothing, the best: 10.0 msg/s of A", slow))
    assertEquals(made.failures.flatMap(_.incidents).map(_.load.id), List("2", "3", "1"))

  test("a number can have several flags, and then it is said that they add up to more"):
    def words(flags: String*) =
      Sentences.flags(judged(row("A", at("1", 100).flagged(flags*)), row("B", at("1", 90))).certainty)
    assertEquals(words("noisy", "busy"), "B busy machine: 1, N noisy: 1; some have several flags")
    assertEquals(words("noisy"), "N noisy: 1")

  test("a row that leaves much undelivered is told, unless its consumers think"):
    def left(of: ujson.Value, undrained: Int): ujson.Value =
      of("audit") = ujson.Obj("expected" -> 1000, "undrained" -> undrained, "lost" -> 0)
      of
    val thinking = left(at("3", 1000), 900)
    def thinkers(load: (String, String)*) =
      val workload = ujson.copy(thinking)
      for (key, word) <- load do workload("load")(key) = word
      failures(judged(
        row("A", left(at("1", 1000), 200), left(at("2", 1000), 100)),
        row("B", left(at("1", 1000), 0), at("2", 1000), workload)
      ))
    val two = judged(row("A", left(at("1", 1000), 200)), row("B", left(at("1", 1000), 0)))
    assertEquals(incidents(two), List("20 % undelivered, the median row 0 %"))
    val only = List("A" -> List("left more than 10 % undelivered in 1 load, at worst 20 %"))
    assertEquals(thinkers("thinking" -> "side", "consumer_think" -> "1: none of your business"), only)
    assertEquals(thinkers("thinking" -> "some", "consumer_think" -> "500ms").map(_._1).toSet, Set("A", "B"))

  test("a row that misses most of the rates that others hold is told"):
    def row(name: String, held: Int) = PartialResults.row(
      name,
      List(1000, 5000, 20000, 50000).zipWithIndex.map((rate, i) => climbing(rate, Option.when(i < held)(500)))*
    )
    val made = judged(row("A", 3), row("B", 2), row("C", 1))
    assertEquals(failures(made), List("C" -> List("did not hold 5k msg/s and above, which others held")))
    assertEquals(
      incidents(made),
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
    assertEquals(failures(made), List("C" -> List("did not hold 20k msg/s, which others held")))
    assertEquals(incidents(made), List("1.19k of 20k msg/s asked, 91 % undelivered; 1 row held it"))

  test("golden files: who is first, and what trouble there was"):
    val made = Judgement(PartialResults.golden).of(Choice.everything)
    val rows = made.tables.head._2
    val places =
      List("Apollo" -> Some(1), "ActiveMQ Artemis" -> Some(2), "ActiveMQ Classic" -> Some(2), "HornetQ" -> None)
    assertEquals(rows.map(row => row.contender.label -> row.place), places)
    assertEquals((rows(1).in(State.Failed), rows(1).faulty), (1, 1))
