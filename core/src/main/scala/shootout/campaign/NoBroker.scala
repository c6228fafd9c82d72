package shootout.campaign

import shootout.broker.Unavailable

/** Why there is no broker to measure. */
final case class NoBroker(reason: String, remedy: Option[String], logTail: List[String]):
  /** Reason and remedy, as a person reads them. */
  def sentence: String = reason + remedy.fold("")(r => s" ($r)")

object NoBroker:
  def apply(unavailable: Unavailable): NoBroker = NoBroker(unavailable.reason, Some(unavailable.remedy), Nil)
