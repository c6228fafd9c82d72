package shootout.queue.rabbit

/** Each message changes threads once, and in order. */
class DeliveriesSuite extends munit.FunSuite:
  test("messages are taken in the batches in which they came"):
    val deliveries = Deliveries(Thread.currentThread)
    def bring(tags: Int*): Unit = tags.foreach(tag => deliveries.add(tag, Array(tag.toByte)))
    def taken(count: Int): List[Long] = List.fill(count):
      val tag = deliveries.tag
      assertEquals(deliveries.take().toList, List(tag.toByte))
      tag
    assertEquals(deliveries.await(0), 0)
    bring(1, 2, 3)
    assertEquals(deliveries.await(0), 3)
    assertEquals(taken(2), List(1L, 2L))
    bring(4)
    assertEquals(deliveries.await(0), 1)
    assertEquals(taken(1), List(3L))
    assertEquals(deliveries.await(0), 1)
    assertEquals(taken(1), List(4L))
    assertEquals(deliveries.await(0), 0)

  test("a million messages of another thread arrive in order"):
    val count = 1_000_000L
    val deliveries = Deliveries(Thread.currentThread)
    val body = new Array[Byte](1)
    val bringer = Thread(() => for tag <- 1L to count do deliveries.add(tag, body))
    bringer.start()
    var expected = 1L
    while expected <= count do
      var here = deliveries.await(10_000_000_000L)
      while here > 0 do
        assert(deliveries.tag == expected, s"${deliveries.tag} in place of $expected")
        deliveries.take()
        expected += 1
        here -= 1
    bringer.join()
