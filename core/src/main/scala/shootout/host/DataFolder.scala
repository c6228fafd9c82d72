package shootout.host

import shootout.broker.{BrokerSpec, ProcessMark}
import shootout.campaign.Pair

import java.nio.file.Path

/** The folder under which brokers keep their data: of one run at a time (see [[FolderLock]]), for a broker's data is deleted when
  * it starts.
  */
final class DataFolder(root: Path):
  def of(broker: String): Path = root.resolve(BrokerSpec.slug(broker))

  /** What the load JVM that is at work on a pair has to do: a [[WorkOrder]]. */
  def order(pair: Pair): Path = root.resolve(s"${BrokerSpec.slug(pair.broker)}-${pair.protocol}.order.json")

  /** Ends the processes of brokers that a run, this one or an earlier one, has left here.
    *
    * @return
    *   their ids
    */
  def endLeftovers(): List[Long] = ProcessMark.end(root)
