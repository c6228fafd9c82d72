package shootout.engine

import shootout.driver.{DeliveryPromise, Stamp}
import shootout.result.{AuditResult, CrashResult, DrainOutcome}
import shootout.units.{Json, Redelivery}

/** The audit of crashes and of several load JVMs, against known answers. */
class AuditSuite extends munit.FunSuite:
  private val tag = 3
  private val id = Stamp.producer(tag, 0)

  private def audit(produced: Long, receipts: Iterable[Long], before: Iterable[Long], after: Iterable[Long]): Audit =
    val producer = ProducerAudit(0, exact = true)
    val consumers = List.fill(2)(ConsumerAudit(tag))
    val audit = Audit()
    audit.expect(List(ExpectedDelivery(producer, consumers)), consumers)
    producer.produced = produced
    receipts.foreach(producer.confirm)
    for (consumer, got) <- consumers.zip(List(before, after)); sequence <- got do consumer.add(id, sequence, true)
    audit

  test("a crash without loss: all confirmed messages arrive before or after it"):
    val crash =
      audit(produced = 100, 0L until 90L, before = 0L until 40L, after = 40L until 90L).crash(Some(2))
    assertEquals(crash, CrashResult(90, 0, 0, 0, Some(2)))

  test("confirmed messages that never arrive are lost, wherever they were in the sequence"):
    val kept = (0L until 90L).filterNot(Set(0L, 17L, 89L))
    val crash = audit(produced = 100, 0L until 90L, before = Nil, after = kept).crash(None)
    assertEquals(crash, CrashResult(90, 3, 0, 0, None))

  test("receipts may come in any order: each confirms its own message"):
    // sent: 0 to 4, confirmed: 1 and 3, delivered: 0 and 1
    val crash = audit(produced = 5, List(3L, 1L), before = Nil, after = List(0L, 1L)).crash(None)
    assertEquals(crash, CrashResult(2, lostConfirmed = 1, 0, unconfirmedDelivered = 1, None))

  test("messages that arrive before and after the crash are duplicates"):
    val crash =
      audit(produced = 10, 0L until 10L, before = 0L until 6L, after = 4L until 10L).crash(None)
    assertEquals(crash, CrashResult(10, 0, duplicated = 2, 0, None))

  test("reordering is a fault, unless redelivery is allowed and consumers leave"):
    val promise = DeliveryPromise.plain.copy(redelivery = Redelivery.AtLeastOnce)
    val swapped = audit(produced = 4, 0L until 4L, before = List(0L, 1L, 3L, 2L), after = Nil)
    def found(promise: DeliveryPromise, leaving: Boolean) =
      val result = swapped.result(DrainOutcome.Complete, promise, leaving = leaving)
      (result.reordered, result.overtaken)
    assertEquals(found(promise, leaving = true), (0L, 1L))
    assertEquals(found(promise, leaving = false), (1L, 0L))
    assertEquals(found(DeliveryPromise.plain, leaving = true), (1L, 0L))

  /** A load JVM: it knows all producers and consumers of the queue, also those of the other JVM. */
  private final class Side:
    val producers: List[ProducerAudit] = List.tabulate(2)(ProducerAudit(_))
    val consumers: List[ConsumerAudit] = List.fill(2)(ConsumerAudit(tag))
    val audit: Audit = Audit()
    audit.expect(producers.map(ExpectedDelivery(_, consumers)), consumers)

    def sends(producer: Int, messages: Int): Unit =
      producers(producer).produced = messages
      (0L until messages).foreach(producers(producer).confirm)
      producers(producer).orderly = true

    def gets(consumer: Int, producer: Int, sequences: Iterable[Long], workload: Int = tag): Unit =
      for sequence <- sequences do consumers(consumer).add(Stamp.producer(workload, producer), sequence, intact = true)

    /** The state of the clients with this number, as it is sent to the other JVM. */
    def state(own: Int): AuditState =
      Json.read[AuditState](Json.write(AuditState(List(producers(own)), List(own -> consumers(own)))))

    def learn(state: AuditState): Unit =
      for producer <- state.producers do producers(producer.index).restore(producer)
      for (client, consumer) <- state.consumers do consumers(client).restore(consumer)

  /** Loses message 5 of producer 1, and delivers one of another workload. */
  private def happens(first: Side, second: Side): Unit =
    first.sends(0, 10)
    second.sends(1, 10)
    first.gets(0, 0, 0L until 10L by 2)
    second.gets(1, 0, 1L until 10L by 2)
    first.gets(0, 1, (0L until 10L).filterNot(_ == 5))
    second.gets(1, 1, List(7L), tag + 1)

  test("two load JVMs together find the same losses as one"):
    val (first, second, alone) = (Side(), Side(), Side())
    happens(first, second)
    happens(alone, alone)
    assertEquals(first.audit.result(DrainOutcome.TimedOut).misrouted, 0L)
    first.learn(second.state(1))
    val joined = first.audit.result(DrainOutcome.TimedOut)
    assertEquals(joined, AuditResult(20, 19, lost = 1, 0, 0, 0, 0, foreign = 1))
    assertEquals(joined, alone.audit.result(DrainOutcome.TimedOut))

  test("the progress of two load JVMs adds up: neither is done before both are"):
    val (first, second) = (Side(), Side())
    def joined = AuditProgress.joined(List(first.audit.progress, second.audit.progress))
    assert(joined.nothingOwed && joined.satisfied && !joined.isShort)
    first.sends(0, 3)
    second.gets(1, 0, List(0L, 1L))
    assert(!joined.nothingOwed && !joined.satisfied && joined.isShort)
    first.gets(0, 0, List(2L))
    assert(joined.satisfied && !joined.isShort)
    second.producers(1).produced = 1
    second.gets(1, 1, List(0L))
    assert(!joined.satisfied && !joined.isShort, "a send without a confirmation")
