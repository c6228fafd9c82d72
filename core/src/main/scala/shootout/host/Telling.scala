package shootout.host

import shootout.metrics.{Event, Teller}
import shootout.result.{CellResult, Sample}
import shootout.scenario.Cell

/** Progress that the orchestrator is told too, for `--metrics`. */
final private[host] class Telling(shown: Progress, teller: Teller) extends Progress:
  def say(text: String): Unit = shown.say(text)

  def begin(cell: Cell): Unit =
    teller.tell(Event.Begun(cell.id))
    shown.begin(cell)

  def sampled(cell: Cell, sample: Sample): Unit =
    teller.tell(Event.Sampled(cell.id, sample))
    shown.sampled(cell, sample)

  def end(result: CellResult, planned: Option[Double]): Unit =
    teller.tell(Event.Ended(result.id, result.status, planned))
    shown.end(result, planned)

  def done(cells: Int, seconds: Double): Unit =
    teller.tell(Event.Passed(cells, seconds))
    shown.done(cells, seconds)

  def close(): Unit =
    shown.close()
    teller.close()
