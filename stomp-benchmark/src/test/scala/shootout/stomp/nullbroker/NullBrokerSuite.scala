package shootout.stomp.nullbroker

import shootout.driver.StampedBody
import shootout.stomp.{Heard, Talk}

import java.io.EOFException
import java.net.Socket
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.LinkedBlockingQueue

/** What the null broker answers. */
class NullBrokerSuite extends munit.FunSuite:
  private val served = FunFixture[NullBroker](
    _ =>
      val broker = NullBroker(0)
      val thread = Thread(() => broker.run(), "null-broker")
      thread.setDaemon(true)
      thread.start()
      broker
    ,
    _.close()
  )

  private def talk(broker: NullBroker, version: String = "1.2"): Talk =
    val client = Talk(Socket("127.0.0.1", broker.localPort), LinkedBlockingQueue())
    client.frame("CONNECT", s"accept-version:$version", "host:h", "receipt:never")
    assertEquals(client.hear().command, "CONNECTED")
    client

  private def assertReceipt(client: Talk, id: String): Unit =
    val frame = client.hear()
    assertEquals((frame.command, frame.headers), ("RECEIPT", List("receipt-id" -> id)))
    assertEquals(frame.body.length, 0)

  private def send(to: String, body: String, headers: (String, String)*) =
    headers.map((name, value) => s"$name:$value\n").mkString(
      s"SEND\ndestination:$to\n",
      "",
      s"content-length:${body.length}\n\n$body\u0000"
    )

  private def body(producer: Int, sequence: Long, bytes: Int): String =
    String(StampedBody(reuse = false)(producer, sequence, nanos = 5, bytes), ISO_8859_1)

  private def subscribed(broker: NullBroker, to: String, version: String = "1.2"): Talk =
    val client = talk(broker, version)
    client.frame("SUBSCRIBE", "id:7", s"destination:$to", "ack:client", "receipt:s")
    assertReceipt(client, "s")
    client

  private def sequence(message: Heard): Long =
    assert(StampedBody.isIntact(message.body, wholly = true))
    message.sequence

  private def sequences(client: Talk, count: Int): Seq[Long] = (0 until count).map(_ => sequence(client.hear()))

  served.test("sends of any size are confirmed on request"): broker =>
    val client = talk(broker)
    for i <- 1 to 3 do
      client.say(send("/queue/a", body(1, i, 20), "receipt" -> f"$i%012x") + send("/queue/a", body(1, i, 40)))
    for i <- 1 to 3 do assertReceipt(client, f"$i%012x")
    client.say(send("/queue/a", body(1, 9, 300_000), "receipt" -> "0000000000ff"))
    assertReceipt(client, "0000000000ff")
    client.frame("DISCONNECT", "receipt:bye")
    assertReceipt(client, "bye")

  served.test("frames may arrive byte by byte"): broker =>
    val client = talk(broker)
    val text = send("/queue/a", body(1, 0, 20), "receipt" -> "00000000000a") * 2 +
      send("/queue/b", body(1, 0, 30), "receipt" -> "00000000000b")
    for c <- text do client.say(c.toString)
    for id <- List("00000000000a", "00000000000a", "00000000000b") do assertReceipt(client, id)

  for (version, bytes) <- List("1.0" -> 20, "1.1" -> 1024, "1.2" -> 262144) do
    served.test(s"a queue delivers in order over STOMP $version, with $bytes B"): broker =>
      val producer = talk(broker)
      val consumer = subscribed(broker, "/queue/q", version)
      for i <- 0 until 10 do producer.say(send("/queue/q", body(3, i, bytes)))
      val got =
        for i <- 0 until 10 yield
          val message = consumer.hear()
          assertEquals(message.command, "MESSAGE")
          assertEquals(message.header("subscription"), Some("7"))
          assertEquals(message.header("destination"), Some("/queue/q"))
          assertEquals(message.header("ack").isDefined, version == "1.2")
          assertEquals(String(message.body, ISO_8859_1), body(3, i, bytes))
          message.header("message-id")
      assertEquals(got.distinct.size, 10)
      consumer.say("ACK\nid:whatever\n\n\u0000")
      consumer.frame("UNSUBSCRIBE", "id:7", "receipt:u")
      assertReceipt(consumer, "u")

  served.test("consumers of a queue share messages, and those of a topic get all"): broker =>
    val producer = talk(broker)
    producer.say(send("/topic/t", body(1, 0, 20), "receipt" -> "000000000001"))
    assertReceipt(producer, "000000000001")
    val (one, two) = (subscribed(broker, "/topic/t"), subscribed(broker, "/topic/t"))
    for i <- 1 to 3 do producer.say(send("/topic/t", body(1, i, 20)))
    for client <- List(one, two) do assertEquals(sequences(client, 3), Seq(1L, 2L, 3L))
    val (first, second) = (subscribed(broker, "/queue/q"), subscribed(broker, "/queue/q"))
    for i <- 0 until 2 do producer.say(send("/queue/q", body(1, i, 20)))
    first.frame("UNSUBSCRIBE", "id:7", "receipt:u")
    val had = Iterator.continually(first.hear()).takeWhile(_.command == "MESSAGE").size
    assertEquals(sequences(second, 2 - had).size, 2 - had)

  for (what, bytes) <- List(
      "a frame longer than its content-length" -> send(
        "/queue/a",
        body(1, 0, 20)
      ).replace("length:20", "length:21") * 2,
      "a content-length that is no number" -> "SEND\ncontent-length:x\n\n01234567890123456789\u0000"
    )
  do
    served.test(s"$what is refused"): broker =>
      val client = talk(broker)
      client.say(bytes)
      assertEquals(client.hear().command, "ERROR")
      intercept[EOFException](client.hear())
