package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.analysis.{Flags, JudgedResult, JudgedWorkload}
import shootout.result.{ResultFile, ResultStore}
import shootout.units.{FileTrouble, Json}

/** A result file that was read, and everything that follows from it. */
final class ResultDocument(val path: Path, val judged: JudgedResult):
  def result: ResultFile = judged.file

  /** The file with flags, means, and whether rates were sustained, as the page needs it. */
  lazy val json: ujson.Obj =
    val file = ujson.Obj.from(Json.writeJs(result).obj)
    file("workloads") = ujson.Arr.from(judged.workloads.map(ResultDocument.withJudgement))
    file("means") = Json.writeJs(judged.means)
    file("thresholds") = Json.writeJs(Flags.thresholds)
    file

object ResultDocument:
  private def withJudgement(workload: JudgedWorkload): ujson.Value =
    val json = Json.writeJs(workload.result.copy(measuredWith = None))
    json("flags") = Json.writeJs(workload.flags)
    if !json("generator_limit").isNull then
      json("generator_limit")("used_share") = Json.writeJs(Flags.generatorLimitShare(workload.result))
    if !json("rate_sweep").isNull then
      json("rate_sweep")("held") = Json.writeJs(workload.sustained.map(_.held))
      json("rate_sweep")("because") = Json.writeJs(workload.sustained.flatMap(_.because))
    json

/** What was found in the folders: the files to draw, and what is wrong with the others. Each problem names its file. */
case class Found(files: List[ResultDocument], problems: List[String])

/** Finds and reads result files (`docs/reference/result-format.md`). */
object ResultFiles:
  /** Reads every `*.json` directly in one of `dirs`, in the order of folder and name. */
  def in(dirs: Seq[Path]): Found =
    val (folders, lists) = dirs.toList.map(list).partitionMap(identity)
    val (problems, files) = lists.flatten.partitionMap(read)
    Found(files, folders ++ problems)

  private def list(dir: Path): Either[String, List[Path]] =
    if !Files.isDirectory(dir) then Left(s"$dir: no such folder")
    else
      try
        val paths = Using.resource(Files.list(dir))(_.iterator.asScala.toList)
        val files = paths.filter(p => p.getFileName.toString.endsWith(".json") && Files.isRegularFile(p)).sorted
        if files.isEmpty then Left(s"$dir: no result file (*.json) here") else Right(files)
      catch case e: IOException => Left(s"$dir: cannot be read: ${FileTrouble.words(e)}")

  /** Reads a file. Left: what is wrong with it. */
  def read(path: Path): Either[String, ResultDocument] =
    ResultStore.read(path).map(file => ResultDocument(path, JudgedResult(file)))
