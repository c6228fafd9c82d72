package shootout.stomp.nullbroker

import shootout.stomp.{Frame, Headers, Outbox, ReadyFrames, Version}

import java.nio.ByteBuffer
import java.nio.channels.{SelectionKey, SocketChannel, WritableByteChannel}
import java.nio.channels.SelectionKey.{OP_READ, OP_WRITE}
import java.nio.charset.StandardCharsets.UTF_8
import scala.compiletime.uninitialized

/** One client of the null broker, with at most one subscription. Only its loop's thread uses it. */
final class Peer(channel: SocketChannel, key: SelectionKey, loop: Loop, destinations: NullDestinations):
  private val scanner = Scanner(this)
  private val outbox = Outbox()
  private var version = Version.V12

  private var feedOrNull: Outflow | Null = null
  private var subscribed: Destination | Null = null
  private var feeding = false

  // where the messages of this client go, set by its first SEND, and how many of them arrived with this read
  private var target: Destination = uninitialized
  private var flow: Flow = uninitialized
  private var arrived = 0

  /** Reads once, and handles what has arrived. */
  def read(buffer: ByteBuffer): Unit =
    scanner.before(buffer)
    if channel.read(buffer) < 0 then close()
    else
      scanner.scan(buffer)
      announce()
      write()

  /** Writes what waits and, if there is a subscription, more messages. */
  def write(): Unit =
    if outbox.begun then outbox.write(channel)
    if !outbox.begun then
      val feed = feedOrNull
      if feed != null then write(feed)
      if (feed == null || !feed.pending) && outbox.pending then outbox.write(channel)
    interest()

  private def write(feed: Outflow): Unit =
    var turns = Peer.BuffersAtOnce
    while turns > 0 do
      val filled = feed.pending || feeding && feed.fill()
      if feeding && !filled then feeding = false
      turns = if filled && feed.write(channel) then turns - 1 else 0

  private def interest(): Unit =
    val feed = feedOrNull
    val more = feeding || outbox.pending || (feed != null && feed.pending)
    val ops = (if outbox.roomy then OP_READ else 0) | (if more then OP_WRITE else 0)
    if key.isValid && key.interestOps != ops then key.interestOps(ops)

  /** Sends what is wrong, if there is room for it, and hangs up (STOMP 1.2, "ERROR"). */
  def refuse(problem: String): Unit =
    say("ERROR", List("message" -> problem))
    outbox.write(channel)
    close()

  def close(): Unit =
    leave()
    key.cancel()
    channel.close()

  // ---- frames

  /** Handles the head of a SEND that differs from the head of the SEND before it. */
  def sendsLike(headers: Map[String, String], producer: Int, bodyBytes: Int): Unit =
    announce()
    val destination = destinations.of(headers.getOrElse("destination", ""))
    target = destination
    flow = destination.flow(producer, bodyBytes)

  /** Handles a complete SEND. @param receipt its id in 12 hexadecimal digits; -1 if it asks for none */
  def sent(receipt: Long, producer: Int, nanos: Long, bodyBytes: Int): Unit =
    if flow.producer != producer then
      announce()
      flow = target.flow(producer, bodyBytes)
    arrived += 1
    flow.nanos = nanos
    if receipt >= 0 then
      outbox.add(Peer.ReceiptHead)
      outbox.addHex(receipt)
      outbox.add(Peer.ReceiptEnd)

  private def announce(): Unit = if arrived > 0 then
    flow.add(arrived)
    arrived = 0
    target.arrived()

  /** Handles any other frame. */
  def command(command: String, headers: Map[String, String]): Unit =
    command match
      case "CONNECT" | "STOMP" => connect(headers)
      case "SUBSCRIBE" => subscribe(headers)
      case "UNSUBSCRIBE" | "DISCONNECT" => leave()
      case _ => ()
    // STOMP 1.2, "Header receipt": any frame other than CONNECT may ask for one
    for id <- headers.get("receipt") if command != "CONNECT" && command != "STOMP" do
      say("RECEIPT", List("receipt-id" -> id))

  private def connect(headers: Map[String, String]): Unit =
    val accepted = headers.get("accept-version").toList.flatMap(_.split(',')).flatMap(Version.of)
    version = accepted.maxByOption(_.ordinal).getOrElse(Version.V10)
    say("CONNECTED", List("version" -> version.text, "server" -> "null-broker"))

  private def subscribe(headers: Map[String, String]): Unit =
    val destination = destinations.of(headers.getOrElse("destination", ""))
    val acknowledged = headers.get("ack").exists(_ != "auto")
    val more: Runnable = () =>
      loop.run { () =>
        feeding = subscribed == destination
        write()
      }
    val feed = Outflow(destination, headers.getOrElse("id", "0"), acknowledged, version, more)
    feedOrNull = feed
    subscribed = destination
    destination.subscribe(feed)
    headers.get(Peer.Flood).map(_.split(',').map(_.toInt)).foreach { flow =>
      destination.flow(producer = flow(0), bodyBytes = flow(1)).flood()
    }
    feeding = true

  private def leave(): Unit =
    feeding = false
    val (destination, feed) = (subscribed, feedOrNull)
    if destination != null && feed != null then destination.unsubscribe(feed)
    subscribed = null

  private def say(command: String, headers: Headers): Unit = outbox.add(Frame.bytes(command, headers, version))

