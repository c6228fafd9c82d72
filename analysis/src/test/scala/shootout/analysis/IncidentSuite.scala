package shootout.analysis

import PartialResults.*

class IncidentSuite extends munit.FunSuite:
  private def incidents(files: ujson.Value*): List[String] =
    judgement(files).of(Choice.everything).failures.flatMap(_.incidents).map(_.words)

  private def stored(rate: Double, written: Double = 2000) =
    at("1", rate, "persistent" -> true, "destination_type" -> "queue").wrote(written * rate)

  private def four(best: ujson.Value): List[(String, ujson.Value)] =
    List("A" -> best, "B" -> stored(100), "C" -> stored(90), "D" -> stored(2))

  private def said(durability: Map[String, String], workloads: (String, ujson.Value)*): List[String] =
    val rows = workloads.map: (name, workload) =>
      val made = row(name, workload)
      made("broker")("durability") = durability.getOrElse(name, "fsync")
      made
    incidents(rows*)

  private val behindA = "2.00 msg/s, 100× behind the best, 200 msg/s of A"

  test("an outlier has its number with flags, and the factor to the best"):
    assertEquals(said(Map(), four(stored(200))*), List(behindA))
    val noisy = four(stored(200)).init :+ ("D" -> stored(2).flagged("noisy"))
    assertEquals(said(Map(), noisy*), List("2.00 msg/s (N), 100× behind the best, 200 msg/s of A"))
    def asked(name: String, ms: Double) =
      row(name, climbing(1000, Some(1000 * ms)), climbing(5000, Some(1000 * ms)))
    val slow = incidents(asked("A", 5), asked("B", 6), asked("C", 300)).head
    assertEquals(slow, "p99 300 ms, 60.0× behind the best, p99 5.00 ms of A")

  test("if the best contender promises less, the best peer is named too"):
    val less = s"$behindA, which promises less: memory only"
    val peer = "(the best that promises no less: 100 msg/s of B)"
    assertEquals(said(Map("A" -> "memory"), four(stored(200))*), List(s"$less $peer"))
    val cached = Map("A" -> "memory", "C" -> "page_cache", "D" -> "page_cache")
    assert(said(cached, four(stored(200))*).head.endsWith(peer), "one that promises more is a peer")
    val volatile = Map("A" -> "memory", "B" -> "memory", "C" -> "memory")
    assertEquals(said(volatile, four(stored(200))*), List(less))
    val transient = List(200, 100, 90, 2).zip("ABCD").map((rate, name) => name.toString -> at("1", rate))
    assertEquals(said(Map("A" -> "memory"), transient*), List(behindA), "nothing is stored")

  test("a contender that did not store its messages is not the best"):
    val found = said(Map(), four(stored(200, written = 0))*)
    assertEquals(found, List("2.00 msg/s, 50.0× behind the best, 100 msg/s of B"))

  test("a missed rate is shown with the rate that was reached"):
    def rates(name: String, held: Int) =
      val workloads = List(1000, 5000, 20000).zipWithIndex.map: (rate, i) =>
        val made = climbing(rate, Option.when(i < held)(500))
        if i >= held then made("summary")("consumed") = ujson.Obj("mean_per_s" -> 3204, "stdev_per_s" -> 0)
        made
      row(name, workloads*)
    val missed = incidents(rates("A", 3), rates("B", 3), rates("C", 1)).head
    assertEquals(missed, "3.20k of 5k msg/s asked, 2 rows held it")

  test("lost messages, failures and crashes are shown with their numbers"):
    val changes = List[(String, ujson.Value, String)](
      (
        "audit",
        ujson.Obj("expected" -> 1000, "lost" -> 3, "misrouted" -> 2),
        "3 messages lost, 2 for another consumer"
      ),
      (
        "crash",
        ujson.Obj("confirmed" -> 900, "lost_confirmed" -> 12),
        "lost 12 of 900 messages that it had confirmed, when it was killed"
      )
    )
    for (key, value, words) <- changes do
      val made = at("1", 100)
      made(key) = value
      assertEquals(incidents(row("A", made), row("B", at("1", 100))), List(words))
    val failed = workload("1", "failed")
    failed("reason") = "connection refused"
    assertEquals(incidents(row("A", failed), row("B", at("1", 100))), List("failed, connection refused"))
