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

/** What one load JVM tells the others that share the clients of a load: the load as it runs now, with the names and tags of this
  * measurement.
  *
  * @param part
  *   of the one that gets it
  * @param base
  *   and `tag`: see [[shootout.engine.LinkedState]]
  * @param endpoint
  *   where the broker is
  */
final case class WorkloadOrder(
    part: GeneratorPart,
    workload: Workload,
    repetition: Int,
    base: String,
    tag: Int,
    endpoint: Endpoint
) derives Json.ReadWriter

/** The other load JVMs with which this one shares the clients of workloads. They are started when they are first needed, and again if one has
  * ended; they wait for the next workload on their standard input, and answer on their standard output.
  *
  * @param of
  *   how many there are, this one included
  * @param first
  *   the first line that each of them gets
  * @param start
  *   starts one
  */
final class GeneratorPool(val of: Int, first: String, start: () => Process):
  @volatile private var others = List.empty[OtherGenerator]

  /** Has all others run this workload too; this one must do so now. */
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

  /** Asks them to stop; what they measured until now still counts. From any thread. */
  def stop(): Unit = others.foreach(_.stop())

  /** From any thread. */
  def kill(): Unit = others.foreach(_.kill())

  def close(): Unit = others.foreach(_.close())

object GeneratorPool:
  def of(order: LoadOrder, flags: List[String]): GeneratorPool =
    val first = Json.write(order.copy(runs = Nil, earlier = Nil))
    GeneratorPool(order.generators, first, () => ChildJvm.startPiped(flags, "shootout.campaign.GeneratorMain", Nil))

/** Another load JVM, as the first one sees it. */
final private class OtherGenerator(val part: GeneratorPart, process: Process):
  private val lines = LineChannel(process.getInputStream, process.getOutputStream)

  // a process is there for a moment after its output ended
  @volatile private var silent = false

  def isAlive: Boolean = !silent && process.isAlive
  def send(line: String): Unit = lines.send(line)
  def stop(): Unit = process.toHandle.destroy(): Unit
  def kill(): Unit = process.destroyForcibly(): Unit

  /** What it says next. It is ended if it says nothing, because its place in the load would be unknown from then on. */
  def hear(): BarrierMessage = spoken().getOrElse {
    silent = true
    kill()
    BarrierMessage(
      ujson.Null,
      Some(s"load JVM ${part.index + 1} of ${part.of} ended, or said nothing for ${Linked.Patience}")
    )
  }

  /** The JVM itself may print a warning between. */
  @tailrec
  private def spoken(): Option[BarrierMessage] = lines.next(Linked.Patience) match
    case None => None
    case Some(line) =>
      Try(Json.read[BarrierMessage](line)).toOption match
        case None => spoken()
        case word => word

  /** It ends when there is nothing more to read. */
  def close(): Unit =
    lines.close()
    if !process.waitFor(OtherGenerator.Leave.toMillis, TimeUnit.MILLISECONDS) then kill()

private object OtherGenerator:
  val Leave: FiniteDuration = 10.seconds

/** The first of the load JVMs hears all the others, and tells them what all have said. */
final private class Leading(part: GeneratorPart, others: List[OtherGenerator]) extends Generators(part):
  protected def gather(mine: BarrierMessage): List[BarrierMessage] =
    val words = mine :: others.map(_.hear())
    val all = Json.write(words)
    others.foreach(_.send(all))
    words

/** One of the others.
  *
  * @param lines
  *   to and from the first one
  */
final private[campaign] class Following(part: GeneratorPart, lines: LineChannel) extends Generators(part):
  protected def gather(mine: BarrierMessage): List[BarrierMessage] =
    lines.send(Json.write(mine))
    lines.next(Linked.Patience).map(Json.read[List[BarrierMessage]](_)).getOrElse(
      List(BarrierMessage(ujson.Null, Some("the first load JVM ended")))
    )

private[campaign] object Linked:
  /** Longer than two of them may differ in anything but a load that one of them could not bear: connecting, catching up, leaving. */
  val Patience: FiniteDuration = 5.minutes

/** The main class of a load JVM that shares the clients of another one's loads. Each line of its standard input is JSON: first the
  * [[LoadOrder]], then a [[WorkloadOrder]] for each load, and what all say when they meet. It stops when its standard input ends.
  */
object GeneratorMain:
  def main(arguments: Array[String]): Unit =
    val stop = StopSignal()
    val lines = LineChannel(System.in, System.out, () => stop.parentEnded())
    // what libraries print is no answer
    System.setOut(System.err)
    for order <- lines.next().map(Json.read[LoadOrder](_)) do
      Drivers.check(List(order.broker)).toOption.flatMap(_.protocol(order.pair.protocol, order.broker.name))
        .foreach(GeneratorJvm(_, lines, stop).execute())
    sys.exit(0)

/** It knows neither the broker's processes nor any result. */
final private class GeneratorJvm(protocol: Protocol, lines: LineChannel, stop: StopSignal):
  private val watch = new Watch:
    def cancelled: Boolean = stop.requested
    // the JVM that started the broker knows
    def brokerAlive: Boolean = true
    def sampled(workload: Workload, sample: Sample): Unit = ()
    override val meter: Meter = SystemMeter(() => Some(Nil))

  /** Until there are no more orders. */
  def execute(): Unit = lines.all.map(Json.read[WorkloadOrder](_)).foreach { order =>
    val run = Run(protocol, order.endpoint, Clock.system, watch, None, Following(order.part, lines))
    run.execute(order.workload, order.repetition, LinkedState(order.base, order.tag))
  }
