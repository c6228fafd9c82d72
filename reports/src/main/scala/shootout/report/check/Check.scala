package shootout.report.check

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.report.*
import shootout.units.{Counted, FileTrouble}

/** What was found out about result files.
  *
  * @param files
  *   how many were looked at, and how many of them are `wrong`
  * @param complaints
  *   each with its file
  * @param missing
  *   folders without any, in words
  */
case class Checked(files: Int, wrong: Int, complaints: List[String], missing: List[String]):
  def summary: String =
    val all = Counted(files, "file")
    if wrong == 0 then s"$all, all good"
    else s"$all, of which ${Counted.of(wrong, "is", "are")} not as it should be"

/** Whether result files that somebody sends are what they should be. */
object Check:
  /** Complaints of one file that are said; the rest is counted. */
  private val Said = 10

  private lazy val schema: Schema = Schema(Resources.resultSchema)

  /** Looks at every result file below these folders. */
  def below(dirs: List[Path]): Checked =
    val found = dirs.map(filesBelow)
    val files = found.flatMap(_.getOrElse(Nil)).distinct
    val wrong = files.map(file => file -> of(file)).filter(_._2.nonEmpty)
    Checked(
      files.size,
      wrong.size,
      wrong.flatMap((file, complaints) => few(complaints).map(complaint => s"$file: $complaint")),
      found.collect { case Left(problem) => problem }
    )

  private def few(complaints: List[String]): List[String] =
    val more = complaints.size - Said
    complaints.take(Said) ++ Option.when(more > 0)(s"and $more more")

  private def filesBelow(dir: Path): Either[String, List[Path]] =
    if !Files.isDirectory(dir) then Left(s"$dir: no such folder")
    else
      try
        val files =
          Using.resource(Files.walk(dir))(_.iterator.asScala.filter(_.toString.endsWith(".json")).toList.sorted)
        if files.isEmpty then Left(s"$dir: no result file (*.json) here or below") else Right(files)
      catch case e: IOException => Left(s"$dir: cannot be read: ${FileTrouble.words(e)}")

  /** What is wrong with a file; nothing of a good one. */
  def of(file: Path): List[String] =
    if Files.isSymbolicLink(file) then List("is a link: send the file itself")
    else
      try
        ResultFiles.readUntyped(file) match
          case Left(problem) => List(problem.stripPrefix(s"$file: "))
          case Right(read) => ofContents(file.getFileName.toString, read.json) ++ logs(file, read.json)
      catch case _: StackOverflowError => List("is nested too deeply to be a result")

  /** Of logs that were not sent along, nothing is wrong. */
  private def logs(file: Path, json: ujson.Value): List[String] =
    json.listAt("cells").flatMap(SavedLog.of(file, _)).collect { case Left(problem) => problem.stripPrefix(s"$file: ") }

  private def ofContents(name: String, json: ujson.Value): List[String] =
    val due = Contents.fileName(json)
    val named = if name == due then Nil else List(s"should be called $due: its protocol and broker say so")
    named ++ schema.complaints(json) ++ Contents.complaints(json)
