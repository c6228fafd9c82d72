package shootout.result

import shootout.units.Json

import scala.collection.immutable.ListMap

/** A latency by its start and end. Samples and summaries have each kind under its key. Reader, judge, page and its CSV,
  * logs and documentation follow from this. A new kind needs a case here, the workloads that record it
  * (`WorkloadClients`), and the calls of its recorder. Its line in docs/reference/result-format.md is generated.
  *
  * @param title
  *   for people
  * @param about
  *   the start and the end, for docs/reference/result-format.md
  * @param judgedAs
  *   what is judged by its p99, in words; none if no workload is
  * @param unitNanos
  *   the unit of its values in nanoseconds; kinds with another unit than microseconds are costs of the client, which
  *   are separate from the latencies of messages
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
        "from the send (in an open loop: from when it was due) to the broker's receipt",
        Some("send")
      )

  case Commit
      extends LatencyKind(
        "commit",
        "transactions: from the wish to commit to its end, of producers, or of consumers if only they have some"
      )

  case RoundTrip extends LatencyKind("round trip", "from a request to its reply", Some("round trip"))

  case ScheduleDelay
      extends LatencyKind(
        "schedule delay",
        "open loop: from when a message was due to when it was handed to the connection"
      )

  /** The duration is often less than a microsecond. */
  case Write
      extends LatencyKind(
        "write",
        "where messages mean something (`content: price_update`): to make a message from its content and hand it to the library (with " +
          "a `window` of 1 the library waits for the broker in the same call, so that only the former counts). Of a library without " +
          "a broker (Chronicle Queue) to hand it over is to append it to the file",
        unitNanos = 1
      )

  case Read
      extends LatencyKind(
        "read",
        "where messages mean something: to get the content back from a message. Of a library without a broker to get it back is to copy " +
          "it from the file",
        unitNanos = 1
      )

  /** Its name in files. */
  def key: String = Json.snake(toString)

  def isCost: Boolean = unitNanos != LatencyLog.Micro

object LatencyKind:
  /** The latencies of messages, as the report shows them. */
  def ofMessages: List[LatencyKind] = values.toList.filterNot(_.isCost)

  def of(key: String): Option[LatencyKind] = values.find(_.key == key)

  /** The recorded values of each of these kinds, by its key. */
  def named[A](of: LatencyKind => Option[A]): Map[String, Option[A]] =
    ListMap.from(ofMessages.map(kind => kind.key -> of(kind)))

  /** The table of docs/reference/result-format.md. */
  def table: String =
    val rows = values.map(kind => s"| `${kind.key}` | ${kind.about} |\n")
    s"| Kind | What it is |\n|---|---|\n${rows.mkString}"
