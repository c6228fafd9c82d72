package shootout.queue.chronicle

import net.openhft.chronicle.wire.DocumentContext
import shootout.driver.Stamp

import java.io.IOException
import java.nio.file.Path

/** A partition that a receiver has for itself: one tailer reads, and a named one, whose index is kept in the files, follows up to where is
  * acknowledged. In the client's thread only.
  */
private final class ChroniclePartition(queues: ChronicleQueues, val path: Path, claim: ChronicleClaim):
  private val queue = queues.acquire(path)
  private val kept = queue.createTailer(ChroniclePartition.Name)
  private val tailer = queue.createTailer()

  /** The index of the first message that is not acknowledged; 0: none ever was. */
  private var acknowledged = kept.index()
  // at the end of a cycle it finds nothing there, and goes on from there nevertheless
  if acknowledged != 0 then tailer.moveToIndex(acknowledged)

  /** What came was taken up to this index. */
  private var taken = acknowledged

  /** That [[find]] found, and [[read]] did not yet read. */
  private var foundOrNull: DocumentContext | Null = null

  /** Whether there is a message to read. */
  def find(): Boolean =
    val document = tailer.readingDocument()
    if document.isPresent then foundOrNull = document else document.close()
    foundOrNull != null

  /** Reads the message that [[find]] found.
    *
    * @param into
    *   taken if it has the right size
    * @return
    *   its body
    */
  def read(into: Array[Byte]): Array[Byte] =
    val document = foundOrNull.nn
    foundOrNull = null
    try
      val bytes = document.wire.nn.bytes
      val length = bytes.readInt()
      // a damaged one must not ask for all the memory there is
      if length < Stamp.Bytes || length > bytes.readRemaining then Array.emptyByteArray
      else
        val body = if into.length == length then into else new Array[Byte](length)
        bytes.read(body)
        body
    finally document.close()

  /** The index behind the latest message that was read. */
  def position: Long = tailer.index()

  def take(upTo: Long): Unit = taken = upTo

  /** All that was taken. The named tailer walks there: asked to move a little ahead, to the end, it would stay where it is (2026.4).
    *
    * @throws java.io.IOException
    *   if the files do not have any more what was read from them
    */
  def acknowledge(): Unit = if taken != acknowledged then
    while kept.index() != taken do
      val document = kept.readingDocument()
      val present = document.isPresent
      document.close()
      if !present then throw IOException(s"$path: nothing before index ${taken.toHexString} can be acknowledged")
    acknowledged = taken

  /** What is not acknowledged is for others. */
  def give(): Unit =
    val found = foundOrNull
    if found != null then found.close()
    tailer.close()
    kept.close()
    queues.release(path)
    claim.give()

private object ChroniclePartition:
  /** Of the tailer that all receivers of a queue go on from. */
  private val Name = "work"
