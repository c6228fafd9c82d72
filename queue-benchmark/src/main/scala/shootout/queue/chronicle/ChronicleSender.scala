package shootout.queue.chronicle

import net.openhft.chronicle.queue.ExcerptAppender
import shootout.driver.{Bodies, Confirmations, SendSpec}
import shootout.queue.{QueueSender, SequenceBuffer}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

/** The sending half of a client. Each call appends to the next partition. An appended message is confirmed at once, or,
  * in the mode `sync`, when [[flush]] has synchronised it. Only the client's thread may use it.
  */
private final class ChronicleSender(
    queues: ChronicleQueues,
    send: SendSpec,
    sync: Boolean,
    confirmations: Confirmations
) extends QueueSender:
  private val partitions: Array[Array[Path]] = send.targets.map(queues.partitions(_).toArray).toArray
  private val appenders = partitions.map(_.map(queues.acquire(_).createAppender()))

  /** The next partition. Clients that begin at the same time begin at different partitions. */
  private var next = System.identityHashCode(this) & 0xffff

  /** Bodies are reused, because an append copies them. */
  private val bodies = Bodies.of(send, reuse = true)
  private val headers: Array[Byte] =
    send.headers.map((name, value) => s"$name=$value\n").mkString.getBytes(UTF_8)

  // what was appended and is not synchronised yet, and by which appenders
  private val unsynchronised = SequenceBuffer()
  private val touched = java.util.LinkedHashSet[ExcerptAppender]()

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val among = appenders(target)
    val appender = among(next % among.length)
    next += 1
    if sync then touched.add(appender)
    var n = 0
    while n < count do
      append(appender, bodies(id, sequence + n, stampNanos, bodyBytes))
      if sync then unsynchronised.add(sequence + n) else if send.confirm then confirmations.confirmed(sequence + n)
      n += 1

  private def append(appender: ExcerptAppender, body: Array[Byte]): Unit =
    val document = appender.writingDocument()
    try
      val bytes = document.wire.bytes
      bytes.writeInt(body.length)
      bytes.write(body)
      if headers.length > 0 then bytes.write(headers): Unit
    catch
      case e: Throwable =>
        document.rollbackOnClose()
        throw e
    finally document.close()

  def flush(): Unit = if !unsynchronised.isEmpty then
    touched.forEach(_.sync())
    touched.clear()
    unsynchronised.settle(send, confirmations)

  def close(): Unit =
    flush()
    cut()

  private var cutOff = false

  override def cut(): Unit = if !cutOff then
    cutOff = true
    appenders.foreach(_.foreach(_.close()))
    partitions.foreach(_.foreach(queues.release))
