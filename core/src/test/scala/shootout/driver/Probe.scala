package shootout.driver

import shootout.units.Nanos

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.*

/** One message as a consumer saw it. */
final case class Seen(producer: Int, sequence: Long, bytes: Int, intact: Boolean)

/** A client under test: notes what the driver reports and lets a test wait for it, always with a limit. */
final class Probe(session: Session, spec: ClientSpec) extends ClientListener:
  val seen = LinkedBlockingQueue[Seen]()
  val confirmed = LinkedBlockingQueue[Long]()
  val failures = LinkedBlockingQueue[Throwable]()
  @volatile var onSeen: Seen => Boolean = _ => true
  @volatile var onRoom: () => Unit = () => ()
  /** Commits (true) and rollbacks (false) that are done. */
  val ended = LinkedBlockingQueue[Boolean]()
  private val ready = CountDownLatch(1)
  private val gone = CountDownLatch(1)
  val client: Client = session.client(spec, this)

  def onReady(): Unit = ready.countDown()
  def onWritable(): Unit = onRoom()
  def onConfirmed(sequence: Long): Unit = confirmed.add(sequence)
  def onBatch(arrivalNanos: Long): Unit = ()
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    val message = Seen(producer, sequence, bodyBytes, intact)
    seen.add(message)
    onSeen(message)
  def onBatchEnd(): Unit = client.flush()
  def onTransactionEnd(committed: Boolean): Unit = ended.add(committed)
  def onClosed(): Unit = gone.countDown()
  def onFailure(cause: Throwable): Unit = failures.add(cause)

  def connect(): this.type =
    client.execute(() => client.connect())
    if !ready.await(Probe.Limit, TimeUnit.SECONDS) then
      throw AssertionError(s"${spec.name} not ready: ${failures.asScala.mkString(", ")}")
    this

  /** Sends `count` messages with sequences from 0, as room allows; returns when all are taken. */
  def sendAll(count: Int, producer: Int, bytes: Int, target: Int = 0): this.type =
    val done = CountDownLatch(1)
    var next = 0
    def more(): Unit =
      var room = next < count
      while room do
        val taken = client.send(target, producer, next, math.min(32, count - next), System.nanoTime(), bytes)
        next += taken
        room = taken > 0 && next < count
      client.flush()
      if next == count then done.countDown()
    onRoom = () => more()
    client.execute(() => more())
    if !done.await(Probe.Limit, TimeUnit.SECONDS) then throw AssertionError(s"only $next of $count messages were taken")
    this

  /** The next `count` messages, or as many as come within the limit. */
  def receive(count: Int): List[Seen] =
    List.fill(count)(Option(seen.poll(Probe.Limit, TimeUnit.SECONDS))).takeWhile(_.isDefined).flatten

  /** The sequences of the next `count` confirmations, or of as many as come within the limit. */
  def confirmations(count: Int): List[Long] =
    List.fill(count)(Option(confirmed.poll(
      Probe.Limit,
      TimeUnit.SECONDS
    )).map(_.longValue)).takeWhile(_.isDefined).flatten

  /** Commits or rolls back, and waits for it. */
  def endTransaction(commit: Boolean): this.type =
    client.execute(() => client.endTransaction(commit))
    val done = Option(ended.poll(Probe.Limit, TimeUnit.SECONDS))
    if !done.contains(commit) then throw AssertionError(s"${spec.name}: $done, not the end of a transaction: ${failures.asScala.mkString(", ")}")
    this

  /** What arrives although nothing should. */
  def receiveUnwanted(): Option[Seen] = Option(seen.poll(300, TimeUnit.MILLISECONDS))

  def close(unsubscribe: Boolean = false): Unit =
    client.execute(() => client.close(unsubscribe))
    if !gone.await(Probe.Limit, TimeUnit.SECONDS) then throw AssertionError(s"${spec.name} did not close")

  def abort(): Unit =
    val done = CountDownLatch(1)
    client.execute { () =>
      client.abort()
      done.countDown()
    }
    done.await(Probe.Limit, TimeUnit.SECONDS)

  def after(delay: Nanos)(task: => Unit): Unit = client.after(delay, () => task)

object Probe:
  private val Limit = 20L
