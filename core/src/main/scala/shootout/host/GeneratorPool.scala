package shootout.host

import shootout.run.{BarrierMessage, GeneratorPart, Generators}
import shootout.units.Json

import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
import scala.concurrent.duration.*
import scala.util.Try

/** The other load JVMs with which this one shares the clients of cells. They are started when they are needed first, and anew if one has
  * ended; they wait for the next cell on their standard input, and answer on their standard output.
  *
  * @param of
  *   how many there are, this one included
  * @param start
  *   starts one
  */
final class GeneratorPool(val of: Int, start: () => Process):
  @volatile private var others = List.empty[OtherGenerator]

  /** Has all others run this cell too; this one must do so now. */
  def join(order: CellOrder): Generators =
    others = (1 until of).toList.map { index =>
      others.find(other => other.part.index == index && other.isAlive)
        .getOrElse(OtherGenerator(GeneratorPart(index, of), start()))
    }
    for other <- others do other.send(Json.write(order.copy(part = other.part)))
    Leading(GeneratorPart(0, of), others)

  /** Asks them to stop; what they measured until now still counts. From any thread. */
  def stop(): Unit = others.foreach(_.stop())

  /** From any thread. */
  def kill(): Unit = others.foreach(_.kill())

  def close(): Unit = others.foreach(_.close())

/** Another load JVM, as the first one sees it. */
final private class OtherGenerator(val part: GeneratorPart, process: Process):
  private val lines = Lines(process.getInputStream, process.getOutputStream)

  // a process is there for a moment after its output ended
  @volatile private var silent = false

  def isAlive: Boolean = !silent && process.isAlive
  def send(line: String): Unit = lines.send(line)
  def stop(): Unit = process.destroy()
  def kill(): Unit = process.destroyForcibly(): Unit

  /** What it says next. It is ended if it says nothing: from then on nobody would know where it is. */
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
final private[host] class Following(part: GeneratorPart, lines: Lines) extends Generators(part):
  protected def gather(mine: BarrierMessage): List[BarrierMessage] =
    lines.send(Json.write(mine))
    lines.next(Linked.Patience).map(Json.read[List[BarrierMessage]](_)).getOrElse(
      List(BarrierMessage(ujson.Null, Some("the first load JVM ended")))
    )

private[host] object Linked:
  /** Longer than two of them may differ in anything but a load that one of them could not bear: connecting, catching up, leaving. */
  val Patience: FiniteDuration = 5.minutes
