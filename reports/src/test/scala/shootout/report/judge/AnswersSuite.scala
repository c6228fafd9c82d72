package shootout.report.judge

import Climbs.*
import Climbs.Made.*
import Results.marked

class AnswersSuite extends munit.FunSuite:
  private val need = Need(2000, 1024, Kept.Persistent, 20000)

  private def answers(need: Need, certainOnly: Boolean = false)(files: ujson.Value*): Vector[Answer] =
    val judgement = Judgement(files.toList)
    Answers.of(need, judgement.figures, judgement.rows, certainOnly)

  /** What became of each row, and why or up to where. */
  private def asked(
      need: Need,
      certainOnly: Boolean = false
  )(files: ujson.Value*): Map[String, (String, String | Int)] =
    answers(need, certainOnly)(files*).map(one =>
      one.row.label -> (
        one.can.name,
        one.reach.filter(_ => one.can == Can.Yes).fold[String | Int](one.because)(_.upTo.toInt)
      )
    ).toMap

  private def quick = row("quick", 1000 -> 900, 5000 -> 4000, 20000 -> 9000)
  private def late = row("late", 1000 -> 900, 5000 -> 30000, 20000 -> 9000)
  private def early = row("early", 1000 -> 30000, 5000 -> Out, 20000 -> Beyond)
  private def ends = row("ends", 1000 -> 900, 5000 -> Out, 20000 -> Beyond)
  private def rows = List(quick, late, early, ends)

  test("the lowest measured rate that is not below the one needed decides; between rates nothing is guessed"):
    val expected = Map(
      "quick" -> ("yes", 20000),
      "late" -> ("open", "does 1k/s, but not 5k/s: p99 30.0 ms"),
      "early" -> ("no", "p99 30.0 ms at 1k/s"),
      "ends" -> ("open", "does 1k/s, but not 5k/s: sent 60 % of it")
    )
    assertEquals(asked(need)(rows*), expected)

  test("at a rate that was measured exactly, a row can or cannot"):
    val expected = Map(
      "quick" -> ("yes", 20000),
      "late" -> ("no", "p99 30.0 ms at 5k/s"),
      "early" -> ("no", "sent 60 % of it at 5k/s"),
      "ends" -> ("no", "sent 60 % of it at 5k/s")
    )
    assertEquals(asked(need.copy(perSecond = 5000))(rows*), expected)
    // what it does at 20,000/s is beyond a rate at which it does not
    assertEquals(asked(need.copy(perSecond = 1000))(rows*)("late"), ("yes", 1000))

  test("beyond the highest rate that was tried nobody knows; a limit of the p99 is a limit of what is held"):
    def of(need: Need) = asked(need)(quick)("quick")
    assertEquals(of(need.copy(perSecond = 50000)), ("open", "does 20k/s, the highest that was tried"))
    assertEquals(of(need.copy(p99Us = 5000)), ("yes", 5000))
    // measured once, 9 ms may as well be 11
    assertEquals(of(need.copy(p99Us = 10000)), ("yes", 5000))
    assertEquals(of(need.copy(p99Us = 500)), ("no", "p99 900 µs at 1k/s"))
    val twice = repeated("twice", List(1000, 5000, 20000).map(_ -> List(9000, 9000))*)
    assertEquals(asked(need.copy(p99Us = 10000))(twice)("twice"), ("yes", 20000))

  test("where uncertain numbers are hidden, an answer that rests on one is not known"):
    def noisy = quick.changed: cell =>
      if cell("id").str == "at-5000" then cell("marks") = ujson.Arr(ujson.Obj("mark" -> "noisy", "letter" -> "N"))
    def of(rate: Double, sure: Boolean) = asked(need.copy(perSecond = rate), sure)(noisy)("quick")
    for rate <- List(5000.0, 2000.0) do
      assertEquals(of(rate, sure = true), ("open", "the number at 5k/s is uncertain, and those are hidden"))
    assertEquals(of(1000, sure = true), ("yes", 20000))
    assertEquals(of(5000, sure = false), ("yes", 20000))

  test("a smaller size is answered by the next larger one; a larger one, or other persistence, was not measured"):
    def of(need: Need) = asked(need)(quick)("quick")
    assertEquals(of(need.copy(bytes = 100)), ("yes", 20000))
    assertEquals(of(need.copy(bytes = 2000)), ("open", "not measured with this load"))
    assertEquals(of(need.copy(kept = Kept.NonPersistent)), ("open", "not measured with this load"))

  test("who promises less cannot; who wrote less than the messages are long did not show it"):
    def of(kept: Kept, durability: String, bytes: Double) =
      val file = quick.promising(durability).changed(_("resources")("broker")("written_bytes_per_s") = bytes)
      answers(need.copy(kept = kept))(file).head
    assertEquals(of(Kept.Fsync, "page_cache", 0).because, "promises less: page cache")
    assertEquals(of(Kept.Replicated, "fsync", 1e9).because, "promises less: fsync")
    assertEquals(of(Kept.Fsync, "fsync", 1e9).can, Can.Yes)
    val early = of(Kept.Fsync, "fsync", 0)
    assertEquals(early.can, Can.Open)
    assertEquals(
      early.because,
      "did it, but wrote 0 B for each message of 1 KiB: delivered before it was stored, so storing was not measured"
    )
    // where the disk is not asked for, it is listed, with what it wrote
    def listed(kept: Kept, durability: String) = (of(kept, durability, 0).can, of(kept, durability, 0).unstored)
    assertEquals(listed(Kept.Persistent, "fsync"), (Can.Yes, true))
    assertEquals(listed(Kept.Persistent, "memory"), (Can.Yes, false))
    assertEquals(listed(Kept.Replicated, "replicated_fsync"), (Can.Yes, true))

  test("what a row costs at a rate that was not measured lies between the next lower and the next higher one"):
    def around(rate: Double)(file: ujson.Value) =
      val one = answers(need.copy(perSecond = rate))(file).head
      (one.reach.flatMap(_.below).map(_.perSecond.toInt), one.at.map(_.perSecond.toInt))
    assertEquals(around(2000)(quick), (Some(1000), Some(5000)))
    assertEquals(around(5000)(quick), (None, Some(5000)))
    assertEquals(around(6000)(quick), (Some(5000), Some(20000)))
    // a rate that was not held has no cost
    def gap = row("gap", 1000 -> 900, 5000 -> Out, 20000 -> 9000)
    assertEquals(around(20000)(gap), (None, Some(20000)))
    assertEquals(around(6000)(gap), (Some(1000), Some(20000)))

  test("a rate at which a row failed is one that it does not do"):
    def broken = row("broken", 1000 -> 900, 5000 -> Failed, 20000 -> Beyond)
    def of(rate: Double) = asked(need.copy(perSecond = rate))(broken, quick)("broken")
    assertEquals(of(5000), ("no", "failed: it broke at 5k/s"))
    assertEquals(of(2000), ("open", "does 1k/s, but not 5k/s: failed: it broke"))
    assertEquals(of(1000), ("yes", 1000))

  test("without a climb, a rate that was missed was not held, and the rate is the one that was due"):
    def missed = Results.row("missed", fixed(1000, 900), fixed(5000, 900).marked("rate_missed"))
    assertEquals(asked(need.copy(perSecond = 5000))(missed)("missed"), ("no", "rate not reached at 5k/s"))
    assertEquals(asked(need.copy(perSecond = 1000))(missed)("missed"), ("yes", 1000))

  test("a rate that was held by too few messages tells nothing of its p99, the next one does"):
    val few = P99(300, 500)
    def of(rate: Double, made: (Int, Int | Made)*) = asked(need.copy(perSecond = rate))(row("few", made*))("few")
    val unknown = ("open", "holds 100/s, p99 not known: 500 of the 1,000 messages that it needs")
    assertEquals(of(100, 100 -> few, 1000 -> 900), ("yes", 1000))
    assertEquals(of(100, 100 -> few, 1000 -> Out), unknown)
    assertEquals(of(1000, 100 -> few), unknown)
    assertEquals(of(1000, 100 -> few, 1000 -> 30000), ("no", "p99 30.0 ms at 1k/s"))
    assertEquals(of(100, 100 -> P99(300, 1000)), ("yes", 100))

  test("loads at full speed show what a row can carry, and no latency"):
    def of(rate: Int, changes: (String, ujson.Value)*) =
      asked(need)(Results.row("A", Results.at("c", rate, ("persistent" -> ujson.True) +: changes*)))("A")
    assertEquals(of(5000), ("open", "carries 5k/s at full speed; its latency at 2k/s was not measured"))
    assertEquals(of(1000), ("open", "at full speed 1k/s with these clients"))
    // each of two consumers gets a copy
    assertEquals(of(1000, "destination_type" -> "topic", "consumers" -> 2)._2, "at full speed 500/s with these clients")

  test("where anybody thinks between two messages, the load slows down by itself and answers nothing"):
    def of(changes: (String, ujson.Value)*) =
      val file = quick.changed(cell => changes.foreach((key, value) => cell("load")(key) = value))
      asked(need)(file)("quick")._1
    assertEquals(of("thinking" -> "nobody"), "yes")
    assertEquals(of("thinking" -> "some", "consumer_think" -> "9: none; 1: 500ms"), "open")
    assertEquals(of("thinking" -> "side"), "open")
    // as older tools wrote it
    assertEquals(of("consumer_think" -> "9: none; 1: 500ms"), "open")
