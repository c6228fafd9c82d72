package shootout.cli

import shootout.driver.Protocol
import shootout.machine.{Meter, SystemMeter}
import shootout.result.Sample
import shootout.run.{Clock, Ledger, Run, Watch}
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
      run.execute(order.cell, order.repetition, Ledger(order.base, order.tag))
    }
    0

/** `shootout.cli.Main`'s load JVM starts it with the same arguments. */
object GeneratorJvm:
  private val script = Script("benchmark-all", "A load JVM could not begin.")

  def main(arguments: Array[String]): Unit =
    val lines = Lines(System.in, System.out)
    // what libraries have to say is no answer
    System.setOut(System.err)
    val options = Options()
    script.main(options, arguments)(run(options, arguments.toList, lines))

  private def run(options: Options, arguments: List[String], lines: Lines): Either[List[String], Int] =
    Main.read(options, arguments).flatMap { (all, order) =>
      val work = order.map(o => Main.ours(all, o.share) -> o.share.pair)
      work.flatMap((prepared, pair) => prepared.spoken(pair).map(GeneratorJvm(prepared, _)))
        .map(_.execute(lines))
        .toRight(List("--load is not for people; leave it out"))
    }
