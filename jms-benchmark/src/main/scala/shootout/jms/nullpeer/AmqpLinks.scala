package shootout.jms.nullpeer

import java.io.ByteArrayOutputStream

/** A link on which the client sends.
  *
  * @param destination
  *   null: to the coordinator of transactions
  * @param temporary
  *   the destination ends with the link
  */
private final class AmqpReceiver(val handle: Long, val destination: Destination | Null, temporary: Boolean):
  /** How many messages the client may send ahead. */
  val granted = 2000

  /** How many messages had come when credit was given last, and how many since. */
  var count = 0L
  var taken = 0

  // of the delivery under way
  var delivery = -1L
  var settled = false
  var transaction = -1L
  val partial = ByteArrayOutputStream(0)

  def close(destinations: Destinations): Unit = if temporary then destinations.remove(destination.nn)

/** A link on which the client receives. */
private final class AmqpSender(
    wire: Amqp,
    session: AmqpSession,
    peer: Peer,
    from: Destination,
    memory: Memory,
    channel: Int,
    val handle: Long,
    settles: Boolean
) extends Subscription(from, memory):
  /** How many messages were sent, or given up because the client wanted them at once. */
  var count = 0L
  private var limit = 0L

  def ready: Boolean = count < limit && session.hasWindow && peer.roomy

  /** @param until the count that may be reached @param drain whether to give up what cannot be sent now */
  def grant(until: Long, drain: Boolean): Unit =
    limit = until
    pump()
    if drain then count = limit

  def deliver(bytes: Array[Byte], from: Int, length: Int): Unit =
    count += 1
    if !settles then remember(bytes, from, length)
    val id = session.delivery(this, settles)
    val most = wire.maxFrame - AmqpSender.HeadBytes
    var at = from
    while at < from + length do
      val part = math.min(most, from + length - at)
      transfer(id, at + part < from + length, bytes, at, part)
      at += part

  private def transfer(id: Int, more: Boolean, bytes: Array[Byte], from: Int, length: Int): Unit =
    session.countFrame()
    val out = peer.output
    out.int(AmqpSender.HeadBytes + length)
    out.int(0x02000000 | channel)
    out.put(AmqpSender.Transfer)
    out.int(handle.toInt)
    out.byte(0x70)
    out.int(id)
    // the tag, of four bytes
    out.short(0xa004)
    out.int(id)
    // format 0
    out.byte(0x43)
    out.byte(if settles then 0x41 else 0x42)
    out.byte(if more then 0x41 else 0x42)
    out.put(bytes, from, length)

  def backlogOfItsOwn(): Backlog = Backlog(memory)

  /** What was accepted in a transaction that is rolled back comes again. */
  def takeBack(messages: Backlog): Unit =
    val to = if destination.topic then returned else destination.returned
    while !messages.isEmpty do to.add(messages.take())

private object AmqpSender:
  /** A list of six fields, the first of which follows. */
  private val Transfer = Array(0x00, 0x53, 0x14, 0xc0, 20, 6, 0x70).map(_.toByte)

  /** Of a frame and the transfer in it. */
  private val HeadBytes = 8 + 7 + 4 + 5 + 6 + 3

/** Who was given the delivery of which number, in a ring. */
private final class AmqpDeliveries:
  private var owners = new Array[AmqpSender | Null](1024)
  private var next = 0

  /** @param owner null: nobody will acknowledge it. @return its number */
  def add(owner: AmqpSender | Null): Int =
    val id = next
    next += 1
    if owner != null then
      if owners(slot(id)) != null then widen(id)
      owners(slot(id)) = owner
    id

  def remove(id: Int): AmqpSender | Null =
    val owner = owners(slot(id))
    owners(slot(id)) = null
    owner

  private def slot(id: Int): Int = id & (owners.length - 1)

  private def widen(id: Int): Unit =
    val old = owners
    owners = new Array[AmqpSender | Null](old.length * 2)
    for i <- 1 to old.length do owners(slot(id - i)) = old((id - i) & (old.length - 1))
