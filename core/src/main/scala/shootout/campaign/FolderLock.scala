package shootout.campaign

import shootout.broker.Artifacts

import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentHashMap
import scala.util.Try

/** Reserves a folder for one run at a time. The system releases a lock when its process ends, in whatever way.
  *
  * @param name
  *   the name of the lock file, which contains the id of the last process that locked it
  * @param refusal
  *   the message to a second run, given `another run` with the id of its process
  */
final class FolderLock(folder: Path, name: String, refusal: String => String):
  private val file = folder.resolve(name)

  /** Locks the folder as long as this process lives. Left says which process has the folder, and what the user can do.
    */
  def take(): Either[String, Unit] =
    Files.createDirectories(folder)
    val channel = FileChannel.open(file, CREATE, WRITE)
    val lock =
      try Option(channel.tryLock())
      catch case _: OverlappingFileLockException => None
    if lock.isEmpty then
      channel.close()
      Left(refusal(s"another run$holder"))
    else
      channel.truncate(0)
      channel.write(ByteBuffer.wrap(ProcessHandle.current.pid.toString.getBytes(US_ASCII)))
      FolderLock.open.add(channel)
      Right(())

  /** The process in brackets; empty if it is not known yet. */
  private def holder: String =
    val pid = Try(Files.readString(file).trim).toOption.filter(text => text.nonEmpty && text.forall(_.isDigit))
    pid.fold("")(id => s" (process $id)")

object FolderLock:
  /** The set keeps channels reachable. The collector closes an unreachable channel, which releases its lock. */
  private val open = ConcurrentHashMap.newKeySet[FileChannel]()

  /** Locks the folders of a run: its results and the data of its brokers. It also locks the machine for this user,
    * because two runs would measure each other. Left says which process has one of them.
    */
  def take(settings: Settings): Either[String, Unit] =
    val machine = FolderLock(
      Artifacts.userFolder,
      "run.lock",
      other =>
        s"$other measures on this machine; wait until it ends, or write --beside-others, which flags the numbers (B)"
    )
    val folders = List(named("--out", settings.out, ".run.lock"), named("--data", settings.data, ".lock"))
    val locks = folders ++ Option.unless(settings.besideOthers)(machine)
    locks.iterator.map(_.take()).find(_.isLeft).getOrElse(Right(()))

  /** @param option
    *   the option that names the folder
    */
  private[campaign] def named(option: String, folder: Path, name: String): FolderLock =
    FolderLock(folder, name, other => s"$option: $other uses $folder; wait for its end, or name another folder")
