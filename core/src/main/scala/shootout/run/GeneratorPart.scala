package shootout.run

import shootout.scenario.Cell
import shootout.units.Json

/** Which clients of a cell one of several load JVMs has. Producers are dealt from the first load JVM on and consumers from the last one
  * on, so that one producer and one consumer are in different ones, and messages of a queue go from each to each.
  *
  * @param index
  *   0, 1, ... below `of`; the first one knows the broker's processes, decides, and makes the result
  */
final case class GeneratorPart(index: Int, of: Int) derives Json.ReadWriter:
  def isWhole: Boolean = of == 1

  /** Whether it does what is done once for all. */
  def isFirst: Boolean = index == 0

  /** @param nth
    *   of so many producers of the cell
    */
  def hasProducer(nth: Int, all: Int): Boolean = GeneratorPart.dealt(nth, all, of) == index

  /** @param nth
    *   of so many consumers of the cell
    */
  def hasConsumer(nth: Int, all: Int): Boolean = of - 1 - GeneratorPart.dealt(nth, all, of) == index

object GeneratorPart:
  val whole: GeneratorPart = GeneratorPart(0, 1)

  private def dealt(nth: Int, all: Int, parts: Int): Int = (nth.toLong * parts / all).toInt

  /** Why the clients of a cell are not dealt to so many load JVMs; none: they can be. */
  def cannot(cell: Cell, parts: Int): Option[String] =
    val ramps = cell.producers.exists(_.rampPerSecond.isDefined) || cell.consumers.exists(_.rampPerSecond.isDefined)
    if cell.phase.isDefined then Some("its phases share one account")
    else if cell.crash then Some("the broker is killed under it")
    else if ramps then Some("its clients connect one after the other")
    else if cell.producers.isEmpty then Some("nobody sends")
    else Option.when(cell.producerCount + cell.consumerCount < parts)("it has too few clients")
