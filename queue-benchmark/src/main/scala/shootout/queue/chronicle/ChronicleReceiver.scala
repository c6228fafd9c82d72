package shootout.queue.chronicle

import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver

import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import scala.collection.mutable.ArrayBuffer

/** The receiving half of a client. It takes its part of the partitions as soon as they are free, and others that stay free. In the client's
  * thread only.
  */
private final class ChronicleReceiver(queues: ChronicleQueues, receive: ReceiveSpec) extends QueueReceiver:
  import ChronicleReceiver.*
  private val automatic = receive.ack.isAutomatic

  /** Where it is measured how long a message takes to be read, [[next]] reads it. */
  private val lazily = receive.timed
  private val most = if lazily then 1 else receive.batch.getOrElse(Ahead)
  private val all = queues.partitions(receive.source)
  private val partitionsEach = queues.layout(receive.source).partitionsEach
  private val mine = ArrayBuffer.empty[ChroniclePartition]
  private var claimedAt = System.nanoTime()
  claim(partitionsEach)

  // messages that came and were not taken: those from `at` to `came`
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

  /** @return how many [[next]] will give */
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

  /** Whoever comes late gets its part as soon as it is free; the rest is for those who are there. */
  private def claimMore(now: Long): Unit =
    val wanted = if mine.size < partitionsEach then partitionsEach else mine.size + 1
    if now - claimedAt > (if mine.size < partitionsEach then Soon else Late) then
      claimedAt = now
      claim(wanted)

  /** As many as there are, from one partition after the other. */
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

  /** @return whether there was time for it */
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

  /** What was not acknowledged is for others, at once. */
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
