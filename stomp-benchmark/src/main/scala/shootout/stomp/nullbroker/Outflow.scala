package shootout.stomp.nullbroker

import shootout.stomp.{Frame, ReadyFrames, Version}

import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.UTF_8

/** One subscription, and the messages that it is fed with. Used by its peer's loop only, but for [[wake]].
  *
  * @param acknowledged
  *   the client acknowledges, so messages carry an `ack` header (STOMP 1.2, "MESSAGE")
  * @param more
  *   called by any thread when there are messages again after there were none
  */
final class Outflow(
    destination: Destination,
    subscription: String,
    acknowledged: Boolean,
    version: Version,
    more: Runnable
):
  private var framesOrNull: ReadyFrames | Null = null
  private var flows = destination.flows
  // of a topic: what this subscriber has had of each flow; it gets nothing from before its time
  private var had = flows.map(_.count)
  private var turn = 0
  @volatile private var idle = false

  def pending: Boolean =
    val frames = framesOrNull
    frames != null && frames.pending

  /** Another thread has sent something. */
  def wake(): Unit = if idle then
    idle = false
    more.run()

  /** Puts the next messages into the buffer. @return whether there are any; if not, `more` is called later */
  def fill(): Boolean =
    if next() then true
    else
      idle = true
      // what came meanwhile was perhaps not announced
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
    val taken =
      if !destination.topic then flow.take(frames.room)
      else Flow.pack(had(turn), math.min(frames.room.toLong, flow.count - had(turn)).toInt)
    val count = Flow.taken(taken)
    if count > 0 then
      had(turn) += count
      frames.put(flow.producer, Flow.first(taken), count, flow.stamp)
    count > 0

  private def framesFor(bodyBytes: Int): ReadyFrames =
    val frames = framesOrNull
    if frames != null && frames.bodyBytes == bodyBytes then frames
    else
      val made = ReadyFrames(head(bodyBytes), bodyBytes)
      framesOrNull = made
      made

  /** Everything of a MESSAGE up to its body; each has an id of its own where the gap is. */
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
