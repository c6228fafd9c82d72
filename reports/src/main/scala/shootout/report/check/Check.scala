package shootout.report.check

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.report.*

/** Whether result files that somebody sends are what they should be. */
object Check:
  /** Complaints of one file that are said; the rest is counted. */
  private val Said = 10

  private lazy val schema: Schema =
    val stream = getClass.getResourceAsStream("/shootout/report/docs/result.schema.json")
    Using.resource(stream)(in => Schema(ujson.read(String(in.readAllBytes(), UTF_8))))

  /** Says of every result file below these folders what is wrong with it.
    *
    * @return
    *   the exit status: 0 all are good, 1 some are not, 2 there is nothing to check
    */
  def run(dirs: List[Path]): Int =
    val found = dirs.map(filesBelow)
    val missing = found.collect { case Left(problem) => problem }
    missing.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    val files = found.collect { case Right(paths) => paths }.flatten.distinct
    val wrong = files.map(file => file -> of(file)).filter(_._2.nonEmpty)
    wrong.foreach((file, complaints) => tell(file, complaints))
    if missing.nonEmpty then 2
    else if wrong.nonEmpty then
      val number = if wrong.sizeIs == 1 then "1 is" else s"${wrong.size} are"
      Console.err.println(s"${counted(files.size)}, of which $number not as it should be")
      1
    else
      println(s"${counted(files.size)}, all good")
      0

  private def counted(number: Int): String = if number == 1 then "1 file" else s"$number files"

  private def tell(file: Path, complaints: List[String]): Unit =
    complaints.take(Said).foreach(complaint => Console.err.println(s"$file: $complaint"))
    if complaints.sizeIs > Said then Console.err.println(s"$file: and ${complaints.size - Said} more")

  private def filesBelow(dir: Path): Either[String, List[Path]] =
    if !Files.isDirectory(dir) then Left(s"$dir: no such folder")
    else
      try
        val files = Using.resource(Files.walk(dir))(_.iterator.asScala.filter(_.toString.endsWith(".json")).toList.sorted)
        if files.isEmpty then Left(s"$dir: no result file (*.json) here or below") else Right(files)
      catch case e: IOException => Left(s"$dir: cannot be read: ${e.getMessage}")

  /** What is wrong with a file; nothing of a good one. */
  def of(file: Path): List[String] =
    if Files.isSymbolicLink(file) then List("is a link: send the file itself")
    else
      try
        ResultFiles.read(file) match
          case Left(problem) => List(problem.stripPrefix(s"$file: "))
          case Right(read) => ofContents(file.getFileName.toString, read.json)
      catch case _: StackOverflowError => List("is nested too deeply to be a result")

  private def ofContents(name: String, json: ujson.Value): List[String] =
    val due = Contents.fileName(json)
    val named = if name == due then Nil else List(s"should be called $due: its protocol and broker say so")
    named ++ schema.complaints(json) ++ Contents.complaints(json)
