package shootout.run

import shootout.driver.{Client, Stamp}
import shootout.record.{ClientRecorder, ConsumerAudit, Latency}
import shootout.scenario.{Ack, ConsumerGroup}
import shootout.units.Nanos

/** The receiving half of a client: audit, acknowledgements, think time, replies. Used in the client's context only.
  *
  * @param replyTarget
  *   index of a producer to the index of its reply queue among the client's targets
  */
final class Receiving(
    group: ConsumerGroup,
    audit: ConsumerAudit,
    recorder: ClientRecorder,
    clock: Clock,
    seed: Long,
    replyTarget: Int => Int
):
  private val thinkOrNull = group.think.map(Drawing(_, seed)).orNull
  private val began = clock.nanos()
  private val automatic = group.ack == Ack.Auto
  private val every = group.ackEvery
  private val latencyOrNull = recorder.latency(Latency.EndToEnd).orNull

  private var arrival = 0L
  private var consumed = 0
  private var unacknowledged = 0
  private var owedReply = false
  private var replyProducer = 0
  private var replySequence = 0L
  private var replyStamp = 0L
  private var replyBytes = 0

  def batch(arrivalNanos: Long): Unit =
    arrival = arrivalNanos
    if latencyOrNull != null then latencyOrNull.enter()

  /** @return false: the client must pause; [[Client.resume]] follows */
  def message(client: Client, producer: Int, sequence: Long, stamp: Long, bytes: Int, intact: Boolean): Boolean =
    val ours = audit.add(producer, sequence, intact)
    if ours then consumed += 1
    if ours && latencyOrNull != null then latencyOrNull.record(arrival - stamp)
    if !automatic then
      unacknowledged += 1
      if unacknowledged >= every then acknowledge(client)
    val replied = !group.replies || !ours || reply(client, producer, sequence, stamp, bytes)
    replied && !pauses(client)

  private def acknowledge(client: Client): Unit =
    client.acknowledge()
    recorder.acknowledged.add(unacknowledged)
    unacknowledged = 0

  private def pauses(client: Client): Boolean =
    val pause = if thinkOrNull == null then 0L else thinkOrNull.at(clock.nanos() - began).toLong
    if pause > 0 then client.after(Nanos(pause), () => client.resume())
    pause > 0

  private def reply(client: Client, producer: Int, sequence: Long, stamp: Long, bytes: Int): Boolean =
    val sent = client.send(replyTarget(Stamp.index(producer)), producer, sequence, 1, stamp, bytes) == 1
    if sent then recorder.produced.add(1)
    else
      owedReply = true
      replyProducer = producer
      replySequence = sequence
      replyStamp = stamp
      replyBytes = bytes
    sent

  /** There is room again: sends the reply that had to wait. */
  def writable(client: Client): Unit =
    if owedReply then
      owedReply = false
      if reply(client, replyProducer, replySequence, replyStamp, replyBytes) && !pauses(client) then client.resume()

  def batchEnd(client: Client): Unit =
    if latencyOrNull != null then latencyOrNull.leave()
    if consumed > 0 then
      recorder.consumed.add(consumed)
      if automatic then recorder.acknowledged.add(consumed)
      consumed = 0
    client.flush()

  /** Acknowledges what a larger step had left over, before the connection closes. */
  def finish(client: Client): Unit = if unacknowledged > 0 then acknowledge(client)
