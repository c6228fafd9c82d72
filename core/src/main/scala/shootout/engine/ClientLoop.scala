package shootout.engine

import shootout.driver.{Client, ClientListener, ClientSpec, Session}
import shootout.result.LatencyKind

import java.util.concurrent.CompletableFuture

/** The engine's side of one client: how it reacts to what the driver reports. All methods run in the client's serial
  * context, unless they say otherwise.
  */
abstract class ClientLoop(session: Session, val spec: ClientSpec, val recorder: ClientRecorder) extends ClientListener:
  protected val client: Client = session.client(spec, this)

  /** Completes when the client can work for the first time, exceptionally if it cannot. */
  val ready = CompletableFuture[Unit]()

  /** Completes when the client is gone, whether it left in an orderly way or not. */
  val closed = CompletableFuture[Unit]()

  /** Why the connection was lost or refused. */
  @volatile var failure: Option[Throwable] = None
  protected var stopping = false
  @volatile private var doomed = false

  /** From any thread: the end of the connection will not count as an error. */
  def expectEnd(): Unit = doomed = true

  /** From any thread: connects. */
  def connect(): Unit = client.execute(() => client.connect())

  /** From any thread: cuts the connection and abandons what was outstanding. */
  def abort(): Unit = client.execute { () =>
    stopping = true
    recorder.connected = false
    client.abort()
    closed.complete(())
    ready.complete(())
  }

  /** From any thread: abandons a client that does not even react to [[abort]]. */
  def giveUp(): Unit =
    client.giveUp()
    recorder.connected = false
    closed.complete(())
    ready.complete(())

  def onReady(): Unit =
    recorder.connected = true
    ready.complete(())

  def onFailure(cause: Throwable): Unit =
    if !closed.isDone then
      recorder.connected = false
      if !doomed then recorder.errors.add(1)
      failure = Some(cause)
      ready.completeExceptionally(cause)
      closed.complete(())

  /** Handles a planned close. It is final if the client is stopping. Otherwise the client opens its next connection.
    */
  def onClosed(): Unit =
    recorder.connected = false
    if stopping then closed.complete(()) else client.connect()

/** A client that sends. With `replies` it also receives the answers to its requests. */
final class ProducerLoop(
    session: Session,
    spec: ClientSpec,
    recorder: ClientRecorder,
    sending: Sending,
    val audit: ProducerAudit,
    val replies: Option[ConsumerAudit]
) extends ClientLoop(session, spec, recorder):
  private var closing = false
  private var arrival = 0L
  private var answers = 0
  private val latencies: Array[LatencyRecorder] =
    List(LatencyKind.Send, LatencyKind.RoundTrip, LatencyKind.Commit).flatMap(recorder.latency).toArray
  private val roundTripOrNull = recorder.latency(LatencyKind.RoundTrip).orNull
  private val writeOrNull = recorder.latency(LatencyKind.Write).orNull

  /** From any thread: starts the workload and its clock. */
  def start(began: Long): Unit = client.execute { () =>
    if recorder.connected && !stopping then
      sending.begin(began, () => turn())
      turn()
  }

  /** How many messages an open loop should have sent in a stretch of time. It is asked after the stretch has ended. */
  def due(from: Long, until: Long): Long = sending.due(from, until)

  /** Completes when nothing is left to send that was due before [[finishBy]]'s end, or when it never will be sent. */
  val caughtUp = CompletableFuture[Unit]()

  /** From any thread: ends sending. An open loop still sends what was due before the end, so that no latency is
    * missing.
    */
  def finishBy(end: Long): Unit = client.execute { () =>
    if stopping || closed.isDone then caughtUp.complete(())
    else
      sending.stopAt(end)
      turn()
  }

  override def onFailure(cause: Throwable): Unit =
    super.onFailure(cause)
    caughtUp.complete(())

  /** From any thread: sends no more messages and closes once everything outstanding has arrived. */
  def stop(): Unit = client.execute { () =>
    stopping = true
    sending.stop()
    if !closed.isDone then
      if failure.isDefined || !recorder.connected && !closing then closed.complete(()) else closeWhenSettled()
  }

  override def onReady(): Unit =
    super.onReady()
    closing = false
    sending.reconnected()
    turn()

  override def onClosed(): Unit =
    audit.orderly = stopping && failure.isEmpty
    super.onClosed()

  def onWritable(): Unit = turn()

  def onBatch(arrivalNanos: Long): Unit =
    arrival = arrivalNanos
    latencies.foreach(_.enter())

  /** It is called within a send, which may block, so it leaves the recorder at once. */
  override def onWritten(nanos: Long, stampNanos: Long): Unit =
    if writeOrNull != null then writeOrNull.recordOne(nanos, stampNanos)

  def onConfirmed(sequence: Long): Unit = sending.confirmed(sequence, arrival)

  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    // A second answer to one request would free the place of another request that still waits for its answer.
    val isAnswer = replies.exists(_.addFirst(producer, sequence, intact))
    if isAnswer then
      answers += 1
      sending.answered()
      if roundTripOrNull != null then roundTripOrNull.record(arrival - stampNanos, stampNanos)
    true

  def onBatchEnd(): Unit =
    latencies.foreach(_.leave())
    if answers > 0 then
      recorder.consumed.add(answers)
      recorder.acknowledged.add(answers)
      answers = 0
    turn()

  def onTransactionEnd(committed: Boolean): Unit =
    latencies.foreach(_.enter())
    try sending.transactionEnded(committed)
    finally latencies.foreach(_.leave())
    turn()

  private def turn(): Unit =
    if stopping then closeWhenSettled()
    else if !closing then
      sending.turn(client)
      if sending.caughtUp then caughtUp.complete(())
      if sending.exhausted then closeWhenSettled()

  private def closeWhenSettled(): Unit =
    if !closing then
      sending.finish(client)
      if sending.settled then
        closing = true
        client.close(unsubscribe = false)
