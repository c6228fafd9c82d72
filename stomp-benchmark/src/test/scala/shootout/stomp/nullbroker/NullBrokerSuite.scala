package shootout.stomp.nullbroker

import shootout.driver.Stamp
import shootout.stomp.ScriptedServer.body
import shootout.stomp.{Heard, Talk}

import java.io.EOFException
import java.net.Socket
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.LinkedBlockingQueue

/** What the null broker says to a client that we play by hand. */
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

  private final class ByHand(broker: NullBroker) extends AutoCloseable:
    private val socket = Socket("127.0.0.1", broker.localPort)
    private val talk = Talk(socket, LinkedBlockingQueue())
    export talk.{hear, say}

    def frame(command: String, headers: (String, String)*)(body: String): String =
      headers.map((name, value) => s"$name:$value\n").mkString(s"$command\n", "", s"\n$body\u0000")

    def connected(version: String = "1.2"): this.type =
      say(frame("CONNECT", "accept-version" -> version, "host" -> "h", "receipt" -> "never")(""))
      assertEquals(hear().command, "CONNECTED")
      this

    def receipt(id: String): Unit =
      val heard = hear()
      assertEquals((heard.command, heard.headers, text(heard)), ("RECEIPT", List("receipt-id" -> id), ""))
    def heardYet: Int = socket.getInputStream.available
    def ended: Boolean = intercept[EOFException](hear()) != null
    def close(): Unit = socket.close()

  private def text(heard: Heard): String = String(heard.body, ISO_8859_1)

  private def send(to: String, body: String, headers: (String, String)*) =
    headers.map((name, value) => s"$name:$value\n").mkString(
      s"SEND\ndestination:$to\n",
      "",
      s"content-length:${body.length}\n\n$body\u0000"
    )

  private def subscribed(broker: NullBroker, to: String, version: String = "1.2"): ByHand =
    val client = ByHand(broker).connected(version)
    client.say(
      client.frame("SUBSCRIBE", "id" -> "7", "destination" -> to, "ack" -> "client", "receipt" -> "s")("")
    )
    client.receipt("s")
    client

  private def sequences(client: ByHand, count: Int): Seq[Long] = (0 until count).map { _ =>
    val got = client.hear().body
    assert(Stamp.intactAt(got, 0, got.length) && got.drop(Stamp.Bytes).forall(_ == Stamp.Filler))
    Stamp.sequenceAt(got, 0)
  }

  served.test("sends are confirmed if they ask for it, whatever their size") { broker =>
    val client = ByHand(broker).connected()
    for i <- 1 to 3 do
      client.say(send("/queue/a", body(i, 20), "receipt" -> f"$i%012x") + send("/queue/a", body(i, 40)))
    for i <- 1 to 3 do client.receipt(f"$i%012x")
    client.say(send("/queue/a", body(9, 300_000), "receipt" -> "0000000000ff"))
    client.receipt("0000000000ff")
    client.say(client.frame("DISCONNECT", "receipt" -> "bye")(""))
    client.receipt("bye")
  }

  served.test("frames that come byte by byte") { broker =>
    val client = ByHand(broker).connected()
    val text = send("/queue/a", body(0, 20), "receipt" -> "00000000000a") * 2 +
      send("/queue/b", body(0, 30), "receipt" -> "00000000000b")
    for c <- text do client.say(c.toString)
    for id <- List("00000000000a", "00000000000a", "00000000000b") do client.receipt(id)
  }

  for (version, bytes) <- List("1.0" -> 20, "1.1" -> 1024, "1.2" -> 262144) do
    served.test(s"over STOMP $version, as many messages of $bytes bytes come out of a queue as went in, in order") {
      broker =>
        val producer = ByHand(broker).connected()
        val consumer = subscribed(broker, "/queue/q", version)
        for i <- 0 until 10 do producer.say(send("/queue/q", body(i, bytes)))
        val got =
          for i <- 0 until 10 yield
            val message = consumer.hear()
            assertEquals(message.command, "MESSAGE")
            assertEquals(message.header("subscription"), Some("7"))
            assertEquals(message.header("destination"), Some("/queue/q"))
            assertEquals(message.header("ack").isDefined, version == "1.2")
            assertEquals(text(message), body(i, bytes))
            message.header("message-id").get
        assertEquals(got.distinct.size, 10)
        consumer.say("ACK\nid:whatever\n\n\u0000")
        consumer.say(consumer.frame("UNSUBSCRIBE", "id" -> "7", "receipt" -> "u")(""))
        consumer.receipt("u")
    }

  served.test("consumers of a queue share its messages; those of a topic get all that come in their time") { broker =>
    val producer = ByHand(broker).connected()
    producer.say(send("/topic/t", body(0, 20), "receipt" -> "000000000001"))
    producer.receipt("000000000001")
    val (one, two) = (subscribed(broker, "/topic/t"), subscribed(broker, "/topic/t"))
    for i <- 1 to 3 do producer.say(send("/topic/t", body(i, 20)))
    for client <- List(one, two) do assertEquals(sequences(client, 3), Seq(1L, 2L, 3L))
    val (first, second) = (subscribed(broker, "/queue/q"), subscribed(broker, "/queue/q"))
    for i <- 0 until 2 do producer.say(send("/queue/q", body(i, 20)))
    first.say(first.frame("UNSUBSCRIBE", "id" -> "7", "receipt" -> "u")(""))
    val had = Iterator.continually(first.hear()).takeWhile(_.command == "MESSAGE").size
    assertEquals(sequences(second, 2 - had).size, 2 - had)
  }

  for (what, bytes) <- List(
      "a frame that is longer than it says" -> send("/queue/a", body(0, 20)).replace("length:20", "length:21") * 2,
      "a length that is none" -> "SEND\ncontent-length:x\n\n01234567890123456789\u0000"
    )
  do
    served.test(s"$what is refused") { broker =>
      val client = ByHand(broker).connected()
      client.say(bytes)
      assertEquals(client.hear().command, "ERROR")
      assert(client.ended)
    }

  served.test("whoever begins with DISCARD is read and never answered") { broker =>
    val client = ByHand(broker)
    client.say("DISCARD\n")
    client.say(client.frame("CONNECT", "accept-version" -> "1.2")(""))
    val other = ByHand(broker).connected()
    assertEquals(client.heardYet, 0)
    other.close()
  }
