package shootout.run

import shootout.driver.{Client, Stamp}
import shootout.record.{ClientRecorder, ProducerAudit}
import shootout.result.LatencyKind
import shootout.scenario.{Confirm, Distribution, ProducerGroup, Rate, Transactions, Window}
import shootout.units.Nanos

/** The sending half of a client: sequence, window, pace. Used in the client's context only.
  *
  * @param place
  *   of the client among those of its group
  * @param began
  *   of the load
  * @param target
  *   index of the destination among the client's targets
  * @param id
  *   the producer in [[Stamp]]
  * @param wake
  *   run when the pace allows the next message
  */
final class Sending(
    group: ProducerGroup,
    place: Int,
    began: Long,
    target: Int,
    id: Int,
    audit: ProducerAudit,
    recorder: ClientRecorder,
    clock: Clock,
    wake: Runnable
):
  private val confirms = group.confirm == Confirm.Receipt
  private val answers = group.requests
  private val windows = Windows(group.window)
  private val quota = group.messagesPerConnection.getOrElse(Int.MaxValue)
  private val batchesOrNull = group.batch.map(most => ValueSampler(Distribution.Uniform(1, most + 1.0), id)).orNull
  private val sizes = ValueSampler(group.size, id)
  private val fixedSize = sizes.constant.fold(0)(_.toInt)
  private val schedule = Sending.schedule(group, place, began, id)
  private val pacer = Pacer.of(schedule, group.think.map(ValueSampler(_, id)), began)

  private val latencyOrNull = recorder.latency(LatencyKind.Send).orNull
  private val delayOrNull = recorder.latency(LatencyKind.ScheduleDelay).orNull

  /** Messages of the next send, if it is a batch that was drawn already. */
  private var batch = 0
  private var sequence = 0L
  private var unconfirmed = 0

  /** All messages before this one are confirmed. */
  private var oldest = 0L
  private var unanswered = 0
  private var onConnection = 0
  private val transactions = group.transactions.map(SendingTransactions(_, recorder, clock)).orNull
  private var sentAt = new Array[Long](if confirms then 1024 else 0)
  private var sending = false
  private var alarm = false

  /** Nothing is sent that is due from `end` on. */
  private var ending = false
  private var end = 0L

  /** Up to then, window or network took nothing, or a send took its time. */
  private var freeSince = began - 1
  private var blocked = false

  /** Nothing is outstanding: the connection may be closed. */
  def settled: Boolean = unconfirmed == 0 && unanswered == 0

  /** The connection has carried all the messages it should. */
  def exhausted: Boolean = onConnection >= quota

  def begin(): Unit = sending = true
  def stop(): Unit = sending = false

  /** An open loop still sends what was due before. */
  def stopAt(time: Long): Unit =
    ending = true
    end = time

  /** Whether it has sent all that [[stopAt]] leaves it. */
  def caughtUp: Boolean = ending && (!sending || schedule.forall(_.next - end >= 0))

  /** A new connection: its quota begins anew. */
  def reconnected(): Unit =
    onConnection = 0

  /** How many messages an open loop should have sent in a stretch of time; 0 for a closed loop. */
  def due(from: Long, until: Long): Long = schedule.fold(0L)(_.due(from, until))

  /** Ends a transaction that is under way, however few messages are in it. */
  def finish(client: Client): Unit = if transactions != null && transactions.begun then
    endTransaction(client, transactions)

  /** Sends what window, pace, quota and network allow. */
  def turn(client: Client): Unit =
    send(client)
    client.flush()

  private def send(client: Client): Unit =
    var go = sending
    var before = 0L
    var again = false
    while go do
      val now = clock.nanos()
      if room > 0 && (blocked || again && now - before > Sending.Slow) then
        freeSince = now
        blocked = false
      windows.advance(now - began)
      val paced = math.min(pacer.allowed(now), room)
      val stamp = pacer.stamp(now)
      if paced <= 0 then
        go = false
        if room > 0 then wakeLater(client, now) else blocked = true
      else if ending && stamp - end >= 0 then
        go = false
        sending = false
      else
        before = now
        again = true
        val size = if fixedSize > 0 then fixedSize else math.max(Stamp.Bytes, sizes.at(now - began).toInt)
        val count = if fixedSize > 0 then paced else 1
        val taken = client.send(target, id, sequence, count, stamp, size)
        if taken > 0 then note(taken, now, stamp)
        if transactions != null && transactions.full then endTransaction(client, transactions)
        go = taken == count
        blocked = !go

  private def room: Int =
    val free =
      if transactions != null then transactions.room
      else if batchesOrNull != null then nextBatch(batchesOrNull)
      else windows.current - math.max(unconfirmed, unanswered)
    math.min(free, quota - onConnection)

  /** One after the other. */
  private def nextBatch(batches: ValueSampler): Int =
    if unconfirmed > 0 then 0
    else
      if batch == 0 then batch = batches.at(0).toInt
      batch

  private def endTransaction(client: Client, transactions: SendingTransactions): Unit =
    val commit = transactions.end()
    // from now on the broker may deliver them
    if commit then audit.produced = sequence
    client.endTransaction(commit)

  /** What was rolled back will be sent again, under the same sequences: if the broker delivers it nevertheless, it will be
    * there twice.
    */
  def transactionEnded(committed: Boolean): Unit =
    val now = clock.nanos()
    // it ends as `endTransaction` has asked for
    val messages = transactions.nn.ended(committed, now)
    if committed then
      recorder.produced.add(messages)
      var s = sequence - messages
      while s < sequence do
        confirmed(s, now)
        s += 1
    else
      sequence -= messages
      unconfirmed -= messages
      onConnection -= messages

  private def note(taken: Int, now: Long, stamp: Long): Unit =
    if confirms then
      while sequence + taken - oldest > sentAt.length do grow()
      var i = 0
      while i < taken do
        sentAt(slot(sequence + i)) = stamp
        i += 1
      unconfirmed += taken
    if answers then unanswered += taken
    batch = 0
    sequence += taken
    onConnection += taken
    // the sampler waits for whoever is in the recorder, so a driver that blocks is never called from within
    if delayOrNull != null then
      delayOrNull.enter()
      delayOrNull.record(now - stamp, stamp)
      delayOrNull.leave()
      if stamp - freeSince <= 0 then recorder.heldBack.add(taken)
    if transactions == null then
      audit.produced = sequence
      recorder.produced.add(taken)
    else transactions.sent(taken)
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
    var s = oldest
    while s < sequence do
      sentAt(slot(s)) = old((s & (old.length - 1)).toInt)
      s += 1

  /** The broker confirmed one message; brokers may do so in any order. */
  def confirmed(confirmedSequence: Long, arrival: Long): Unit =
    val known = confirmedSequence >= oldest && confirmedSequence < sequence
    val sent = if known then sentAt(slot(confirmedSequence)) else Sending.Confirmed
    // a receipt that comes twice, or for nothing
    if sent == Sending.Confirmed then recorder.errors.add(1)
    else
      sentAt(slot(confirmedSequence)) = Sending.Confirmed
      while oldest < sequence && sentAt(slot(oldest)) == Sending.Confirmed do oldest += 1
      unconfirmed -= 1
      audit.confirm(confirmedSequence)
      recorder.confirmed.add(1)
      // a batch is one send, and done with its last message
      val done = batchesOrNull == null || unconfirmed == 0
      if latencyOrNull != null && done then latencyOrNull.record(arrival - sent, sent)

  /** A reply came. */
  def answered(): Unit = unanswered -= 1

