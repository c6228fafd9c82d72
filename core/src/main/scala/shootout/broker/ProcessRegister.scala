package shootout.broker

import java.nio.file.{Files, NoSuchFileException, Path, StandardOpenOption}
import java.util.concurrent.{TimeUnit, TimeoutException}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.util.Try

/** A file with the processes that a run has started for its broker, for whoever must end them should the run itself be
  * killed. A number alone may belong to another process by then, so each line is `<process id> <start, epoch ms>`.
  */
final class ProcessRegister(file: Path):
  private[broker] def add(process: ProcessHandle): Unit =
    for started <- ProcessRegister.started(process) do
      Files.createDirectories(file.getParent)
      val line = s"${process.pid} $started\n"
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND)

  private[broker] def clear(): Unit = Files.deleteIfExists(file)

  /** Ends, with SIGKILL, whichever of these processes still run, and all that they started.
    *
    * @return
    *   the ids of those that it ended
    */
  def endLeftovers(): List[Long] =
    val left = entries.flatMap { (pid, started) =>
      ProcessHandle.of(pid).toScala.filter(p => ProcessRegister.started(p).exists(ProcessRegister.same(_, started)))
    }
    val all = (left.flatMap(_.descendants.iterator.asScala) ++ left).distinct.filter(_.isAlive)
    all.foreach(_.destroyForcibly())
    all.foreach(ProcessRegister.awaitEnd)
    clear()
    all.map(_.pid)

  private def entries: List[(Long, Long)] =
    val lines =
      try Files.readAllLines(file).asScala.toList
      catch
        case _: NoSuchFileException => Nil
    // the last line may be half a line
    lines.map(
      _.split(' ').toList
    ).collect { case List(pid, started) => Try(pid.toLong -> started.toLong) }.flatMap(_.toOption)

object ProcessRegister:
  private val endLimitMs = 10000L

  // The start is computed from the time of boot, which moves a little when the clock is set.
  private val clockToleranceMs = 1500L

  private def started(process: ProcessHandle): Option[Long] = process.info.startInstant.toScala.map(_.toEpochMilli)

  private def same(a: Long, b: Long): Boolean = math.abs(a - b) <= clockToleranceMs

  private def awaitEnd(process: ProcessHandle): Unit =
    try process.onExit.get(endLimitMs, TimeUnit.MILLISECONDS)
    catch case _: TimeoutException => ()
