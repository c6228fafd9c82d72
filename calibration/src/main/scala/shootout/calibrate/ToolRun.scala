package shootout.calibrate

import java.io.IOException
import java.nio.file.{Files, Path}
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

/** Runs the processes of a tool, from the start of the first to the end of the last. */
private[calibrate] final class ToolRun(tool: VendorTool) extends AutoCloseable:
  @volatile private var running = List.empty[Process]

  /** @return
    *   what was measured, or why nothing was
    */
  def measure(order: ToolOrder): Either[String, ToolRates] =
    try
      Files.createDirectories(order.folder)
      val processes = tool.processes(order)
      val started = processes.map(process => process -> start(order, process))
      try
        await(started, order)
        val failed =
          started.collectFirst { case (process, p) if process.ends && p.exitValue != 0 => process -> p.exitValue }
        failed match
          case Some((process, status)) => Left(said(order, process, s"ended with status $status"))
          case None =>
            tool.rates(order, read(order.folder, _)).left.map(why => said(order, processes.last, why))
      finally close()
    catch case e: IOException => Left(s"${tool.name}: ${e.getMessage}")

  private def put(file: Path, secret: String): Unit =
    locally { val _ = Files.createFile(file, PosixFilePermissions.asFileAttribute(ToolRun.OwnerOnly)) }
    locally { val _ = Files.writeString(file, secret) }

  /** With an environment of its own: what a user's shell exports reaches no tool. */
  private def start(order: ToolOrder, process: ToolProcess): Process =
    val log = order.folder.resolve(process.log).toFile
    for (name, content) <- process.secret do put(order.folder.resolve(name), content)
    val builder = ProcessBuilder(process.command.asJava).directory(order.folder.toFile).redirectErrorStream(true)
    builder.environment.keySet.retainAll(ToolRun.Inherited.asJava)
    builder.environment.put("HOME", order.folder.toString)
    for (name, value) <- process.environment do builder.environment.put(name, value)
    val started = builder.redirectOutput(log).start()
    started.getOutputStream.close()
    running ::= started
    started

  /** One that ends too early takes the others with it, for they would wait for it. */
  private def await(started: List[(ToolProcess, Process)], order: ToolOrder): Unit =
    val began = System.nanoTime()
    def elapsed = (System.nanoTime() - began) / 1e9
    def broken = started.exists((process, p) => !p.isAlive && (!process.ends || p.exitValue != 0))
    val limit = order.warmUpS + order.seconds + ToolRun.SpareS
    def goesOn = started.exists((process, p) => process.ends && p.isAlive)
    if started.exists(_._1.ends) then
      while goesOn && !broken && elapsed < limit do LockSupport.parkNanos(ToolRun.LookNanos)
      if goesOn && !broken then throw IOException(s"it did not end within $limit s")
    else
      val enough = order.warmUpS + order.seconds + ToolRun.StartS
      while !broken && elapsed < enough do LockSupport.parkNanos(ToolRun.LookNanos)
    if broken then
      for (_, p) <- started if p.isAlive do end(p)

  private def said(order: ToolOrder, process: ToolProcess, why: String): String =
    val lines = read(order.folder, process.log).linesIterator.filter(_.nonEmpty).toList
    val secrets = List(order.passcode).filter(_.nonEmpty)
    val complaint = lines.filter(ToolRun.Complaint.findFirstIn(_).isDefined)
    val last = (if complaint.nonEmpty then complaint else lines).takeRight(1).map(line =>
      secrets.foldLeft(line)((text, secret) => text.replace(secret, "***"))
    )
    (s"${tool.name}: $why" :: last).mkString(": ")

  private def read(folder: Path, file: String): String =
    val path = folder.resolve(file)
    if Files.exists(path) then String(Files.readAllBytes(path), "UTF-8") else ""

  private def end(process: Process): Unit =
    process.descendants.forEach { child =>
      val _ = child.destroy()
    }
    process.destroy()
    if !process.waitFor(ToolRun.EndS, TimeUnit.SECONDS) then
      locally { val _ = process.destroyForcibly() }
      locally { val _ = process.waitFor(ToolRun.EndS, TimeUnit.SECONDS) }

  def close(): Unit =
    running.foreach(p => if p.isAlive then end(p))
    running = Nil

private object ToolRun:
  private val Inherited = Set("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")
  private val Complaint = "(?i)error|exception".r
  private val OwnerOnly = PosixFilePermissions.fromString("rw-------")
  private val LookNanos = 50_000_000L

  /** For a JVM to start, and to find its broker. */
  private val StartS = 3.0

  /** To start, to end, and for pauses of the machine. */
  private val SpareS = 60.0
  private val EndS = 5L
