package shootout.terminal

import picocli.CommandLine.{Command, Option as Opt, Parameters}
import shootout.analysis.{JudgedCell, JudgedResult}
import shootout.campaign.{Pair, Settings}
import shootout.host.ChildJvm
import shootout.result.{ResultFile, ResultStore, SettingsResult}
import shootout.units.{orNone, Counted, Duration}

import java.nio.file.{FileSystems, Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** `bin/recheck DIR`: measures the cells of short runs again, each alone and for long, and says how far off they were. */
@Command(
  name = "recheck",
  sortOptions = false,
  description = Array(
    "Measures loads of a short run again, each alone on a fresh broker and for long, and prints how far off the short run was.",
    ""
  ),
  footer = Array(
    "",
    "Loads are compared by what they are judged by: throughput; round trips, and",
    "loads at a fixed rate, by their p99, and by whether the rate was held. Exit",
    "status: 0 if 90 %% of the throughputs are within 20 %% of the long",
    "measurement, both say the same of 90 %% of the fixed rates, and no throughput",
    "or p99 is off by a factor of 2 without a mark that says so; 1 otherwise; 2 bad",
    "usage or input."
  )
)
final class Recheck:
  @Parameters(paramLabel = "DIR", description = Array("Folder with the results of the short run."))
  var folder: Path = Path.of(".")

  @Opt(
    names = Array("--seconds"),
    paramLabel = "S",
    description = Array("Length of the long measurement. Default: 30.")
  )
  var seconds: Int = 30

  @Opt(names = Array("--only"), paramLabel = "GLOB", description = Array("Only loads whose id matches; repeatable."))
  var only: java.util.List[String] = java.util.List.of()

  @Opt(names = Array("--brokers"), split = ",", paramLabel = "NAME", description = Array("Only these."))
  var brokers: java.util.List[String] = java.util.List.of()

  @Opt(names = Array("--protocols"), split = ",", paramLabel = "NAME", description = Array("Only over these."))
  var protocols: java.util.List[String] = java.util.List.of()

  @Opt(names = Array("--cells"), paramLabel = "N", description = Array("Only so many, drawn at random. Default: all."))
  var most: Integer | Null = null

  @Opt(names = Array("--seed"), paramLabel = "N", description = Array("Draws the same ones again."))
  var seed: Integer | Null = null

  @Opt(names = Array("--out"), paramLabel = "DIR", description = Array("Of the long results. Default: DIR/recheck."))
  var out: Path | Null = null

  @Opt(names = Array("--data"), paramLabel = "DIR", description = Array("As of benchmark-all."))
  var data: Path | Null = null

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  private final case class Task(pair: Pair, cell: JudgedCell, settings: SettingsResult)

  private def run(): Either[List[String], Int] =
    for
      files <- usable
      tasks <- chosen(files)
    yield
      println(
        s"${Counted(tasks.size, "load")}, about ${Duration.words(tasks.size * (seconds + Recheck.OtherSeconds))}."
      )
      val rows = tasks.zipWithIndex.map((task, n) => Rechecked(task.pair, task.cell, again(task, n)))
      (Rechecked.table(rows) ++ Rechecked.verdict(rows)).foreach(println)
      if Rechecked.passes(rows) then 0 else 1

  /** The results in the folder, of the brokers and protocols asked for. */
  private def usable: Either[List[String], List[ResultFile]] =
    val paths =
      Using.resource(Files.list(folder))(_.iterator.asScala.toList).filter(_.toString.endsWith(".json")).sorted
    val (unreadable, files) = paths.partitionMap(ResultStore.read)
    def strange(option: String, asked: List[String], known: List[String]) =
      asked.filterNot(known.contains).map(found =>
        s"$option: found '$found', expected any of ${known.distinct.mkString(", ")}"
      )
    val problems = if files.isEmpty then List(s"there are no results in $folder")
    else
      List("--seconds" -> seconds, "--cells" -> most.orNone.fold(1)(_.intValue))
        .collect { case (option, number) if number < 1 => s"$option: found $number, expected at least 1" } ++
        strange("--brokers", brokers.asScala.toList, files.map(_.broker.name)) ++
        strange("--protocols", protocols.asScala.toList, files.map(_.protocol))
    def wanted(asked: java.util.List[String], name: String) = asked.isEmpty || asked.contains(name)
    Either.cond(
      unreadable.isEmpty && problems.isEmpty,
      files.filter(f => wanted(brokers, f.broker.name) && wanted(protocols, f.protocol)),
      unreadable ++ problems
    )

  private def chosen(files: List[ResultFile]): Either[List[String], List[Task]] =
    val wanted = only.asScala.map(glob => FileSystems.getDefault.getPathMatcher(s"glob:$glob"))
    val measured =
      for
        file <- files
        cell <- JudgedResult(file).cells
        if cell.isMeasured && cell.result.repetition == 1 && cell.result.sampling.isDefined && Rechecked.rate(cell) > 0
      yield Task(Pair(file.broker.name, file.protocol), cell, file.settings)
    val tasks = measured.filter(task => wanted.isEmpty || wanted.exists(_.matches(Path.of(task.cell.result.id))))
    def ids = measured.map(_.cell.result.id).distinct
    if measured.isEmpty then Left(List(s"no load in $folder was measured at a rate of its own"))
    else if tasks.isEmpty then Left(List(s"--only: no load has such an id; there are ${ids.mkString(", ")}"))
    else
      Right(most.orNone.fold(tasks) { n =>
        seed.orNone.fold(Random())(s => Random(s.intValue)).shuffle(tasks).take(n.intValue)
      })

  /** The long measurement; none if it failed. */
  private def again(task: Task, n: Int): Option[JudgedCell] =
    val target = out.orNone.getOrElse(folder.resolve("recheck")).resolve(s"${n + 1}")
    val arguments =
      List("--brokers", task.pair.broker, "--protocols", task.pair.protocol, "--only", task.cell.result.id) ++
        List("--profile", task.settings.profile, "--heap", task.settings.heapMb.toString, "--repeat", "1") ++
        List("--samples", seconds.toString, "--sample-interval", "1000", "--no-ceiling", "--out", target.toString) ++
        data.orNone.toList.flatMap(d => List("--data", d.toString))
    val status = ChildJvm.start(Nil, "shootout.terminal.Main", arguments).waitFor()
    Option.when(status == 0 || status == 1)(target.resolve(Settings.resultFile(task.pair)))
      .flatMap(ResultStore.read(_).toOption)
      .flatMap(JudgedResult(_).cells.find(c => c.result.id == task.cell.result.id && c.isMeasured))

object Recheck:
  /** Start of the broker, first load, warm-up, stop. */
  private val OtherSeconds = 20

  private val script = Script("recheck", "Nothing was measured. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val recheck = Recheck()
    script.main(recheck, arguments)(recheck.run())
