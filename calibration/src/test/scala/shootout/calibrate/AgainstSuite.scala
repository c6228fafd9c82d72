package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}
import picocli.CommandLine
import shootout.broker.Catalogue
import shootout.campaign.Drivers
import shootout.run.Naming
import shootout.scenario.{Confirm, Window}
import shootout.terminal.Script
import shootout.units.{DestinationType, Endpoint, Json}

import java.nio.file.Path

/** What a comparison with plain clients is made of; nothing is timed here. */
class AgainstSuite extends munit.FunSuite:
  private val pair = Pairing("fast", "amqp", "a library 1.0")
  private val load = AgainstLoad.all.head.head
  private def answer(perS: Double, us: Double) = ClientAnswer(perS * 2, perS, us, 100, 100, 0, None)

  test("a ratio is that of one round, and the table has its median") {
    val rounds = List(answer(50, 3) -> answer(100, 2), answer(80, 4) -> answer(40, 4), answer(9, 8) -> answer(10, 4))
    val row = AgainstRow.of(pair, load, rounds)
    assertEquals(row.rounds, 3)
    assertEquals(row.receivedRatio, Some(Spread(0.9, 0.5, 2)))
    assertEquals(row.sentRatio, row.receivedRatio)
    assertEquals(row.cpuRatio, Some(Spread(1.5, 1, 2)))
    assertEquals(row.ours.map(_.cpuUsPerMessage), Some(Spread(4, 3, 8)))
    val line = AgainstRow.line(row)
    assert(line.startsWith("fast") && line.contains("0.90") && line.contains("(1.00 2.00)"), line)
    assert(!line.contains("rounds") && AgainstRow.line(row, asked = 5).contains("3 of 5 rounds"), line)
  }

  test("rounds that failed do not count, and are named") {
    val broken = answer(0, 0).copy(trouble = Some("no connection"))
    val some = AgainstRow.of(pair, load, List(answer(50, 3) -> answer(100, 2), answer(5, 3) -> broken))
    assertEquals((some.rounds, some.receivedRatio.map(_.median)), (1, Some(0.5)))
    assert(AgainstRow.line(some).contains("a round is missing: plain: no connection"))
    val none = AgainstRow.of(pair, load, List(broken -> answer(1, 1)))
    assertEquals((none.rounds, none.ours, none.cpuRatio), (0, None, None))
    assert(AgainstRow.line(none).contains("not measured: ours: no connection"))
  }

  test("a plain client that received nothing makes no ratio of rates") {
    val row = AgainstRow.of(pair, load, List(answer(50, 3) -> answer(0, 2)))
    assertEquals((row.receivedRatio, row.cpuRatio.map(_.median)), (None, Some(1.5)))
  }

  test("what did not come, and what was wrong, of both sides in all rounds") {
    val short = answer(5, 3).copy(received = 90, wrong = 1)
    val more = answer(5, 3).copy(owed = 98)
    val row = AgainstRow.of(pair, load, List(short -> more, answer(5, 3) -> short))
    assertEquals((row.undelivered, row.wrong), (20L, 2L))
    assert(
      AgainstRow.line(row).contains("20 messages were left in the broker; 2 messages were wrong"),
      AgainstRow.line(row)
    )
  }

  private lazy val catalogue = Catalogue.read(Script.home.resolve("brokers")).fold(p => fail(p.toString), identity)
  private def against(arguments: String*): Against =
    val options = CalibrateOptions()
    CommandLine(options).parseArgs(arguments*)
    assertEquals(options.problems, Nil)
    Against(options, catalogue, Drivers(Nil, Map.empty), Path.of("nowhere"), _ => ())

  test("pairs: the named ones, else all over STOMP; wrong names are refused") {
    val sides = against("--against", "plain")
    val all = sides.pairings(Nil, Nil).fold(p => fail(p.toString), _.map(_.broker))
    assert(
      all.contains("apollo") && !all.contains("kafka") && !all.contains("null") && !all.contains("activemq-nio"),
      all
    )
    assertEquals(sides.pairings(List("apollo"), List("stomp")).map(_.map(_.protocol)), Right(List("stomp")))
    assertEquals(sides.pairings(List("apollo"), List("carrier")).left.map(_.size), Left(1))
    assertEquals(sides.pairings(List("apollo"), List("all")).map(_.size > 1), Right(true))
    assert(sides.pairings(List("kafka"), Nil).isLeft)
    assert(sides.pairings(List("apolo"), Nil).left.exists(_.head.contains("'apolo'")))
  }

  private def orders(broker: String, protocol: String) =
    AgainstOrders(catalogue.find(_.name == broker).get, protocol, 1, 2)
  private val fanOut = AgainstLoad.all.flatten.find(_.name == "20b_10a_1topic_10").get
  private val oneByOne = AgainstLoad.all.flatten.find(_.name == "20b_1p_1queue_1").get

  test("a topic for ten producers and ten consumers, each of whom gets each message; and one message after the other") {
    val cell = Ours.cell(orders("apollo", "stomp").template(fanOut))
    assertEquals((cell.destinations.kind, cell.producerCount, cell.consumerCount), (DestinationType.Topic, 10, 10))
    assertEquals(cell.producers.map(p => (p.persistent, p.confirm)), List((false, Confirm.None)))
    assertEquals(orders("apollo", "stomp").template(fanOut).copies, 10)
    val order = orders("apollo", "stomp").template(oneByOne)
    assertEquals((order.copies, order.persistent, order.bytes), (1, true, 20))
    assertEquals(Ours.cell(order).producers.map(_.window), List(Window.Of(1)))
  }

  test("what a broker wants to hear is that of the kind of destination") {
    def prefix(broker: String, protocol: String, load: AgainstLoad) =
      orders(broker, protocol).addressed(load, Endpoint("127.0.0.1", 1, None, None, None)).prefix
    assertEquals(prefix("apollo", "stomp", fanOut), "/topic/")
    assertEquals(prefix("apollo", "stomp", oneByOne), "/queue/")
    assertEquals(prefix("activemq", "amqp", fanOut), "topic://")
    assertEquals(prefix("activemq", "amqp", oneByOne), "queue://")
  }

  test("each load has destinations of its own, by names that every broker takes") {
    val names = AgainstLoad.all.flatten.map(AgainstOrders.destination(_, "1", "ours"))
    assertEquals(names.distinct, names)
    assert(names.forall(_.matches("[A-Za-z_][A-Za-z0-9_]*")), names)
  }

  test("loads by their names") {
    def chosen(globs: String*) = AgainstLoad.chosen(globs.toList).map(_.map(_.map(_.name)))
    assertEquals(AgainstLoad.chosen(Nil), Right(AgainstLoad.all))
    assertEquals(chosen("20b_1?_*"), Right(List(List(load.name), List(load.name), List("20b_1p_1queue_1"))))
    assertEquals(chosen("* window 1", "*topic*"), Right(List(List(fanOut.name), List("1 KiB persistent, window 1"))))
    assert(chosen("*queue*", "20kb*").left.exists(p => p.size == 1 && p.head.contains("'20kb*'")))
    assert(chosen("[").isLeft)
  }

  test("each pair in one session, in two, or in both, one after the other") {
    def schedulings(word: String) =
      against("--against", "--scheduling", word).pairings(List("apollo"), Nil).map(_.map(_.scheduling))
    assertEquals(schedulings("two"), Right(List(Scheduling.Two)))
    assertEquals(schedulings("both"), Right(List(Scheduling.One, Scheduling.Two)))
    val rabbit = catalogue.find(_.name == "rabbitmq").get
    assertEquals(Scheduling.One.of(rabbit), rabbit)
    val apart = Scheduling.Two.of(rabbit)
    assertEquals(apart.launch.start, "setsid" :: rabbit.launch.start)
    assert(apart.launch.companions.forall(_.command.head == "setsid") && apart.launch.companions.nonEmpty)
  }

  test("the original's scenario file, and what it prints") {
    val order = orders("artemis", "stomp").addressed(oneByOne, Endpoint("h", 7, Some("me"), Some("a<b"), None))
    val xml = OriginalClient.scenario(order)
    for part <- List("<port>7<", "<passcode>a&lt;b<", "<warm_up_count>4<", "<sample_count>2<", "<sync_send>true<") do
      assert(xml.contains(part), xml)
    assert(xml.contains("<header>persistent:true</header>") && xml.contains(">raw_queue<"), xml)
    val printed = List("p_against samples: [ 10,20 ]", "c_against samples: [ 1,2 ]", "e_against samples: [ 0,3 ]")
    assertEquals(OriginalClient.counted(printed), OriginalClient.Counted(30, 3, 3))
    assertEquals(OriginalClient.counted(printed.take(1)), OriginalClient.Counted(30, 0, 0))
    val text = "Benchmarking b at: 127.0.0.1\nscenario  : against ...rest".iterator
    OriginalDots(() => text.nextOption.fold(-1)(_.toInt)).await(3)
    assertEquals(text.mkString, "rest")
    intercept[java.io.IOException](OriginalDots(() => -1).await(1))
  }

  test("options of this comparison only") {
    def problems(arguments: String*) =
      val options = CalibrateOptions()
      CommandLine(options).parseArgs(arguments*)
      options.problems
    assert(problems("--against", "fancy").exists(_.startsWith("--against")))
    assert(problems("--brokers", "apollo").exists(_.startsWith("--brokers")))
    assert(problems("--protocols", "openwire").exists(_.startsWith("--protocols: only with --against")))
    assert(problems("--against", "vendors", "--loads", "1*").exists(_.startsWith("--loads")))
    assertEquals(problems("--against", "plain", "--loads", "1*"), Nil)
    assert(problems("--against", "original").exists(_.contains("--original DIR")))
    assert(problems("--against", "original", "--original", "/nowhere").exists(_.startsWith("--original: found")))
    assert(problems("--against", "plain", "--original", "/nowhere").exists(_.startsWith("--original")))
    assert(problems("--against", "plain", "--scheduling", "three").exists(_.startsWith("--scheduling")))
    assert(problems("--scheduling", "two").exists(_.startsWith("--scheduling")))
    assert(problems("--against", "vendors", "--warm-up", "1").exists(_.startsWith("--warm-up")))
    assert(problems("--against", "plain", "--minutes", "0").exists(_.startsWith("--minutes")))
  }

  test("our side runs the load as a cell, on the queue that it is given; both sides read the same order") {
    val order = ClientOrder(
      "b",
      "p",
      "127.0.0.1",
      1,
      "u",
      "w",
      "against_q",
      1024,
      persistent = true,
      window = 1000,
      listener = true,
      "x.",
      Nil,
      List("a" -> "b"),
      Nil,
      1,
      2,
      3
    )
    val cell = Ours.cell(order)
    assertEquals(Naming(cell, "other").all.map(_.name), List("against_q"))
    assertEquals(
      cell.producers.map(p => (p.persistent, p.confirm, p.window)),
      List((true, Confirm.Receipt, Window.Of(1000)))
    )
    assert(cell.consumers.forall(_.listener))
    assertEquals(Json.read[ClientOrder](Json.write(order)), order)
    assertEquals(Ours.cell(order.copy(window = 0)).producers.map(_.confirm), List(Confirm.None))
  }
