package shootout.analysis

import shootout.result.*

import java.time.{Instant, ZoneOffset}
import java.time.format.DateTimeFormatter
import java.util.Locale

/** A row of the report: a broker over a protocol (on a machine, in a run).
  *
  * @param index
  *   its place among all rows, by label
  * @param file
  *   place of its file among all files
  * @param label
  *   what it is called; no two rows have the same
  */
final class Contender(val index: Int, val file: Int, val label: String, val judged: JudgedResult):
  def result: ResultFile = judged.file
  private def broker = result.broker

  def available: Boolean = broker.available
  def title: String = Contender.title(result)
  def name: String = broker.name
  def protocol: String = result.protocol
  def caution: Option[String] = broker.caution.filter(_.nonEmpty)

  /** There will be no other release of it. */
  def discontinued: Boolean = broker.discontinued.contains(true)
  def version: Option[String] = Option(broker.version).filter(_.nonEmpty)

  /** In words, what a message survives when it is confirmed. */
  def durability: String = broker.durability.fold("durability unknown")(_.title)

  /** What was confirmed is on a disk. */
  def synced: Boolean = broker.durability.exists(_.synced)

  /** What was confirmed is on several nodes. */
  def replicated: Boolean = broker.durability.exists(_.replicated)

  /** It promises of confirmed messages what the other one does, or more. */
  def promisesAsMuchAs(other: Contender): Boolean =
    broker.durability.zip(other.result.broker.durability).fold(durability == other.durability): (own, its) =>
      own.ordinal >= its.ordinal && (own.synced || !its.synced) && (own.replicated || !its.replicated)

  /** Of how many servers the broker is; none if that is not known. */
  def nodes: Option[Int] = broker.nodes

  def isVariant: Boolean = broker.variant.isDefined

  /** The same broker in the same version over the same protocol, in whatever variant. */
  def sameSystem(other: Contender): Boolean =
    def system(c: Contender) = c.result.broker.variant.fold(c.name.takeWhile(_ != '@'))(_.of)
    system(this) == system(other) && version == other.version && protocol == other.protocol

  /** Confirmed messages that were gone after the broker was killed. */
  def lostWhenKilled: Long = result.workloads.flatMap(_.crash).map(_.lostConfirmed).sum

  /** What the broker had confirmed and what it lost under one load when it was killed. */
  def crashes(group: String, id: String): List[CrashResult] =
    result.workloads.filter(c => c.group == group && c.id == id).flatMap(_.crash)

object Contender:
  /** Sorted by label, and rows of the same name by when they ran. A label says no more than it takes to tell rows apart. */
  def all(files: List[JudgedResult]): Vector[Contender] =
    val results = files.map(_.file)
    val protocols = results.map(_.protocol).distinct.sizeIs > 1
    val machines = Machine.of(results)
    def plain(f: ResultFile) = title(f) :: Option.when(protocols && !speaksItsOwn(f))(protocolTitle(f)).toList
    val named = results.map(f => plain(f) ++ library(f, results.filter(plain(_) == plain(f))))
    val rows = files.zip(named).zipWithIndex.map { case ((judged, name), i) =>
      val machine = machines.find(_.files(i)).filter(_ => machines.sizeIs > 1).map(_.label)
      Unlabelled(i, (name ++ machine).mkString(" · "), judged)
    }
    val sorted = rows.sortBy(row => (collated(row.name), row.result.startedAtMs.value))
    for (row, index) <- sorted.toVector.zipWithIndex yield
      val twins = sorted.filter(_.name == row.name)
      Contender(index, row.file, row.name + distinction(row, twins), row.judged)

  private final case class Unlabelled(file: Int, name: String, judged: JudgedResult):
    def result: ResultFile = judged.file

  def title(file: ResultFile): String = Option(file.broker.title).filter(_.nonEmpty).getOrElse(file.broker.name)

  def protocolTitle(file: ResultFile): String =
    file.protocolTitle.filter(_.nonEmpty).getOrElse(file.protocol.toUpperCase(Locale.ROOT))

  /** A queue system whose only protocol has its name: it need not stand there twice. */
  private def speaksItsOwn(file: ResultFile): Boolean =
    file.api.contains("queue") && title(file).startsWith(protocolTitle(file))

  /** The client library, where it decides as much as the broker does: of JMS, and of rows that would have one name without it. Once is
    * enough where the protocol's name has it.
    */
  private def library(file: ResultFile, namesakes: List[ResultFile]): Option[String] =
    val decides = file.api.contains("jms") || namesakes.map(driver).distinct.sizeIs > 1
    val inName = protocolTitle(file).toLowerCase(Locale.ROOT)
    Option(driver(file)).filter(name => name.nonEmpty && decides && !inName.contains(name.toLowerCase(Locale.ROOT)))

  /** Without its version, and as short as it can be told: `rabbitmq-jms`, `artemis-jms` (of `artemis-jms-client 2.44.0`). */
  private def driver(file: ResultFile): String =
    file.driver.replaceFirst(" \\d.*$", "").split(' ').lastOption.getOrElse("").replaceFirst("jms-client$", "jms")

  /** The parts of a name are told apart before what follows them. */
  private def collated(label: String): String = label.toLowerCase(Locale.ROOT).replace('·', ' ')

  /** Rows of the same name are told apart by when they ran, or else by a number. */
  private def distinction(row: Unlabelled, twins: List[Unlabelled]): String =
    if twins.sizeIs < 2 then ""
    else
      def time(one: Unlabelled) = minute(one.result.startedAtMs.value)
      if twins.map(time).distinct.size == twins.size then s" (${time(row)})"
      else s" (run ${1 + twins.indexOf(row)})"

  private def minute(ms: Long): String =
    s"${DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").format(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC))} UTC"
