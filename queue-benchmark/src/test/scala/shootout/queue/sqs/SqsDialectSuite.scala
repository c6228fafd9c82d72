package shootout.queue.sqs

import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.Profile
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** The `sqs` section of a `broker.yaml`, what follows from it, and what SQS takes as name, region and body. */
class SqsDialectSuite extends munit.FunSuite:
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(SqsDialect.reader.whole)
  private def protocol(text: String): SqsProtocol =
    SqsProtocol(read(text).fold(p => fail(p.mkString("\n")), identity), Map.empty)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  test("nothing need be said; what is not known is refused") {
    assertEquals(read("{}").map(_.largestMessage), Right(1048576))
    assert(problems("{largest_message: 2000000}").head.contains("a whole number from 1024 to 1048576"))
    assert(problems("{largest: 1024}").head.contains("largest"))
  }

  test("a standard queue promises no order, and delivery at least once") {
    val promise = protocol("{}").promise
    assertEquals((promise.order, promise.redelivery), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
  }

  test("the shipped loads run on it; topics, what need not be kept, and what is too large in Base64 do not") {
    assertEquals(
      QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated).flatMap(protocol("{}").unsupported),
      Nil
    )
    val others = QueueSystems.workloads("stomp-benchmark/scenarios", Profile.Standard)
    def reason(id: String, of: SqsProtocol) = of.unsupported(others.find(_.id == id).get)
    assertEquals(reason("20b_1p_1queue_1", protocol("{}")), None)
    assertEquals(reason("20b_1a_1queue_1", protocol("{}")), Some("SQS has one kind of message, which it keeps"))
    assert(others.filter(_.onTopic).forall(protocol("{}").unsupported(_).contains("SQS has queues only")))
    val small = protocol("{largest_message: 1024}")
    assertEquals(small.largestBody, 768)
    val large =
      others.find(c => !c.onTopic && protocol("{}").unsupported(c).isEmpty && c.messageSize.exists(_.value > 768))
    assertEquals(
      large.flatMap(small.unsupported),
      Some("its largest message has 1024 B, in which in Base64 there is room for 768 B")
    )
  }

  test("the text of a body has as many characters as are reckoned with, and gives the body back") {
    for bytes <- List(20, 21, 22, 768) do
      val body = Array.tabulate(bytes)(_.toByte)
      assertEquals(SqsBody.text(body).length, SqsBody.characters(bytes))
      assertEquals(SqsBody.bytes(SqsBody.text(body)).toList, body.toList)
    assertEquals(SqsBody.characters(SqsBody.bytesIn(1024)), 1024)
  }

  test("names have 80 letters at most, and stay different") {
    assertEquals(SqsQueues.fitting("shootout_20b_1"), "shootout_20b_1")
    val long = List("1", "2").map(n => SqsQueues.fitting("x" * 90 + n))
    assertEquals(long.map(_.length), List(80, 80))
    assertEquals(long.distinct.size, 2)
    assert(SqsQueues.fitting("a.b").matches("a_b_[0-9a-f]{8}"))
  }

  test("the region stands in the host's name; here there is none, and no account") {
    def at(host: String) = Endpoint(host, 443, None, None, None)
    def region(host: String) = SqsClient.region(at(host)).id
    assertEquals(region("sqs.eu-west-1.amazonaws.com"), "eu-west-1")
    assertEquals(region("vpce-1-2.sqs.us-east-2.vpce.amazonaws.com"), "us-east-2")
    assertEquals(region("127.0.0.1"), "local")
    assert(SqsClient.isHere(at("127.0.0.1")) && !SqsClient.isHere(at("192.0.2.1")))
  }
