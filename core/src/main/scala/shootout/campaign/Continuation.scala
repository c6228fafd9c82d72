package shootout.campaign

import shootout.broker.{BrokerFile, Checksums}
import shootout.yaml.Node
import shootout.result.{LatencyLogs, MeasuredWith, ResultFile, ResultStore, Status, WorkloadResult}
import shootout.scenario.Workload
import shootout.units.{Counted, Json}

import java.nio.file.{Files, Path}
import java.time.LocalDateTime
import java.time.format.DateTimeFormatter
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The parts of an earlier result file that `--continue` keeps, and why it drops the rest. */
final case class Continuation(
    pair: Pair,
    file: ResultFile,
    /** results that differ from what this run measures, each with the reason */
    dropped: List[(WorkloadResult, String)],
    /** results of workloads that are in no scenario any more */
    gone: List[WorkloadResult],
    /** results with another timing that are kept, because `--only` does not select them */
    otherwise: List[WorkloadResult]
):
  /** The results that are not kept. */
  private def unfit: List[WorkloadResult] = dropped.map((workload, _) => workload) ++ gone

  /** The lines for people; empty if all results fit. */
  def lines: List[String] =
    def line(of: List[WorkloadResult], what: String) = Option.when(of.nonEmpty) {
      val ids = of.map(_.id).distinct
      val more = if ids.sizeIs > Continuation.Shown then s" and ${ids.size - Continuation.Shown} more" else ""
      s"${pair.label}: ${Counted.of(ids.size, "load is", "loads are")} $what: ${ids.take(Continuation.Shown).mkString(", ")}$more"
    }
    val reasons = dropped.map((_, why) => why).distinct
    reasons.flatMap(why => line(dropped.collect { case (of, `why`) => of }, s"measured again, because $why")) ++
      line(gone, "left out, because the scenarios have no such load") ++
      line(otherwise, "kept with another timing, because --only does not select them")

  /** The file without the dropped results. */
  private[campaign] def remaining: ResultFile =
    val out = unfit.toSet
    file.copy(workloads = file.workloads.filterNot(out), complete = false)

