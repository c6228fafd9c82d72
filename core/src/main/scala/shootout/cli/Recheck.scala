package shootout.cli

import picocli.CommandLine.Help.Ansi
import picocli.CommandLine.{Command, Help, Option as Opt, Parameters}
import shootout.analysis.{Flag, JudgedResult, JudgedWorkload}
import shootout.campaign.{ChildJvm, Pair, Progress, Settings}
import shootout.result.{Criterion, ResultFile, ResultStore, SettingsResult}
import shootout.units.{orNone, Counted, Duration}

import java.nio.file.{FileSystems, Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** `bin/recheck DIR`: measures the workloads of short runs again, each alone and for longer. It reports how much the
  * short runs differed.
  */
@Command(
  name = "recheck",
  sortOptions = false,
  description = Array(
    "Measures the workloads of a short run again, each for longer and on a newly started broker.",
    "Prints how far off the short run was.",
    ""
  ),
  footer = Array(
    "",
    "A workload is compared by its throughput. At a fixed rate it is compared by its p99, and by whether that rate " +
      "was sustained.",
    "",
    "Exit status: 0 if 90%% of the throughputs are within 20%% of the long measurement, both measurements agree " +
      "about 90%% of the fixed rates, and no unflagged number is off by a factor of 2; 1 otherwise; 2 bad usage or " +
      "input."
  )
)
final class Recheck:
  @Parameters(paramLabel = "DIR", description = Array("Folder with the results of the short run."))
  var folder: Path = Path.of(".")

  @Opt(
    names = Array("--seconds"),
    paramLabel = "S",
    description = Array("Measure for this long. Default: 30.")
  )
  var seconds: Int = 30

  @Opt(
    names = Array("--only"),
    paramLabel = "GLOB",
    description = Array(
      "Measure only workloads whose id matches. Repeatable."
    )
  )
  var only: java.util.List[String] = java.util.List.of()

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "NAME",
    description = Array(
      "Measure only these brokers."
    )
  )
  var brokers: java.util.List[String] = java.util.List.of()

  @Opt(
    names = Array("--protocols"),
    split = ",",
    paramLabel = "NAME",
    description = Array(
      "Measure only over these protocols."
    )
  )
  var protocols: java.util.List[String] = java.util.List.of()

  @Opt(
    names = Array("--workloads"),
    paramLabel = "N",
    description = Array("Measure only N workloads, chosen at random. Default: all.")
  )
  var most: Integer | Null = null

  @Opt(
    names = Array("--seed"),
    paramLabel = "N",
    description = Array(
      "Choose the same workloads as a run with this seed."
    )
  )
  var seed: Integer | Null = null

  @Opt(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array(
      "Write the long results to this folder. Default: DIR/recheck."
    )
  )
  var out: Path | Null = null

  @Opt(
    names = Array("--data"),
    paramLabel = "DIR",
    description = Array(
      "Keep the data of brokers in this folder, as with benchmark-all."
    )
  )
  var data: Path | Null = null

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  private final case class Task(pair: Pair, workload: JudgedWorkload, settings: SettingsResult)

  private def run(): Either[List[String], Int] =
    for
      files <- usable
      tasks <- chosen(files)
    yield
      println(
        s"${Counted(tasks.size, "load")}, about ${Duration.words(tasks.size * (seconds + Recheck.OtherSeconds))}."
      )
      val rows = tasks.zipWithIndex.map((task, n) => Rechecked(task.pair, task.workload, again(task, n)))
      (Rechecked.table(rows) ++ Rechecked.verdict(rows)).foreach(println)
      if Rechecked.passes(rows) then 0 else 1

  /** The results in the folder, restricted to the given brokers and protocols. */
  private def usable: Either[List[String], List[ResultFile]] =
    val paths =
      Using.resource(Files.list(folder))(_.iterator.asScala.toList).filter(_.toString.endsWith(".json")).sorted
    val (unreadable, files) = paths.partitionMap(ResultStore.read)
    def strange(option: String, asked: List[String], known: List[String]) =
      for found <- asked if !known.contains(found)
      yield s"$option: found '$found', expected any of ${known.distinct.mkString(", ")}"
    val problems = if files.isEmpty then List(s"there are no results in $folder")
    else
      List("--seconds" -> seconds, "--workloads" -> most.orNone.fold(1)(_.intValue))
        .collect { case (option, number) if number < 1 => s"$option: found $number, expected at least 1" } ++
        strange("--brokers", brokers.asScala.toList, files.map(_.broker.name)) ++
        strange("--protocols", protocols.asScala.toList, files.map(_.protocol))
    def wanted(asked: java.util.List[String], name: String) = asked.isEmpty || asked.contains(name)
    if unreadable.nonEmpty || problems.nonEmpty then Left(unreadable ++ problems)
    else Right(files.filter(f => wanted(brokers, f.broker.name) && wanted(protocols, f.protocol)))

  private def chosen(files: List[ResultFile]): Either[List[String], List[Task]] =
    val wanted = only.asScala.map(glob => FileSystems.getDefault.getPathMatcher(s"glob:$glob"))
    val measured =
      for
        file <- files
        workload <- JudgedResult(file).workloads
        if workload.isMeasured && workload.result.repetition == 1 && workload.result.sampling.isDefined &&
          Rechecked.rate(workload) > 0
      yield Task(Pair(file.broker.name, file.protocol), workload, file.settings)
    val tasks = measured.filter(task => wanted.isEmpty || wanted.exists(_.matches(Path.of(task.workload.result.id))))
    def ids = measured.map(_.workload.result.id).distinct
    if measured.isEmpty then Left(List(s"no load in $folder was measured at a rate of its own"))
    else if tasks.isEmpty then Left(List(s"--only: no load has such an id; there are ${ids.mkString(", ")}"))
    else
      Right(most.orNone.fold(tasks) { n =>
        seed.orNone.fold(Random())(s => Random(s.intValue)).shuffle(tasks).take(n.intValue)
      })

  /** Takes the long measurement. None if it failed. */
  private def again(task: Task, n: Int): Option[JudgedWorkload] =
    val target = out.orNone.getOrElse(folder.resolve("recheck")).resolve(s"${n + 1}")
    val load =
      List("--brokers", task.pair.broker, "--protocols", task.pair.protocol, "--only", task.workload.result.id)
    val manner = List("--profile", task.settings.profile, "--heap", s"${task.settings.heapMb}", "--repeat", "1")
    val timing = List("--samples", s"$seconds", "--sample-interval", "1000", "--no-generator-limit")
    val folders = List("--out", s"$target") ++ data.orNone.toList.flatMap(d => List("--data", s"$d"))
    val arguments = load ++ manner ++ timing ++ folders
    val status = ChildJvm.start(Nil, "shootout.cli.Main", arguments).waitFor()
    Option.when(status == 0 || status == 1)(target.resolve(Settings.resultFile(task.pair)))
      .flatMap(ResultStore.read(_).toOption)
      .flatMap(JudgedResult(_).workloads.find(c => c.result.id == task.workload.result.id && c.isMeasured))

