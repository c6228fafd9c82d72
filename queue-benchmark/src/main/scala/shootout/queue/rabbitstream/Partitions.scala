package shootout.queue.rabbitstream

import scala.collection.mutable.ArrayBuffer

/** Who of a queue's receivers reads which of its partitions: nobody else tells them, for 3.10 knows no single active consumer of a stream.
  * As many to each as to the others, or one more; whoever comes or goes moves as few as can be. A partition that is another one's from now
  * on is taken up when the one that had it has given it up. From any thread.
  */
private final class Partitions(val count: Int):
  private type StreamReader = AnyRef
  private val readers = ArrayBuffer.empty[StreamReader]
  private val meant = Array.fill[Option[StreamReader]](count)(None)
  private val held = Array.fill[Option[StreamReader]](count)(None)

  /** Another number whenever somebody has something to give up, or to take up. */
  @volatile private var changes = 0L
  def version: Long = changes

  def join(reader: StreamReader): Unit = synchronized {
    readers += reader
    deal()
  }

  /** Whatever it had is free. */
  def leave(reader: StreamReader): Unit = synchronized {
    readers -= reader
    for partition <- 0 until count if held(partition).contains(reader) do held(partition) = None
    deal()
  }

  private def deal(): Unit =
    val quotas = readers.indices.map(n => count / readers.size + (if n < count % readers.size then 1 else 0))
    for (reader, quota) <- readers.zip(quotas) do
      for partition <- of(meant, reader).drop(quota) do meant(partition) = None
    for partition <- 0 until count if !meant(partition).exists(readers.contains) do
      meant(partition) = readers.zip(quotas).collectFirst {
        case (reader, quota) if of(meant, reader).size < quota => reader
      }
    changes += 1

  private def of(all: Array[Option[StreamReader]], reader: StreamReader): List[Int] =
    all.indices.filter(all(_).contains(reader)).toList

  /** What a reader has and shall give up. */
  def surplus(reader: StreamReader): List[Int] = synchronized(of(held, reader).filterNot(meant(_).contains(reader)))

  def giveUp(partition: Int): Unit = synchronized {
    held(partition) = None
    changes += 1
  }

  /** What is the reader's and free; from now on it has it. */
  def takeUp(reader: StreamReader): List[Int] = synchronized {
    val free = of(meant, reader).filter(held(_).isEmpty)
    for partition <- free do held(partition) = Some(reader)
    free
  }
