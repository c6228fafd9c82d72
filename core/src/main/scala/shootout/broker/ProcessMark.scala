package shootout.broker

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Identifies all processes of a run's brokers, even orphans that were never observed. They inherit an environment
  * variable with the work folder of their node. One run at a time uses its data folder, so a process with that variable
  * belongs to this run or an earlier one. Without `/proc` no process is found.
  */
object ProcessMark:
  private val Variable = "SHOOTOUT_WORK_FOLDER"

  private[broker] def put(environment: java.util.Map[String, String], folder: Path): Unit =
    environment.put(Variable, value(folder))

  /** The environment variable, for a process that is not a broker's. */
  def of(folder: Path): Map[String, String] = Map(Variable -> value(folder))

  /** Sends SIGKILL to all processes that have the variable of this folder, or of a folder below it.
    *
    * @return
    *   their ids
    */
  def end(folder: Path): List[Long] =
    val own = ProcessHandle.current.pid
    ProcessTree.killAll(ProcessHandle.allProcesses.iterator.asScala.filter(p =>
      p.pid != own && has(p.pid, folder)
    ).toList)

  private[broker] def has(pid: Long, folder: Path): Boolean =
    environment(pid).exists(line =>
      line == s"$Variable=${value(folder)}" || line.startsWith(s"$Variable=${value(folder)}/")
    )

  private def value(folder: Path): String = folder.toAbsolutePath.normalize.toString

  /** The environment of a process that we may read, otherwise empty. */
  private def environment(pid: Long): List[String] =
    try String(Files.readAllBytes(Path.of(s"/proc/$pid/environ")), UTF_8).split('\u0000').toList
    catch case _: IOException => Nil
