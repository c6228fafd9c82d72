package shootout.units

/** When a message may come again. */
enum Redelivery:
  /** If it was not acknowledged, and whoever had it is gone. */
  case Unacknowledged

  /** At any time: at least once is all that is promised, so that a change of consumers may bring it twice. */
  case AtLeastOnce

object Redelivery:
  given Json.ReadWriter[Redelivery] = Json.wordCodec(Redelivery.values)
