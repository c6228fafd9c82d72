package shootout.driver

import shootout.scenario.{Content, MessageForm, MessageKind}

import java.io.{ByteArrayOutputStream, ObjectOutputStream}

class FormedBodySuite extends munit.FunSuite:
  private val kinds = List(
    MessageKind(MessageForm.Bytes, Content.PriceUpdate),
    MessageKind(MessageForm.Text, Content.PriceUpdate),
    MessageKind(MessageForm.Object, Content.PriceUpdate),
    MessageKind(MessageForm.Externalizable, Content.PriceUpdate),
    MessageKind(MessageForm.Text),
    MessageKind(MessageForm.Object)
  )

  private def body(kind: MessageKind): Array[Byte] =
    FormedBody(kind)(Stamp.producer(7, 3), 5, 11, bytes(kind))
  private def bytes(kind: MessageKind): Int =
    if kind.content == Content.PriceUpdate then Content.PriceUpdateBytes else 100

  for kind <- kinds do
    test(s"${kind.form} with ${kind.content}: a body reads back with stamp and size, and is no filler"):
      val made = body(kind)
      for wholly <- List(false, true) do
        assertEquals(FormedBody.read(made, wholly), bytes(kind))
        assert(!StampedBody.isIntact(made, wholly))
      assertEquals(
        (Stamp.producerAt(made, 0), Stamp.sequenceAt(made, 0), Stamp.nanosAt(made, 0)),
        (Stamp.producer(7, 3), 5L, 11L)
      )

    test(s"${kind.form} with ${kind.content}: damage and a wrong length are found"):
      for at <- (0 until Stamp.Bytes) :+ (body(kind).length - 1) do
        val damaged = body(kind)
        damaged(at) = (damaged(at) ^ 1).toByte
        assertEquals(FormedBody.read(damaged, wholly = true), FormedBody.Damaged, s"byte $at")
      for wrong <- List(body(kind).dropRight(1), body(kind) :+ 7.toByte, body(kind).take(Stamp.Bytes)) do
        assertEquals(FormedBody.read(wrong, wholly = true), FormedBody.Damaged)

  for form <- List(MessageForm.Bytes, MessageForm.Text) do
    test(s"$form: a price update with a changed byte is damaged"):
      val kind = MessageKind(form, Content.PriceUpdate)
      for at <- Stamp.Bytes + 1 until body(kind).length - 1 do
        val damaged = body(kind)
        damaged(at) = (damaged(at) ^ 1).toByte
        assertEquals(FormedBody.read(damaged, wholly = false), FormedBody.Damaged, s"byte $at")

  test("objects of other classes are not deserialized"):
    val out = ByteArrayOutputStream()
    val objects = ObjectOutputStream(out)
    objects.writeObject(java.util.HashMap[String, String]())
    objects.close()
    val head = body(MessageKind(MessageForm.Object, Content.PriceUpdate)).take(Stamp.Bytes + 1)
    assertEquals(FormedBody.read(head ++ out.toByteArray :+ 0.toByte, wholly = false), FormedBody.Damaged)

  test("an empty body and filler are damaged"):
    assertEquals(FormedBody.read(Array.emptyByteArray, wholly = false), FormedBody.Damaged)
    assertEquals(FormedBody.read(StampedBody(reuse = false)(1, 2, 3, 100), wholly = false), FormedBody.Damaged)

class StampedBodySuite extends munit.FunSuite:
  private def body(bytes: Int): Array[Byte] =
    StampedBody(reuse = false)(Stamp.producer(7, 3), 5, 11, bytes)

  for bytes <- List(Stamp.Bytes, Stamp.Bytes + 1, 100) do
    test(s"$bytes bytes: a body is intact until a verified byte changes"):
      for wholly <- List(false, true) do
        assert(StampedBody.isIntact(body(bytes), wholly))
        for at <- 0 until bytes do
          val damaged = body(bytes)
          damaged(at) = (damaged(at) ^ 1).toByte
          val seen = wholly || at < Stamp.Bytes || at == bytes - 1
          assertEquals(StampedBody.isIntact(damaged, wholly), !seen, s"byte $at, wholly: $wholly")
        assert(!StampedBody.isIntact(body(bytes).drop(1), wholly))
        assert(!StampedBody.isIntact(body(bytes) :+ Stamp.Filler, wholly))

  test("a body that is too short for a stamp is not intact"):
    for bytes <- List(0, 1, Stamp.Bytes - 1) do assert(!StampedBody.isIntact(new Array[Byte](bytes), wholly = true))

  test("a body is new or reused"):
    for reuse <- List(true, false) do
      val bodies = StampedBody(reuse)
      assertEquals(bodies(1, 1, 1, 50) eq bodies(1, 2, 1, 50), reuse)
      val next = bodies(1, 3, 1, 60)
      assertEquals((next.length, Stamp.sequenceAt(next, 0)), (60, 3L))
