package shootout.analysis

import PartialResults.*

class FamilySuite extends munit.FunSuite:
  private def figure(made: ujson.Obj): LoadComparison = judgement(List(row("A", made))).loads.head

  private def of(changes: (String, ujson.Value)*): Set[String] = figure(at("c", 1, changes*)).families.map(_.name)

  test("the families of a load follow from its settings"):
    assertEquals(of(), Set("throughput"))
    assertEquals(of("persistent" -> true, "consumers" -> 5), Set("persistent", "fan-out"))
    assertEquals(of("persistent" -> true, "consumers" -> 5, "destinations" -> 5), Set("persistent"))
    assertEquals(of("persistent" -> true, "destination_type" -> "topic"), Set("throughput"))
    assertEquals(of("persistent" -> true, "destination_type" -> "topic", "durable" -> true), Set("persistent"))
    assertEquals(of("request_reply" -> true), Set("request-reply"))
    assertEquals(of("open_loop" -> true), Set("latency"))

  test("fan-in has several producers, and fan-out several consumers"):
    def fan(producers: Int, consumers: Int, of: String, destinations: Int = 1) = this.of(
      "producers" -> producers,
      "consumers" -> consumers,
      "destination_type" -> of,
      "destinations" -> destinations
    ).filter(_.startsWith("fan")).toList
    assertEquals(List(fan(10, 1, "queue"), fan(10, 10, "queue"), fan(10, 1, "topic")).distinct, List(List("fan-in")))
    assertEquals(List(fan(1, 10, "queue"), fan(1, 10, "topic"), fan(10, 10, "topic")).distinct, List(List("fan-out")))
    assertEquals(List(fan(1, 1, "topic"), fan(10, 10, "queue", 10), fan(10, 10, "topic", 10)).distinct, List(Nil))

  test("shares, crashes, phases and many connections have their families"):
    val share = at("c", 1, "open_loop" -> true)
    share("offered") = ujson.Obj("share" -> 0.5)
    assertEquals(figure(share).families, Set.empty[Family])
    val phase = at("c", 1)
    phase("phase") = ujson.Obj("index" -> 0, "name" -> "load")
    assertEquals(figure(phase).families, Set[Family](Family.LoadUnload))
    val many = at("c", 1)
    many("load")("producers") = 900
    many("group") = "connections"
    assertEquals(figure(many).families, Set[Family](Family.Throughput, Family.FanIn))
    many("load")("producers") = 5000
    assertEquals(figure(many).families, Set[Family](Family.Connections))
    val killed = at("c", 1)
    killed("crash") = ujson.Obj("lost_confirmed" -> 0)
    assertEquals(figure(killed).families, Set.empty[Family])

  test("the criterion follows from the load"):
    def by(changes: (String, ujson.Value)*) = figure(at("c", 1, changes*)).criterion.words
    assertEquals(by(), "messages consumed/s")
    assertEquals(by("consumers" -> 0), "messages produced/s")
    assertEquals(by("request_reply" -> true), "messages consumed/s")
    assertEquals(by("open_loop" -> true), "response time p99")
    assertEquals(by("open_loop" -> true, "consumers" -> 0), "send p99")