object Peer:
  /** A header of SUBSCRIBE: a producer and a size of bodies, with a comma between them. The subscriber gets such
    * messages without end, for the measurement of a consumer alone.
    */
  val Flood = "flood"

  private val ReceiptHead = "RECEIPT\nreceipt-id:".getBytes
  private val ReceiptEnd = "\n\n\u0000".getBytes

  /** The most buffers that are written before the loop looks for other work. */
  private val BuffersAtOnce = 4

/** One subscription, and the messages that it gets. Only its peer's loop uses it, except for [[wake]]. */
final class Outflow(
    destination: Destination,
    subscription: String,
    /** whether the client acknowledges, so that messages carry an `ack` header (STOMP 1.2, "MESSAGE") */
    acknowledged: Boolean,
    version: Version,
    /** called by any thread when there are messages again after there were none */
    more: Runnable
):
  private var framesOrNull: ReadyFrames | Null = null
  private var flows = destination.flows
  // for a topic, what this subscriber has had of each flow; it gets nothing from before its time
  private var had = flows.map(_.count)
  private var turn = 0
  @volatile private var idle = false

  def pending: Boolean =
    val frames = framesOrNull
    frames != null && frames.pending

  /** Sends more messages. Another thread calls it when it has sent something. */
  def wake(): Unit = if idle then
    idle = false
    more.run()

  /** Puts the next messages into the buffer. @return whether there are any; if not, `more` is called later */
  def fill(): Boolean =
    if next() then true
    else
      idle = true
      // what arrived meanwhile was perhaps not announced
      val late = next()
      if late then idle = false
      late

  private def next(): Boolean =
    val current = destination.flows
    if current.length != flows.length then
      flows = current
      had = java.util.Arrays.copyOf(had, flows.length)
    var tries = flows.length
    var found = false
    while tries > 0 && !found do
      turn = if turn + 1 < flows.length then turn + 1 else 0
      found = take(flows(turn))
      tries -= 1
    found

  private def take(flow: Flow): Boolean =
    val frames = framesFor(flow.bodyBytes)
    val until = flow.count
    val first = if destination.topic then had(turn) else flow.take(frames.room, until)
    val count = math.min(frames.room.toLong, until - first).toInt
    if count > 0 then
      had(turn) += count
      frames.put(flow.producer, first, count, flow.stamp)
    count > 0

  private def framesFor(bodyBytes: Int): ReadyFrames =
    val frames = framesOrNull
    if frames != null && frames.bodyBytes == bodyBytes then frames
    else
      val made = ReadyFrames(head(bodyBytes), bodyBytes)
      framesOrNull = made
      made

  /** Everything of a MESSAGE up to its body. Each message has its own id where the gap is. */
  private def head(bodyBytes: Int): Array[Byte] =
    val id = String(ReadyFrames.Gap, UTF_8)
    val ack = if acknowledged && version == Version.V12 then List("ack" -> id) else Nil
    val named = List("subscription" -> subscription, "message-id" -> id, "destination" -> destination.name)
    Frame.head("MESSAGE", named ++ ack :+ ("content-length" -> bodyBytes.toString), version)

  /** @return whether all was written */
  def write(channel: WritableByteChannel): Boolean =
    val frames = framesOrNull
    if frames != null then frames.write(channel)
    !pending
