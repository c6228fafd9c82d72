package shootout.analysis

import shootout.result.*

import java.time.{Instant, ZoneOffset}
import java.time.format.DateTimeFormatter
import java.util.Locale

/** A contender, which is a row of the report: a broker over a protocol, on a machine, in a run.
  *
  * @param index
  *   its index among all contenders, which are sorted by label
  * @param file
  *   the index of its file among all files
  * @param label
  *   its name, which no other contender has
  */
final class Contender(val index: Int, val file: Int, val label: String, val judged: JudgedResult):
  def result: ResultFile = judged.file
  private def broker = result.broker

  export judged.file.broker.{available, name, nodes}
  export judged.file.protocol

  def title: String = Contender.title(result)
  def caution: Option[String] = broker.caution.filter(_.nonEmpty)

  /** There will be no other release of it. */
  def discontinued: Boolean = broker.discontinued.contains(true)
  def version: Option[String] = Option(broker.version).filter(_.nonEmpty)

  /** What a confirmed message survives, in words. */
  def durability: String = broker.durability.fold("durability unknown")(_.title)

  /** Whether a confirmed message is on a disk. */
  def synced: Boolean = broker.durability.exists(_.synced)

  /** Whether a confirmed message is on several nodes. */
  def replicated: Boolean = broker.durability.exists(_.replicated)

  /** Whether its promise for confirmed messages is at least that of the other contender. */
  def promisesAsMuchAs(other: Contender): Boolean =
    broker.durability.zip(other.result.broker.durability).fold(durability == other.durability): (own, its) =>
      own.ordinal >= its.ordinal && (own.synced || !its.synced) && (own.replicated || !its.replicated)

  def isVariant: Boolean = broker.variant.isDefined

  /** Whether both are the same broker in the same version over the same protocol. The variant does not matter. */
  def sameSystem(other: Contender): Boolean =
    def system(c: Contender) = c.result.broker.variant.fold(c.name.takeWhile(_ != '@'))(_.of)
    system(this) == system(other) && version == other.version && protocol == other.protocol

  /** How many confirmed messages were lost when the broker was killed. */
  def lostWhenKilled: Long = result.workloads.flatMap(_.crash).map(_.lostConfirmed).sum

  /** What the broker had confirmed and what it lost when it was killed under one load. */
  def crashes(group: String, id: String): List[CrashResult] =
    result.workloads.filter(c => c.group == group && c.id == id).flatMap(_.crash)

object Contender:
  /** All contenders, sorted by label, and those with the same name by when they ran. A label contains only what
    * distinguishes contenders.
    */
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

  /** Whether the broker's only protocol has its name, so that the name need not contain both. */
  private def speaksItsOwn(file: ResultFile): Boolean =
    file.api.contains("queue") && title(file).startsWith(protocolTitle(file))

  /** The client library, if it matters as much as the broker: for JMS, and for contenders whose names would be the same
    * without it. None if the protocol's name contains it.
    */
  private def library(file: ResultFile, namesakes: List[ResultFile]): Option[String] =
    val decides = file.api.contains("jms") || namesakes.map(driver).distinct.sizeIs > 1
    val inName = protocolTitle(file).toLowerCase(Locale.ROOT)
    Option(driver(file)).filter(name => name.nonEmpty && decides && !inName.contains(name.toLowerCase(Locale.ROOT)))

  /** The library's name without its version, as short as possible, such as `rabbitmq-jms`, or `artemis-jms` for
    * `artemis-jms-client 2.44.0`.
    */
  private def driver(file: ResultFile): String =
    file.driver.replaceFirst(" \\d.*$", "").split(' ').lastOption.getOrElse("").replaceFirst("jms-client$", "jms")

  /** Names sort part by part, because a space sorts before everything else. */
  private def collated(label: String): String = label.toLowerCase(Locale.ROOT).replace('·', ' ')

  /** Distinguishes contenders with the same name by when they ran, or else by a number. */
  private def distinction(row: Unlabelled, twins: List[Unlabelled]): String =
    if twins.sizeIs < 2 then ""
    else
      def time(one: Unlabelled) = minute(one.result.startedAtMs.value)
      if twins.map(time).distinct.size == twins.size then s" (${time(row)})"
      else s" (run ${1 + twins.indexOf(row)})"

  private def minute(ms: Long): String =
    s"${DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").format(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC))} UTC"
