package shootout.stomp.nullbroker

import shootout.driver.Stamp

import java.io.{BufferedInputStream, ByteArrayOutputStream}
import java.net.Socket
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1

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

  private case class Frame(command: String, headers: Map[String, String], body: String)

  private final class ByHand(broker: NullBroker) extends AutoCloseable:
    private val socket = Socket("127.0.0.1", broker.localPort)
    socket.setSoTimeout(10_000)
    private val in = BufferedInputStream(socket.getInputStream)

    def say(text: String): Unit = socket.getOutputStream.write(text.getBytes(ISO_8859_1))
    def frame(command: String, headers: (String, String)*)(body: String): String =
      headers.map((name, value) => s"$name:$value\n").mkString(s"$command\n", "", s"\n$body\u0000")

    /** Strictly by content-length, where there is one. */
    def hear(): Frame =
      val lines = List.unfold(())(_ => Some(line()).filter(_.nonEmpty).map(_ -> ()))
      val headers = lines.tail.map(l => l.takeWhile(_ != ':') -> l.dropWhile(_ != ':').tail).toMap
      val body = headers.get("content-length") match
        case Some(size) => String(in.readNBytes(size.toInt), ISO_8859_1)
        case None => ""
      assertEquals(in.read(), 0)
      Frame(lines.head, headers, body)

    private def line(): String =
      val text = ByteArrayOutputStream()
      var c = in.read()
      while c != '\n' && c >= 0 do
        text.write(c)
        c = in.read()
      text.toString(ISO_8859_1)

    def connected(version: String = "1.2"): this.type =
      say(frame("CONNECT", "accept-version" -> version, "host" -> "h", "receipt" -> "never")(""))
      assertEquals(hear().command, "CONNECTED")
      this

    def receipt(id: String): Unit = assertEquals(hear(), Frame("RECEIPT", Map("receipt-id" -> id), ""))
    def ended: Boolean = in.read() < 0
    def close(): Unit = socket.close()

  private def send(to: String, body: String, headers: (String, String)*) =
    headers.map((name, value) => s"$name:$value\n").mkString(
      s"SEND\ndestination:$to\n",
      "",
      s"content-length:${body.length}\n\n$body\u0000"
    )

  /** A body as the clients make it. */
  private def body(producer: Int, sequence: Long, bytes: Int): String =
    val buffer = ByteBuffer.allocate(bytes)
    Stamp.put(buffer, 0, producer, sequence, nanos = 5, bytes)
    for i <- Stamp.Bytes until bytes do buffer.put(i, Stamp.Filler)
    String(buffer.array, ISO_8859_1)

  private def subscribed(broker: NullBroker, to: String, version: String = "1.2"): ByHand =
    val client = ByHand(broker).connected(version)
    client.say(
      client.frame("SUBSCRIBE", "id" -> "7", "destination" -> to, "ack" -> "client", "receipt" -> "s")("")
    )
    client.receipt("s")
    client

  private def sequences(client: ByHand, count: Int): Seq[Long] = (0 until count).map { _ =>
    val got = client.hear().body.getBytes(ISO_8859_1)
    assert(Stamp.intactAt(got, 0, got.length) && got.drop(Stamp.Bytes).forall(_ == Stamp.Filler))
    Stamp.sequenceAt(got, 0)
  }

  served.test("sends are confirmed if they ask for it, whatever their size") { broker =>
    val client = ByHand(broker).connected()
    for i <- 1 to 3 do
      client.say(send("/queue/a", body(1, i, 20), "receipt" -> f"$i%012x") + send("/queue/a", body(1, i, 40)))
    for i <- 1 to 3 do client.receipt(f"$i%012x")
    client.say(send("/queue/a", body(1, 9, 300_000), "receipt" -> "0000000000ff"))
    client.receipt("0000000000ff")
    client.say(client.frame("DISCONNECT", "receipt" -> "bye")(""))
    client.receipt("bye")
  }

  served.test("frames that come byte by byte") { broker =>
    val client = ByHand(broker).connected()
    val text = send("/queue/a", body(1, 0, 20), "receipt" -> "00000000000a") * 2 +
      send("/queue/b", body(1, 0, 30), "receipt" -> "00000000000b")
    for c <- text do client.say(c.toString)
    for id <- List("00000000000a", "00000000000a", "00000000000b") do client.receipt(id)
  }

  for (version, bytes) <- List("1.0" -> 20, "1.1" -> 1024, "1.2" -> 262144) do
    served.test(s"over STOMP $version, as many messages of $bytes bytes come out of a queue as went in, in order") {
      broker =>
        val producer = ByHand(broker).connected()
        val consumer = subscribed(broker, "/queue/q", version)
        for i <- 0 until 10 do producer.say(send("/queue/q", body(3, i, bytes)))
        val got =
          for i <- 0 until 10 yield
            val message = consumer.hear()
            assertEquals(message.command, "MESSAGE")
            assertEquals(message.headers.get("subscription"), Some("7"))
            assertEquals(message.headers.get("destination"), Some("/queue/q"))
            assertEquals(message.headers.contains("ack"), version == "1.2")
            assertEquals(message.body, body(3, i, bytes))
            message.headers("message-id")
        assertEquals(got.distinct.size, 10)
        consumer.say("ACK\nid:whatever\n\n\u0000")
        consumer.say(consumer.frame("UNSUBSCRIBE", "id" -> "7", "receipt" -> "u")(""))
        consumer.receipt("u")
    }

  served.test("consumers of a queue share its messages; those of a topic get all that come in their time") { broker =>
    val producer = ByHand(broker).connected()
    producer.say(send("/topic/t", body(1, 0, 20), "receipt" -> "000000000001"))
    producer.receipt("000000000001")
    val (one, two) = (subscribed(broker, "/topic/t"), subscribed(broker, "/topic/t"))
    for i <- 1 to 3 do producer.say(send("/topic/t", body(1, i, 20)))
    for client <- List(one, two) do assertEquals(sequences(client, 3), Seq(1L, 2L, 3L))
    val (first, second) = (subscribed(broker, "/queue/q"), subscribed(broker, "/queue/q"))
    for i <- 0 until 2 do producer.say(send("/queue/q", body(1, i, 20)))
    first.say(first.frame("UNSUBSCRIBE", "id" -> "7", "receipt" -> "u")(""))
    val had = Iterator.continually(first.hear()).takeWhile(_.command == "MESSAGE").size
    assertEquals(sequences(second, 2 - had).size, 2 - had)
  }

  for (what, bytes) <- List(
      "a frame that is longer than it says" -> send("/queue/a", body(1, 0, 20)).replace("length:20", "length:21") * 2,
      "a length that is none" -> "SEND\ncontent-length:x\n\n01234567890123456789\u0000"
    )
  do
    served.test(s"$what is refused") { broker =>
      val client = ByHand(broker).connected()
      client.say(bytes)
      assertEquals(client.hear().command, "ERROR")
      assert(client.ended)
    }
