package shootout.campaign

class OrderSuite extends munit.FunSuite:
  private val brokers = List("a", "b", "c", "d", "e", "f").map(Pair(_, "stomp"))

  test("every round has every broker; the same seed gives the same order, another one another") {
    val rounds = Order.rounds(brokers, 4, 7)
    assertEquals(rounds.map(_.sortBy(_.broker)), List.fill(4)(brokers))
    assertEquals(Order.rounds(brokers, 4, 7), rounds)
    assertNotEquals(Order.rounds(brokers, 4, 8), rounds)
    assert(rounds.distinct.sizeIs > 1, "each round has an order of its own")
  }

  test("more repetitions with the same seed begin with the same rounds") {
    assertEquals(Order.rounds(brokers, 5, 7).take(2), Order.rounds(brokers, 2, 7))
  }
