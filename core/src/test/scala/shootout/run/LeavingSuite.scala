package shootout.run

import shootout.scenario.{ConsumerGroup, Distribution}
import shootout.units.Nanos

/** Producers who want to leave a broker that does not come to their good-bye. */
class LeavingSuite extends munit.FunSuite:
  private val flood = Cells.producers.copy(count = 10, think = None)

  /** With more before them than they take while the producers wait. */
  private val slow = Cells.consumers.copy(think = Some(Distribution.Constant(1e6)))

  /** What is said of the producers, and how many of them count as faults.
    *
    * @param atTheEnd
    *   of the last sample
    */
  private def said(consumers: ConsumerGroup*)(atTheEnd: VirtualRun => Unit): (List[String], Int) =
    val run = VirtualRun()
    run.broker.ignoresClose = true
    var samples = 0
    run.onSample = _ =>
      samples += 1
      if samples == Cells.timing.samples then atTheEnd(run)
    val result = run.run(Cells.cell(producers = List(flood), consumers = consumers.toList)).result
    assertEquals(samples, Cells.timing.samples, result.reason)
    (result.notes.filter(_.contains("producers")), result.cutOff.fold(0)(_.producers))

  private val blamed = (List("10 of 10 producers did not close within 10.0 s and were cut off"), 10)

  test("a broker that delivers all the time is not blamed for producers that have to be cut off") {
    val excused =
      "10 of 10 producers were cut off: within 10.0 s the broker had not come to their good-bye, but delivered all the time"
    assertEquals(said(slow)(_ => ()), (List(excused), 0))
  }

  test("one that stood still for 3 s in between is") {
    assertEquals(
      said(slow)(run => run.time.stall(Nanos(run.time.nanos() + Nanos.ofSeconds(4).value), Nanos.ofSeconds(3))),
      blamed
    )
  }

  test("so is one that has nobody to deliver to") {
    assertEquals(said()(_ => ()), blamed)
  }