object Recheck:
  /** The time for starting the broker, its first load, the warm-up and stopping it. */
  private val OtherSeconds = 20

  private val script = CommandRunner("recheck", "Nothing was measured. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val recheck = Recheck()
    script.main(recheck, arguments)(recheck.run())

/** A workload as measured by a short run and a long one, by the number by which it is judged. Loads at an
  * offered rate are judged by their p99, and by whether the rate was sustained. All others are judged by throughput.
  *
  * @param long
  *   none if it failed
  */
final private[cli] case class Rechecked(pair: Pair, short: JudgedWorkload, long: Option[JudgedWorkload]):
  val byTail: Boolean = short.result.load.openLoop

  /** Whether the long measurement agrees on whether the rate was sustained. None without an offered rate. */
  val agreed: Option[Boolean] =
    Rechecked.held(short).map(held => long.flatMap(Rechecked.held).contains(held))

  /** Whether the numbers can be compared. The p99 at a rate that is not sustained is the length of a queue. */
  val isCompared: Boolean = !(short :: long.toList).exists(Rechecked.held(_).contains(false))

  val ratio: Option[Double] =
    for
      workload <- long if isCompared
      a <- number(short)
      b <- number(workload) if b > 0
    yield a / b

  def number(workload: JudgedWorkload): Option[Double] =
    if byTail then workload.summary.flatMap(workload.result.load.tail).map(_.usP99) else Some(Rechecked.rate(workload))

  def near: Boolean =
    ratio.exists(r => if byTail then within(r, Rechecked.NearTail) else math.abs(r - 1) <= Rechecked.Near)

  def far: Boolean = isCompared && !ratio.exists(within(_, Rechecked.Far))

  def flags: String = short.flags.map(_.flag).filter(Rechecked.Doubts).map(_.letter).mkString

  private def within(ratio: Double, factor: Double): Boolean = ratio <= factor && ratio >= 1 / factor

private[cli] object Rechecked:
  private val Near = 0.2
  private val NearShare = 0.9

  /** Between two starts of a broker, a tail differs more than a mean does. */
  private val NearTail = 1.5
  private val Far = 2.0
  private val Doubts = Set(Flag.GeneratorBound, Flag.Noisy, Flag.Errors, Flag.Busy, Flag.RateMissed)

  /** Messages consumed per second, or produced if there are no consumers. */
  def rate(workload: JudgedWorkload): Double =
    workload.summary.fold(0.0)(Criterion.delivered(workload.result.load, _).meanPerS)

  /** Whether an offered rate was sustained. Outside of rate sweeps, it was if no flag says otherwise. */
  private def held(workload: JudgedWorkload): Option[Boolean] =
    val unflagged = Option.when(workload.result.load.openLoop)(!workload.flags.exists(_.flag == Flag.RateMissed))
    workload.sustained.map(_.held).orElse(unflagged)

  def passes(rows: List[Rechecked]): Boolean =
    val near = rows.filter(!_.byTail).map(_.near)
    List(near, rows.flatMap(_.agreed)).forall(said => said.count(identity) >= NearShare * said.size) &&
    rows.forall(r => !r.far || r.flags.nonEmpty)

  /** A line for each kind of number by which workloads are judged. */
  def verdict(rows: List[Rechecked]): List[String] =
    val (tails, rates) = rows.partition(_.byTail)
    val agreed = rows.flatMap(_.agreed)
    def line(judged: String, of: List[Rechecked], near: String) =
      val (far, unflagged) = (of.count(_.far), of.count(r => r.far && r.flags.isEmpty))
      Option.when(of.nonEmpty)(
        s"$judged: ${of.count(_.near)} of ${of.size} loads are within $near of the long measurement; " +
          s"off by a factor of 2 or more: $far, of these without a flag: $unflagged."
      )
    line("Judged by throughput", rates, "20 %").toList ++
      line("Judged by p99", tails.filter(_.isCompared), s"a factor of $NearTail") ++
      Option.when(agreed.nonEmpty)(
        s"Fixed rates: ${agreed.count(identity)} of ${agreed.size} were sustained by both measurements, or by neither."
      )

  def table(rows: List[Rechecked]): List[String] =
    val columns = List("row", "load", "short", "long", "short/long", "flags")
    val table = Help.TextTable.forColumnWidths(Help.defaultColorScheme(Ansi.OFF), 24, 44, 14, 14, 17, 8)
    table.addRowValues(columns*)
    for r <- rows.sortBy(r => (r.pair.label, r.short.result.id)) do
      val long = r.long.fold("failed")(shown(r, _))
      table.addRowValues(r.pair.label, r.short.result.id, shown(r, r.short), long, compared(r), r.flags)
    table.toString.linesIterator.toList

  private def shown(row: Rechecked, workload: JudgedWorkload): String =
    if held(workload).contains(false) then "not held"
    else
      row.number(workload).fold("")(n => if row.byTail then f"p99 ${n / 1e3}%.2f ms" else s"${Progress.rate(n)}/s")

  private def compared(row: Rechecked): String =
    row.ratio.fold(if row.isCompared || row.agreed.contains(true) then "" else "held once")(x => f"$x%.2f")
