package shootout.run

import shootout.driver.{DeliveryPromise, Faults, InMemoryBroker, InMemoryDriver}
import shootout.machine.Meter
import shootout.result.{CellResult, Sample, Status}
import shootout.scenario.Cell
import shootout.units.Endpoint

/** Whole runs against one broker in memory, which may be told to misbehave, in [[VirtualTime]]. */
class VirtualRun(
    faults: Faults = Faults(),
    ignoresSelectors: Boolean = false,
    override val meter: Meter = Meter.none,
    promise: DeliveryPromise = DeliveryPromise.plain,
    passcode: Option[String] = None
) extends Watch:
  val time: VirtualTime = VirtualTime()
  val broker: InMemoryBroker = InMemoryBroker(faults, time)
  var stopped: Boolean = false
  var full: Option[String] = None
  var onSample: Sample => Unit = _ => ()

  def cancelled: Boolean = stopped
  def brokerAlive: Boolean = broker.dead.isEmpty
  override def shortage: Option[String] = full
  def sampled(cell: Cell, sample: Sample): Unit = onSample(sample)

  def run(cell: Cell, linked: LinkedState = LinkedState("test", 5), killer: Option[Killer] = None): Outcome =
    val endpoint = Endpoint("127.0.0.1", 1, None, passcode, None)
    Run(InMemoryDriver(broker, ignoresSelectors, promise), endpoint, time, this, killer).execute(cell, 1, linked)

  /** @throws AssertionError if the cell was not measured */
  def measured(cell: Cell): CellResult =
    val result = run(cell).result
    if result.status != Status.Measured then throw AssertionError(s"${result.status}: ${result.reason}")
    result
