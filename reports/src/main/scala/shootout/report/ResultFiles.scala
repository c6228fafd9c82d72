package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal
import shootout.result.OlderKeys
import shootout.result.ResultFile.{Format, FormatVersion}
import shootout.result.ResultStore.MostBytes
import shootout.units.FileTrouble

/** A result file that the page can draw. */
case class ResultDocument(path: Path, json: ujson.Obj)

/** What was found in the folders: files to draw, and what is wrong with the others (each names its file). */
case class Found(files: List[ResultDocument], problems: List[String])

/** Finds and reads result files (`docs/result-format.md`). */
object ResultFiles:
  /** Of arrays and objects. */
  private val MostLevels = 100

  /** Complaints of one file that are named. */
  private val Named = 5

  /** Reads every `*.json` that lies directly in one of `dirs`, in order of folder and name. */
  def in(dirs: Seq[Path]): Found =
    val read = dirs.toList.map(dir => list(dir).map(_.map(ResultFiles.read)))
    val problems = read.flatMap(_.fold(List(_), _.collect { case Left(problem) => problem }))
    Found(read.flatMap(_.getOrElse(Nil)).collect { case Right(file) => file }, problems)

  private def list(dir: Path): Either[String, List[Path]] =
    if !Files.isDirectory(dir) then Left(s"$dir: no such folder")
    else
      try
        val paths = Using.resource(Files.list(dir))(_.iterator.asScala.toList)
        val files = paths.filter(p => p.getFileName.toString.endsWith(".json") && Files.isRegularFile(p)).sorted
        if files.isEmpty then Left(s"$dir: no result file (*.json) here") else Right(files)
      catch case e: IOException => Left(s"$dir: cannot be read: ${FileTrouble.words(e)}")

  /** One file, or what is wrong with it. */
  def read(path: Path): Either[String, ResultDocument] =
    read(path, json => (Needed.missing(json) ++ Shape.resultFile.complaints(json)).distinct)

  /** The same, for whoever tells of what type its values should be. */
  def readUntyped(path: Path): Either[String, ResultDocument] = read(path, Needed.missing)

  private def read(path: Path, wrong: ujson.Value => List[String]): Either[String, ResultDocument] =
    parse(path).flatMap: json =>
      json.objOpt.flatMap(_.get("format")).flatMap(_.strOpt) match
        case Some(Format) => checked(path, ujson.Obj(json.obj), wrong)
        case _ => Left(s"$path: not a result file: its \"format\" is not \"$Format\"")

  private def parse(path: Path): Either[String, ujson.Value] =
    try
      if Files.size(path) > MostBytes then
        Left(s"$path: has more than ${MostBytes / 1024 / 1024} MiB, which no result has")
      else
        val text = Files.readString(path)
        // what goes through a value, drawing it above all, goes down a level at a time
        if Nesting.of(text) > MostLevels then Left(s"$path: is nested too deeply to be a result")
        else Right(ujson.read(text))
    catch
      case e: IOException => Left(s"$path: cannot be read: ${FileTrouble.words(e)}")
      case NonFatal(e) => Left(s"$path: broken, not JSON: ${e.getMessage}")

  private def checked(
      path: Path,
      json: ujson.Obj,
      wrong: ujson.Value => List[String]
  ): Either[String, ResultDocument] =
    json.value.get("format_version").flatMap(_.numOpt) match
      case None => Left(s"$path: broken: it has no \"format_version\"")
      case Some(version) if version > FormatVersion =>
        Left(s"$path: of format version ${version.toLong}; this report reads up to $FormatVersion: use a newer version")
      case Some(_) =>
        OlderKeys.renew(json)
        wrong(json) match
          case Nil =>
            Typed.of(json)
            Right(ResultDocument(path, json))
          case paths => Left(s"$path: broken: missing or of the wrong type: ${few(paths)}")

  private def few(paths: List[String]): String =
    val more = paths.size - Named
    paths.take(Named).mkString(", ") + (if more > 0 then s" and $more more" else "")