object Sending:
  /** In the place of a send time. */
  private val Confirmed = Long.MinValue

  /** A send that takes more nanoseconds waits for somebody: a library may block until the broker answers. */
  private val Slow = 100_000L

  /** Of an open loop. */
  private def schedule(group: ProducerGroup, place: Int, began: Long, seed: Long): Option[Schedule] =
    val phase = place.toDouble / group.count
    group.rate.flatMap {
      case Rate.Each(perSecond) => Some(Schedule(perSecond, 1, phase, began, seed))
      case Rate.Total(perSecond) => Some(Schedule(perSecond, 1.0 / group.count, phase, began, seed))
      case Rate.Maximum => None
      case Rate.Share(_) => throw IllegalStateException("a share of a maximum that was not looked up")
    }

/** How many sends may be in flight, in the course of a load. */
final class Windows(window: Window):
  private val (times, limits) = window match
    case Window.Steps(from) => (from.map(_._1.value).toArray, from.map((_, step) => Windows.limit(step)).toArray)
    case other => (Array(0L), Array(Windows.limit(other)))
  private var step = 0

  var current: Int = limits(0)

  /** Time passes; in nanoseconds since the load began. */
  def advance(elapsed: Long): Unit =
    while step + 1 < times.length && times(step + 1) <= elapsed do
      step += 1
      current = limits(step)

private object Windows:
  def limit(window: Window): Int = window match
    case Window.Of(messages) => messages
    case Window.Unbounded => Int.MaxValue
    case Window.Steps(_) => throw IllegalStateException("steps within steps")

/** Where a producer stands with its transactions: one after the other. Used in the client's context only. */
private final class SendingTransactions(declared: Transactions, recorder: ClientRecorder, clock: Clock):
  private val latencyOrNull = recorder.latency(LatencyKind.Commit).orNull
  private val rollbackEvery = declared.rollbackEvery.getOrElse(0)
  private var messages = 0
  private var count = 0L
  private var ending = false
  private var asked = 0L

  /** Messages that still fit into the one under way. */
  def room: Int = if ending then 0 else declared.messages - messages
  def full: Boolean = !ending && messages == declared.messages
  def begun: Boolean = !ending && messages > 0
  def sent(taken: Int): Unit = messages += taken

  /** @return whether this one is committed, or else rolled back */
  def end(): Boolean =
    ending = true
    count += 1
    asked = clock.nanos()
    rollbackEvery == 0 || count % rollbackEvery != 0

  /** @return how many messages were in it */
  def ended(committed: Boolean, now: Long): Int =
    ending = false
    if committed && latencyOrNull != null then latencyOrNull.record(now - asked, asked)
    val were = messages
    messages = 0
    were
