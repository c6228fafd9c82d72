package shootout.report.judge

/** Whether a row can do what somebody needs. */
enum Can(val name: String):
  case Yes extends Can("yes")
  case No extends Can("no")

  /** It is not known. */
  case Open extends Can("open")

/** How far a row that can was measured to go.
  *
  * @param below
  *   the highest rate below the one that is needed that it held, where that one itself was not measured
  * @param upTo
  *   the highest rate up to which it clearly did
  * @param breaks
  *   the next one that was tried; `None`: it did them all
  * @param barely
  *   it did that one too, with a p99 that another start may lift above the limit
  * @param tooSlow
  *   it held that one, with a p99 above the limit
  */
case class Reach(below: Option[AtRate], upTo: Double, breaks: Option[Double], barely: Boolean, tooSlow: Boolean)

/** What a row is known to do of what somebody needs.
  *
  * @param because
  *   in words, unless it can
  * @param at
  *   what decides
  * @param full
  *   what it carries at full speed, and where, if nothing else tells
  * @param unstored
  *   it can, promises the disk, and wrote less than the messages hold
  */
case class Answer(
    row: Contender,
    can: Can,
    because: String = "",
    at: Option[AtRate] = None,
    reach: Option[Reach] = None,
    full: Option[(Figure, Double)] = None,
    unstored: Boolean = false
)
