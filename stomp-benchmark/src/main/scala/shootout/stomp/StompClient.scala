package shootout.stomp

import org.fusesource.hawtdispatch.{DispatchQueue, Task}
import shootout.driver.{Client, ClientListener, ClientSpec}
import shootout.scenario.Ack
import shootout.units.{Endpoint, Nanos}

import java.io.{EOFException, IOException}

/** One STOMP client on one connection. Everything happens on its serial `queue`. */
final class StompClient(
    spec: ClientSpec,
    listener: ClientListener,
    dialect: Dialect,
    endpoint: Endpoint,
    connector: Connector,
    queue: DispatchQueue,
    /** milliseconds between heart-beats, offered for both directions */
    beatMillis: Int = StompClient.HeartBeatMillis,
    /** whether a consumer that may read later waits after small reads, see [[ReadCoalescing]] */
    coalesces: => Boolean = true
) extends Client
    with FrameHandler:
  private val sending = spec.send.map(SendFrames(_, dialect))
  private val subscribing = spec.receive.map(Subscription(spec.name, _, dialect))
  private var linkOrNull: Link | Null = null
  private var state = StompClient.ClientState.Idle
  private var version = Version.V10
  private var paused = false
  private var wantsRoom = false
  private var farewell = List.empty[Array[Byte]]
  private val acknowledges = spec.receive.exists(_.ack != Ack.Auto)
  private val latestAck = AckId()

  /** Null for clients that also send, because their replies would wait too. It is also null for clients that hold up
    * the broker until they acknowledge.
    */
  private val coalescingOrNull =
    val may = spec.send.isEmpty && spec.receive.exists(r => r.mayReadLater && r.ack == Ack.Auto && r.prefetch.isEmpty)
    if may && coalesces then ReadCoalescing() else null
  private var messages = 0

  def execute(task: Runnable): Unit = queue.execute(guarded(task))
  def after(delay: Nanos, task: Runnable): Unit = Alarms.after(delay, queue, guarded(task))

  /** HawtDispatch would only print what a task throws, even if the memory is exhausted. So it ends the client, and the
    * run sees it.
    */
  private def guarded(task: Runnable): Task = new Task:
    def run(): Unit =
      try task.run()
      catch case e: Throwable => failed(e)

  private def link: Link =
    val link = linkOrNull
    if link == null then throw IllegalStateException(s"${spec.name} is not connected") else link

  def connect(): Unit =
    queue.assertExecuting()
    gone()
    paused = false
    wantsRoom = false
    latestAck.clear()
    sending.foreach(_.clear())
    state = StompClient.ClientState.Connecting
    val sendBufferBytes = spec.send.fold(Connector.SendBufferBytes)(Connector.sendBufferBytes)
    val fresh = Link(connector, queue, sending, this, spec.receive.exists(_.wholeBodies), sendBufferBytes)
    linkOrNull = fresh
    fresh.start()

  /** The transport is connected. */
  private[stomp] def opened(): Unit =
    try say(Frame.bytes("CONNECT", connectHeaders, Version.V10))
    catch case e: Throwable => failed(e)

  private def connectHeaders: Headers =
    val offered = Version.values.filter(_.ordinal <= dialect.version.ordinal).map(_.text).mkString(",")
    val modern = if dialect.version == Version.V10 then Nil else List("heart-beat" -> s"$beatMillis,$beatMillis")
    List(
      "accept-version" -> offered,
      "host" -> endpoint.virtualHost.orElse(dialect.host).getOrElse(endpoint.host)
    ) ++ modern ++
      endpoint.login.map("login" -> _) ++ endpoint.passcode.map("passcode" -> _) ++
      subscribing.toList.flatMap(_.connectHeaders)

  private def say(frame: Array[Byte]): Unit =
    link.outbox.add(frame)
    link.flushLater()

  // ---- what the transport reports

  private[stomp] def received(): Unit =
    val current = linkOrNull
    if current != null && !paused then
      val now = System.nanoTime()
      messages = 0
      listener.onBatch(now)
      try
        try if current.reader.parse(this) then coalesce(current, now) else pause(current)
        finally listener.onBatchEnd()
      catch case e: Throwable => failed(e)

  private def coalesce(current: Link, now: Long): Unit = if coalescingOrNull != null && (linkOrNull eq current) then
    val delay = coalescingOrNull.delay(now, messages, current.lastReadBytes)
    if delay > 0 && state == StompClient.ClientState.Ready then current.readAfter(delay)

  private def pause(current: Link): Unit =
    // a close during the batch needs the receipt that is still to come
    if (linkOrNull eq current) && !leaving then
      paused = true
      current.suspendRead()

  private[stomp] def drained(): Unit = if wantsRoom then
    wantsRoom = false
    try listener.onWritable()
    catch case e: Throwable => failed(e)

  private[stomp] def lost(cause: Throwable): Unit =
    // after DISCONNECT, the broker may hang up without a receipt, as STOMP 1.0 servers do
    if state == StompClient.ClientState.Leaving && cause.isInstanceOf[EOFException] && link.flushed then
      try closed()
      catch case e: Throwable => failed(e)
    else if state != StompClient.ClientState.Idle then failed(cause)

  private def failed(cause: Throwable): Unit =
    gone()
    listener.onFailure(cause)

  private def closed(): Unit =
    gone()
    listener.onClosed()

  private def leaving: Boolean =
    state == StompClient.ClientState.Unsubscribing || state == StompClient.ClientState.Leaving

  private def gone(): Unit =
    state = StompClient.ClientState.Idle
    val old = linkOrNull
    linkOrNull = null
    if old != null then old.close()

  // ---- frames

  def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    // messages that were under way when we said good-bye are not acknowledged any more, and go to another consumer
    if state == StompClient.ClientState.Leaving && acknowledges then true
    else
      val current = link
      messages += 1
      if acknowledges then current.reader.acknowledgement(latestAck)
      val goOn =
        if intact then listener.onMessage(producer, sequence, nanos, bodyBytes, true)
        else listener.onMessage(0, 0, 0, bodyBytes, false)
      (linkOrNull eq current) && (goOn || leaving)

  def receipt(idAt: Int, idLength: Int): Boolean =
    val current = link
    val sequence = Hex.at(current.reader.buffer, idAt, idLength)
    if sequence >= 0 then listener.onConfirmed(sequence)
    else
      current.reader.text(idAt, idLength) match
        case StompClient.Subscribed if state == StompClient.ClientState.Subscribing => ready()
        case StompClient.Unsubscribed if state == StompClient.ClientState.Unsubscribing => unsubscribed()
        case StompClient.Bye if state == StompClient.ClientState.Leaving => closed()
        case _ => ()
    linkOrNull eq current

  def other(command: String, headers: Map[String, String], body: String): Boolean =
    val current = link
    command match
      case "CONNECTED" => connected(headers)
      case "ERROR" =>
        val text = List(headers.get("message"), Some(body.trim)).flatten.filter(_.nonEmpty).distinct.mkString(": ")
        // brokers on a JVM put the whole stack trace there, whose head says what is wrong
        val words = text.linesIterator.map(_.trim).filterNot(l => l.isEmpty || l.startsWith("at ")).toList.distinct
        val short = words.take(StompClient.ErrorLines).mkString(" | ")
        failed(StompError(s"the broker answered ERROR: $short"))
      case unknown => failed(IOException(s"unexpected frame '${unknown.take(20)}'"))
    linkOrNull eq current

  private def connected(headers: Map[String, String]): Unit =
    version = headers.get("version").flatMap(Version.of).getOrElse(Version.V10)
    link.reader.acknowledgeBy(Subscription.ackHeader(version))
    if version != Version.V10 then headers.get("heart-beat").foreach(link.beat(_, beatMillis))
    sending.foreach(_.speak(version))
    subscribing match
      case None => ready()
      case Some(subscription) =>
        state = StompClient.ClientState.Subscribing
        say(subscription.subscribe(version, StompClient.Subscribed))

  private def ready(): Unit =
    state = StompClient.ClientState.Ready
    listener.onReady()

  // ---- what the engine asks

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    if state != StompClient.ClientState.Ready then 0
    else
      val taken = sending.get.send(link.outbox, target, producer, sequence, count, stampNanos, bodyBytes)
      if taken < count then wantsRoom = true
      taken

  def flush(): Unit = if linkOrNull != null then link.flushLater()

  /** Messages may arrive and be acknowledged before the receipt of SUBSCRIBE. Nothing may follow a DISCONNECT (STOMP
    * 1.2).
    */
  def acknowledge(): Unit =
    if latestAck.length > 0 && linkOrNull != null && state != StompClient.ClientState.Leaving then
      subscribing.foreach(_.acknowledge(link.outbox, latestAck, version))
      latestAck.clear()

  def endTransaction(commit: Boolean): Unit =
    throw UnsupportedOperationException("the STOMP driver sends no transactions")

  def resume(): Unit =
    queue.assertExecuting()
    if paused && linkOrNull != null then
      paused = false
      // what was read before the pause comes first
      received()
      if !paused && linkOrNull != null then link.resumeRead()

  def close(unsubscribe: Boolean): Unit = state match
    // nothing was sent that the broker might still have to process
    case StompClient.ClientState.Idle | StompClient.ClientState.Connecting => closed()
    case StompClient.ClientState.Unsubscribing | StompClient.ClientState.Leaving => ()
    // messages may have arrived already, and their acknowledgements may be under way
    case StompClient.ClientState.Subscribing | StompClient.ClientState.Ready =>
      subscribing.filter(_ => unsubscribe) match
        case Some(subscription) =>
          state = StompClient.ClientState.Unsubscribing
          farewell = subscription.unsubscribe(version, StompClient.Unsubscribed)
          unsubscribed()
        case None => disconnect()
      // a paused client must read again, or it would never see the receipt
      if paused then resume()

  private def unsubscribed(): Unit = farewell match
    case next :: rest =>
      farewell = rest
      say(next)
    case Nil => disconnect()

  private def disconnect(): Unit =
    state = StompClient.ClientState.Leaving
    say(Frame.bytes("DISCONNECT", List("receipt" -> StompClient.Bye), version))

  def abort(): Unit = gone()

object StompClient:
  private enum ClientState:
    case Idle, Connecting, Subscribing, Ready, Unsubscribing, Leaving

  private val Subscribed = "subscribed"
  private val Unsubscribed = "unsubscribed"
  private val Bye = "bye"
  private val ErrorLines = 3

  /** The time offered in both directions: rare enough to cost nothing, and often enough to notice a dead peer. */
  private val HeartBeatMillis = 10_000
