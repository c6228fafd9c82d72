package shootout.queue.rabbitstream

/** One reader's place in one stream. In the client's thread only.
  *
  * @param id
  *   by which the broker knows it
  * @param begin
  *   the offset of the first message that it wants, if that is known
  */
private final class StreamSubscription(val id: Byte, val partition: Int, val stream: String, begin: Long):
  /** The offset behind the latest message that was taken, and behind the latest that was acknowledged. */
  var taken: Long = begin
  var acknowledged: Long = begin

  /** Whether it still is the reader's. */
  var isLive = true

/** Messages that the broker has delivered together. A thread of the library's fills it, then the client's thread empties it.
  *
  * @param first
  *   the offset of its first message
  */
private final class Chunk(val of: StreamSubscription, first: Long, count: Int):
  private val bodies = new Array[Array[Byte]](count)
  private var size = 0

  /** Messages in front that lie before the place from which on the reader wants them. */
  private var skipped = 0
  private var at = 0

  def add(body: Array[Byte]): Unit =
    bodies(size) = body
    size += 1

  def skip(): Unit = skipped += 1

  def isWhole: Boolean = size + skipped == count

  /** How many are to be taken. */
  def left: Int = size - at

  def take(): Array[Byte] =
    val body = bodies(at)
    // nobody else may keep it from being collected
    bodies(at) = Chunk.Taken
    at += 1
    of.taken = first + skipped + at
    body

private object Chunk:
  private val Taken = Array.emptyByteArray
