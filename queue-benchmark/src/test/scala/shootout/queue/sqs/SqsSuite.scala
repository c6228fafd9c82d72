package shootout.queue.sqs

import shootout.queue.QueueSystems
import shootout.scenario.Profile
import shootout.units.Endpoint

/** Names, regions and bodies of SQS. */
class SqsSuite extends munit.FunSuite:
  test("a message that is too large in Base64 is refused"):
    val small = QueueSystems.spoken("sqs", "{largest_message: 1024}")
    assertEquals((small.largestBody, QueueSystems.spoken("sqs", "{}").largestBody), (768, 786432))
    val loads = QueueSystems.workloads("stomp-benchmark/scenarios", Profile.Standard)
    val large = loads.filter(_.messageSize.exists(_.value > 768))
    assert(
      large.flatMap(small.unsupported)
        .contains("its largest message has 1024 B, in which in Base64 there is room for 768 B")
    )

  test("the text of a body has the computed length, and is read back"):
    for bytes <- List(20, 21, 22, 768) do
      val body = Array.tabulate(bytes)(_.toByte)
      assertEquals(SqsBody.text(body).length, SqsBody.characters(bytes))
      assertEquals(SqsBody.bytes(SqsBody.text(body)).toList, body.toList)
    assertEquals(SqsBody.characters(SqsBody.bytesIn(1024)), 1024)

  test("names have at most 80 letters and stay different"):
    assertEquals(SqsSession.fitting("shootout_20b_1"), "shootout_20b_1")
    val long = List("1", "2").map(n => SqsSession.fitting("x" * 90 + n))
    assertEquals(long.map(_.length), List(80, 80))
    assertEquals(long.distinct.size, 2)
    assert(SqsSession.fitting("a.b").matches("a_b_[0-9a-f]{8}"))

  test("the region comes from the host name, and a local server has none"):
    def at(host: String) = Endpoint(host, 443, None, None, None)
    def region(host: String) = SqsClient.region(at(host)).id
    assertEquals(region("sqs.eu-west-1.amazonaws.com"), "eu-west-1")
    assertEquals(region("vpce-1-2.sqs.us-east-2.vpce.amazonaws.com"), "us-east-2")
    assertEquals(region("127.0.0.1"), "local")
    assert(SqsClient.isHere(at("127.0.0.1")) && !SqsClient.isHere(at("192.0.2.1")))