object Continuation:
  private val Shown = 5

  /** Removes the results that do not fit, once for the whole run. A folder next to the file keeps the original.
    *
    * @return
    *   the lines for the user
    */
  def prepare(prepared: PreparedRun): List[String] =
    val reviews = review(prepared)
    val changed = reviews.filter(_.unfit.nonEmpty)
    val kept =
      for folder <- Option.when(changed.nonEmpty)(Earlier.folder(prepared.settings.out)).toList yield
        for review <- changed do
          val path = prepared.settings.resultFile(review.pair)
          Earlier.copy(path, folder)
          ResultStore.write(path, review.remaining)
          LatencyLogs.delete(path, review.unfit)
        s"The results as they were are kept in $folder"
    reviews.flatMap(_.lines) ++ kept

  /** The effects of `prepare`. Files that cannot be continued at all are left out, because [[Journal.open]] reports
    * them.
    */
  def review(prepared: PreparedRun): List[Continuation] =
    for
      (pair, file) <- prepared.settings.results
      if Journal.fits(prepared.settings.resultFile(pair), Journal.fresh(prepared, pair), file).isRight
    yield of(prepared, pair, file)

  private[campaign] def of(prepared: PreparedRun, pair: Pair, file: ResultFile): Continuation =
    val whole = prepared.wholeOf(pair.protocol).workloads.map(c => c.id -> c).toMap
    val selected = prepared.of(pair.protocol).plan.workloads.map(_.id).toSet
    val conditions = Conditions(prepared, pair)
    val (gone, known) =
      file.workloads.partitionMap(r => whole.get(r.id).fold(Left(r))(workload => Right(r -> workload)))
    // A workload that was not run has no result to compare, and is run anyway.
    val judged = known.filterNot((r, _) => isOpen(r)).map((r, workload) =>
      Compared(r, workload, conditions.differences(workload, r.measuredWith) ++ claims(prepared, pair, r, workload))
    )
    val (timed, others) =
      judged.partition(one => !selected(one.result.id) && one.found.nonEmpty && one.found.forall(_.onlyTiming))
    val (fit, unfit) = others.partition(_.found.isEmpty)
    val changed = unfit.map(one => one.result -> one.found.map(_.words).mkString("; "))
    val follow = dependents(unfit.map(_.result.id).toSet, fit)
    Continuation(pair, file, changed ++ follow, gone, timed.map(_.result))

  private final case class Compared(result: WorkloadResult, workload: Workload, found: List[Mismatch])

  private def isOpen(r: WorkloadResult): Boolean = r.status == Status.Skipped && r.rateSweep.forall(_.beyond.isEmpty)

  /** Compares whether the broker supports the workload, according to its file, then and now. For a share, its maximum
    * decides.
    */
  private def claims(prepared: PreparedRun, pair: Pair, r: WorkloadResult, workload: Workload): Option[Mismatch] =
    val cannot = prepared.unsupported(pair)(workload)
    if workload.maximum.isDefined then None
    else if r.status == Status.Unsupported && cannot.isEmpty then
      Some(Mismatch("the broker is no longer said to lack what they need"))
    else if r.status != Status.Unsupported then
      cannot.map(why => Mismatch(s"they are now said to be unsupported ($why)"))
    else None

  /** Results that depend on others which are measured again: shares on their maximum, the end of a rate sweep on lower
    * rates.
    */
  private def dependents(again: Set[String], kept: List[Compared]): List[(WorkloadResult, String)] =
    kept.collect {
      case one if one.workload.maximum.exists(again) => one.result -> "their maximum is measured again"
      case one
          if one.result.rateSweep.exists(_.beyond.isDefined) && one.workload.rateSweep.exists(_.below.exists(again)) =>
        one.result -> "lower rates of their rate sweep are measured again"
    }

/** A reason why a result cannot be combined with new ones.
  *
  * @param onlyTiming
  *   true if the result is right, but was measured for a shorter or longer time
  */
final case class Mismatch(words: String, onlyTiming: Boolean = false)

/** The conditions under which workloads of one broker over one protocol are measured, see [[MeasuredWith]]. */
final class Conditions(prepared: PreparedRun, pair: Pair):
  private val external = prepared.settings.external
  private val spec = prepared.catalogue.find(_.name == pair.broker).filter(_ => external.isEmpty)

  /** The version that would be measured now. None if it is not on this machine yet, or somebody else runs it. */
  private lazy val versionHere = spec.flatMap(_.versionHere)

  /** @param version
    *   the broker's version, if it reported one; otherwise empty
    */
  def of(workload: Workload, version: String): MeasuredWith =
    val known = if version.isEmpty then versionHere.getOrElse("") else version
    MeasuredWith(Conditions.loadOf(workload), contender(known), settings, disk)

  /** The differences from the conditions under which a workload was measured. If there are none, its result may be
    * kept.
    */
  def differences(workload: Workload, measured: Option[MeasuredWith]): List[Mismatch] = measured match
    case None => List(Mismatch("the file does not say what they were measured with"))
    case Some(before) =>
      val now = of(workload, "")
      def changed(what: String, then_ : String, now: String) = Mismatch(s"$what was '$then_' and is '$now'")
      // A broker that is not installed yet may turn out to be the same one.
      val known = versionHere.isDefined || external.isDefined
      List(
        Conditions.otherWorkload(workload, before.workload),
        Option.when(known && before.contender != now.contender)(
          changed("the contender", before.contender, now.contender)
        ),
        Option.when(before.settings != now.settings)(
          Mismatch("the settings of the broker or client library have changed")
        ),
        for then_ <- before.disk; here <- now.disk if then_ != here yield changed("the disk", then_, here)
      ).flatten

  private def contender(version: String): String =
    val library = prepared.drivers.driver(pair.protocol).fold("")(driver => s", ${driver.name}")
    val from = spec.flatMap(_.home).fold("")(home => s" in $home")
    val over = s"${pair.protocol}$library"
    external match
      case Some(e) => s"${pair.broker} at ${e.endpoint}, over $over"
      case None => s"${pair.broker} $version$from over $over".replace("  ", " ")

  /** The disk that the broker writes to; none if somebody else runs it. */
  private lazy val disk: Option[String] =
    Option.when(external.isEmpty)(Conditions.disk(ThisMachine.disk(prepared.settings.data)))

  private lazy val settings: String =
    val dialect = external.fold(pair.broker)(_.dialect)
    val spoken = prepared.catalogue.find(_.name == dialect).flatMap(_.protocol(pair.protocol)).map(_.dialect)
    val started = spec.toList.flatMap { s =>
      s"heap ${prepared.settings.heapMb}" :: s.launch.toString :: s.source.toString ::
        Conditions.files(s.folder) ++ Conditions.sums(s.checksums) ++
        Option.when(s.nodes.sizeIs > 1)(s.topology.toString)
    }
    Checksums.sha256((started ++ spoken.map(Conditions.text)).mkString("\n")).take(Conditions.Digits)

