package shootout.engine

import shootout.driver.{Client, Stamp}
import shootout.result.LatencyKind
import shootout.scenario.{Ack, ConsumerGroup}
import shootout.units.Nanos

/** The receiving half of a client: audit, acknowledgements, think time, replies. Only the client's context may use it.
  */
final class Receiving(
    group: ConsumerGroup,
    audit: ConsumerAudit,
    recorder: ClientRecorder,
    clock: Clock,
    seed: Long,

    /** Maps the index of a producer to the index of its reply queue among the client's targets. */
    replyTarget: Int => Int
):
  private val thinkOrNull = group.think.map(ValueSampler(_, seed)).orNull
  private val began = clock.nanos()
  private val automatic = group.ack.isAutomatic
  private val transacted = group.ack == Ack.Transacted
  private val rollbackEvery = group.rollbackEvery.getOrElse(0)
  private val every = if group.batch.isDefined && group.ack == Ack.Client then Int.MaxValue else group.ackEvery
  private val latencyOrNull = recorder.latency(LatencyKind.EndToEnd).orNull
  private val commitOrNull = recorder.latency(LatencyKind.Commit).orNull

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
  private var transactions = 0L
  private var endAsked = 0L
  private var finished = false
  private var resting = false

  /** True while the client waits for the end of a transaction. */
  var ending = false

  /** Handles a new connection: the broker will deliver again what was not acknowledged. */
  def reconnected(): Unit =
    connections += 1
    unacknowledged = 0
    ending = false
    finished = false
    resting = false
    audit.thinking = false

  def batch(arrivalNanos: Long): Unit = arrival = arrivalNanos

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

  /** @return false if the client must pause until [[Client.resume]] */
  def message(client: Client, producer: Int, sequence: Long, stamp: Long, bytes: Int, intact: Boolean): Boolean =
    // A message that will be rolled back comes again and counts then.
    val undone = isUndone
    val ours = !undone && audit.add(producer, sequence, intact)
    if ours then consumed += 1
    if ours then record(stamp)
    // An acknowledgement means that a message was dealt with, so the reply goes first.
    val replied = !group.replies || !ours || reply(client, producer, sequence, stamp, bytes)
    if !automatic then count(client, undone)
    if replied then rest(client)
    replied && !resting && !ending

  private def count(client: Client, undone: Boolean): Unit =
    unacknowledged += 1
    if undone && unacknowledged == 1 then rollBackSoon(client)
    if unacknowledged >= every && !owedReply then acknowledge(client)

  private def acknowledge(client: Client): Unit =
    endRecording()
    if transacted then end(client)
    else
      client.acknowledge()
      recorder.acknowledged.add(unacknowledged)
      unacknowledged = 0

  // ---- transactions

  /** Whether the current transaction will be rolled back. */
  private def isUndone: Boolean = rollbackEvery > 0 && (transactions + 1) % rollbackEvery == 0

  private def end(client: Client): Unit = if !ending then
    ending = true
    endAsked = clock.nanos()
    client.endTransaction(commit = !isUndone)

  /** Rolls back soon, because the last messages may be too few to fill a transaction and must not wait for others. */
  private def rollBackSoon(client: Client): Unit =
    val (current, on) = (transactions, connections)
    client.after(
      Receiving.RollBackWithin,
      () => if transactions == current && connections == on && unacknowledged > 0 then end(client)
    )

  def transactionEnded(client: Client, committed: Boolean): Unit =
    transactions += 1
    ending = false
    if committed then
      recorder.acknowledged.add(unacknowledged)
      if commitOrNull != null then
        commitOrNull.enter()
        try commitOrNull.record(clock.nanos() - endAsked, endAsked)
        finally commitOrNull.leave()
    unacknowledged = 0
    goOn(client)

  // ---- pauses

  /** Pauses for the think time, if the group has one. */
  private def rest(client: Client): Unit =
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
          goOn(client)
      )

  private def goOn(client: Client): Unit = if !resting && !ending && !owedReply && !finished then client.resume()

  private def reply(client: Client, producer: Int, sequence: Long, stamp: Long, bytes: Int): Boolean =
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
  def writable(client: Client): Unit =
    if owedReply then
      owedReply = false
      if reply(client, replyProducer, replySequence, replyStamp, replyBytes) then
        if !automatic && unacknowledged >= every then acknowledge(client)
        rest(client)
        goOn(client)

  def batchEnd(client: Client): Unit =
    endRecording()
    if group.batch.isDefined && unacknowledged > 0 && !owedReply && !finished then acknowledge(client)
    if consumed > 0 then
      recorder.consumed.add(consumed)
      if automatic then recorder.acknowledged.add(consumed)
      consumed = 0
    client.flush()

  /** Acknowledges the incomplete last batch before the connection closes. The client may be [[ending]] then. */
  def finish(client: Client): Unit =
    endRecording()
    finished = true
    if unacknowledged > 0 then acknowledge(client)

object Receiving:
  private val RollBackWithin = Nanos.ofMillis(200)
