package shootout.record

import shootout.driver.Stamp
import shootout.result.{CrashResult, DrainOutcome}

/** The account of a crash against known answers. */
class AuditSuite extends munit.FunSuite:
  private val tag = 3
  private val id = Stamp.producer(tag, 0)

  private def audit(produced: Long, receipts: Iterable[Long], before: Iterable[Long], behind: Iterable[Long]): Audit =
    val producer = ProducerAudit(0, exact = true)
    val consumers = List.fill(2)(ConsumerAudit(tag))
    val audit = Audit()
    audit.expect(List(Obligation(producer, consumers)), consumers)
    producer.produced = produced
    receipts.foreach(producer.confirm)
    for (consumer, got) <- consumers.zip(List(before, behind)); sequence <- got do consumer.add(id, sequence, true)
    audit

  test("all that was confirmed came, before the crash or behind it") {
    val crash = audit(produced = 100, 0L until 90L, before = 0L until 40L, behind = 40L until 90L).crash(Some(2))
    assertEquals(crash, CrashResult(90, 0, 0, 0, Some(2)))
  }

  test("what was confirmed and never came is lost, wherever it stands") {
    val kept = (0L until 90L).filterNot(Set(0L, 17L, 89L))
    val crash = audit(produced = 100, 0L until 90L, before = Nil, behind = kept).crash(None)
    assertEquals(crash, CrashResult(90, 3, 0, 0, None))
  }

  test("receipts may come in any order: only a message's own receipt counts") {
    // 0 to 4 were sent, 1 and 3 confirmed; 0 and 1 came
    val crash = audit(produced = 5, List(3L, 1L), before = Nil, behind = List(0L, 1L)).crash(None)
    assertEquals(crash, CrashResult(2, lostConfirmed = 1, 0, unconfirmedDelivered = 1, None))
  }

  test("what came before the crash and again behind it came twice") {
    val crash = audit(produced = 10, 0L until 10L, before = 0L until 6L, behind = 4L until 10L).crash(None)
    assertEquals(crash, CrashResult(10, 0, duplicated = 2, 0, None))
  }

  test("the ordinary audit says the same of losses") {
    val result = audit(produced = 9, List(3L, 1L), before = Nil, behind = List(0L, 1L)).result(DrainOutcome.TimedOut)
    assertEquals((result.expected, result.delivered, result.lost, result.undrained), (3L, 2L, 1L, 0L))
  }
