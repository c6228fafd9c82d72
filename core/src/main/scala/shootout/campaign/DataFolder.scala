package shootout.campaign

import shootout.broker.{BrokerSpec, ProcessMark}

import java.nio.file.Path

/** The folder below which brokers keep their data. It belongs to one run at a time (see [[FolderLock]]), because a
  * broker's data are deleted when it starts.
  */
final class DataFolder(root: Path):
  def of(broker: String): Path = root.resolve(BrokerSpec.slug(broker))

  /** The file of the [[LoadOrder]] for the load JVM that works on a pair. */
  def order(pair: Pair): Path = root.resolve(s"${BrokerSpec.slug(pair.broker)}-${pair.protocol}.order.json")

  /** The environment of load JVMs, which distinguishes them from processes of other runs. */
  def loadMark: Map[String, String] = ProcessMark.of(root.resolve("load"))

  /** Ends the brokers and load JVMs that a killed run left running. @return the ids of their processes */
  def endLeftovers(): List[Long] = ProcessMark.end(root)
