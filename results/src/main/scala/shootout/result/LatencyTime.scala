package shootout.result

import shootout.units.Json

/** What a latency's clock began with. */
enum LatencyTime:
  /** The send, under a closed loop: a stall delays later sends, so the tail is understated. */
  case ServiceTime

  /** The time at which the send was due, under an open loop. */
  case ResponseTime

object LatencyTime:
  given Json.ReadWriter[LatencyTime] = Json.wordCodec(LatencyTime.values)
