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

  test("an outlier: its number with its flags, how far it is behind the best of the load, and what that has"):
    assertEquals(said(Map(), four(stored(200))*), List("2.00 msg/s, 100× behind the best, 200 msg/s of A"))
    val noisy =
      four(stored(200)).map((name, workload) => name -> (if name == "D" then stored(2).flagged("noisy") else workload))
    assertEquals(said(Map(), noisy*), List("2.00 msg/s (N), 100× behind the best, 200 msg/s of A"))
    def asked(name: String, ms: Double) =
      row(name, climbing(1000, Some(1000 * ms)), climbing(5000, Some(1000 * ms)))
    assertEquals(
      incidents(asked("A", 5), asked("B", 6), asked("C", 300)).head,
      "p99 300 ms, 60.0× behind the best, p99 5.00 ms of A"
    )

  test(
    "where the best promises less, that is said, with the best of those that do not; the factor stays that of the tables"
  ):
    assertEquals(
      said(Map("A" -> "memory"), four(stored(200))*),
      List(
        "2.00 msg/s, 100× behind the best, 200 msg/s of A, which promises less: memory only (the best that promises no less: 100 msg/s of B)"
      )
    )
    assertEquals(
      said(
        Map("A" -> "memory", "C" -> "page_cache", "D" -> "page_cache"),
        four(stored(200))*
      ).map(_.replaceAll(".*less: ", "")),
      List("100 msg/s of B)"),
      "one that promises more is a peer"
    )
    assertEquals(
      said(Map("A" -> "memory", "B" -> "memory", "C" -> "memory"), four(stored(200))*),
      List("2.00 msg/s, 100× behind the best, 200 msg/s of A, which promises less: memory only")
    )
    assertEquals(
      said(Map("A" -> "memory"), List(200, 100, 90, 2).zip("ABCD").map((n, c) => c.toString -> at("1", n))*),
      List("2.00 msg/s, 100× behind the best, 200 msg/s of A"),
      "where nothing is to be stored"
    )

  test("who did not store what it promised to is no best"):
    assertEquals(
      said(Map(), four(stored(200, written = 0))*),
      List("2.00 msg/s, 50.0× behind the best, 100 msg/s of B")
    )

  test("a rate that was not carried: how much of it was"):
    def rates(name: String, held: Int) =
      val workloads = List(1000, 5000, 20000).zipWithIndex.map: (rate, i) =>
        val made = climbing(rate, Option.when(i < held)(500))
        if i >= held then made("summary")("consumed") = ujson.Obj("mean_per_s" -> 3204, "stdev_per_s" -> 0)
        made
      row(name, workloads*)
    assertEquals(
      incidents(rates("A", 3), rates("B", 3), rates("C", 1)).head,
      "3.20k of 5k msg/s asked, 2 rows held it"
    )

  test("what was lost, and why a load failed"):
    val lossy = at("1", 100)
    lossy("audit") = ujson.Obj("expected" -> 1000, "lost" -> 3, "misrouted" -> 2)
    assertEquals(
      incidents(row("A", lossy), row("B", at("1", 100))),
      List("3 messages lost, 2 for another consumer")
    )
    val failed = workload("1", "failed")
    failed("reason") = "connection refused"
    assertEquals(incidents(row("A", failed), row("B", at("1", 100))), List("failed, connection refused"))
    val killed = at("1", 100)
    killed("crash") = ujson.Obj("confirmed" -> 900, "lost_confirmed" -> 12)
    assertEquals(
      incidents(row("A", killed), row("B", at("1", 100))),
      List("lost 12 of 900 messages that it had confirmed, when it was killed")
    )
