package shootout.result

import shootout.units.Json

import scala.collection.immutable.ListMap

/** What a latency is measured between. Samples and summaries have each kind under its key; reader, judge, page and its CSV, logs and docs follow
  * from this. A new one is a case here, the loads that record it (`WorkloadClients`), the calls of its recorder, and its line in
  * docs/reference/result-format.md, which is written anew.
  *
  * @param title
  *   for people
  * @param about
  *   from what to what, for docs/reference/result-format.md
  * @param judgedAs
  *   what is judged by its p99, in words; none: no load is
  * @param unitNanos
  *   of its values. Those in another unit than microseconds are costs of the client, which stand apart from the latencies of messages
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

  /** Less than a microsecond, often. */
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
  /** Those of messages, as pages show them. */
  def ofMessages: List[LatencyKind] = values.toList.filterNot(_.isCost)

  def of(key: String): Option[LatencyKind] = values.find(_.key == key)

  /** What is recorded of each of these, by its key. */
  def named[A](of: LatencyKind => Option[A]): Map[String, Option[A]] =
    ListMap.from(ofMessages.map(kind => kind.key -> of(kind)))

  /** For docs/reference/result-format.md. */
  def table: String =
    val rows = values.map(kind => s"| `${kind.key}` | ${kind.about} |\n")
    s"| Kind | What it is |\n|---|---|\n${rows.mkString}"
