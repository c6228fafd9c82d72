package shootout.stomp.nullbroker

import shootout.stomp.Outbox

import java.io.{EOFException, IOException}
import java.nio.channels.{SelectionKey, SocketChannel}

/** One connection of the null broker, its frames in and out. Used by the broker's thread only. */
private[nullbroker] final class Peer(channel: SocketChannel, key: SelectionKey, number: Int, hall: Hall):
  private val in = hall.input
  private val outbox = Outbox()
  private val head = Head()
  private val desk = Desk(number, hall, outbox, () => wake())

  /** The beginning of a frame whose rest has not come yet. */
  private var rest = Peer.Nothing

  // of the SEND whose body is under way
  private var bodyLeft = 0L
  private var receipt = Peer.Nothing
  private var receiptLength = 0

  /** The connection can be read or written. A few turns in a row spare the selector's system call. */
  def turn(): Unit =
    var turns = Peer.Turns
    while turns > 0 do
      val more = read() | write()
      turns = if more && channel.isOpen then turns - 1 else 0
    if channel.isOpen then
      val reads = if outbox.roomy then SelectionKey.OP_READ else 0
      val writes = if outbox.pending || desk.endless then SelectionKey.OP_WRITE else 0
      if key.interestOps != (reads | writes) then key.interestOps(reads | writes)

  private def wake(): Unit = if key.isValid then key.interestOps(key.interestOps | SelectionKey.OP_WRITE)

  def leave(): Unit =
    desk.left = true
    channel.close()

  // ---- what comes in

  /** @return whether there may be more */
  private def read(): Boolean = outbox.roomy && {
    in.clear().put(rest)
    val before = in.position
    if channel.read(in) < 0 then throw EOFException()
    val end = in.position
    end > before && {
      try parse(end)
      catch case e: IOException => desk.refuse(e.getMessage)
      end == in.capacity
    }
  }

  private def parse(end: Int): Unit =
    var at = if bodyLeft > 0 then body(0, end) else 0
    var frame = true
    while frame && at < end do
      if head.repeats(in, at, end) then at = send(at, end)
      else if in.get(at) == '\n' || in.get(at) == '\r' then at += 1
      else if head.read(in, at, end) then
        val next = other(at, end)
        frame = next > at
        if frame then at = next
      else frame = false
    keep(at, end)

  /** The beginning of a frame, until its rest comes. */
  private def keep(at: Int, end: Int): Unit =
    if at == 0 && end == in.capacity then throw IOException("a frame is too long")
    rest = if at == end then Peer.Nothing else new Array[Byte](end - at)
    in.get(at, rest)

  /** A SEND like the one before. @return where the next frame begins */
  private def send(at: Int, end: Int): Int =
    if head.receiptAt > 0 then owe(at + head.receiptAt, head.receiptLength)
    desk.returnHead(head.bodyBytes)
    bodyLeft = head.bodyBytes + 1L
    body(at + head.length, end)

  private def owe(at: Int, length: Int): Unit =
    if receipt.length < length then receipt = new Array[Byte](length * 2)
    in.get(at, receipt, 0, length)
    receiptLength = length

  /** Some of a body and the NUL behind it. @return where what follows begins */
  private def body(at: Int, end: Int): Int =
    val size = math.min(bodyLeft, end - at).toInt
    desk.returnBody(in, at, size)
    bodyLeft -= size
    if bodyLeft == 0 then
      if in.get(at + size - 1) != 0 then throw IOException("a frame does not end where its content-length says")
      if receiptLength > 0 then
        desk.confirm(receipt, receiptLength)
        receiptLength = 0
    at + size

  /** A frame that is not like the one before. @return where the next one begins; `at`: its end has not come yet */
  private def other(at: Int, end: Int): Int =
    if in.get(at) == 'S' && in.get(at + 1) == 'E' && head.bodyBytes >= 0 then
      head.learn(in, at)
      hall.sent(head.words(in, at)._2.getOrElse("destination", ""), head.bodyBytes)
      send(at, end)
    else
      var stop = at + head.length + math.max(0, head.bodyBytes)
      while stop < end && in.get(stop) != 0 do stop += 1
      // acknowledgements are many, and nobody cares for them
      if stop < end && (in.get(at) != 'A' || head.receiptAt > 0) then desk.command(head.words(in, at))
      if stop < end then stop + 1 else at

  // ---- what goes out

  /** @return whether more could be written at once */
  private def write(): Boolean =
    if outbox.begun then outbox.write(channel)
    if !outbox.begun && desk.pending then desk.write(channel)
    if !desk.pending && outbox.pending then outbox.write(channel)
    val blocked = outbox.pending || desk.pending
    if !blocked && desk.left then leave()
    !blocked && bodyLeft == 0 && desk.fill()

private object Peer:
  private val Nothing = Array.empty[Byte]
  private val Turns = 16
