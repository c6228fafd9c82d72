package shootout.broker

/** A broker that cannot be had on this machine.
  *
  * @param remedy
  *   what a person may do about it
  */
case class Unavailable(reason: String, remedy: String):
  override def toString: String = s"$reason; $remedy"

/** A broker that was had, and did not start.
  *
  * @param logTail
  *   its last lines of output
  */
case class StartFailure(reason: String, remedy: String, logTail: List[String]):
  override def toString: String = s"$reason; $remedy"
