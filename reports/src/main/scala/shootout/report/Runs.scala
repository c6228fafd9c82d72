package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.result.{LatencyLogs, Status}

/** The page that lists all runs below a folder, so that the folder can be published as it is. */
object Runs:
  /** Folders of this module that lie beside the runs, and what a run measured of the load generator itself. */
  private val Others = Set("src", "web", "web-test", "target", "node_modules", "ceiling", LatencyLogs.Folder)
  private val Depth = 4

  /** A folder whose runs are listed without being asked for: where runs go if nobody says otherwise. */
  val Home = "reports"

  /** Writes `root/index.html`; a run that has no page yet gets one. */
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

  /** Lists the runs beside `out`, if it is where runs go. */
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

  private def broker(json: ujson.Value): Option[String] =
    json.textAt("broker", "title").orElse(json.textAt("broker", "name"))

  private def version(json: ujson.Value): Option[String] =
    broker(json).map(name => (name :: json.textAt("broker", "version").filter(_.nonEmpty).toList).mkString(" "))

  /** Two hosts may have the same name, and one name get another processor. */
  private def machine(json: ujson.Value): Option[String] =
    val cores = json.numberAt("environment", "cores").map(n => s"${n.toLong} ${if n == 1 then "core" else "cores"}")
    val inside = (json.textAt("environment", "cpu").toList ++ cores).mkString(", ")
    json.textAt("environment", "host").map(host => if inside.isEmpty then host else s"$host ($inside)")

  private def entry(root: Path, dir: Path, files: List[ResultDocument]): ujson.Obj =
    def texts(read: ujson.Value => Option[String]) = ujson.Arr.from(files.flatMap(file => read(file.json)).distinct)
    val cells = files.flatMap(_.json.listAt("cells"))
    def number(status: Status) = cells.count(_.status.contains(status))
    ujson.Obj(
      "path" -> root.relativize(dir).iterator.asScala.mkString("/"),
      "started_at_ms" -> files.flatMap(_.json.numberAt("started_at_ms")).min,
      "machines" -> texts(machine),
      "brokers" -> texts(broker),
      "versions" -> texts(version),
      "protocols" -> texts(json => json.textAt("protocol_title").orElse(json.textAt("protocol"))),
      "profiles" -> texts(_.textAt("settings", "profile")),
      "repetitions" -> files.flatMap(_.json.numberAt("settings", "repetitions")).max,
      "cells" -> cells.size,
      "measured" -> number(Status.Measured),
      "failed" -> number(Status.Failed),
      "complete" -> files.forall(_.json.at("complete").exists(_.boolOpt.contains(true))),
      "comparison" -> Files.exists(dir.resolve("compare.html"))
    )
