package shootout.host

import shootout.campaign.Prepared
import shootout.driver.Protocol
import shootout.machine.{Meter, SystemMeter}
import shootout.result.Sample
import shootout.run.{Clock, LinkedState, Run, Watch}
import shootout.scenario.Cell
import shootout.units.Json

/** A load JVM that another one has started to share the clients of its cells, see [[GeneratorPool]]. It knows neither the broker's
  * processes nor any result.
  */
final class GeneratorJvm(prepared: Prepared, protocol: Protocol):
  private val stopping = Stopping().withParent()

  private val watch = new Watch:
    def cancelled: Boolean = stopping.requested
    // whoever started the broker knows
    def brokerAlive: Boolean = true
    def sampled(cell: Cell, sample: Sample): Unit = ()
    override val meter: Meter = SystemMeter(() => Some(Nil))

  /** Until there are no more orders.
    *
    * @return
    *   the exit status
    */
  def execute(lines: Lines): Int =
    Iterator.continually(lines.next()).takeWhile(_.isDefined).flatten.foreach { line =>
      val order = Json.read[CellOrder](line)
      val endpoint = prepared.settings.external.fold(order.endpoint)(_.endpoint)
      val run = Run(protocol, endpoint, Clock.system, watch, None, Following(order.part, lines))
      run.execute(order.cell, order.repetition, LinkedState(order.base, order.tag))
    }
    0
