package shootout.driver

import java.util.concurrent.atomic.AtomicInteger

class ConfirmationsSuite extends munit.FunSuite:
  test("confirmations arrive in order, each with its time, after one wake-up"):
    val wakes = AtomicInteger()
    val confirmations = Confirmations(() => wakes.incrementAndGet(): Unit)
    assert(!confirmations.advance())
    val before = System.nanoTime()
    for sequence <- 0L until 1000L do confirmations.confirmed(sequence)
    assertEquals(wakes.get, 1, "one wake-up for all")
    for sequence <- 0L until 1000L do
      assert(confirmations.advance())
      assertEquals(confirmations.sequence, sequence)
      assert(confirmations.nanos - before >= 0)
    assert(!confirmations.advance())
    confirmations.confirmed(7)
    assertEquals(wakes.get, 2)
    assert(confirmations.advance())
    assertEquals(confirmations.sequence, 7L)

  test("confirmations of several threads arrive once each"):
    val confirmations = Confirmations(() => ())
    val each = 50_000
    val threads =
      (0 until 4).map(n => Thread(() => for i <- 0 until each do confirmations.confirmed(n.toLong * each + i)))
    threads.foreach(_.start())
    val seen = java.util.BitSet()
    var count = 0
    while count < 4 * each do
      if confirmations.advance() then
        assert(!seen.get(confirmations.sequence.toInt), confirmations.sequence)
        seen.set(confirmations.sequence.toInt)
        count += 1
    threads.foreach(_.join())
    assertEquals(seen.cardinality, 4 * each)
    assert(!confirmations.advance())

  test("the first failure is kept"):
    val confirmations = Confirmations(() => ())
    assertEquals(confirmations.failure, None)
    val first = IllegalStateException("first")
    confirmations.failed(first)
    confirmations.failed(IllegalStateException("second"))
    assertEquals(confirmations.failure, Some(first))
