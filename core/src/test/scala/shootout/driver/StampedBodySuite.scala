package shootout.driver

class StampedBodySuite extends munit.FunSuite:
  private def body(bytes: Int): Array[Byte] = StampedBody(reuse = false)(Stamp.producer(7, 3), 5, 11, bytes)

  for bytes <- List(Stamp.Bytes, Stamp.Bytes + 1, 100) do
    test(s"$bytes bytes: intact as they were made, and a damaged byte is told where it is looked for") {
      for wholly <- List(false, true) do
        assert(StampedBody.isIntact(body(bytes), wholly))
        for at <- 0 until bytes do
          val damaged = body(bytes)
          damaged(at) = (damaged(at) ^ 1).toByte
          val seen = wholly || at < Stamp.Bytes || at == bytes - 1
          assertEquals(StampedBody.isIntact(damaged, wholly), !seen, s"byte $at, wholly: $wholly")
        assert(!StampedBody.isIntact(body(bytes).drop(1), wholly) && !StampedBody.isIntact(
          body(bytes) :+ Stamp.Filler,
          wholly
        ))
    }

  test("too short for a stamp, or empty: not intact, and no exception") {
    for bytes <- List(0, 1, Stamp.Bytes - 1) do assert(!StampedBody.isIntact(new Array[Byte](bytes), wholly = true))
  }

  test("a body is made anew, or the same one filled again") {
    for reuse <- List(true, false) do
      val bodies = StampedBody(reuse)
      assertEquals(bodies(1, 1, 1, 50) eq bodies(1, 2, 1, 50), reuse)
      val next = bodies(1, 3, 1, 60)
      assertEquals((next.length, Stamp.sequenceAt(next, 0)), (60, 3L))
  }
