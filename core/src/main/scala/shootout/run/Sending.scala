package shootout.run

import shootout.driver.{Client, Stamp}
import shootout.record.{ClientRecorder, Latency, ProducerAudit}
import shootout.scenario.{Confirm, ProducerGroup, Window}
import shootout.units.Nanos

/** The sending half of a client: sequence, window, pace. Used in the client's context only.
  *
  * @param target
  *   index of the destination among the client's targets
  * @param id
  *   the producer in [[Stamp]]
  * @param wake
  *   run when the pace allows the next message
  */
final class Sending(
    group: ProducerGroup,
    target: Int,
    id: Int,
    audit: ProducerAudit,
    recorder: ClientRecorder,
    clock: Clock,
    wake: Runnable
):
  private val confirms = group.confirm == Confirm.Receipt
  private val answers = group.requests
  private val window = group.window match
    case Window.Of(messages) => messages
    case Window.Unbounded => Int.MaxValue
  private val quota = group.messagesPerConnection.getOrElse(Int.MaxValue)
  private val sizes = Drawing(group.size, id)
  private val fixedSize = sizes.constant.fold(0)(_.toInt)
  private val began = clock.nanos()
  private val pacer = Pacer.of(group, began, id)

  private val latencyOrNull = recorder.latency(Latency.Send).orNull

  private var sequence = 0L
  private var unconfirmed = 0
  private var unanswered = 0
  private var onConnection = 0
  private var sentAt = new Array[Long](if confirms then 1024 else 0)
  private var sending = false
  private var alarm = false

  /** Nothing is outstanding: the connection may be closed. */
  def settled: Boolean = unconfirmed == 0 && unanswered == 0

  /** The connection has carried all the messages it should. */
  def exhausted: Boolean = onConnection >= quota

  def begin(): Unit = sending = true
  def stop(): Unit = sending = false

  /** A new connection: its quota begins anew. */
  def reconnected(): Unit = onConnection = 0

  /** Sends what window, pace, quota and network allow. */
  def turn(client: Client): Unit =
    var go = sending
    while go do
      val now = clock.nanos()
      val paced = math.min(pacer.allowed(now), room)
      if paced <= 0 then
        go = false
        if room > 0 then wakeLater(client, now)
      else
        val size = if fixedSize > 0 then fixedSize else math.max(Stamp.Bytes, sizes.at(now - began).toInt)
        val count = if fixedSize > 0 then paced else 1
        val taken = client.send(target, id, sequence, count, pacer.stamp(now), size)
        if taken > 0 then note(taken, now)
        go = taken == count
    client.flush()

  private def room: Int =
    val free = window - math.max(unconfirmed, unanswered)
    math.min(free, quota - onConnection)

  private def note(taken: Int, now: Long): Unit =
    if confirms then
      if unconfirmed + taken > sentAt.length then grow()
      var i = 0
      while i < taken do
        sentAt(slot(sequence + i)) = now
        i += 1
      unconfirmed += taken
    if answers then unanswered += taken
    sequence += taken
    onConnection += taken
    audit.produced = sequence
    recorder.produced.add(taken)
    pacer.sent(taken, now)

  private def wakeLater(client: Client, now: Long): Unit =
    if !alarm then
      alarm = true
      client.after(
        Nanos(math.max(0L, pacer.wakeAt(now) - now)),
        () =>
          alarm = false; wake.run()
      )

  private def slot(sequence: Long): Int = (sequence & (sentAt.length - 1)).toInt

  private def grow(): Unit =
    val old = sentAt
    sentAt = new Array[Long](old.length * 2)
    var s = sequence - unconfirmed
    while s < sequence do
      sentAt(slot(s)) = old((s & (old.length - 1)).toInt)
      s += 1

  /** The broker confirmed one message. */
  def confirmed(confirmedSequence: Long, arrival: Long): Unit =
    unconfirmed -= 1
    audit.confirmed += 1
    recorder.confirmed.add(1)
    if latencyOrNull != null then latencyOrNull.record(arrival - sentAt(slot(confirmedSequence)))

  /** A reply came. */
  def answered(): Unit = unanswered -= 1
