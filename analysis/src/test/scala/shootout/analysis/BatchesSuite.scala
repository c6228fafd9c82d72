package shootout.analysis

import PartialResults.*

/** Expected numbers are computed by hand from a real run. */
class BatchesSuite extends munit.FunSuite:
  private def of(files: List[ujson.Value], choice: Choice = Choice.everything) =
    judgement(files).of(choice).batches

  private lazy val real = Judgement(replicated).of(Choice.everything).batches.head
  private def load(threads: Int) = real.loads.find(_.threads == threads).get
  private def pace(threads: Int, row: String) = load(threads).paces.find(_.contender.label.startsWith(row)).get
  private def labels(paces: List[Pace]) = paces.map(_.contender.label.takeWhile(_ != '·').trim)

  private val names =
    List("Kafka, three nodes, acks=1", "Kafka, three nodes", "Kafka", "NATS JetStream, three nodes")

  test("contenders that confirm replicated sends come first, and failed ones last"):
    val List(leader, kafkaThree, kafka, natsThree) = names: @unchecked
    assertEquals(real.loads.map(_.threads), List(1, 5, 25))
    assertEquals(labels(load(5).paces), List(natsThree, kafkaThree, "NATS JetStream", kafka, leader))
    assertEquals(labels(load(25).paces), List(kafkaThree, natsThree, "NATS JetStream", kafka, leader))
    assertEquals(load(25).paces.map(_.state.name), List("measured", "failed", "measured", "measured", "measured"))
    assertEquals(pace(5, kafkaThree).contender.nodes, Some(3))

  test("the fastest contender is one that replicates"):
    assertEquals(real.loads.map(l => labels(l.fastest)), List(List(names(3)), List(names(3)), List(names(1))))
    assertEquals(
      BatchesWords.fastest(load(5)),
      "NATS JetStream, three nodes, 10.5k/s sent, 3.87k/s received, p95 of a send 6.37 ms"
    )

  test("receivers fall behind if they receive too little, or too much waits"):
    assertEquals(pace(5, names(3)).behind, Some("receivers took 36 % of what was sent"))
    assertEquals(pace(25, names.head).behind, Some("the mean backlog was 2.21 s of work for the receivers"))
    val threaded = real.loads.flatMap(l => l.paces.map(p => l.threads -> p)).filter(_._2.behind.isDefined)
    assertEquals(
      threaded.map((n, p) => (n, labels(List(p)).head)),
      List(1 -> names(3), 5 -> names(3), 25 -> names.head)
    )

  test("the price of replication compares several nodes with one of the same system"):
    val prices = real.prices.map((l, all) => l.threads -> all.map(p => labels(List(p.row, p.single))).toSet).toMap
    val kafka = Set(List(names.head, "Kafka"), List(names(1), "Kafka"))
    assertEquals(prices(1), kafka + List(names(3), "NATS JetStream"))
    assertEquals(prices(25), kafka, "a failed one has no price")
    val one = real.prices.head._2.find(p => labels(List(p.row)) == List(names(1))).get
    assertEqualsDouble(one.sent.get.factor, 535.633 / 1866.9, 1e-4)
    def half(of: Spread) = math.sqrt(2) * StartInterval.half(List(0.0), of.typical)
    assertEqualsDouble(one.sent.get.half, half(Spread.Rate), 1e-9)
    assertEqualsDouble(one.sendP95.get.factor, 20303.0 / 6547, 1e-4)
    assertEqualsDouble(one.sendP95.get.half, half(Spread.Tail), 1e-9)
    assert(one.sent.exists(_.guess))
    val behind = real.prices.head._2.find(p => labels(List(p.row)) == List(names(3))).get
    assertEquals(behind.processing, None, "a growing queue is not compared")
    assert(behind.sendP95.isDefined)

  private def batch(name: String, status: String = "measured", nodes: Int = 1, rate: Double = 1000) =
    val changes = List[(String, ujson.Value)]("batch" -> "10", "consumer_batch" -> "10", "confirm" -> "receipt")
    val made =
      row(name, if status == "measured" then at("b", rate, changes*) else workload("b", status, changes*))
    made("broker")("nodes") = nodes
    made

  test("uncertain and unsupported loads do not count"):
    assertEquals(Judgement(quick).of(Choice.everything).batches, Nil)
    val List(one) = of(List(batch("A"), batch("B", status = "unsupported"))): @unchecked
    assertEquals(
      (one.loads.flatMap(_.paces).map(_.contender.label), one.unsupported.map(_.label)),
      (List("A"), List("B"))
    )
    assertEquals((one.replicated, BatchesWords.title(one)), (false, "Sends in batches: who is fastest"))
    val noisy = batch("A")
    noisy("workloads")(0).obj("flags") = ujson.Arr(ujson.Obj("flag" -> "noisy", "letter" -> "N"))
    val List(sure) = of(List(noisy, batch("B")), Choice(certainOnly = true, commonOnly = false)): @unchecked
    assertEquals(
      sure.loads.flatMap(_.paces).map(p => (p.state.name, p.sent.map(_.value))),
      List("measured" -> Some(1000.0), "uncertain" -> None)
    )

  test("close contenders tie, and prices compare the same version only"):
    val List(one) = of(List(batch("A"), batch("B", rate = 950), batch("C", rate = 300))): @unchecked
    assertEquals(one.loads.head.fastest.map(_.contender.label), List("A", "B"))
    assert(BatchesWords.fastest(one.loads.head).startsWith("A and B tie, 1.00k/s sent"))
    def cluster(version: String) =
      val made = batch("A/three", nodes = 3)
      made("broker")("variant") = ujson.Obj("of" -> "A", "name" -> "three")
      made("broker")("version") = version
      made
    assertEquals(of(List(batch("A"), cluster("1.0"))).head.prices.size, 1)
    assertEquals(of(List(batch("A"), cluster("2.0"))).head.prices, Nil)
