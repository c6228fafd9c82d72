package shootout.engine

import shootout.driver.{ClientSpec, Session, Stamp}
import shootout.result.LatencyKind
import shootout.scenario.{Confirm, Distribution, ProducerGroup, Rate, Transactions, Window}
import shootout.units.Nanos

import java.util.concurrent.CompletableFuture

/** A client that sends: sequence, window, pace. With `replies` it also receives the answers to its requests. */
final class ProducerLoop(
    session: Session,
    spec: ClientSpec,
    recorder: ClientRecorder,
    val group: ProducerGroup,
    /** the index of the client within its group */
    place: Int,
    /** the number of the producer in [[shootout.driver.Stamp]] */
    id: Int,
    val audit: ProducerAudit,
    val replies: Option[ConsumerAudit],
    clock: Clock
) extends ClientLoop(session, spec, recorder):
  private val confirms = group.confirm == Confirm.Receipt
  private val windows = ValueSampler(ProducerLoop.windows(group.window), id)
  private val windowVaries = windows.constant.isEmpty
  private val quota = group.messagesPerConnection.getOrElse(Int.MaxValue)
  private val batchOrNull = group.batch.map(SendBatch(_, id)).orNull
  private val sizes = ValueSampler(group.size, id)
  private val fixedSize = sizes.constant.fold(0)(_.toInt)

  private val latencyOrNull = recorder.latency(LatencyKind.Send).orNull
  private val delayOrNull = recorder.latency(LatencyKind.ScheduleDelay).orNull
  private val roundTripOrNull = recorder.latency(LatencyKind.RoundTrip).orNull
  private val writeOrNull = recorder.latency(LatencyKind.Write).orNull

  /** Those of events that the broker causes. */
  private val latencies: Array[LatencyRecorder] =
    List(LatencyKind.Send, LatencyKind.RoundTrip, LatencyKind.Commit).flatMap(recorder.latency).toArray

  private val transactions = group.transactions.map(SendingTransactions(_, recorder, clock)).orNull
  private val unconfirmed = UnconfirmedSends(if confirms then 1024 else 0)

  /** When the workload began, in nanoseconds of the monotonic clock. */
  private var began = 0L
  private var schedule = Option.empty[Schedule]
  private var pacer = Pacer.of(None, None, 0)

  /** How many sends may be in flight now. */
  private var window = windows.at(0).toInt
  private var sequence = 0L
  private var unanswered = 0
  private var onConnection = 0
  private var sending = false
  private var isWakeScheduled = false
  private var closing = false
  private var arrival = 0L
  private var answers = 0

  /** Whether window or network block sends now. */
  private var isBlocked = false

  /** When there was room again, or a slow send had ended. A message that was due earlier had to wait. */
  private var blockedUntil = 0L

  /** If true, a message that is due at `end` or later is not sent. */
  private var ending = false
  private var end = 0L

  /** Completes when nothing is left to send that was due before [[finishBy]]'s end, or when it never will be sent. */
  val caughtUp = CompletableFuture[Unit]()

  /** From any thread: starts the workload and its clock. */
  def start(began: Long): Unit = client.execute { () =>
    if recorder.connected && !stopping then
      begin(began)
      turn()
  }

  private[engine] def begin(now: Long): Unit =
    sending = true
    began = now
    blockedUntil = now - 1
    schedule = ProducerLoop.schedule(group, place, now, id)
    pacer = Pacer.of(schedule, group.think.map(ValueSampler(_, id)), now)

  /** How many messages an open loop should have sent in a stretch of time; a closed loop has 0. It is asked after the
    * stretch has ended.
    */
  def due(from: Long, until: Long): Long = schedule.fold(0L)(_.due(from, until))

  /** From any thread: ends sending. An open loop still sends what was due before the end, so that no latency is
    * missing.
    */
  def finishBy(time: Long): Unit = client.execute { () =>
    if stopping || closed.isDone then caughtUp.complete(())
    else
      ending = true
      end = time
      turn()
  }

  override def onFailure(cause: Throwable): Unit =
    super.onFailure(cause)
    caughtUp.complete(())

  /** From any thread: sends no more messages and closes once everything outstanding has arrived. */
  def stop(): Unit = client.execute { () =>
    stopping = true
    sending = false
    if !closed.isDone then
      if failure.isDefined || !recorder.connected && !closing then closed.complete(()) else closeWhenSettled()
  }

  override def onReady(): Unit =
    super.onReady()
    closing = false
    onConnection = 0
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

  def onConfirmed(sequence: Long): Unit = confirmed(sequence, arrival)

  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    // A second answer to one request would free the place of another request that still waits for its answer.
    val isAnswer = replies.exists(_.addFirst(producer, sequence, intact))
    if isAnswer then
      answers += 1
      unanswered -= 1
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
    try transactionEnded(committed)
    finally latencies.foreach(_.leave())
    turn()

  private def closeWhenSettled(): Unit =
    if !closing then
      // The current transaction ends, however few messages it contains.
      if transactions != null && transactions.begun then endTransaction(transactions)
      if settled then
        closing = true
        client.close(unsubscribe = false)

  /** Whether nothing is outstanding, so that the connection may be closed. */
  private[engine] def settled: Boolean = unconfirmed.count == 0 && unanswered == 0

  /** Sends what window, pace, quota and network allow. */
  private[engine] def turn(): Unit =
    if stopping then closeWhenSettled()
    else if !closing then
      send()
      client.flush()
      if ending && (!sending || schedule.forall(_.next - end >= 0)) then caughtUp.complete(())
      if onConnection >= quota then closeWhenSettled()

  private def send(): Unit =
    var go = sending
    var before = 0L
    var again = false
    while go do
      val now = clock.nanos()
      if room > 0 && (isBlocked || again && now - before > ProducerLoop.Slow) then
        blockedUntil = now
        isBlocked = false
      if windowVaries then window = windows.at(now - began).toInt
      val paced = math.min(pacer.allowed(now), room)
      val stamp = pacer.stamp(now)
      if paced <= 0 then
        go = false
        if room > 0 then wakeLater(now) else isBlocked = true
      else if ending && stamp - end >= 0 then
        go = false
        sending = false
      else
        before = now
        again = true
        val size = if fixedSize > 0 then fixedSize else math.max(Stamp.Bytes, sizes.at(now - began).toInt)
        val count = if fixedSize > 0 then paced else 1
        val taken = client.send(0, id, sequence, count, stamp, size)
        if taken > 0 then note(taken, now, stamp)
        if transactions != null && transactions.full then endTransaction(transactions)
        go = taken == count
        isBlocked = !go

  private def room: Int =
    val free =
      if transactions != null then transactions.room
      else if batchOrNull != null then if unconfirmed.count > 0 then 0 else batchOrNull.size
      else window - math.max(unconfirmed.count, unanswered)
    math.min(free, quota - onConnection)

  private def endTransaction(transactions: SendingTransactions): Unit =
    val commit = transactions.end()
    // The broker may deliver the messages from now on.
    if commit then audit.produced = sequence
    client.endTransaction(commit)

  /** Sends what was rolled back again, under the same sequences. If the broker delivers a rolled back message after
    * all, the audit finds a duplicate.
    */
  private def transactionEnded(committed: Boolean): Unit =
    val now = clock.nanos()
    // The transaction ends the way `endTransaction` asked for.
    val messages = transactions.nn.ended(committed, now)
    if committed then
      recorder.produced.add(messages)
      var s = sequence - messages
      while s < sequence do
        confirmed(s, now)
        s += 1
    else
      sequence -= messages
      unconfirmed.undo(messages)
      onConnection -= messages

  private def note(taken: Int, now: Long, stamp: Long): Unit =
    if confirms then unconfirmed.add(taken, stamp)
    if group.requests then unanswered += taken
    if batchOrNull != null then batchOrNull.sent()
    sequence += taken
    onConnection += taken
    // The sampler waits for clients that are inside the recorder. A driver call may block, so none is made from inside.
    if delayOrNull != null then
      delayOrNull.recordOne(now - stamp, stamp)
      if stamp - blockedUntil <= 0 then recorder.heldBack.add(taken)
    if transactions == null then
      audit.produced = sequence
      recorder.produced.add(taken)
    else transactions.sent(taken)
    pacer.sent(taken, now)

  private def wakeLater(now: Long): Unit =
    if !isWakeScheduled then
      isWakeScheduled = true
      client.after(
        Nanos(math.max(0L, pacer.wakeAt(now) - now)),
        () =>
          isWakeScheduled = false
          turn()
      )

  /** Handles the publisher confirm of one message. Brokers may confirm in any order. */
  private[engine] def confirmed(confirmedSequence: Long, arrival: Long): Unit =
    val sentAt = unconfirmed.confirm(confirmedSequence)
    // A publisher confirm that comes twice, or for a message that was never sent, is an error.
    if sentAt == UnconfirmedSends.None then recorder.errors.add(1)
    else
      audit.confirm(confirmedSequence)
      recorder.confirmed.add(1)
      // A batch is one send, which is done when its last message is confirmed.
      val done = batchOrNull == null || unconfirmed.count == 0
      if latencyOrNull != null && done then latencyOrNull.record(arrival - sentAt, sentAt)

