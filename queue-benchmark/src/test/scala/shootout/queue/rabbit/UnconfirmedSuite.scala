package shootout.queue.rabbit

import shootout.driver.Confirmations

import java.io.IOException
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong

/** The sends that a confirmation covers, in any order of confirmations. */
class UnconfirmedSuite extends munit.FunSuite:
  private val confirmations = FunFixture[Confirmations](_ => Confirmations(() => ()), _ => ())

  private def settled(confirmations: Confirmations): List[Long] =
    Iterator.continually(confirmations.advance()).takeWhile(identity).map(_ => confirmations.sequence).toList

  confirmations.test("each send is confirmed once, singly or with all before it"): confirmations =>
    val unconfirmed = Unconfirmed(confirmations, most = 8)
    for n <- 1 to 6 do unconfirmed.add(100L + n)
    unconfirmed.confirmed(3, multiple = false)
    assertEquals(settled(confirmations), List(103L))
    unconfirmed.confirmed(4, multiple = true)
    assertEquals(settled(confirmations), List(101L, 102L, 104L))
    unconfirmed.confirmed(4, multiple = true)
    unconfirmed.confirmed(2, multiple = false)
    assertEquals(settled(confirmations), Nil)
    assert(intercept[IOException](unconfirmed.settleWithin(0)).getMessage.contains("not confirmed 2 messages"))
    unconfirmed.confirmed(6, multiple = true)
    assertEquals(settled(confirmations), List(105L, 106L))
    unconfirmed.settleWithin(0)

  confirmations.test("a send that waits keeps its place"): confirmations =>
    val unconfirmed = Unconfirmed(confirmations, most = 4)
    for n <- 1 to 4 do unconfirmed.add(n)
    for tag <- 2 to 4 do unconfirmed.confirmed(tag, multiple = false)
    assertEquals(settled(confirmations), List(2L, 3L, 4L))
    val added = CountDownLatch(1)
    val adder = Thread: () =>
      unconfirmed.add(5)
      added.countDown()
    adder.start()
    while adder.getState != Thread.State.WAITING do Thread.sleep(1)
    unconfirmed.confirmed(1, multiple = false)
    added.await()
    assertEquals(settled(confirmations), List(1L))
    unconfirmed.confirmed(5, multiple = true)
    assertEquals(settled(confirmations), List(5L))

  confirmations.test("a million sends of two threads are confirmed once"): confirmations =>
    val count = 1_000_000
    val unconfirmed = Unconfirmed(confirmations, most = 64)
    val sent = AtomicLong()
    val adder = Thread: () =>
      for n <- 1 to count do
        unconfirmed.add(n)
        sent.set(n)
    adder.start()
    var tag = 0L
    var sum = 0L
    while tag < count do
      val latest = sent.get
      if latest > tag then
        val upTo = if tag % 3 == 0 then tag + 1 else latest
        unconfirmed.confirmed(upTo, multiple = tag % 3 != 0)
        tag = upTo
        sum += settled(confirmations).sum
    adder.join()
    assertEquals(sum, count.toLong * (count + 1) / 2)
    unconfirmed.settleWithin(0)

  confirmations.test("a sender that waits for room is released when the connection fails"): confirmations =>
    val unconfirmed = Unconfirmed(confirmations, most = 2)
    for n <- 1 to 2 do unconfirmed.add(n)
    val sender = Thread(() => unconfirmed.add(3))
    sender.start()
    while sender.getState != Thread.State.WAITING do Thread.sleep(1)
    unconfirmed.giveUp()
    sender.join()
    assertEquals(settled(confirmations), Nil)
