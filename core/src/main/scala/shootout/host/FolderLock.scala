package shootout.host

import shootout.broker.Artifacts
import shootout.campaign.Settings
import shootout.run.Clock
import shootout.units.Nanos

import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentHashMap
import scala.util.Try

/** Keeps a folder for one run at a time. Each of its two processes locks a file of its own there: the one that was started, and
  * the JVM that makes the load, for that one still works in the folder for a moment when the first one is killed. The system lets
  * go of a lock when its process ends, in whatever way, even if nobody ever asks how it ended.
  *
  * @param name
  *   of the file; the load's has `.load` behind it. Each holds the id of the process that locked it last
  * @param refusal
  *   what to tell who comes second, of `another run` with the id of its process
  */
final class FolderLock(folder: Path, name: String, refusal: String => String):
  private val run = folder.resolve(name)
  private val load = folder.resolve(s"$name.load")
  private var held = List.empty[FileChannel]

  /** For the run's first process, for as long as it lives. Waits for the load of a run that was killed.
    *
    * @param stopped
    *   whether to wait no longer
    * @param say
    *   is told that it waits
    * @return
    *   Left: who has the folder, and what to do
    */
  def claim(stopped: => Boolean, say: String => Unit): Either[String, Unit] =
    for
      _ <- take(run).toRight(inUse(run))
      free <- take(load).orElse(awaitLoad(stopped, say)).toRight(inUse(load))
    yield release(free)

  /** For the JVM that makes the load, for as long as it lives. Left: who has the folder. */
  def holdLoad(): Either[String, Unit] = take(load).toRight(inUse(load)).map(_ => ())

  private def awaitLoad(stopped: => Boolean, say: String => Unit): Option[FileChannel] =
    say(s"The load of a run that was killed${holder(load)} is coming to its end in $folder; waiting for it.")
    val clock = Clock.system
    val deadline = clock.nanos() + FolderLock.Patience.value
    var taken = Option.empty[FileChannel]
    while taken.isEmpty && !stopped && clock.nanos() < deadline do
      clock.sleepUntil(Nanos(clock.nanos() + FolderLock.Step.value))
      taken = take(load)
    taken

  /** None: somebody else holds it. */
  private def take(file: Path): Option[FileChannel] =
    Files.createDirectories(folder)
    val channel = FileChannel.open(file, CREATE, WRITE)
    val lock =
      try Option(channel.tryLock())
      catch case _: OverlappingFileLockException => None
    if lock.isDefined then
      channel.truncate(0)
      channel.write(ByteBuffer.wrap(ProcessHandle.current.pid.toString.getBytes(US_ASCII)))
      held ::= channel
      FolderLock.open.add(channel)
      Some(channel)
    else
      channel.close()
      None

  private def release(channel: FileChannel): Unit =
    held = held.filterNot(_ eq channel)
    FolderLock.open.remove(channel)
    channel.close()

  /** Lets go of everything, as the end of the process does. */
  def releaseAll(): Unit = held.foreach(release)

  private def inUse(file: Path): String = refusal(s"another run${holder(file)}")

  /** In brackets; nothing if it is not known yet. */
  private def holder(file: Path): String =
    val pid = Try(Files.readString(file).trim).toOption.filter(text => text.nonEmpty && text.forall(_.isDigit))
    pid.fold("")(id => s" (process $id)")

object FolderLock:
  /** An unreachable channel is closed by the collector, and its lock is gone. */
  private val open = ConcurrentHashMap.newKeySet[FileChannel]()

  /** The load ends its clients, and its broker, before itself. */
  private val Patience = Nanos.ofSeconds(90)
  private val Step = Nanos.ofMillis(200)

  /** Those of a run: where it writes its results, where its brokers keep their data, and, for this user, the machine, for two runs
    * would measure each other.
    */
  private def of(settings: Settings): List[FolderLock] =
    val machine = FolderLock(
      Artifacts.userFolder,
      "run.lock",
      other =>
        s"$other measures on this machine; wait for its end, or write --beside-others: such numbers get the mark B"
    )
    List(ofResults(settings.out), named("--data", settings.data, ".lock")) ++
      Option.unless(settings.besideOthers)(machine)

  /** Of a run that writes its results there. */
  def ofResults(folder: Path): FolderLock = named("--out", folder, ".run.lock")

  /** @param option
    *   that names the folder
    */
  private[host] def named(option: String, folder: Path, name: String): FolderLock =
    FolderLock(folder, name, other => s"$option: $other uses $folder; wait for its end, or name another folder")

  /** By the JVM that makes the load. Left: who has one of them. */
  def holdLoad(settings: Settings): Either[String, Unit] = all(settings)(_.holdLoad())

  /** @see [[FolderLock.claim]] */
  def claim(settings: Settings, stopped: => Boolean, say: String => Unit): Either[String, Unit] =
    all(settings)(_.claim(stopped, say))

  private def all(settings: Settings)(lock: FolderLock => Either[String, Unit]): Either[String, Unit] =
    of(settings).foldLeft[Either[String, Unit]](Right(()))((so, next) => so.flatMap(_ => lock(next)))