object ProducerLoop:
  /** In nanoseconds. A send that takes longer has waited, because a library may block until the broker answers. */
  private val Slow = 100_000L

  /** The schedule of one producer of an open loop. */
  private def schedule(group: ProducerGroup, place: Int, began: Long, seed: Long): Option[Schedule] =
    val phase = place.toDouble / group.count
    group.rate.flatMap {
      case Rate.Each(perSecond) => Some(Schedule(perSecond, 1, phase, began, seed))
      case Rate.Total(perSecond) => Some(Schedule(perSecond, 1.0 / group.count, phase, began, seed))
      case Rate.Maximum => None
      case Rate.Share(_) => throw IllegalStateException("a share of a maximum that was not looked up")
    }

  /** How many sends may be in flight over the course of a workload. */
  private def windows(window: Window): Distribution = window match
    case Window.Of(messages) => Distribution.Constant(messages)
    case Window.Unbounded => Distribution.Constant(Int.MaxValue)
    case Window.Steps(from) => Distribution.Steps(from.map((time, step) => time -> windows(step)))

/** Sends that the broker has not confirmed yet, by sequence. Each has its time. */
private final class UnconfirmedSends(capacity: Int):
  private var sentAt = new Array[Long](capacity)

  /** All messages before this one are confirmed. */
  private var oldest = 0L

  /** The sequence of the next message. */
  private var next = 0L

  /** Messages in flight. */
  var count = 0

  /** Adds messages that were sent at the time `stamp`. */
  def add(messages: Int, stamp: Long): Unit =
    while next + messages - oldest > sentAt.length do grow()
    val end = next + messages
    while next < end do
      sentAt(slot(next)) = stamp
      next += 1
    count += messages

  /** Removes the latest messages, because they were rolled back. */
  def undo(messages: Int): Unit =
    next -= messages
    count -= messages

  /** Returns when this message was sent and removes it. Returns [[UnconfirmedSends.None]] if it is not in flight. */
  def confirm(sequence: Long): Long =
    if sequence < oldest || sequence >= next then UnconfirmedSends.None
    else
      val sent = sentAt(slot(sequence))
      if sent != UnconfirmedSends.None then
        sentAt(slot(sequence)) = UnconfirmedSends.None
        count -= 1
        while oldest < next && sentAt(slot(oldest)) == UnconfirmedSends.None do oldest += 1
      sent

  private def slot(sequence: Long): Int = (sequence & (sentAt.length - 1)).toInt

  private def grow(): Unit =
    val old = sentAt
    sentAt = new Array[Long](old.length * 2)
    var s = oldest
    while s < next do
      sentAt(slot(s)) = old((s & (old.length - 1)).toInt)
      s += 1

