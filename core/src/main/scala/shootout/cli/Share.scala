package shootout.cli

/** What one load JVM has to do: one broker, one repetition. The seconds tell how much of the whole run is planned before
  * it and in all, so that its progress line can say how much time is left.
  */
final case class Share(broker: String, repetition: Int, secondsBefore: Double, secondsTotal: Double):
  def argument: String = s"--load=$broker,$repetition,$secondsBefore,$secondsTotal"

object Share:
  def of(words: List[String]): Share = words match
    case List(broker, repetition, before, total) =>
      Share(broker, repetition.toInt, before.toDouble, total.toDouble)
    case other => throw IllegalArgumentException(s"--load is not for people: ${other.mkString(",")}")
