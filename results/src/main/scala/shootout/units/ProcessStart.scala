package shootout.units

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

/** When a process started, in ticks since the machine booted: field 22 of `/proc/<id>/stat` (Linux, proc(5)). Unlike
  * the clock, it cannot be set. So it distinguishes a process from a later one with the same number.
  */
object ProcessStart:
  /** Whether this system has the counter. */
  lazy val isKnown: Boolean = ticks(ProcessHandle.current.pid).isDefined

  /** None if the process has ended or the system does not have the counter. */
  def ticks(pid: Long): Option[Long] = read(s"/proc/$pid/stat").flatMap(parse)

  private def read(file: String): Option[String] =
    try Some(Files.readString(Path.of(file), ISO_8859_1))
    catch case _: IOException => None

  /** The second field is the program's name in brackets. It may contain anything, so the fields are counted from the
    * last bracket.
    */
  private[units] def parse(stat: String): Option[Long] =
    val behindName = stat.drop(stat.lastIndexOf(')') + 1).trim.split(' ')
    behindName.lift(Field - FirstBehindName).flatMap(_.toLongOption)

  private val Field = 22
  private val FirstBehindName = 3
