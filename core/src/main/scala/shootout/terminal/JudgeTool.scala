package shootout.terminal

import shootout.campaign.CellJudge
import shootout.host.FolderLock
import shootout.units.{Counted, FileTrouble}

import java.io.{IOException, PrintWriter}
import java.nio.file.Path
import java.util.spi.ToolProvider

/** `judge-results FILE...`, for the module that draws results and does not know this one: judges what was saved unjudged. What a run is writing is left to that. */
final class JudgeTool extends ToolProvider:
  def name: String = "judge-results"

  def run(out: PrintWriter, err: PrintWriter, files: String*): Int =
    val problems = files.map(Path.of(_)).flatMap(file => judge(file, out))
    problems.foreach(problem => err.println(s"$name: $problem"))
    err.flush()
    if problems.isEmpty then 0 else 1

  /** What is wrong. */
  private def judge(file: Path, out: PrintWriter): Option[String] =
    val lock = FolderLock.ofResults(file.toAbsolutePath.getParent)
    try if lock.take().isLeft then None else judged(file, out)
    catch case e: IOException => Some(s"$file: cannot be judged: ${FileTrouble.words(e)}")
    finally lock.release()

  private def judged(file: Path, out: PrintWriter): Option[String] = CellJudge.again(file) match
    case Left(problem) => Some(problem)
    case Right(0) => None
    case Right(n) =>
      out.println(s"$file: ${Counted(n, "result")} judged that had been saved unjudged")
      out.flush()
      None
