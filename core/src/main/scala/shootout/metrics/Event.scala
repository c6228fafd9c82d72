package shootout.metrics

import shootout.result.{Sample, Status}
import shootout.units.Json

/** What a load JVM tells of its cells, in the order in which it happens. */
enum Event derives Json.ReadWriter:
  /** A cell begins: its clients connect. */
  case Begun(cell: String)
  case Sampled(cell: String, sample: Sample)

  /** @param planned
    *   how many seconds of the plan that was; none: it was no part of it
    */
  case Ended(cell: String, status: Status, planned: Option[Double])

  /** So many cells and seconds of the plan are done without a word. */
  case Passed(cells: Int, seconds: Double)
