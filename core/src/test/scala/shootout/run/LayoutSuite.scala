package shootout.run

import shootout.driver.Faults
import shootout.result.Status
import shootout.scenario.Phase

/** What a run lays out in a broker, and leaves there. */
class LayoutSuite extends munit.FunSuite:
  private val killer = new Killer:
    def kill(): Unit = ()
    def restart(): Either[String, Unit] = Right(())

  test("at the end of a load its destinations are removed") {
    val run = VirtualRun()
    assertEquals(run.run(Cells.cell(destinations = 3)).result.status, Status.Measured)
    assertEquals(run.broker.laidOut.toSet, Set.empty)
  }

  test("those of a load to which another phase follows, and those that somebody gave a name, stay") {
    val cell = Cells.cell(phase = Some(Phase("linked", 0, 2, "load")))
    val named = Cells.cell().copy(destinations = Cells.cell().destinations.copy(name = Some("mine")))
    for of <- List(cell, named) do
      val run = VirtualRun()
      assertEquals(run.run(of).result.status, Status.Measured)
      assertEquals(run.broker.laidOut.size, 1)
  }

  test(
    "where it went wrong, a broker that was started here is emptied by others; from any other one they are removed all the same"
  ) {
    for (startedHere, left) <- List(Some(killer) -> 1, None -> 0) do
      val run = VirtualRun(Faults(dropEvery = 10))
      val outcome = run.run(Cells.cell(), killer = startedHere)
      assert(!outcome.clean)
      assertEquals(run.broker.laidOut.size, left)
  }

  test("from a broker that was not started here they are removed too when the load is stopped") {
    val run = VirtualRun()
    run.onSample = _ => run.stopped = true
    run.run(Cells.cell(phase = Some(Phase("linked", 0, 2, "load"))))
    assertEquals(run.broker.laidOut.toSet, Set.empty)
  }
