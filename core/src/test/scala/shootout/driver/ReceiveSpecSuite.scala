package shootout.driver

import shootout.scenario.Ack
import shootout.units.DestinationType

class ReceiveSpecSuite extends munit.FunSuite:
  private val source = DestinationName(DestinationType.Queue, "a-name-of-22-characters")
  private def spec(prefetch: Option[Int], body: Option[Int]) =
    ReceiveSpec(source, Ack.Client, prefetch, None, None, Nil, bodyBytes = body)

  test("a prefetch in bytes admits exactly the given number of messages"):
    val each = 20 + 100 + 2 * source.name.length
    for messages <- List(1, 2, 10, 1000) do
      val bytes = spec(Some(messages), Some(20)).bytesAhead(100, 2).get
      // a broker delivers while any bytes are left
      assertEquals((bytes + each - 1) / each, messages.toLong)

  test("there is no limit in bytes without a prefetch or a fixed body size"):
    assertEquals(spec(None, Some(20)).bytesAhead(100, 1), None)
    assertEquals(spec(Some(10), None).bytesAhead(100, 1), None)
