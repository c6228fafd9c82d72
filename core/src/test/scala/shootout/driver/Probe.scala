package shootout.driver

import shootout.units.Nanos

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.*

final case class Seen(producer: Int, sequence: Long, bytes: Int, intact: Boolean)

/** A client under test. It records what the driver reports; a test can wait for it, always with a limit. */
final class Probe(session: Session, spec: ClientSpec) extends ClientListener:
  val seen = LinkedBlockingQueue[Seen]()
  val confirmed = LinkedBlockingQueue[Long]()
  val failures = LinkedBlockingQueue[Throwable]()
  @volatile var onSeen: Seen => Boolean = _ => true
  @volatile var onConfirmation: () => Unit = () => ()
  @volatile var onCome: () => Unit = () => ()
  @volatile var onGone: () => Unit = () => ()
  @volatile var onRoom: () => Unit = () => ()
  @volatile var onBatchOver: () => Unit = () => ()

  val batches = LinkedBlockingQueue[Int]()
  private var inBatch = 0

  /** Completed commits (true) and rollbacks (false). */
  val ended = LinkedBlockingQueue[Boolean]()
  private val ready = CountDownLatch(1)
  private val gone = CountDownLatch(1)
  val client: Client = session.client(spec, this)

  def onReady(): Unit =
    ready.countDown()
    onCome()
  def onWritable(): Unit = onRoom()
  def onConfirmed(sequence: Long): Unit =
    confirmed.add(sequence)
    onConfirmation()
  def onBatch(arrivalNanos: Long): Unit = inBatch = 0
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    inBatch += 1
    val message = Seen(producer, sequence, bodyBytes, intact)
    seen.add(message)
    onSeen(message)
  def onBatchEnd(): Unit =
    if inBatch > 0 then
      batches.add(inBatch)
      onBatchOver()
    client.flush()
  def onTransactionEnd(committed: Boolean): Unit = ended.add(committed)
  def onClosed(): Unit =
    gone.countDown()
    onGone()
  def onFailure(cause: Throwable): Unit = failures.add(cause)

  def connect(): this.type =
    client.execute(() => client.connect())
    if !come(ready) then
      throw AssertionError(s"${spec.name} not ready: ${failures.asScala.mkString(", ")}")
    this

  /** Sends `count` messages with sequences from 0 as fast as the client accepts them. Returns when all are accepted. */
  def sendAll(count: Int, producer: Int, bytes: Int, target: Int = 0): this.type =
    val done = startSending(count, producer, bytes, target)
    if !come(done) then
      throw AssertionError(
        s"only ${count - done.getCount} of $count messages were taken: ${failures.asScala.mkString(", ")}"
      )
    this

  /** Like [[sendAll]], but returns at once.
    *
    * @return
    *   counts down to 0 as messages are accepted
    */
  def startSending(count: Int, producer: Int, bytes: Int, target: Int = 0): CountDownLatch =
    val left = CountDownLatch(count)
    var next = 0
    def more(): Unit =
      var room = next < count
      while room do
        val taken =
          client.send(target, producer, next, math.min(32, count - next), System.nanoTime(), bytes)
        next += taken
        for _ <- 1 to taken do left.countDown()
        room = taken > 0 && next < count
      client.flush()
    onRoom = () => more()
    client.execute(() => more())
    left

  /** The next `count` messages, or as many as arrive within the limit. */
  def receive(count: Int): List[Seen] =
    val got = LazyList.fill(count)(next(seen)).takeWhile(_.isDefined).flatten.toList
    if got.size < count && !failures.isEmpty then
      throw AssertionError(s"${spec.name} failed after ${got.size} messages: ${failures.peek}", failures.peek)
    got

  /** The sequences of the next `count` confirmations, or of as many as arrive within the limit. */
  def confirmations(count: Int): List[Long] =
    LazyList.fill(count)(next(confirmed)).takeWhile(_.isDefined).flatten.toList

  def endTransaction(commit: Boolean): this.type =
    client.execute(() => client.endTransaction(commit))
    val done = next(ended)
    if !done.contains(commit) then
      throw AssertionError(s"${spec.name}: $done, not the end of a transaction: ${failures.asScala.mkString(", ")}")
    this

  def receiveUnwanted(): Option[Seen] = Option(seen.poll(Probe.UnwantedMs, TimeUnit.MILLISECONDS))

  def close(unsubscribe: Boolean = false): Unit =
    client.execute(() => client.close(unsubscribe))
    if !come(gone) then throw AssertionError(s"${spec.name} did not close: ${failures.asScala.mkString(", ")}")

  def abort(): Unit =
    client.execute(() => client.abort())
    awaitTasks()

  /** Returns when the client has run all earlier tasks. */
  def awaitTasks(): Unit =
    val done = CountDownLatch(1)
    client.execute(() => done.countDown())
    done.await(Probe.Limit, TimeUnit.SECONDS)

  private def waiting[A](attempt: => Option[A]): Option[A] =
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Probe.Limit)
    Iterator.continually(attempt).find(got =>
      got.isDefined || !failures.isEmpty || System.nanoTime() > deadline
    ).flatten

  private def next[A](queue: LinkedBlockingQueue[A]): Option[A] =
    waiting(Option(queue.poll(Probe.StepMs, TimeUnit.MILLISECONDS)))

  private def come(latch: CountDownLatch): Boolean =
    waiting(Option.when(latch.await(Probe.StepMs, TimeUnit.MILLISECONDS))(())).isDefined

  def after(delay: Nanos)(task: => Unit): Unit = client.execute(() => client.after(delay, () => task))

private[driver] def sequences(count: Int): List[Long] = List.tabulate(count)(_.toLong)

object Probe:
  def consumer(session: Session, spec: ReceiveSpec, name: String = "c"): Probe =
    Probe(session, ClientSpec(name, None, Some(spec))).connect()

  def producer(session: Session, spec: SendSpec, name: String = "p"): Probe =
    Probe(session, ClientSpec(name, Some(spec), None)).connect()

  /** The next `count` messages of all probes, or as many as arrive within the limit. */
  def together(probes: List[Probe], count: Int): List[Seen] =
    def one: Option[Seen] = probes.iterator.flatMap(p => Option(p.seen.poll())).nextOption()
    def waited: Option[Seen] =
      val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Limit)
      val attempts = Iterator.continually { Thread.sleep(1); one }
      one.orElse(attempts.find(got =>
        got.isDefined || System.nanoTime() > deadline || probes.exists(!_.failures.isEmpty)
      ).flatten)
    val got = LazyList.fill(count)(waited).takeWhile(_.isDefined).flatten.toList
    val failed = probes.flatMap(_.failures.asScala)
    if failed.nonEmpty then throw AssertionError(s"after ${got.size} messages: ${failed.mkString(", ")}", failed.head)
    got

  private val Limit = 50L
  private val StepMs = 50L

  /** A faulty broker or library delivers an unwanted message at once; a longer wait would only cost time. */
  private val UnwantedMs = 100L
