package shootout.campaign

import shootout.driver.Protocol
import shootout.machine.{Meter, SystemMeter}
import shootout.result.Sample
import shootout.engine.{BarrierMessage, Clock, GeneratorPart, Generators, LinkedState, Run, Watch}
import shootout.scenario.Workload
import shootout.units.{Endpoint, Json}

import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
import scala.concurrent.duration.*
import scala.util.Try

/** The order of one load JVM to the others that share the clients of a workload. It contains the workload as it runs
  * now, with the names and tags of this measurement.
  */
final case class WorkloadOrder(
    /** the part of the receiving JVM */
    part: GeneratorPart,
    workload: Workload,
    repetition: Int,
    /** and `tag`: see [[shootout.engine.LinkedState]] */
    base: String,
    tag: Int,
    /** the broker's address */
    endpoint: Endpoint
) derives Json.ReadWriter

/** The other load JVMs that share the clients of workloads with this one. They start when first needed, and again if
  * one has ended. They read workloads from their standard input and answer on their standard output.
  *
  * @param of
  *   the number of load JVMs, including this one
  * @param first
  *   the first line that each of them gets
  * @param start
  *   starts one
  */
final class GeneratorPool(val of: Int, first: String, start: () => Process):
  @volatile private var others = List.empty[OtherGenerator]

  /** Lets all others run this workload. This JVM must run it now, too. */
  def join(order: WorkloadOrder): Generators =
    others = (1 until of).toList.map { index =>
      others.find(other => other.part.index == index && other.isAlive)
        .getOrElse {
          val other = OtherGenerator(GeneratorPart(index, of), start())
          other.send(first)
          other
        }
    }
    for other <- others do other.send(Json.write(order.copy(part = other.part)))
    Leading(GeneratorPart(0, of), others)

  /** Asks them to stop. What they measured until now still counts. Any thread may call this. */
  def stop(): Unit = others.foreach(_.stop())

  /** Kills them. Any thread may call this. */
  def kill(): Unit = others.foreach(_.kill())

  def close(): Unit = others.foreach(_.close())

object GeneratorPool:
  /** Two load JVMs never differ by this much, unless one of them was overloaded. They differ in connecting, catching up
    * and leaving.
    */
  private[campaign] val Patience: FiniteDuration = 5.minutes

  /** The time in which another load JVM must end. */
  private[campaign] val Leave: FiniteDuration = 10.seconds

  def of(order: LoadOrder, flags: List[String]): GeneratorPool =
    val first = Json.write(order.copy(runs = Nil, earlier = Nil))
    GeneratorPool(
      order.settings.generators,
      first,
      () => ChildJvm.startPiped(flags, "shootout.campaign.GeneratorMain", Nil)
    )

/** Another load JVM from the view of the first one. */
final private class OtherGenerator(val part: GeneratorPart, process: Process):
  private val lines = LineChannel(process.getInputStream, process.getOutputStream)

  // The process still exists for a moment after its output ended.
  @volatile private var silent = false

  def isAlive: Boolean = !silent && process.isAlive
  def send(line: String): Unit = lines.send(line)
  def stop(): Unit = process.toHandle.destroy(): Unit
  def kill(): Unit = process.destroyForcibly(): Unit

  /** The next thing it says. If it says nothing, it is ended, because its state in the workload would be unknown from
    * then on.
    */
  def hear(): BarrierMessage = spoken().getOrElse {
    silent = true
    kill()
    val why = s"load JVM ${part.index + 1} of ${part.of} ended, or said nothing for ${GeneratorPool.Patience}"
    BarrierMessage(ujson.Null, Some(why))
  }

  /** Skips other lines, because the JVM itself may print a warning in between. */
  @tailrec
  private def spoken(): Option[BarrierMessage] = lines.next(GeneratorPool.Patience) match
    case None => None
    case Some(line) =>
      Try(Json.read[BarrierMessage](line)).toOption match
        case None => spoken()
        case word => word

  /** Closes its input, and it ends when there is nothing more to read. */
  def close(): Unit =
    lines.close()
    if !process.waitFor(GeneratorPool.Leave.toMillis, TimeUnit.MILLISECONDS) then kill()

/** The first load JVM, which collects what all others say and sends everything to all. */
final private class Leading(part: GeneratorPart, others: List[OtherGenerator]) extends Generators(part):
  protected def gather(mine: BarrierMessage): List[BarrierMessage] =
    val words = mine :: others.map(_.hear())
    val all = Json.write(words)
    others.foreach(_.send(all))
    words

/** One of the other load JVMs.
  *
  * @param lines
  *   the channel to and from the first one
  */
final private[campaign] class Following(part: GeneratorPart, lines: LineChannel) extends Generators(part):
  protected def gather(mine: BarrierMessage): List[BarrierMessage] =
    lines.send(Json.write(mine))
    lines.next(GeneratorPool.Patience).map(Json.read[List[BarrierMessage]](_))
      .getOrElse(List(BarrierMessage(ujson.Null, Some("the first load JVM ended"))))

/** The main class of a load JVM that shares the clients of another one's workloads. Each line of its standard input is
  * JSON: first the [[LoadOrder]], then a [[WorkloadOrder]] for each workload and what all say when they meet. It stops
  * when its standard input ends.
  */
object GeneratorMain:
  def main(arguments: Array[String]): Unit =
    val stop = StopSignal()
    val lines = LineChannel(System.in, System.out, () => stop.parentEnded())
    // Text that libraries print must not pass for an answer.
    System.setOut(System.err)
    for order <- lines.next().map(Json.read[LoadOrder](_)) do
      Drivers.check(List(order.broker)).toOption.flatMap(_.protocol(order.pair.protocol, order.broker.name))
        .foreach(GeneratorJvm(_, lines, stop).execute())
    sys.exit(0)

/** It knows neither the broker's processes nor any result. */
final private class GeneratorJvm(protocol: Protocol, lines: LineChannel, stop: StopSignal):
  private val watch = new Watch:
    def cancelled: Boolean = stop.requested
    // Only the JVM that started the broker knows this.
    def brokerAlive: Boolean = true
    def sampled(workload: Workload, sample: Sample): Unit = ()
    override val meter: Meter = SystemMeter(() => Some(Nil))

  /** Runs workloads until there are no more orders. */
  def execute(): Unit = lines.all.map(Json.read[WorkloadOrder](_)).foreach { order =>
    val run = Run(protocol, order.endpoint, Clock.system, watch, None, Following(order.part, lines))
    run.execute(order.workload, order.repetition, LinkedState(order.base, order.tag))
  }