private object UnconfirmedSends:
  /** The value that replaces a time. */
  final val None = Long.MinValue

/** How many messages the next send has, where each send is a batch. */
private final class SendBatch(most: Int, seed: Long):
  private val sizes = ValueSampler(Distribution.Uniform(1, most + 1.0), seed)
  private var drawn = 0

  /** The size stays the same until the batch was sent. */
  def size: Int =
    if drawn == 0 then drawn = sizes.at(0).toInt
    drawn

  def sent(): Unit = drawn = 0

/** The state of a producer's transactions, which follow one another. Only the client's context may use it. */
private final class SendingTransactions(declared: Transactions, recorder: ClientRecorder, clock: Clock):
  private val latencyOrNull = recorder.latency(LatencyKind.Commit).orNull
  private val rollbackEvery = declared.rollbackEvery.getOrElse(0)
  private var messages = 0
  private var count = 0L
  private var ending = false
  private var asked = 0L

  /** How many messages still fit into the current transaction. */
  def room: Int = if ending then 0 else declared.messages - messages
  def full: Boolean = !ending && messages == declared.messages
  def begun: Boolean = !ending && messages > 0
  def sent(taken: Int): Unit = messages += taken

  /** @return true if this transaction is to be committed, false if rolled back */
  def end(): Boolean =
    ending = true
    count += 1
    asked = clock.nanos()
    rollbackEvery == 0 || count % rollbackEvery != 0

  /** @return how many messages were in the transaction */
  def ended(committed: Boolean, now: Long): Int =
    ending = false
    if committed && latencyOrNull != null then latencyOrNull.record(now - asked, asked)
    val were = messages
    messages = 0
    were
