package shootout.queue.chronicle

import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.scenario.Workload
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** Chronicle Queue, a library that keeps queues in memory-mapped files, without a broker. Nothing of the library is
  * loaded until a session opens, because only the JVMs that use it have the flags that it needs.
  */
final class ChronicleDriver
    extends QueueDriver(
      "chronicle",
      "Chronicle Queue",
      ChronicleDialect.reader,
      DeliveryOrder.Partition,
      Redelivery.Unacknowledged
    ):
  private[chronicle] lazy val version: String =
    versionIn(getClass, "/META-INF/maven/net.openhft/chronicle-queue/pom.properties")
  def name: String = s"chronicle-queue $version"

  /** The flags that the vendor asks for from Java 17 on, and those that turn off reports of its use. */
  override def jvmFlags: List[String] =
    List("java.base/jdk.internal.ref", "java.base/sun.nio.ch", "jdk.unsupported/sun.misc")
      .appended("jdk.compiler/com.sun.tools.javac.file").map(opened => s"--add-exports=$opened=ALL-UNNAMED") ++
      List("java.base/java.lang", "java.base/java.lang.reflect", "java.base/java.io", "java.base/java.util")
        .appended("jdk.compiler/com.sun.tools.javac").map(opened => s"--add-opens=$opened=ALL-UNNAMED") ++
      List("-Dchronicle.analytics.disable=true", "-Dchronicle.announcer.disable=true")

  override def isEmbedded: Boolean = true
  override def offers: List[String] = QueueUnsupported.forms

  /** The largest body that fits after the end of a mapped block of the default size. */
  override def largestBody(dialect: ChronicleDialect): Int = 16 * 1024 * 1024 - 1024

  override def rejects(dialect: ChronicleDialect, workload: Workload): Option[String] = Option.when(workload.crash)(
    "there is no broker that could be killed under load: clients write to files, which outlive any process"
  )

  def refuses(failure: Throwable): Boolean = failure.isInstanceOf[NotHere]
  def open(dialect: ChronicleDialect, endpoint: Endpoint): Session = ChronicleSession(endpoint, dialect.sync)

  override def settings: List[String] = effectiveSettings(ChronicleDialect(sync = false))

  override def effectiveSettings(dialect: ChronicleDialect): List[String] = List(
    "no broker: clients write to and read from memory-mapped files, and do not talk to each other; what the " +
      "broker's process uses is not shown",
    "polling: a receiver that finds nothing yields to other threads for 50 us, and then looks again every 100 us; " +
      "the vendor lets it spin, for which each receiver needs a core of its own",
    "one folder of files for each partition of a queue; only one receiver reads it at a time, which a lock on a " +
      "file ensures",
    if dialect.sync then
      "sync=true: the sends of one turn, or of one batch, are confirmed when the disk has them (SyncMode.SYNC, sync())"
    else "a send is confirmed when the call that appends it returns",
    "chronicle.analytics.disable=true, and the library for it is left out: it would report its use to the vendor"
  )

  def lacks(dialect: ChronicleDialect): Unsupported =
    QueueUnsupported.noTopics("this driver gives each message to one receiver") ++
      QueueUnsupported.keepsAll("Chronicle Queue writes each message to its files") ++
      QueueUnsupported.noTransactions("an appended message is visible to all at once") ++
      QueueUnsupported.noPrefetch("a receiver reads from its own place, so nothing is delivered ahead of it") ++
      QueueUnsupported.noSelectors("Chronicle Queue has no selectors; a receiver reads one message after the other") ++
      Unsupported(
        "request_reply" -> "this driver has no addresses to reply to",
        "temporary_queue" -> "Chronicle Queue has no queues that end with a connection, because it has no connections",
        "priority" -> "messages arrive in the order in which they were appended",
        "ack_individual" -> "a named tailer keeps one index, which acknowledges all messages before it"
      )

/** The differences between contenders: the `chronicle` section of a `broker.yaml`.
  *
  * @param sync
  *   whether a send is confirmed when the disk has it, and not already when the system has it in memory
  */
private[queue] final case class ChronicleDialect(sync: Boolean) extends QueueDialect:
  override def options: List[(String, String)] = Option.when(sync)("sync" -> "true").toList

private[queue] object ChronicleDialect:
  val reader: Reader[ChronicleDialect] = Fields.reader("a Chronicle dialect")((f, _) =>
    Some(ChronicleDialect(f.getOrElse("sync", Reader.boolean)(false)))
  )
