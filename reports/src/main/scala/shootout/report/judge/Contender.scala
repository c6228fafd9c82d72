package shootout.report.judge

import java.time.{Instant, ZoneOffset}
import java.time.format.DateTimeFormatter
import java.util.Locale
import shootout.report.*
import shootout.units.Durability

/** A row of the report: a broker over a protocol (on a machine, in a run).
  *
  * @param index
  *   its place among all rows, by label
  * @param file
  *   place of its file among all files
  * @param label
  *   what it is called; no two rows have the same
  */
final class Contender(val index: Int, val file: Int, val label: String, val json: ujson.Value):
  def available: Boolean = json.at("broker", "available").flatMap(_.boolOpt).getOrElse(true)
  def title: String = Contender.title(json)
  def name: String = json.textAt("broker", "name").getOrElse("")
  def protocol: String = json.textAt("protocol").getOrElse("")
  def caution: Option[String] = json.textAt("broker", "caution").filter(_.nonEmpty)

  /** There will be no other release of it. */
  def discontinued: Boolean = json.at("broker", "discontinued").flatMap(_.boolOpt).getOrElse(false)
  def version: Option[String] = json.textAt("broker", "version").filter(_.nonEmpty)

  /** In words, what a message survives when it is confirmed. */
  def durability: String =
    json.textAt("broker", "durability").fold("durability unknown")(name =>
      promise.fold(name.replace('_', ' '))(_.title)
    )

  private def promise: Option[Durability] = json.textAt("broker", "durability").flatMap(Durability.of)

  /** What was confirmed is on a disk. */
  def synced: Boolean = promise.exists(_.synced)

  /** What was confirmed is on several nodes. */
  def replicated: Boolean = promise.exists(_.replicated)

  /** It promises of confirmed messages what the other one does, or more. */
  def promisesAsMuchAs(other: Contender): Boolean =
    promise.zip(other.promise).fold(durability == other.durability): (own, its) =>
      own.ordinal >= its.ordinal && (own.synced || !its.synced) && (own.replicated || !its.replicated)

  /** Of how many servers the broker is; `None` if that is not known. */
  def nodes: Option[Int] = json.numberAt("broker", "nodes").map(_.toInt)

  def isVariant: Boolean = json.at("broker", "variant").isDefined

  /** The same broker in the same version over the same protocol, in whatever variant. */
  def sameSystem(other: Contender): Boolean = system == other.system

  private def system =
    val name = json.textAt("broker", "name").map(_.takeWhile(_ != '@'))
    (json.textAt("broker", "variant", "of").orElse(name), version, json.textAt("protocol"))

  /** Confirmed messages that were gone after the broker was killed. */
  def lostWhenKilled: Long = crashes("lost_confirmed", json.listAt("cells"))

  /** The same of one load, and how many had been confirmed. */
  def killed(group: String, id: String): (Long, Long) =
    val cells = json.listAt("cells").filter(c => c.textAt("group").contains(group) && c.textAt("id").contains(id))
    (crashes("lost_confirmed", cells), crashes("confirmed", cells))

  private def crashes(key: String, cells: List[ujson.Value]): Long = cells.flatMap(_.numberAt("crash", key)).sum.toLong

object Contender:
  /** Sorted by label, and rows of the same name by when they ran. A label says no more than it takes to tell rows apart. */
  def of(files: List[ujson.Value]): Vector[Contender] =
    def many(read: ujson.Value => Option[String]) = files.map(read).distinct.sizeIs > 1
    val (protocols, machines) = (many(_.textAt("protocol")), Machine.of(files))
    def plain(f: ujson.Value) = title(f) :: Option.when(protocols && !speaksItsOwn(f))(protocol(f)).toList
    val named = files.map(f => plain(f) ++ library(f, files.filter(plain(_) == plain(f))))
    val names = named.zipWithIndex.map: (name, i) =>
      val machine = machines.find(_.files(i)).filter(_ => machines.sizeIs > 1).map(_.label)
      (name ++ machine).mkString(" · ")
    val sorted = files.zip(names).zipWithIndex.sortBy { case ((f, name), _) => (collated(name), started(f)) }
    for (((json, name), file), index) <- sorted.toVector.zipWithIndex
    yield Contender(index, file, name + twin(sorted.collect { case ((f, `name`), _) => f }, json), json)

  private def title(file: ujson.Value): String =
    file.textAt("broker", "title").filter(_.nonEmpty).orElse(file.textAt("broker", "name")).getOrElse("")

  private def protocol(file: ujson.Value): String =
    val name = file.textAt("protocol").getOrElse("").toUpperCase(Locale.ROOT)
    file.textAt("protocol_title").filter(_.nonEmpty).getOrElse(name)

  /** A queue system whose only protocol has its name: it need not stand there twice. */
  private def speaksItsOwn(file: ujson.Value): Boolean =
    file.textAt("api").contains("queue") && title(file).startsWith(protocol(file))

  /** The client library, where it decides as much as the broker does: of JMS, and of rows that would have one name without it. Once is
    * enough where the protocol's name has it.
    */
  private def library(file: ujson.Value, namesakes: List[ujson.Value]): Option[String] =
    val decides = file.textAt("api").contains("jms") || namesakes.map(driver).distinct.sizeIs > 1
    val inName = protocol(file).toLowerCase(Locale.ROOT)
    driver(file).filter(name => decides && !inName.contains(name.toLowerCase(Locale.ROOT)))

  /** Without its version, and as short as it can be told: `rabbitmq-jms`, `artemis-jms` (of `artemis-jms-client 2.44.0`). */
  private def driver(file: ujson.Value): Option[String] =
    val name = file.textAt("driver").map(_.replaceFirst(
      " \\d.*$",
      ""
    ).split(' ').lastOption.getOrElse("").replaceFirst("jms-client$", "jms"))
    name.filter(_.nonEmpty)

  private def started(file: ujson.Value): Double = file.numberAt("started_at_ms").getOrElse(0)

  /** The parts of a name are told apart before what follows them. */
  private def collated(label: String): String = label.toLowerCase(Locale.ROOT).replace('·', ' ')

  /** Rows of the same name are told apart by when they ran, or else by a number. */
  private def twin(same: List[ujson.Value], file: ujson.Value): String =
    if same.sizeIs < 2 then ""
    else
      val times = same.map(f => minute(started(f)))
      if times.distinct.size == same.size then s" (${minute(started(file))})"
      else s" (run ${1 + same.indexWhere(_ eq file)})"

  private def minute(ms: Double): String =
    val at = Instant.ofEpochMilli(ms.toLong).atOffset(ZoneOffset.UTC)
    s"${DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").format(at)} UTC"
