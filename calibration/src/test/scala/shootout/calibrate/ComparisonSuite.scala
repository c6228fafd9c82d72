package shootout.calibrate

import picocli.CommandLine
import shootout.broker.{BrokerSpec, Catalogue}
import shootout.campaign.Drivers
import shootout.driver.{ClientAnswer, ClientLoad, ClientOrder}
import shootout.engine.DestinationNaming
import shootout.scenario.{Confirm, Window}
import shootout.cli.CommandRunner
import shootout.units.{DestinationType, Endpoint, Json}

import java.nio.file.Path

/** Comparisons with a rival, without timing. */
class ComparisonSuite extends munit.FunSuite:
  private lazy val catalogue =
    Catalogue.read(CommandRunner.home.resolve("brokers")).fold(p => fail(p.toString), identity)
  private def spec(name: String): BrokerSpec = catalogue.find(_.name == name).get
  private val small = RivalLoad.all.head
  private val fanOut = RivalLoad.all.find(_.name == "20b_10a_1topic_10").get
  private val oneByOne = RivalLoad.all.find(_.name == "20b_1p_1queue_1").get

  private def row(pairs: Pair*): ComparisonRow =
    ComparisonRow.of(Contest(spec("apollo"), "stomp", PlainRival, Scheduling.Two), "ours 1.0", small, pairs.toList)
  private def answer(perS: Double, us: Double) = ClientAnswer(perS * 2, perS, us, 100, 100)

  test("the table has the median of the ratios of all rounds"):
    val first = Pair(answer(50, 3), answer(100, 2))
    val three = row(first, Pair(answer(80, 4), answer(40, 4)), Pair(answer(9, 8), answer(10, 4)))
    assertEquals(three.receivedRatio, Some(Spread(0.9, 0.5, 2)))
    assertEquals(three.sentRatio, three.receivedRatio)
    assertEquals(three.cpuRatio, Some(Spread(1.5, 1, 2)))
    val line = ComparisonRow.line(three, asked = 3)
    assert(line.startsWith("apollo") && line.contains("two sessions") && line.contains("(1.00 2.00)"), line)
    assert(!line.contains("rounds") && ComparisonRow.line(three, asked = 5).contains("3 of 5 rounds"), line)
    val pair = ComparisonRow.pairLine(2, small, first)
    assert(pair.contains("round  2, 20b_1a_1queue_1") && pair.contains("0.50") && pair.contains("1.50"), pair)

  test("failed rounds do not count, and the reason is given") {
    val broken = ClientAnswer.trouble("no connection")
    val some = row(Pair(answer(50, 3), answer(100, 2)), Pair(answer(5, 3), broken))
    assertEquals((some.pairs.size, some.receivedRatio.map(_.median)), (1, Some(0.5)))
    assert(ComparisonRow.line(some, 2).contains("a round is missing: rival: no connection"))
    val none = row(Pair(broken, answer(1, 1)))
    assertEquals((none.pairs, none.cpuRatio), (Nil, None))
    assert(ComparisonRow.line(none, 1).contains("not measured: ours: no connection"))
  }

  test("a ratio needs received messages and known costs"):
    assertEquals(row(Pair(answer(50, 3), answer(0, 2))).receivedRatio, None)
    assertEquals(row(Pair(answer(50, 3), answer(9, 0))).cpuRatio, None)

  test("undelivered and wrong messages of both sides and all rounds are added"):
    val short = answer(5, 3).copy(received = 90, wrong = 1)
    val two = row(Pair(short, answer(5, 3).copy(owed = 98)), Pair(answer(5, 3), short))
    assertEquals((two.undelivered, two.wrong), (20L, 2L))
    val line = ComparisonRow.line(two, 2)
    assert(line.contains("20 messages were left in the broker; 2 messages were wrong"), line)

  private def options(arguments: String*): CalibrateOptions =
    val options = CalibrateOptions()
    CommandLine(options).parseArgs(arguments*)
    options

  private def contests(arguments: String*): Either[List[String], List[Contest]] =
    RivalComparison(options(arguments*), catalogue, Drivers(Nil, Map.empty), Path.of("nowhere"), _ => ()).contests

  private def brokers(arguments: String*) = contests(arguments*).map(_.map(_.broker.name).distinct)

  test("the named brokers and protocols are compared, by default all over STOMP"):
    val all = brokers("--against").fold(p => fail(p.toString), identity)
    assert(all.contains("apollo"), all)
    for left <- List("kafka", "null", "activemq-nio") do assert(!all.contains(left), all)
    assertEquals(contests("--against", "--brokers", "apollo").map(_.map(_.protocol)), Right(List("stomp")))
    val every = contests("--against", "plain", "--brokers", "apollo", "--protocols", "all")
    assertEquals(every.map(_.map(_.protocol)), Right(spec("apollo").protocols.map(_.name)))
    for wrong <- List("apolo", "kafka", "null") do
      assert(contests("--against", "plain", "--brokers", wrong).left.exists(_.head.contains(wrong)), wrong)
    assert(contests("--against", "plain", "--loads", "20kb*").left.exists(_.head.contains("'20kb*'")))

  test("vendor tools are compared for each broker that has one"):
    assertEquals(brokers("--against", "vendors").map(_.toSet), Right(VendorTool.all.map(_.broker).toSet))
    assertEquals(brokers("--against", "vendors", "--brokers", "nats"), Right(List("nats")))
    assert(brokers("--against", "vendors", "--brokers", "apollo").left.exists(_.head.contains("apollo")))

  test("a comparison runs in one session, in two, or in both"):
    def schedulings(word: String) =
      contests("--against", "plain", "--brokers", "apollo", "--scheduling", word).map(_.map(_.scheduling))
    assertEquals(schedulings("two"), Right(List(Scheduling.Two)))
    assertEquals(schedulings("both"), Right(List(Scheduling.One, Scheduling.Two)))
    assertEquals(Scheduling.One.of(spec("rabbitmq")), spec("rabbitmq"))
    val apart = Scheduling.Two.of(spec("rabbitmq")).launch
    assertEquals(apart.start, "setsid" :: spec("rabbitmq").launch.start)
    assert(apart.companions.nonEmpty && apart.companions.forall(_.command.head == "setsid"))

  private def order(rivalLoad: RivalLoad, broker: String, protocol: String): ClientOrder =
    rivalLoad.order(spec(broker), protocol, Endpoint("h", 7, Some("me"), Some("a<b"), None), 2, 1)

  test("our client runs the same order as the rival, as a workload"):
    val topic = order(fanOut, "apollo", "stomp").copy(destination = "against_t")
    val workload = OurClients.workload(topic)
    assertEquals(workload.destinations.kind, DestinationType.Topic)
    assertEquals((workload.producerCount, workload.consumerCount), (10, 10))
    assertEquals(workload.producers.map(p => (p.persistent, p.confirm)), List((false, Confirm.None)))
    assertEquals((topic.load.copies, order(oneByOne, "apollo", "stomp").load.copies), (10, 1))
    assertEquals(DestinationNaming(workload, "other").all.map(_.name), List("against_t"))
    assertEquals(Json.read[ClientOrder](Json.write(topic)), topic)
    val load = ClientLoad(1024, persistent = true, window = 1000, listener = true)
    val queue = OurClients.workload(topic.copy(load = load))
    val producers = queue.producers.map(p => (p.persistent, p.confirm, p.window))
    assertEquals(producers, List((true, Confirm.Receipt, Window.Of(1000))))
    assert(queue.consumers.forall(_.listener))

  test("prefix and headers depend on the kind of destination"):
    assertEquals(order(fanOut, "apollo", "stomp").prefix, "/topic/")
    assertEquals(order(oneByOne, "apollo", "stomp").prefix, "/queue/")
    assertEquals(order(oneByOne, "apollo", "stomp").sendHeaders, List("persistent" -> "true"))
    assertEquals(order(fanOut, "activemq", "amqp").prefix, "topic://")
    assertEquals(order(oneByOne, "activemq", "amqp").prefix, "queue://")

  test("each load has destinations of its own, whose names every broker accepts"):
    val names = RivalLoad.all.map(_.destination(1, "ours"))
    assertEquals(names.distinct, names)
    assert(names.forall(_.matches("[A-Za-z_][A-Za-z0-9_]*")), names)

  test("loads are selected by their names"):
    def chosen(globs: String*) = RivalLoad.chosen(RivalLoad.all, globs.toList).map(_.map(_.name))
    assertEquals(RivalLoad.chosen(RivalLoad.all, Nil), Right(RivalLoad.all))
    assertEquals(chosen("20b_1?_*"), Right(List(small.name, small.name, oneByOne.name)))
    assert(chosen("*queue*", "20kb*").left.exists(p => p.size == 1 && p.head.contains("'20kb*'")))

  test("the scenario file and the output of the original client are understood"):
    val xml = OriginalClient.scenario(order(oneByOne, "artemis", "stomp"))
    for part <- List("<port>7<", "<passcode>a&lt;b<", "<warm_up_count>4<", "<sample_count>2<", "<sync_send>true<") do
      assert(xml.contains(part), xml)
    assert(xml.contains("<header>persistent:true</header>") && xml.contains(">raw_queue<"), xml)
    val printed =
      List("p_against samples: [ 10,20 ]", "c_against samples: [ 1,2 ]", "e_against samples: [ 0,3 ]")
    assertEquals(OriginalClient.counted(printed), OriginalClient.Counted(30, 3, 3))
    assertEquals(OriginalClient.counted(printed.take(1)), OriginalClient.Counted(30, 0, 0))
    val text = "Benchmarking b at: 127.0.0.1\nscenario  : against ...rest".iterator
    OriginalClient.Dots(() => text.nextOption.fold(-1)(_.toInt)).await(3)
    assertEquals(text.mkString, "rest")
    intercept[java.io.IOException](OriginalClient.Dots(() => -1).await(1))

  test("options have defaults, and wrong ones are reported"):
    val plain = options("--against")
    assertEquals(plain.rival, Some(CalibrateOptions.Plain))
    assertEquals((plain.seconds, plain.warmUpS, plain.rounds), (4.0, 2.0, 10))
    assertEquals(options("--against", "vendors", "--seconds", "1.5").seconds, 2.0)
    assertEquals(options("--against", "plain", "--loads", "1*").problems, Nil)
    val wrong = List(
      "--against fancy" -> "--against: found 'fancy'",
      "--against original" -> "--against original: needs --original DIR",
      "--against original --original /nowhere" -> "--original: found '/nowhere'",
      "--against plain --original /nowhere" -> "--original goes with --against original only",
      "--against plain --scheduling three" -> "--scheduling: found 'three'",
      "--scheduling two" -> "--scheduling goes with --against only",
      "--brokers apollo" -> "--brokers goes with --against only",
      "--loads 1*" -> "--loads goes with --against only",
      "--against vendors --protocols core" -> "--protocols goes with --against plain only"
    )
    for (typed, problem) <- wrong do
      val problems = options(typed.split(' ')*).problems
      assert(problems.exists(_.startsWith(problem)), s"$typed: $problems")
