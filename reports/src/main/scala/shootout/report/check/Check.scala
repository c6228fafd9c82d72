package shootout.report.check

import com.networknt.schema.{InputFormat, JsonSchema, JsonSchemaFactory, SpecVersion}
import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal
import shootout.report.*
import shootout.units.{Counted, FileTrouble}

/** What a check of result files found.
  *
  * @param files
  *   how many were checked; `wrong` is how many of them are wrong
  * @param complaints
  *   what is wrong, each with the name of its file
  * @param missing
  *   folders without result files, in words
  */
case class Checked(files: Int, wrong: Int, complaints: List[String], missing: List[String]):
  def summary: String =
    val all = Counted(files, "file")
    if wrong == 0 then s"$all, all good"
    else s"$all, of which ${Counted.of(wrong, "is", "are")} invalid"

/** Checks whether result files from other people are valid. */
object Check:
  /** How many complaints about a file are printed. The others are counted. */
  private val Said = 10

  /** Complaints are cut at this length, because they may quote the file. */
  private val Longest = 200

  private lazy val resultSchema: JsonSchema =
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Resources.text("docs/result.schema.json"))

  /** Checks every result file below these folders. */
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

  /** What is wrong with a file. Empty if nothing is. */
  def of(file: Path): List[String] =
    if Files.isSymbolicLink(file) then List("is a link: send the file itself")
    else
      ResultFiles.read(file) match
        case Left(problem) => plain(problem.stripPrefix(file.toString).dropWhile(": ".contains(_))) :: schema(file)
        case Right(read) => schema(file) ++ Contents.complaints(file.getFileName.toString, read.result) ++ logs(read)

  /** What the schema complains about. Empty if the file is not JSON. */
  private def schema(file: Path): List[String] =
    try
      resultSchema.validate(Files.readString(file), InputFormat.JSON).asScala.toList.map(found =>
        plain(found.getMessage)
      )
    catch case NonFatal(_) => Nil

  /** Removes control characters, so that someone else's file cannot control a terminal. */
  private def plain(text: String): String =
    text.take(Longest).stripPrefix("$.").stripPrefix("$: ").map(c => if Character.isISOControl(c) then '?' else c)

  /** It is no fault if logs were not sent along. */
  private def logs(read: ResultDocument): List[String] =
    read.result.workloads.flatMap(SavedLog.of(read.path, _)).collect { case Left(problem) =>
      problem.stripPrefix(s"${read.path}: ")
    }
