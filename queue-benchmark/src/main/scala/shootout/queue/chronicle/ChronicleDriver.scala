package shootout.queue.chronicle

import shootout.driver.{ClientSpec, Confirmations, DeliveryPromise, ReceiveSpec, SendSpec, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Redelivery}

/** Chronicle Queue, a library that keeps queues in memory-mapped files; there is no broker. Until a session is opened nothing of the library is
  * loaded, for only its own load JVMs are started as it needs them.
  */
final class ChronicleDriver
    extends QueueDriver("chronicle", "Chronicle Queue", ChronicleDialect.reader, ChronicleProtocol(_, _)):
  def name: String = s"chronicle-queue ${ChronicleDriver.version}"
  override def settings: List[String] = ChronicleProtocol.settings(ChronicleDialect(sync = false))
  override def jvmFlags: List[String] = ChronicleDriver.flags

object ChronicleDriver:
  private val Pom = "/META-INF/maven/net.openhft/chronicle-queue/pom.properties"

  private[chronicle] lazy val version: String = versionIn(getClass, Pom)

  /** What its makers ask for from Java 17 on; and that it tells nobody of its use. */
  private val flags: List[String] =
    List("java.base/jdk.internal.ref", "java.base/sun.nio.ch", "jdk.unsupported/sun.misc")
      .appended("jdk.compiler/com.sun.tools.javac.file").map(opened => s"--add-exports=$opened=ALL-UNNAMED") ++
      List("java.base/java.lang", "java.base/java.lang.reflect", "java.base/java.io", "java.base/java.util")
        .appended("jdk.compiler/com.sun.tools.javac").map(opened => s"--add-opens=$opened=ALL-UNNAMED") ++
      List("-Dchronicle.analytics.disable=true", "-Dchronicle.announcer.disable=true")

/** Chronicle Queue in a folder. */
final class ChronicleProtocol(dialect: ChronicleDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      ChronicleProtocol.lacks,
      DeliveryPromise(DeliveryOrder.Partition, Redelivery.Unacknowledged, Confirmation.Broker),
      ChronicleProtocol.settings(dialect),
      dialect.options
    ):
  override def isEmbedded: Boolean = true
  override def largestBody: Int = ChronicleProtocol.LargestBody
  override protected def hasForms: Boolean = true

  override def unsupported(workload: Workload): Option[String] =
    super.unsupported(workload).orElse(Option.when(workload.crash)(ChronicleProtocol.NoCrash))

  protected def refuses(failure: Throwable): Boolean = failure.isInstanceOf[NotHere]

  def open(endpoint: Endpoint): Session =
    val queues = ChronicleQueues(endpoint, dialect)
    QueueSession(queues, ChronicleLink(_, queues, dialect))

object ChronicleProtocol:
  /** What fits behind the end of a mapped block of the default size. */
  private val LargestBody = 16 * 1024 * 1024 - 1024

  private val NoCrash =
    "there is no broker that could be killed under load: clients write to files, which outlive any process"

  private[queue] def settings(dialect: ChronicleDialect): List[String] = List(
    "no broker: clients write to and read from memory-mapped files, and tell each other nothing; what the broker's process uses is not shown",
    "polling: a receiver that finds nothing gives way to other threads for 50 us, and then looks again every 100 us; its makers have it spin, " +
      "for which each receiver needs a processor of its own",
    "one folder of files for each partition of a queue, and one of its receivers at a time, which a lock on a file sees to",
    if dialect.sync then
      "sync=true: sends of one turn, or of one batch, are confirmed when the disk has them (SyncMode.SYNC, sync())"
    else "a send is confirmed when the call that appends it returns",
    "chronicle.analytics.disable=true, and the library for it is left out: it would report its use to its makers"
  )

  /** What Chronicle Queue lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("this driver gives each message to one receiver") ++
      QueueUnsupported.keepsAll("Chronicle Queue writes each message to its files") ++
      QueueUnsupported.noTransactions("a message that is appended is there for all") ++
      QueueUnsupported.noPrefetch("a receiver reads where it stands, and nobody delivers ahead of it") ++
      QueueUnsupported.noSelectors(
        "a receiver reads one message after the other; Chronicle Queue selects none"
      ) ++ Unsupported(
        "request_reply" -> "this driver has no addresses to reply to",
        "temporary_queue" -> "Chronicle Queue has no queues that end with a connection, for it has no connections",
        "priority" -> "messages come in the order in which they were appended",
        "listener" -> "a tailer is asked, and calls nobody back",
        "ack_individual" -> "a named tailer keeps one index, with which all messages before it are acknowledged"
      )

/** What differs between contenders: the `chronicle` section of a `broker.yaml`.
  *
  * @param sync
  *   a send is confirmed when the disk has it, else when the system has it in memory
  */
private[queue] final case class ChronicleDialect(sync: Boolean):
  /** As the result has it. */
  def options: List[(String, String)] = Option.when(sync)("sync" -> "true").toList

private[queue] object ChronicleDialect:
  val reader: Reader[ChronicleDialect] = Fields.reader("a Chronicle dialect")((f, _) =>
    Some(ChronicleDialect(f.getOrElse("sync", Reader.boolean)(false)))
  )

/** The appenders and tailers of one client. */
private final class ChronicleLink(spec: ClientSpec, queues: ChronicleQueues, dialect: ChronicleDialect)
    extends QueueLink(spec, queues):
  /** There is nothing to stay connected to; that the process answers is all there is to see. */
  override protected def connect(confirmations: Confirmations): Unit = queues.folder(): Unit

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    ChronicleSender(queues, send, dialect.sync, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    ChronicleReceiver(queues, receive)
