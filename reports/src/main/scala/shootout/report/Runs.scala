package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.analysis.Contender
import shootout.result.{LatencyLogs, ResultFile, Status}
import shootout.units.Counted

/** The page that lists all runs below a folder, so that the folder can be published as it is. */
object Runs:
  /** Folders without runs: those of this module next to the runs, and a run's measurements of the generator limit. */
  private val Others = Set("src", "web", "web-test", "target", "node_modules", "generator-limits", LatencyLogs.Folder)
  private val Depth = 4

  /** The folder that contains runs by default. Its runs are listed even if the user does not ask for it. */
  val Home = "reports"

  /** Writes `root/index.html`. A run without a page gets one. */
  def list(root: Path): Drawn =
    val runs = below(root, Depth).map(dir => dir -> ResultFiles.in(List(dir))).filter(_(1).files.nonEmpty)
    if runs.isEmpty then Drawn(None, List(s"$root: no run below it"))
    else
      for (dir, _) <- runs if !Files.exists(dir.resolve(Report.PageName)) do Report.draw(List(dir), dir)
      val problems = runs.flatMap(_(1).problems)
      val entries = runs.map((dir, found) => entry(root, dir, found.files)).sortBy(-_("started_at_ms").num)
      Report.save(root.resolve(Report.PageName), Page.runs(ujson.Obj("runs" -> entries, "problems" -> problems))) match
        case Right(page) => Drawn(Some(page), problems)
        case Left(problem) => Drawn(None, problems :+ problem)

  /** Lists the runs next to `out` if they are in the default folder. */
  def listBeside(out: Path): Option[Drawn] =
    Option(out.toAbsolutePath.normalize.getParent).filter(_.endsWith(Home)).map(list)

  private def below(dir: Path, depth: Int): List[Path] =
    val folders =
      try Using.resource(Files.list(dir))(_.iterator.asScala.filter(isRun).toList.sorted)
      catch case _: IOException => Nil
    if depth == 0 then Nil else folders ++ folders.flatMap(below(_, depth - 1))

  private def isRun(path: Path): Boolean =
    val name = path.getFileName.toString
    Files.isDirectory(path) && !Files.isSymbolicLink(path) && !name.startsWith(".") && !Others(name)

  /** Includes the CPU, because two hosts may have the same name, and one host may get another CPU. */
  private def machine(file: ResultFile): String =
    s"${file.environment.host} (${file.environment.cpu}, ${Counted(file.environment.cores, "core")})"

  private def entry(root: Path, dir: Path, files: List[ResultDocument]): ujson.Obj =
    val results = files.map(_.result)
    def texts(read: ResultFile => String) = ujson.Arr.from(results.map(read).distinct)
    val workloads = results.flatMap(_.workloads)
    def number(status: Status) = workloads.count(_.status == status)
    ujson.Obj(
      "path" -> root.relativize(dir).iterator.asScala.mkString("/"),
      "started_at_ms" -> results.map(_.startedAtMs.value).min.toDouble,
      "machines" -> texts(machine),
      "brokers" -> texts(Contender.title),
      "versions" -> texts(file => s"${Contender.title(file)} ${file.broker.version}".trim),
      "protocols" -> texts(Contender.protocolTitle),
      "profiles" -> texts(_.settings.profile),
      "repetitions" -> results.map(_.settings.repetitions).max,
      "workloads" -> workloads.size,
      "measured" -> number(Status.Measured),
      "failed" -> number(Status.Failed),
      "complete" -> results.forall(_.complete),
      "comparison" -> Files.exists(dir.resolve("compare.html"))
    )
