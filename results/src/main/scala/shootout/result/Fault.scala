package shootout.result

import shootout.units.Json

/** What goes wrong with messages, or with the connections that carry them, and is counted.
  *
  * @param title
  *   for people, behind a number
  * @param isLoss
  *   a message did not get where it was to go, as it was sent
  */
enum Fault(val title: String, val isLoss: Boolean = false):
  /** Lost or refused connections, and messages of error. */
  case Errors extends Fault("errors")
  case Lost extends Fault("lost", isLoss = true)
  case Duplicated extends Fault("duplicated")
  case Reordered extends Fault("out of order")
  case Corrupted extends Fault("corrupted", isLoss = true)
  case Foreign extends Fault("of another load")
  case Misrouted extends Fault("for another consumer", isLoss = true)

  /** In files: of the summary, or of the audit. */
  def word: String = Json.snake(toString)

object Fault:
  /** Those that the audit sees. */
  val audited: List[Fault] = values.toList.filterNot(_ == Errors)
