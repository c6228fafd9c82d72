package shootout.broker

import shootout.units.ProcessStart

import java.nio.file.{Files, NoSuchFileException, Path, StandardOpenOption}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A file with the processes that a run has started for its broker, for whoever must end them should the run itself be
  * killed. A number alone may belong to another process by then, so each line is `<process id> <start>`. That is a count which does
  * not move when the clock is set ([[ProcessStart.lasting]]); where there is none, and in files of older versions, it is epoch ms.
  *
  * @param file
  *   in the broker's folder, see [[WorkFolder]]
  */
final class ProcessRegister(file: Path):
  private[broker] def add(process: ProcessHandle): Unit =
    for started <- ProcessRegister.started(process) do
      Files.createDirectories(file.getParent)
      val line = s"${process.pid} $started\n"
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND)

  private[broker] def clear(): Unit = Files.deleteIfExists(file)

  /** Ends, with SIGKILL, whichever of these processes still run, and all that they started (see [[ProcessMark]] too).
    *
    * @return
    *   the ids of those that it ended
    */
  def endLeftovers(): List[Long] =
    val left = entries.flatMap { (pid, started) =>
      ProcessHandle.of(pid).toScala.filter(ProcessRegister.began(_, started))
    }
    val all = (left.flatMap(_.descendants.iterator.asScala) ++ left).distinct.filter(_.isAlive)
    all.foreach(_.destroyForcibly())
    all.foreach(ProcessMark.awaitEnd)
    clear()
    all.map(_.pid) ++ ProcessMark.end(WorkFolder(file.getParent).work)

  private def entries: List[(Long, String)] =
    val lines =
      try Files.readAllLines(file).asScala.toList
      catch
        case _: NoSuchFileException => Nil
    // the last line may be half a line
    lines.map(
      _.split(' ').toList
    ).collect { case List(pid, started) => pid.toLongOption.map(_ -> started) }.flatten

object ProcessRegister:
  // The time of the start may be computed from that of boot, which moves a little when the clock is corrected.
  private val clockToleranceMs = 1500L

  private def started(process: ProcessHandle): Option[String] =
    ProcessStart.lasting(process.pid).orElse(millis(process).map(_.toString))

  private def millis(process: ProcessHandle): Option[Long] = process.info.startInstant.toScala.map(_.toEpochMilli)

  /** @param written
    *   what a register says of its start
    */
  private def began(process: ProcessHandle, written: String): Boolean = written.toLongOption match
    case Some(ms) => millis(process).exists(now => math.abs(now - ms) <= clockToleranceMs)
    case None => ProcessStart.lasting(process.pid).contains(written)
