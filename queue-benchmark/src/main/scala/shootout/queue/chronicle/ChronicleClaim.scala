package shootout.queue.chronicle

import java.nio.channels.{FileChannel, FileLock}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentHashMap

/** That one receiver has a partition for itself, whatever JVM it lives in; the system ends it with the JVM. */
private final class ChronicleClaim(file: Path, channel: FileChannel, lock: FileLock):
  def give(): Unit =
    lock.release()
    channel.close()
    ChronicleClaim.ours.remove(file): Unit

private object ChronicleClaim:
  /** Those of this JVM: a lock is one of the process, and ends when any channel to its file is closed. */
  private val ours = ConcurrentHashMap.newKeySet[Path]()

  /** None: another one has it. */
  def of(partition: Path): Option[ChronicleClaim] =
    val file = Files.createDirectories(partition).resolve("receiver.lock")
    Option.when(ours.add(file))(locked(file)).flatten

  private def locked(file: Path): Option[ChronicleClaim] =
    var lock: FileLock | Null = null
    val channel = FileChannel.open(file, CREATE, WRITE)
    try
      lock = channel.tryLock()
      Option(lock).map(l => ChronicleClaim(file, channel, l.nn))
    finally
      if lock == null then
        channel.close()
        ours.remove(file): Unit
