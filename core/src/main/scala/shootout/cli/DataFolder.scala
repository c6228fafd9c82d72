package shootout.cli

import shootout.broker.{BrokerSpec, ProcessRegister}

import java.nio.channels.{FileChannel, FileLock}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}

/** The folder under which brokers keep their data: of one run at a time, for a broker's data is deleted when it starts. */
final class DataFolder(root: Path):
  private var lock: FileLock | Null = null

  def of(broker: String): Path = root.resolve(BrokerSpec.slug(broker))

  /** What the load JVM that is at work on a pair has to do: a [[WorkOrder]]. */
  def order(pair: Pair): Path = root.resolve(s"${BrokerSpec.slug(pair.broker)}-${pair.protocol}.order.json")

  /** The processes that a run has started for this broker. */
  def processes(broker: String): ProcessRegister = ProcessRegister(of(broker).resolve("processes"))

  /** Keeps other runs out for as long as this process lives. Left: why it cannot. */
  def claim(): Either[String, Unit] =
    Files.createDirectories(root)
    lock = FileChannel.open(root.resolve(".lock"), CREATE, WRITE).tryLock()
    if lock != null then Right(())
    else Left(s"--data: another run keeps its brokers' data in $root; wait for its end, or choose another folder")
