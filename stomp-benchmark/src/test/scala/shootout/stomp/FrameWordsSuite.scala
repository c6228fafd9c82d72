package shootout.stomp

import shootout.driver.{DestinationName, ReceiveSpec}
import shootout.scenario.Ack
import shootout.units.DestinationType

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** The text of frames: escapes, and those of a subscription in each version. */
class FrameWordsSuite extends munit.FunSuite:
  private val awkward = "a:b\\c\nd\re"

  test("headers are escaped as each version requires, those of CONNECT never"):
    def text(command: String, version: Version, value: String) =
      String(Frame.bytes(command, List("k:" -> value), version), UTF_8)
    assertEquals(text("SEND", Version.V12, awkward), "SEND\nk\\c:a\\cb\\\\c\\nd\\re\n\n\u0000")
    assertEquals(text("SEND", Version.V11, awkward), "SEND\nk\\c:a\\cb\\\\c\\nd\re\n\n\u0000")
    assertEquals(text("SEND", Version.V10, "a:b\\c"), "SEND\nk::a:b\\c\n\n\u0000")
    assertEquals(text("CONNECT", Version.V12, "a:b\\c"), "CONNECT\nk::a:b\\c\n\n\u0000")
    assertEquals(text("SEND", Version.V12, "\u00e9\u20ac"), "SEND\nk\\c:\u00e9\u20ac\n\n\u0000")

  test("a line break that cannot be escaped is refused, and its value is not shown"):
    for (command, version) <- List("CONNECT" -> Version.V12, "SEND" -> Version.V10) do
      val error =
        intercept[IllegalArgumentException](Frame.bytes(command, List("passcode" -> "top\nsecret"), version))
      assert(error.getMessage.contains("passcode") && !error.getMessage.contains("secret"), error.getMessage)

  test("escapes are resolved, but unknown ones remain"):
    assertEquals(Frame.unescaped(Frame.escaped(awkward, Version.V12)), awkward)
    assertEquals(Frame.unescaped("a\\tb\\\\n\\"), "a\\tb\\n\\")
    assertEquals(Frame.unescaped(""), "")

  private def receive(ack: Ack, kind: DestinationType = DestinationType.Queue, full: Boolean = false) =
    val source = DestinationName(kind, "a:b")
    if full then ReceiveSpec(source, ack, Some(50), Some("x = 'y'"), Some("sub"), List("extra" -> "e"))
    else ReceiveSpec(source, ack, None, None, None, Nil)

  private def words(frame: Array[Byte]): List[String] =
    String(frame, UTF_8).stripSuffix("\u0000").trim.linesIterator.toList

  private def subscription(spec: ReceiveSpec) = Subscription("c1", spec, ClientUnderTest.dialect())

  test("SUBSCRIBE and UNSUBSCRIBE follow the version and the acknowledgement mode"):
    for version <- Version.values do
      val destination = if version == Version.V10 then "/queue/a:b" else "/queue/a\\cb"
      for (ack, word) <- List(Ack.Auto -> "auto", Ack.Client -> "client", Ack.Individual -> "client-individual") do
        assertEquals(
          words(subscription(receive(ack)).subscribe(version, "r")),
          List("SUBSCRIBE", "id:0", s"destination:$destination", s"ack:$word", "take-queue:1", "receipt:r")
        )
      assertEquals(
        subscription(receive(Ack.Auto)).unsubscribe(version, "r").map(words),
        List(List("UNSUBSCRIBE", "id:0", "receipt:r"))
      )

  test("a subscription states its prefetch, selector, durable name and own headers"):
    val s = subscription(receive(Ack.Client, DestinationType.Topic, full = true))
    assertEquals(s.connectHeaders, List("client-id" -> "c1"))
    val expected =
      List("SUBSCRIBE", "id:sub", "destination:/topic/a\\cb", "ack:client", "prefetch:50", "selector:x = 'y'")
    assertEquals(
      words(s.subscribe(Version.V12, "r")),
      expected ++ List("name:sub", "of:c1", "extra:e", "receipt:r")
    )
    assertEquals(
      s.unsubscribe(Version.V12, "r").map(words),
      List(List("UNSUBSCRIBE", "id:sub", "gone:sub", "receipt:r"), List("UNSUBSCRIBE", "forget:sub", "receipt:r"))
    )
    assertEquals(subscription(receive(Ack.Auto)).connectHeaders, Nil)

  test("ACK returns the id of the message byte for byte in all versions"):
    val id = AckId()
    val raw = "id\\c1:x".getBytes(UTF_8)
    id.set(ByteBuffer.wrap("...".getBytes(UTF_8) ++ raw), 3, raw.length)
    val heads = List("ACK\nsubscription:0\nmessage-id:", "ACK\nsubscription:0\nmessage-id:", "ACK\nid:")
    for (version, head) <- Version.values.toList.zip(heads) do
      val outbox = Outbox()
      subscription(receive(Ack.Client)).acknowledge(outbox, id, version)
      val channel = Narrow(1000)
      outbox.write(channel)
      assertEquals(channel.text, s"${head}id\\c1:x\n\n\u0000")
    val long = ("z" * 1000).getBytes(UTF_8)
    id.set(ByteBuffer.wrap(long), 0, 1000)
    assertEquals(String(id.bytes, 0, id.length, UTF_8), "z" * 1000)
