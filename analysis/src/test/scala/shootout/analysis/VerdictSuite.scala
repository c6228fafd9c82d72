package shootout.analysis

import PartialResults.*

class VerdictSuite extends munit.FunSuite:
  private def judged(files: ujson.Value*): Judged = judgement(files).of(Choice.everything)

  private def headline(judged: Judged): String = Headline.of(judged).map(_.text).mkString

  /** The only verdict of these contenders, each with the rates of its starts under one load. */
  private def race(rates: (String, List[Double])*): Verdict = judged(rates.map(repeated)*).verdicts.head

  private def repeated(name: String, rates: List[Double]): ujson.Obj =
    row(name, numbered(rates.map(at("1", _)))*)

  private def failures(judged: Judged): List[(String, List[String])] =
    judged.failures.map(one => one.contender.label -> Sentences.failures(one))

  private def incidents(judged: Judged): List[String] = judged.failures.flatMap(_.incidents).map(_.words)

  private def table(judged: Judged, family: Family): List[Ranked] =
    judged.tables.find(_._1.family.contains(family)).get._2

  private def words(verdict: Verdict): String = Sentences.answer(verdict).map(_.text).mkString

  private def leader(verdict: Verdict): String = verdict.leader.contender.label

  test("a leader is ahead of its rival by a factor with an interval"):
    val starts = List(1.0, 1.01, 0.99)
    val verdict = race("A" -> starts.map(400 * _), "B" -> starts.map(100 * _))
    assertEquals(verdict.outcome, Outcome.Ahead)
    assertEquals(words(verdict), "A is 4.00× (3.25–4.93×) ahead of B")
    val once = headline(judged(repeated("A", List(400)), repeated("B", List(100))))
    assertEquals(once, "Over 1 load (throughput): A is 4.00× (2.23–7.16×) ahead of B.")

  test("an undecided verdict has the closest rival and the minutes needed"):
    val verdict = race("A" -> List(120, 121), "B" -> List(100, 99), "C" -> List(10, 10))
    assertEquals(verdict.outcome, Outcome.Undecided)
    assertEquals(verdict.open.map(_.ranked.contender.label), List("B"))
    assertEquals(verdict.next.map(_.ranked.contender.label), Some("C"))
    assertEquals(
      words(verdict),
      "Not decided: A leads B by 1.21× (0.90–1.63×) after 2 starts each; about 3 more minutes would tell"
    )

  test("contenders tie if they certainly differ by less than 10%"):
    val starts = List.tabulate(40)(i => 100.0 + i % 2)
    val verdict = race("A" -> starts, "B" -> starts.reverse, "C" -> List(10, 10, 10))
    assertEquals(verdict.outcome, Outcome.Tie)
    assert(words(verdict).matches("A and B tie within [2-9]%"), words(verdict))

  test("starts are compared in pairs, so a slow machine does not hide a lead"):
    val speeds = List(1.0, 0.5, 0.8, 0.4, 0.9)
    assertEquals(race("A" -> speeds.map(130 * _), "B" -> speeds.map(100 * _)).outcome, Outcome.Ahead)
    assertEquals(race("A" -> speeds.map(130 * _), "B" -> speeds.reverse.map(100 * _)).outcome, Outcome.Undecided)

  test("a disturbed start does not count if there are undisturbed ones"):
    def starts(name: String, first: Double, others: Double*) =
      row(name, numbered(at("1", first).flagged("busy") :: others.toList.map(at("1", _)))*)
    val verdict = judged(starts("A", 20, 130, 130, 130, 130), starts("B", 200, 50, 50, 50, 50)).verdicts.head
    assertEquals((leader(verdict), verdict.outcome), ("A", Outcome.Ahead))
    assertEquals(verdict.closest.map(_.lead.starts), Some(4))

  test("a single start names a winner only if it is far ahead"):
    assertEquals(race("A" -> List(400), "B" -> List(100)).outcome, Outcome.Ahead)
    assertEquals(race("A" -> List(130), "B" -> List(100)).outcome, Outcome.Undecided)

  test("a rival that fails a load is behind at any rate"):
    val made = judged(row("A", at("1", 100), at("2", 100)), row("B", at("1", 105), workload("2", "failed")))
    val verdict = made.verdicts.head
    assertEquals((leader(verdict), verdict.outcome), ("A", Outcome.Ahead))
    assertEquals(words(verdict), "A is ahead of B, which did not get through 1 load")

  test("a discontinued contender is ranked, but does not win against maintained ones"):
    val old = row("Old", at("1", 200))
    old("broker")("discontinued") = true
    val verdict = judged(old, row("A", at("1", 100)), row("B", at("1", 20))).verdicts.head
    assertEquals(words(verdict), "A is 5.00× (2.79–8.95×) ahead of B")
    assertEquals(Sentences.apart(verdict), "Not counted: Old (discontinued), 2.00× ahead.")
    assertEquals(leader(judged(old, row("A", at("1", 20))).verdicts.head), "A")

  test("a race measures the leader and its closest rivals again"):
    val files = List("A" -> 100.0, "B" -> 99.0, "C" -> 95.0, "D" -> 90.0, "E" -> 10.0)
    val List(entrants) =
      RaceEntrants.undecided(judgement(files.map((name, rate) => row(name, at("1", rate))))): @unchecked
    val found = entrants.map(one => one.contender.label -> one.workloads)
    assertEquals(found, List("A", "B", "C").map(_ -> Set("1")))
    assertEquals(RaceEntrants.undecided(judgement(List(row("A", at("1", 400)), row("B", at("1", 20))))), Nil)

  test("the headline needs numbers, and adds a caution about the winner"):
    val nothing = judged(row("A", workload("1", "failed")))
    assertEquals(headline(nothing), "No winner can be named: no row got through any load.")
    val old = row("A", at("1", 400))
    old("broker")("caution") = "No longer developed."
    assert(headline(judged(old, row("B", at("1", 100)))).endsWith(" A: No longer developed."))

  private def stored(rate: Double, bytesPerMessage: Double) =
    at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(bytesPerMessage * rate)

  test("persistent loads have a division for each durability class with rivals"):
    def classed(name: String, rate: Double, durability: String) =
      val made = row(name, stored(rate, 1e7))
      made("broker")("durability") = durability
      made
    val made = judged(
      classed("A", 900, "memory"),
      classed("B", 400, "page_cache"),
      classed("C", 50, "page_cache"),
      classed("D", 100, "fsync"),
      classed("E", 20, "fsync")
    )
    val leaders = made.verdicts.map(one => one.division.name -> leader(one))
    assertEquals(leaders, List("" -> "B", "persistent-fsync" -> "D", "persistent-page_cache" -> "B"))
    assertEquals(made.tables.last._1.title, "Persistent, page cache")

  test("a contender that did not store is not in the verdict of persistent loads"):
    val made = judged(row("A", stored(400, 0)), row("B", stored(100, 2000)), row("C", stored(20, 2000)))
    val persistent = table(made, Family.Persistent)
    val places = persistent.map(row => row.contender.label -> row.place)
    assertEquals(places, List("B" -> Some(1), "C" -> Some(2), "A" -> None))
    assertEqualsDouble(persistent.head.ratio.factor, 1, 1e-9)
    val trouble = "D: durability not exercised in 1 load, 0 B written for a message of 1024 B"
    assertEquals(Sentences.trouble(persistent.last), List(trouble, "no rank: durability not exercised"))
    assertEquals(made.verdicts.find(_.division.family.contains(Family.Persistent)).map(leader), Some("B"))
    assertEquals(made.tables.head._2.head.contender.label, "A", "its rate counts elsewhere")

  test("a contender that delivers before it stores is marked where it counts"):
    def early(rate: Int, written: Double) =
      val made = climbing(rate, Some(500)).wrote(written * rate)
      made("load")("persistent") = true
      made("load")("destination_type") = "queue"
      made
    val made = judged(row("A", early(1000, 0), early(5000, 0)), row("B", early(1000, 2000), early(5000, 2000)))
    assertEquals(made.unexercised, Nil)
    val marked = made.early.map((row, workloads) => row.label -> Sentences.early(workloads))
    assertEquals(marked, List("A" -> "2 loads of Latency"))
    val latency = table(made, Family.Latency)
    assertEquals(latency.map(Sentences.trouble), List(List("D: delivered before it was stored in 2 loads"), Nil))
    assertEquals(latency.map(_.flags.map(_.letter)), List(List("D"), Nil))
    assertEquals(made.rows, 2)
    val first = made.tables.head._2.find(_.contender.label == "A").map(_.contender)
    assertEquals(first.map(made.late), Some(2))

  test("only flags that make a number uncertain are counted"):
    def both(id: String, flags: String*) = at(id, 100).flagged(flags*)
    val flags = List("load_share", "shared", "single")
    val made =
      judged(row("A", both("1", "noisy" :: flags*), both("2", flags*)), row("B", at("1", 100), at("2", 90)))
    assertEquals((made.certainty.uncertain, made.certainty.letters), (1, List(Doubt.of(Flag.Noisy) -> 1)))
    val several = judged(row("A", both("1", "noisy", "busy")), row("B", at("1", 90))).certainty
    assertEquals(Sentences.flags(several), "B busy machine: 1, N noisy: 1; some have several flags")

  test("the load with most of the uncertain numbers is named if there are many"):
    def of(noisy: Int) =
      val rows =
        (1 to 4).map(i => row(s"$i", if i <= noisy then at("1", 100).flagged("noisy") else at("1", 100), at("2", 9)))
      judged(rows*).certainty
    assertEquals(of(3).worst.map((figure, times) => figure.id -> times), Some("1" -> 3))
    assertEquals(Sentences.worst(of(4)), s"4 of them under one load (${of(4).worst.get._1.title})")
    assertEquals(of(2).worst, None)

  test("results that are not numbers are counted with their reasons"):
    val made = judged(
      row("A", at("1", 100), at("2", 0), climbing(1000, Some(500)), climbing(5000, Some(500))),
      row("B", at("1", 100), at("2", 90), climbing(1000, Some(500)), climbing(5000, None))
    )
    assertEquals(made.certainty.numbers, 5)
    val reasons = "1 is a rate that was not held, 1 delivered nothing, 1 could be compared with nothing."
    assertEquals(Sentences.measured(made.certainty), s"Of 8 measured results, 5 are numbers; $reasons")
    assertEquals(Sentences.measured(judged(row("A", at("1", 1)), row("B", at("1", 2))).certainty), "")

  test("a contender that misses most rates cannot win over all loads"):
    def rates(held: Int*) =
      List(1000, 5000, 20000).map(rate => climbing(rate, Option.when(held.contains(rate))(500)))
    def of(a: List[ujson.Obj]) = judged(
      row("A", (at("1", 1000) :: a)*),
      row("B", (at("1", 100) :: rates(1000, 5000, 20000))*),
      row("C", (at("1", 90) :: rates(1000, 5000, 20000))*)
    ).verdicts.head
    assertEquals(leader(of(rates(1000, 5000))), "A")
    val missing = of(rates(1000))
    assertEquals(leader(missing), "B")
    val apart = "Not counted: A (holds only 1 of 3 rates that others hold), 10.0× ahead."
    assertEquals(Sentences.apart(missing), apart)

  private def left(workload: ujson.Obj, undrained: Int): ujson.Obj =
    workload("audit") = ujson.Obj("expected" -> 1000, "undrained" -> undrained, "lost" -> 0)
    workload

  test("a contender that leaves more than 10% undelivered has failed the load"):
    def topic(name: String, rate: Double, undrained: Int) =
      row(name, left(at("1", rate, "destination_type" -> "topic"), undrained))
    val both = judged(topic("A", 100, 0), topic("B", 99, 340), topic("C", 10, 0)).verdicts.last
    assertEquals((leader(both), both.closest.map(_.ranked.contender.label)), ("A", Some("C")))
    val alone = judged(topic("A", 10, 0), topic("B", 99, 340))
    assertEquals(leader(alone.verdicts.last), "A")
    assertEquals(alone.tables.head._2.map(_.why), List("", "left more than 10 % undelivered"))
    assertEquals(alone.races.flatMap(_.rows).map(_.state), List(State.Measured, State.Left))
    assertEquals(judged(topic("A", 100, 0), topic("B", 99, 99)).verdicts.last.open.size, 1)

  test("failures and outliers are listed, the worst first"):
    val made = judged(
      row("A", at("1", 1000), at("2", 1000), at("3", 10)),
      row("B", at("1", 1000), workload("2", "failed"), at("3", 10)),
      row("C", at("1", 50), at("2", 1000), at("3", 0))
    )
    val slow = "50.0 msg/s, 20.0× behind the best, 1.00k msg/s of A"
    val slower = s"at least 10 times slower than the median row in 1 load, at worst $slow under 1"
    val expected = List("B" -> List("failed in 1 load"), "C" -> List("delivered nothing in 1 load", slower))
    assertEquals(failures(made), expected)
    assertEquals(incidents(made), List("failed", "delivered nothing, the best: 10.0 msg/s of A", slow))
    assertEquals(made.failures.flatMap(_.incidents).map(_.load.id), List("2", "3", "1"))

  test("a contender that leaves much undelivered is a failure"):
    def thinkers(load: (String, String)*) =
      val workload = left(at("3", 1000), 900)
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

  test("a contender that misses most rates is a failure"):
    def sweep(name: String, held: Int) =
      val rates = List(1000, 5000, 20000, 50000).zipWithIndex
      row(name, rates.map((rate, i) => climbing(rate, Option.when(i < held)(500)))*)
    val made = judged(sweep("A", 3), sweep("B", 2), sweep("C", 1))
    assertEquals(failures(made), List("C" -> List("did not hold 5k msg/s and above, which others held")))
    val missed = List("did not hold 5k msg/s, 2 rows held it", "did not hold 20k msg/s, 1 row held it")
    assertEquals(incidents(made), missed)

  test("a contender that delivers less than half at one rate is a failure"):
    def sweep(name: String, delivered: Option[Int]) =
      val last = climbing(20000, Option.when(delivered.isEmpty)(500))
      for n <- delivered do
        last("audit") = ujson.Obj("expected" -> 1000, "delivered" -> n, "undrained" -> (1000 - n))
        last("summary")("consumed") = ujson.Obj("mean_per_s" -> 1190, "stdev_per_s" -> 0)
      row(name, climbing(1000, Some(500)), climbing(5000, Some(500)), last)
    val made = judged(sweep("A", None), sweep("B", Some(510)), sweep("C", Some(90)))
    assertEquals(failures(made), List("C" -> List("did not hold 20k msg/s, which others held")))
    assertEquals(incidents(made), List("1.19k of 20k msg/s asked, 91 % undelivered; 1 row held it"))

  test("the golden files have their places and failures"):
    val rows = Judgement(PartialResults.golden).of(Choice.everything).tables.head._2
    val places =
      List("Apollo" -> Some(1), "ActiveMQ Artemis" -> Some(2), "ActiveMQ Classic" -> Some(2), "HornetQ" -> None)
    assertEquals(rows.map(row => row.contender.label -> row.place), places)
    assertEquals((rows(1).in(State.Failed), rows(1).faulty), (1, 1))
