package shootout.analysis

/** A kind of work, told from a cell's load; rows are ranked for each. A cell may be of several.
  *
  * @param about
  *   in words, what is compared
  */
enum Family(val name: String, val title: String, val about: String):
  case Throughput
      extends Family(
        "throughput",
        "Throughput",
        "Messages that need not be stored, as fast as they go: non-persistent ones, and persistent ones to a topic without durable subscriptions."
      )
  case Persistent
      extends Family(
        "persistent",
        "Persistent",
        "Messages that the broker must keep over a restart, as fast as they go."
      )
  case FanIn
      extends Family(
        "fan-in",
        "Fan-in",
        "Several producers share one destination, and each message goes to one consumer."
      )
  case FanOut
      extends Family(
        "fan-out",
        "Fan-out",
        "Several consumers share one destination: on a topic each of them gets every message, on a queue they share those of one producer."
      )
  case LoadUnload
      extends Family("load-unload", "Load and unload", "A queue is filled while nobody reads it, then emptied.")
  case RequestReply extends Family("request-reply", "Request and reply", "The p99 of round trips.")
  case Latency
      extends Family(
        "latency",
        "Latency",
        "The p99 response time at rates that are the same for every row, each of which at least two rows held. " +
          "A row that did not hold such a rate counts as one that failed. A row that holds higher rates than all others loses " +
          "nothing by it: a rate that only one row held decides nothing. Rates at shares of a row’s own maximum are no part of this."
      )
  case Connections extends Family("connections", "Connections", "Many connections at once.")

  def has(load: LoadComparison): Boolean =
    import load.*
    val many = producers + consumers >= Family.ManyConnections
    val closed = !phased && !requestReply && !openLoop && !many && !thinks
    this match
      case Throughput => closed && !stored
      case Persistent => closed && stored
      case FanIn => closed && destinations == 1 && producers > 1 && !fansOut
      case FanOut => closed && destinations == 1 && fansOut
      case LoadUnload => phased
      case RequestReply => requestReply && !phased
      case Latency => openLoop && !requestReply && !phased && !ownRates
      case Connections => many && !phased

object Family:
  /** As many clients as no other load of the project has: then the connections are what is measured. */
  val ManyConnections = 1000