object Conditions:
  private val Digits = 16

  /** The place where a workload is shown does not change the workload. */
  private[campaign] def loadOf(workload: Workload): ujson.Obj =
    val bare = workload.copy(
      id = "",
      group = "",
      title = "",
      axes = Nil,
      rateSweep = workload.rateSweep.map(_.copy(below = Nil))
    )
    ujson.Obj.from(Json.writeJs(bare).obj)

  private def otherWorkload(workload: Workload, before: ujson.Obj): Option[Mismatch] =
    val now = loadOf(workload)
    def untimed(load: ujson.Obj) = load.value.toMap - "timing"
    if before == now then None
    else if untimed(before) != untimed(now) then Some(Mismatch("the load has changed"))
    else Some(Mismatch("its warm-up, samples or drain have changed", onlyTiming = true))

  /** Removes the models of disks, because an additional disk does not change the broker's disk. */
  private[campaign] def disk(described: String): String = described.replaceAll(" \\(.*\\)$", "")

  /** The text without its places, because an additional line above it changes nothing. */
  private def text(node: Node): String = node match
    case Node.Scalar(text, _) => ujson.write(text)
    case Node.Sequence(items, _) => items.map(text).mkString("[", ",", "]")
    case Node.Mapping(entries, _) => entries.map((k, v) => s"${ujson.write(k.text)}:${text(v)}").mkString("{", ",", "}")

  /** The files next to a `broker.yaml`. That file itself contains much that changes no number, so it is left out. */
  private def files(folder: Path): List[String] =
    val all = Using.resource(Files.walk(folder))(_.iterator.asScala.filter(Files.isRegularFile(_)).toList).sorted
    val others = List(BrokerFile.name, ".md", ".sha256")
    all.filterNot(f => others.exists(f.getFileName.toString.endsWith))
      .map(f => s"${folder.relativize(f)} ${Checksums.sha256(f)}")

  private def sums(file: Path): Option[String] = Option.when(Files.exists(file))(Checksums.sha256(file))

/** Keeps results that a new run replaces, so that no measurement is lost. */
object Earlier:
  private val stamp = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss")

  /** Creates a folder for this moment, below the folder of results. */
  def folder(out: Path): Path =
    val name = LocalDateTime.now.format(stamp)
    val names = name #:: LazyList.from(2).map(n => s"$name-$n")
    Files.createDirectories(names.map(out.resolve("earlier").resolve(_)).find(!Files.exists(_)).get)

  /** Moves a result file with everything that belongs to it. */
  def move(file: Path, folder: Path): Unit =
    Files.move(file, folder.resolve(file.getFileName))
    LatencyLogs.move(file, folder)

  def copy(file: Path, folder: Path): Unit =
    Files.copy(file, folder.resolve(file.getFileName))
    LatencyLogs.copy(file, folder)
