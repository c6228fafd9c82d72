package shootout.queue.rabbitstream

/** The partitions of each receiver, as receivers come and go. */
class PartitionsSuite extends munit.FunSuite:
  private final class Reader

  /** What a receiver does after a change. */
  private def settle(partitions: Partitions, reader: Reader): Unit =
    partitions.surplus(reader).foreach(partitions.giveUp)
    partitions.takeUp(reader): Unit

  test("the first receiver gets all partitions, and each further one its share"):
    val partitions = Partitions(6)
    val readers = List.fill(3)(Reader())
    partitions.join(readers(0))
    assertEquals(partitions.takeUp(readers(0)), List(0, 1, 2, 3, 4, 5))
    partitions.join(readers(1))
    assertEquals(partitions.takeUp(readers(1)), Nil)
    assertEquals(partitions.surplus(readers(0)), List(3, 4, 5))
    val before = partitions.version
    partitions.giveUp(4)
    assert(partitions.version > before, "a receiver that waits sees the change")
    assertEquals(partitions.takeUp(readers(1)), List(4))
    assertEquals(partitions.takeUp(readers(1)), Nil)
    List(3, 5).foreach(partitions.giveUp)
    assertEquals(partitions.takeUp(readers(1)), List(3, 5))
    partitions.join(readers(2))
    assertEquals((partitions.surplus(readers(0)), partitions.surplus(readers(1))), (List(2), List(5)))

  test("the partitions of a receiver that leaves are free at once"):
    val partitions = Partitions(3)
    val (one, other) = (Reader(), Reader())
    partitions.join(one)
    settle(partitions, one)
    partitions.join(other)
    settle(partitions, one)
    settle(partitions, other)
    partitions.leave(one)
    assertEquals(partitions.takeUp(other), List(0, 1))
    partitions.leave(other)
    partitions.join(one)
    assertEquals(partitions.takeUp(one), List(0, 1, 2))

  test("some receivers have nothing if there are too few partitions"):
    val partitions = Partitions(1)
    val readers = List.fill(3)(Reader())
    readers.foreach(partitions.join)
    assertEquals(readers.map(partitions.takeUp), List(List(0), Nil, Nil))
    partitions.leave(readers(0))
    assertEquals(readers.tail.map(partitions.takeUp).flatten, List(0))

  test("25 receivers of 25 partitions end up with one each"):
    val partitions = Partitions(25)
    val readers = List.fill(25)(Reader())
    for (reader, n) <- readers.zipWithIndex do
      partitions.join(reader)
      readers.take(n + 1).foreach(settle(partitions, _))
      readers.take(n + 1).foreach(settle(partitions, _))
    assertEquals(readers.map(partitions.surplus), List.fill(25)(Nil))
    readers.foreach(partitions.leave)
    readers.foreach(partitions.join)
    assertEquals(readers.flatMap(partitions.takeUp).sorted, List.range(0, 25))
