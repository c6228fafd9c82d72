package shootout.result

import shootout.units.Json

import scala.collection.immutable.ListMap

/** A kind of latency, defined by its start and end. Samples and summaries have each kind under its key. The result
  * reader, the judgement, the page and its CSV, the logs and the documentation all derive from this enum. A new kind
  * needs a case here, the workloads that record it (`WorkloadClients`), and the calls of its recorder. Its line in
  * docs/reference/result-format.md is generated.
  *
  * @param title
  *   for people
  * @param about
  *   its start and end, for docs/reference/result-format.md
  * @param judgedAs
  *   what is judged by this latency's p99, in words; none if no workload is
  * @param unitNanos
  *   the unit of its values in nanoseconds; a kind in another unit than microseconds is a cost of the client and not a
  *   latency of messages
  */
enum LatencyKind(
    val title: String,
    val about: String,
    val judgedAs: Option[String] = None,
    val unitNanos: Long = LatencyLog.Micro
):
  case EndToEnd
      extends LatencyKind(
        "end to end",
        "from the stamp of a message to its arrival at a consumer",
        Some("response time")
      )

  case Send
      extends LatencyKind(
        "send to receipt",
        "from the send (open loop: from when it was due) to the publisher confirm",
        Some("send")
      )

  case Commit
      extends LatencyKind(
        "commit",
        "from the start of a commit to its end; of producers, or of consumers if no producer has transactions"
      )

  case RoundTrip extends LatencyKind("round trip", "from a request to its reply", Some("round trip"))

  case ScheduleDelay
      extends LatencyKind(
        "schedule delay",
        "open loop: from when a message was due to when it was handed to the connection"
      )

  /** Nanoseconds, because it often takes less than a microsecond. */
  case Write
      extends LatencyKind(
        "write",
        "if the content has a meaning (`content: price_update`): making a message from its content and handing it to " +
          "the library. With a `window` of 1, the library waits for the broker in the same call, so only the making " +
          "counts. With a library without a broker (Chronicle Queue), handing over means appending to the file",
        unitNanos = 1
      )

  case Read
      extends LatencyKind(
        "read",
        "if the content has a meaning: getting it back from a message. With a library without a broker (Chronicle " +
          "Queue), this means copying it from the file",
        unitNanos = 1
      )

  /** Its name in files. */
  def key: String = Json.snake(toString)

  def isCost: Boolean = unitNanos != LatencyLog.Micro

object LatencyKind:
  /** The latencies of messages, as the report shows them. */
  def ofMessages: List[LatencyKind] = values.toList.filterNot(_.isCost)

  def of(key: String): Option[LatencyKind] = values.find(_.key == key)

  /** A value for each kind of message latency, by the kind's key. */
  def named[A](of: LatencyKind => Option[A]): Map[String, Option[A]] =
    ListMap.from(ofMessages.map(kind => kind.key -> of(kind)))

  /** The table of docs/reference/result-format.md. */
  def table: String =
    val rows = values.map(kind => s"| `${kind.key}` | ${kind.about} |\n")
    s"| Kind | What it is |\n|---|---|\n${rows.mkString}"
