package shootout.queue.chronicle

import shootout.input.{Fields, Reader}

/** What differs between contenders: the `chronicle` section of a `broker.yaml`.
  *
  * @param sync
  *   a send is confirmed when the disk has it, else when the system has it in memory
  */
private[queue] final case class ChronicleDialect(sync: Boolean):
  /** As the result has it. */
  def options: List[(String, String)] = Option.when(sync)("sync" -> "true").toList

private[queue] object ChronicleDialect:
  val reader: Reader[ChronicleDialect] = Fields.reader("a Chronicle dialect")((f, _) =>
    Some(ChronicleDialect(f.getOrElse("sync", Reader.boolean)(false)))
  )
