package shootout.stomp.nullbroker

import shootout.driver.Stamp
import shootout.stomp.FrameReader

import java.io.{BufferedInputStream, ByteArrayOutputStream}
import java.net.Socket
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

  served.test("sends are confirmed if they ask for it, whatever their bodies hold") { broker =>
    val client = ByHand(broker).connected()
    val body = "a\n\u0000SEND\n\n"
    for i <- 1 to 3 do client.say(send("/queue/a", body, "receipt" -> s"r$i") + send("/queue/a", body * 2))
    for i <- 1 to 3 do client.receipt(s"r$i")
    client.say(s"SEND\ndestination:/queue/a\nreceipt:without-length\n\nbody\u0000\n\r\n")
    client.receipt("without-length")
    client.say(send("/queue/a", "x" * 300_000, "receipt" -> "large"))
    client.receipt("large")
    client.say(client.frame("DISCONNECT", "receipt" -> "bye")(""))
    client.receipt("bye")
    assert(client.ended)
  }

  served.test("frames that come byte by byte") { broker =>
    val client = ByHand(broker).connected()
    val text = send("/queue/a", "first", "receipt" -> "1") * 2 + send("/queue/a", "second", "receipt" -> "22")
    for c <- text do client.say(c.toString)
    for id <- List("1", "1", "22") do client.receipt(id)
  }

  served.test("a subscriber is fed whole messages with ids of their own, until it has enough") { broker =>
    for (version, bytes) <- List("1.0" -> 20, "1.1" -> 1024, "1.2" -> 262144) do
      val client = ByHand(broker).connected(version)
      client.say(
        client.frame(
          "SUBSCRIBE",
          "id" -> "7",
          "destination" -> "/topic/t",
          "body-bytes" -> s"$bytes",
          "receipt" -> "s"
        )("")
      )
      client.receipt("s")
      val ids =
        for i <- 0 until 2000 * 20 / bytes + 3 yield
          val message = client.hear()
          val body = message.body.getBytes(ISO_8859_1)
          assertEquals(message.command, "MESSAGE")
          assertEquals(message.headers.get("subscription"), Some("7"))
          assertEquals(message.headers.get("destination"), Some("/topic/t"))
          assertEquals(body.length, bytes)
          assert(FrameReader.intact(body, 0, bytes))
          assertEquals(Stamp.sequenceAt(body, 0), i.toLong)
          assertEquals(message.headers.contains("ack"), version == "1.2")
          message.headers("message-id")
      assertEquals(ids.distinct.size, ids.size)
      client.say("ACK\nid:whatever\n\n\u0000")
      client.say(client.frame("UNSUBSCRIBE", "id" -> "7", "receipt" -> "u")(""))
      assertEquals(
        Iterator.continually(client.hear()).dropWhile(_.command == "MESSAGE").next().headers("receipt-id"),
        "u"
      )
      client.close()
  }

  served.test("without a wish, messages are as large as those that are sent there") { broker =>
    val consumer = ByHand(broker).connected()
    consumer.say(consumer.frame("SUBSCRIBE", "id" -> "0", "destination" -> "/queue/q", "receipt" -> "s")(""))
    consumer.receipt("s")
    val producer = ByHand(broker).connected()
    producer.say(send("/queue/q", "y" * 77))
    assertEquals(consumer.hear().headers("content-length"), "77")
  }

  served.test("a requester gets its requests back as replies") { broker =>
    val client = ByHand(broker).connected()
    val queue = "/queue/base_reply_0"
    client.say(client.frame("SUBSCRIBE", "id" -> "0", "destination" -> queue, "receipt" -> "s")(""))
    client.receipt("s")
    val bodies = List("one", "two", "z" * 200_000, "one")
    for body <- bodies do client.say(send("/queue/base", body))
    val replies = bodies.map(_ => client.hear())
    assertEquals(replies.map(_.body), bodies)
    assertEquals(replies.map(_.headers("destination")).distinct, List(queue))
    assertEquals(replies.map(_.headers("message-id")).distinct.size, bodies.size)
  }

  for (what, bytes) <- List("command" -> "HELLO\n\n\u0000", "length" -> "SEND\ncontent-length:x\n\n\u0000") do
    served.test(s"an unknown $what is refused") { broker =>
      val client = ByHand(broker).connected()
      client.say(bytes)
      assertEquals(client.hear().command, "ERROR")
      assert(client.ended)
    }
