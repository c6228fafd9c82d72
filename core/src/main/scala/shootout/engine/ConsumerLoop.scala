package shootout.engine

import shootout.driver.{ClientSpec, Session, Stamp}
import shootout.result.LatencyKind
import shootout.scenario.{Ack, ConsumerGroup}
import shootout.units.Nanos

/** A client that subscribes: audit, acknowledgements, think time, replies. */
final class ConsumerLoop(
    session: Session,
    spec: ClientSpec,
    recorder: ClientRecorder,
    val group: ConsumerGroup,
    val audit: ConsumerAudit,
    clock: Clock,
    seed: Long,
    /** maps the index of a producer to the index of its reply queue among the client's targets */
    replyTarget: Int => Int
) extends ClientLoop(session, spec, recorder):
  private val thinkOrNull = group.think.map(ValueSampler(_, seed)).orNull
  private val began = clock.nanos()
  private val automatic = group.ack.isAutomatic
  private val transacted = group.ack == Ack.Transacted
  private val rollbackEvery = group.rollbackEvery.getOrElse(0)
  private val every = if group.batch.isDefined && group.ack == Ack.Client then Int.MaxValue else group.ackEvery
  private val latencyOrNull = recorder.latency(LatencyKind.EndToEnd).orNull
  private val commitOrNull = recorder.latency(LatencyKind.Commit).orNull
  private val readOrNull = recorder.latency(LatencyKind.Read).orNull
  private val perConnection = group.messagesPerConnection.getOrElse(Int.MaxValue)

  private var arrival = 0L
  private var recording = false
  private var consumed = 0
  private var unacknowledged = 0
  private var owedReply = false
  private var replyProducer = 0
  private var replySequence = 0L
  private var replyStamp = 0L
  private var replyBytes = 0

  private var connections = 0
  private var onConnection = 0
  private var transactions = 0L
  private var endAsked = 0L
  private var finished = false
  private var resting = false

  /** True while the client waits for the end of a transaction. */
  private var ending = false
  private var closing = false
  private var unsubscribes = false

  /** From any thread: acknowledges the rest and closes. */
  def finish(): Unit = client.execute { () =>
    stopping = true
    if !closed.isDone && failure.isEmpty then
      if recorder.connected then close(unsubscribe = spec.receive.exists(_.durable.isDefined))
      else if !closing then abort()
  }

  /** Acknowledges the incomplete last batch before the connection closes. */
  private def close(unsubscribe: Boolean): Unit =
    if !closing then
      closing = true
      unsubscribes = unsubscribe
      endRecording()
      finished = true
      if unacknowledged > 0 then acknowledge()
      if !ending then client.close(unsubscribe)

  override def onReady(): Unit =
    closing = false
    super.onReady()
    if stopping then finish()
    else if onConnection >= perConnection then close(unsubscribe = false)

  /** Messages of the next connection may arrive before that connection is ready, so its counts begin here. The broker
    * will deliver again what was not acknowledged.
    */
  override def onClosed(): Unit =
    if !stopping then
      connections += 1
      onConnection = 0
      unacknowledged = 0
      ending = false
      finished = false
      resting = false
      audit.thinking = false
    super.onClosed()

  override def onRead(nanos: Long, stampNanos: Long): Unit =
    if readOrNull != null then readOrNull.recordOne(nanos, stampNanos)

  def onConfirmed(sequence: Long): Unit = ()
  def onBatch(arrivalNanos: Long): Unit = arrival = arrivalNanos

  /** The sampler waits for clients that are inside the recorder. A driver call may block, so a client leaves the
    * recorder before it.
    */
  private def record(stamp: Long): Unit = if latencyOrNull != null then
    if !recording then
      recording = true
      latencyOrNull.enter()
    latencyOrNull.record(arrival - stamp, stamp)

  private def endRecording(): Unit = if latencyOrNull != null && recording then
    recording = false
    latencyOrNull.leave()

  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    onConnection += 1
    val goOn = take(producer, sequence, stampNanos, bodyBytes, intact)
    if onConnection >= perConnection then
      close(unsubscribe = false)
      false
    else goOn

  /** @return false if the client must pause until [[shootout.driver.Client.resume]] */
  private def take(producer: Int, sequence: Long, stamp: Long, bytes: Int, intact: Boolean): Boolean =
    // A message that will be rolled back comes again and counts then.
    val undone = isUndone
    val ours = !undone && audit.add(producer, sequence, intact)
    if ours then consumed += 1
    if ours then record(stamp)
    // An acknowledgement means that a message was dealt with, so the reply goes first.
    val replied = !group.replies || !ours || reply(producer, sequence, stamp, bytes)
    if !automatic then count(undone)
    if replied then rest()
    replied && !resting && !ending

  private def count(undone: Boolean): Unit =
    unacknowledged += 1
    if undone && unacknowledged == 1 then rollBackSoon()
    if unacknowledged >= every && !owedReply then acknowledge()

  private def acknowledge(): Unit =
    endRecording()
    if transacted then end()
    else
      client.acknowledge()
      recorder.acknowledged.add(unacknowledged)
      unacknowledged = 0

  // ---- transactions

  /** Whether the current transaction will be rolled back. */
  private def isUndone: Boolean = rollbackEvery > 0 && (transactions + 1) % rollbackEvery == 0

  private def end(): Unit = if !ending then
    ending = true
    endAsked = clock.nanos()
    client.endTransaction(commit = !isUndone)

  /** Rolls back soon, because the last messages may be too few to fill a transaction and must not wait for others. */
  private def rollBackSoon(): Unit =
    val (current, on) = (transactions, connections)
    client.after(
      ConsumerLoop.RollBackWithin,
      () => if transactions == current && connections == on && unacknowledged > 0 then end()
    )

  def onTransactionEnd(committed: Boolean): Unit =
    transactions += 1
    ending = false
    if committed then
      recorder.acknowledged.add(unacknowledged)
      if commitOrNull != null then commitOrNull.recordOne(clock.nanos() - endAsked, endAsked)
    unacknowledged = 0
    goOn()
    if closing then client.close(unsubscribes)

  // ---- pauses

  /** Pauses for the think time, if the group has one. */
  private def rest(): Unit =
    val pause = if thinkOrNull == null then 0L else thinkOrNull.at(clock.nanos() - began).toLong
    if pause > 0 then
      resting = true
      audit.thinking = true
      client.after(
        Nanos(pause),
        () =>
          resting = false
          // A client that has left keeps this flag: its messages were never taken.
          if !finished then audit.thinking = false
          goOn()
      )

  private def goOn(): Unit = if !resting && !ending && !owedReply && !finished then client.resume()

  private def reply(producer: Int, sequence: Long, stamp: Long, bytes: Int): Boolean =
    endRecording()
    val sent = client.send(replyTarget(Stamp.index(producer)), producer, sequence, 1, stamp, bytes) == 1
    if sent then recorder.produced.add(1)
    else
      owedReply = true
      replyProducer = producer
      replySequence = sequence
      replyStamp = stamp
      replyBytes = bytes
    sent

  /** Sends the reply that had to wait until there was room. */
  def onWritable(): Unit =
    if owedReply then
      owedReply = false
      if reply(replyProducer, replySequence, replyStamp, replyBytes) then
        if !automatic && unacknowledged >= every then acknowledge()
        rest()
        goOn()

  def onBatchEnd(): Unit =
    endRecording()
    if group.batch.isDefined && unacknowledged > 0 && !owedReply && !finished then acknowledge()
    if consumed > 0 then
      recorder.consumed.add(consumed)
      if automatic then recorder.acknowledged.add(consumed)
      consumed = 0
    client.flush()

object ConsumerLoop:
  private val RollBackWithin = Nanos.ofMillis(200)
