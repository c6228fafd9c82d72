package shootout.run

import shootout.driver.{ClientSpec, Session}
import shootout.record.{ClientRecorder, ConsumerAudit}
import shootout.result.LatencyKind

/** A client that subscribes. */
final class ConsumerLoop(
    session: Session,
    spec: ClientSpec,
    recorder: ClientRecorder,
    receiving: Receiving,
    val audit: ConsumerAudit,
    quota: Option[Int]
) extends ClientLoop(session, spec, recorder):
  private val readOrNull = recorder.latency(LatencyKind.Read).orNull
  private val perConnection = quota.getOrElse(Int.MaxValue)
  private var onConnection = 0
  private var closing = false
  private var unsubscribes = false

  /** From any thread: acknowledges the rest and leaves. */
  def finish(): Unit = client.execute { () =>
    stopping = true
    if !closed.isDone && failure.isEmpty then
      if recorder.connected then close(unsubscribe = spec.receive.exists(_.durable.isDefined))
      else if !closing then abort()
  }

  private def close(unsubscribe: Boolean): Unit =
    if !closing then
      closing = true
      unsubscribes = unsubscribe
      receiving.finish(client)
      if !receiving.ending then client.close(unsubscribe)

  def onTransactionEnd(committed: Boolean): Unit =
    receiving.transactionEnded(client, committed)
    if closing then client.close(unsubscribes)

  /** What waits for the next connection may come before that is ready, and belongs to it. */
  override def onClosed(): Unit =
    if !stopping then
      onConnection = 0
      receiving.reconnected()
    super.onClosed()

  override def onReady(): Unit =
    closing = false
    super.onReady()
    if stopping then finish()
    else if onConnection >= perConnection then close(unsubscribe = false)

  override def onRead(nanos: Long, stampNanos: Long): Unit = if readOrNull != null then
    readOrNull.enter()
    readOrNull.record(nanos, stampNanos)
    readOrNull.leave()

  def onWritable(): Unit = receiving.writable(client)
  def onConfirmed(sequence: Long): Unit = ()
  def onBatch(arrivalNanos: Long): Unit = receiving.batch(arrivalNanos)
  def onBatchEnd(): Unit = receiving.batchEnd(client)

  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    onConnection += 1
    val goOn = receiving.message(client, producer, sequence, stampNanos, bodyBytes, intact)
    if onConnection >= perConnection then
      close(unsubscribe = false)
      false
    else goOn
