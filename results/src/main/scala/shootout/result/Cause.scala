package shootout.result

import shootout.units.Json

/** Why a cell has no numbers, or not all of them, where the tool can tell; its `reason` says it in words. */
enum Cause:
  /** The user stopped the run. */
  case Cancelled

  /** The broker's process ended under load. */
  case BrokerEnded

  /** A connection was refused when the cell began, or every connection was lost. */
  case ConnectionLost

  /** Clients that send as fast as they can sent nothing. */
  case NothingSent

object Cause:
  given Json.ReadWriter[Cause] = Json.wordCodec(Cause.values)

/** Clients that did not come to the end of their good-bye, and were cut off for it. Producers to whom the broker did not come while it
  * delivered all the time are not counted.
  */
case class CutOffResult(producers: Int, consumers: Int) derives Json.ReadWriter
