package shootout.queue.chronicle

import shootout.queue.QueueContract

/** See [[QueueContract]]. */
class ChronicleContractIT extends QueueContract("chronicle")

/** The same where each send is on the disk. */
class ChronicleSyncContractIT extends QueueContract("chronicle"):
  override def variation: Option[String] = Some("sync")
