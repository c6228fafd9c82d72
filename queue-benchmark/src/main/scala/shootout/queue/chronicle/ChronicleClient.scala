package shootout.queue.chronicle

import net.openhft.chronicle.queue.ExcerptAppender
import net.openhft.chronicle.wire.DocumentContext
import shootout.driver.{Bodies, Confirmations, ReceiveSpec, SendSpec, Stamp}
import shootout.queue.{QueueReceiver, QueueSender, SequenceBuffer}

import java.io.IOException
import java.nio.channels.{FileChannel, FileLock}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.collection.mutable.ArrayBuffer

/** The sending half of a client. Each call appends to the next partition. An appended message is confirmed at once, or,
  * in the mode `sync`, when [[flush]] has synchronised it.
  */
private final class ChronicleSender(
    queues: ChronicleSession,
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

/** The receiving half of a client. It takes its share of the partitions as soon as they are free, and later others that
  * stay free.
  */
private final class ChronicleReceiver(queues: ChronicleSession, receive: ReceiveSpec) extends QueueReceiver:
  import ChronicleReceiver.*
  private val automatic = receive.ack.isAutomatic

  /** Whether [[next]] reads the message, so that the time to read it can be measured. */
  private val lazily = receive.timed
  private val most = if lazily then 1 else receive.batch.getOrElse(Ahead)
  private val all = queues.partitions(receive.source)
  private val partitionsEach = queues.layout(receive.source).partitionsEach
  private val mine = ArrayBuffer.empty[ChroniclePartition]
  private var claimedAt = System.nanoTime()
  claim(partitionsEach)

  // messages from `at` to `came` have arrived and were not taken
  private val bodies = Array.fill(most)(Array.emptyByteArray)
  private val from = new Array[ChroniclePartition](most)
  private val behind = new Array[Long](most)
  private var came = 0
  private var bytes = 0
  private var at = 0
  private var turn = 0
  private var foundAt = System.nanoTime()

  private def claim(upTo: Int): Unit =
    for path <- all if mine.size < upTo && !mine.exists(_.path == path); claim <- ChronicleClaim.of(path)
    do mine += ChroniclePartition(queues, path, claim)

  def poll(nanos: Long): Int =
    if at == came then
      if automatic then mine.foreach(_.acknowledge())
      at = 0
      came = 0
      val began = System.nanoTime()
      if mine.size < all.size then claimMore(began)
      gather()
      while came == 0 && rest(began + nanos) do gather()
    came - at

  /** Takes more partitions. A latecomer gets its share as soon as it is free, and the receivers that are there get the
    * rest.
    */
  private def claimMore(now: Long): Unit =
    val wanted = if mine.size < partitionsEach then partitionsEach else mine.size + 1
    if now - claimedAt > (if mine.size < partitionsEach then Soon else Late) then
      claimedAt = now
      claim(wanted)

  /** Gathers the messages that are there, from one partition after the other. */
  private def gather(): Unit =
    var left = mine.size
    bytes = 0
    while left > 0 && room do
      val partition = mine(turn % mine.size)
      while room && partition.find() do
        if !lazily then
          bodies(came) = partition.read(bodies(came))
          behind(came) = partition.position
          bytes += bodies(came).length
        from(came) = partition
        came += 1
      if room then turn += 1
      left -= 1

  private def room: Boolean = came < most && bytes < MostBytes

  /** Pauses. @return whether there was time for it */
  private def rest(until: Long): Boolean =
    val now = System.nanoTime()
    if now - until >= 0 || Thread.currentThread.isInterrupted then false
    else
      if now - foundAt < YieldNanos then Thread.`yield`()
      else LockSupport.parkNanos(math.min(PauseNanos, until - now))
      true

  def next(): Array[Byte] =
    val n = at
    at += 1
    if lazily then
      bodies(n) = from(n).read(bodies(n))
      behind(n) = from(n).position
    foundAt = System.nanoTime()
    from(n).take(behind(n))
    bodies(n)

  def acknowledge(): Unit = mine.foreach(_.acknowledge())

  def close(unsubscribe: Boolean): Unit =
    if automatic then mine.foreach(_.acknowledge())
    cut()

  /** Gives what was not acknowledged to other receivers at once. */
  override def cut(): Unit =
    mine.foreach(_.give())
    mine.clear()
    came = 0
    at = 0

private object ChronicleReceiver:
  private val Ahead = 100
  private val MostBytes = 1024 * 1024
  private val YieldNanos = TimeUnit.MICROSECONDS.toNanos(50)
  private val PauseNanos = TimeUnit.MICROSECONDS.toNanos(100)
  private val Soon = TimeUnit.MILLISECONDS.toNanos(5)
  private val Late = TimeUnit.MILLISECONDS.toNanos(500)

/** A partition that a receiver has for itself. One tailer reads. A named tailer, whose index is kept in the files,
  * follows up to the acknowledged messages.
  */
private final class ChroniclePartition(queues: ChronicleSession, val path: Path, claim: ChronicleClaim):
  private val queue = queues.acquire(path)
  private val kept = queue.createTailer(ChroniclePartition.Name)
  private val tailer = queue.createTailer()

  /** The index of the first message that is not acknowledged; 0 if none ever was acknowledged. */
  private var acknowledged = kept.index()
  // at the end of a cycle the tailer finds nothing there, but still goes on from there
  if acknowledged != 0 then tailer.moveToIndex(acknowledged)

  /** The index up to which messages were taken. */
  private var taken = acknowledged

  /** The message that [[find]] found and [[read]] did not read yet. */
  private var foundOrNull: DocumentContext | Null = null

  /** Whether there is a message to read. */
  def find(): Boolean =
    val document = tailer.readingDocument()
    if document.isPresent then foundOrNull = document else document.close()
    foundOrNull != null

  /** Reads the message that [[find]] found.
    *
    * @param into
    *   an array that is used if it has the right size
    * @return
    *   the message's body
    */
  def read(into: Array[Byte]): Array[Byte] =
    val document = foundOrNull.nn
    foundOrNull = null
    try
      val bytes = document.wire.nn.bytes
      val length = bytes.readInt()
      // a damaged length must not ask for all the memory there is
      if length < Stamp.Bytes || length > bytes.readRemaining then Array.emptyByteArray
      else
        val body = if into.length == length then into else new Array[Byte](length)
        bytes.read(body)
        body
    finally document.close()

  /** The index after the latest message that was read. */
  def position: Long = tailer.index()

  def take(upTo: Long): Unit = taken = upTo

  /** Acknowledges all that was taken. The named tailer walks there, because it ignores a request to move a little ahead
    * to the end (2026.4).
    *
    * @throws java.io.IOException
    *   if the files no longer have what was read from them
    */
  def acknowledge(): Unit = if taken != acknowledged then
    while kept.index() != taken do
      val document = kept.readingDocument()
      val present = document.isPresent
      document.close()
      if !present then throw IOException(s"$path: no message before index ${taken.toHexString} is left to acknowledge")
    acknowledged = taken

  /** Closes the partition, so that other receivers get what is not acknowledged. */
  def give(): Unit =
    val found = foundOrNull
    if found != null then found.close()
    tailer.close()
    kept.close()
    queues.release(path)
    claim.give()

private object ChroniclePartition:
  /** The name of the tailer from which all receivers of a queue go on. */
  private val Name = "work"

/** The claim of one receiver, in any JVM, to have a partition for itself. The system ends the claim with the JVM. */
private final class ChronicleClaim(file: Path, channel: FileChannel, lock: FileLock):
  def give(): Unit =
    lock.release()
    channel.close()
    ChronicleClaim.ours.remove(file): Unit

private object ChronicleClaim:
  /** The claims of this JVM. A lock belongs to the process, and ends when any channel to its file is closed. */
  private val ours = ConcurrentHashMap.newKeySet[Path]()

  /** Claims a partition; none if another receiver has it. */
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
