package shootout.jms.nullpeer

import org.apache.qpid.proton.amqp.{Symbol, UnsignedInteger}
import org.apache.qpid.proton.amqp.messaging.{AmqpValue, Source, Target, Terminus}
import org.apache.qpid.proton.amqp.transaction.Coordinator
import org.apache.qpid.proton.amqp.transport.{Attach, Begin, DeliveryState, Detach, Disposition, Flow, Role}
import org.apache.qpid.proton.amqp.transport.SenderSettleMode

import java.util.UUID
import scala.collection.mutable

/** One session of an AMQP connection. Links have the same handles in both directions. */
private final class AmqpSession(wire: Amqp, peer: Peer, destinations: Destinations, channel: Int, begin: Begin):
  private val receivers = mutable.LongMap[AmqpReceiver]()
  private val senders = mutable.LongMap[AmqpSender]()

  // frames: of the client's, the next one's number; of ours likewise, and how many more the client takes
  private var nextIncoming = begin.getNextOutgoingId.longValue
  private var nextOutgoing = 0L
  private var window = begin.getIncomingWindow.longValue

  private val deliveries = AmqpDeliveries()

  // messages that came and have not been accepted yet
  private var acceptFrom = -1L
  private var acceptTo = -1L

  def hasWindow: Boolean = window > 0

  /** Numbers a delivery. */
  def delivery(owner: AmqpSender, settled: Boolean): Int = deliveries.add(if settled then null else owner)

  /** Counts a frame of a transfer. */
  def countFrame(): Unit =
    nextOutgoing += 1
    window -= 1

  // ---- messages from the client

  def transfer(bytes: Array[Byte], reader: AmqpReader, until: Int): Unit =
    peer.sends = true
    nextIncoming += 1
    reader.enter()
    val handle = reader.uint()
    val link = receivers.getOrElse(handle, throw IllegalStateException(s"no link $handle"))
    val id = reader.uint()
    if id >= 0 then link.delivery = id
    reader.skip()
    reader.skip()
    if reader.flag() then link.settled = true
    val more = reader.flag()
    reader.skip()
    reader.state()
    if reader.transaction >= 0 then link.transaction = reader.transaction
    // resume, aborted, batchable
    for _ <- 1 to 3 do reader.skip()
    if more || link.partial.size > 0 then link.partial.write(bytes, reader.at, until - reader.at)
    if !more then
      if link.partial.size == 0 then take(link, bytes, reader.at, until)
      else
        val whole = link.partial.toByteArray
        link.partial.reset()
        take(link, whole, 0, whole.length)

  private def take(link: AmqpReceiver, bytes: Array[Byte], from: Int, until: Int): Unit =
    link.destination match
      case null =>
        wire.decode(bytes, from, until) match
          case request: AmqpValue => settle(link.delivery, wire.coordinate(request.getValue.asInstanceOf[Object]))
          case other => throw IllegalStateException(s"to the coordinator: $other")
      case to: Destination if link.transaction >= 0 =>
        wire.transaction(link.transaction).sends.add(to, java.util.Arrays.copyOfRange(bytes, from, until))
        if !link.settled then settle(link.delivery, Amqp.transactional(link.transaction))
      case to: Destination =>
        if !link.settled then accept(link.delivery)
        to.send(bytes, from, until - from)
    link.settled = false
    link.transaction = -1
    link.taken += 1
    if link.taken == link.granted / 2 then grant(link)

  private def accept(delivery: Long): Unit =
    if acceptFrom >= 0 && delivery != acceptTo + 1 then flush()
    if acceptFrom < 0 then acceptFrom = delivery
    acceptTo = delivery

  private def settle(delivery: Long, state: DeliveryState): Unit =
    flush()
    val disposition = Disposition()
    disposition.setRole(Role.RECEIVER)
    disposition.setFirst(UnsignedInteger.valueOf(delivery))
    disposition.setSettled(true)
    disposition.setState(state)
    wire.say(Amqp.Plain, channel, disposition)

  /** Accepts, in one frame, what has come. */
  def flush(): Unit = if acceptFrom >= 0 then
    val out = peer.output
    out.int(8 + AmqpSession.Accept.length + 2 * 5 + AmqpSession.AcceptEnd.length)
    out.int(0x02000000 | channel)
    out.put(AmqpSession.Accept)
    out.byte(0x70)
    out.int(acceptFrom.toInt)
    out.byte(0x70)
    out.int(acceptTo.toInt)
    out.put(AmqpSession.AcceptEnd)
    acceptFrom = -1

  private def grant(link: AmqpReceiver): Unit =
    link.count += link.taken
    link.taken = 0
    say(flow(link.handle, link.count, link.granted))

  // ---- messages to the client

  /** It has received a range of messages. */
  def disposition(reader: AmqpReader): Unit =
    reader.enter()
    val fromReceiver = reader.flag()
    val first = reader.uint()
    val last = reader.uint()
    val settled = reader.flag()
    val state = reader.state()
    if fromReceiver then
      var back: AmqpSender | Null = null
      for id <- first to math.max(first, last) do
        val owner = deliveries.remove(id.toInt)
        if owner != null then
          if state == Amqp.Transactional then wire.transaction(reader.transaction).accept(owner)
          else if state == Amqp.Released || state == Amqp.Modified then
            owner.giveBack(1)
            back = owner
          else owner.forget(1)
      if !settled then sayEnded(first, math.max(first, last))
      if back != null then back.destination.wake()

  private def sayEnded(first: Long, last: Long): Unit =
    val disposition = Disposition()
    disposition.setRole(Role.SENDER)
    disposition.setFirst(UnsignedInteger.valueOf(first))
    disposition.setLast(UnsignedInteger.valueOf(last))
    disposition.setSettled(true)
    wire.say(Amqp.Plain, channel, disposition)

  def pump(): Unit = senders.foreachValue(_.pump())

  // ---- links

  def link(performative: Object): Unit = performative match
    case attach: Attach if attach.getRole == Role.SENDER => receive(attach)
    case attach: Attach => send(attach)
    case flow: Flow => flowed(flow)
    case detach: Detach =>
      val handle = detach.getHandle.longValue
      receivers.remove(handle).foreach(_.close(destinations))
      senders.remove(handle).foreach(s => s.destination.unsubscribe(s))
      say(detach)
    case other => throw IllegalStateException(s"unexpected: $other")

  /** The client sends. */
  private def receive(attach: Attach): Unit =
    val handle = attach.getHandle.longValue
    val (destination, temporary) = attach.getTarget match
      case _: Coordinator => (null, false)
      case target: Target =>
        val temporary = target.getDynamic
        if temporary then target.setAddress(UUID.randomUUID.toString)
        (place(target), temporary)
      case _ => throw IllegalStateException("a link to nowhere")
    receivers(handle) = AmqpReceiver(handle, destination, temporary)
    attach.setRole(Role.RECEIVER)
    attach.setInitialDeliveryCount(null)
    attach.setUnsettled(null)
    say(attach)
    say(flow(handle, 0, receivers(handle).granted))

  private def place(terminus: Terminus): Destination =
    val capabilities = Option(terminus.getCapabilities).toList.flatten
    if capabilities.exists(c => AmqpSession.Topics(c.toString)) then destinations.topic(terminus.getAddress)
    else destinations.queue(terminus.getAddress)

  /** The client receives. */
  private def send(attach: Attach): Unit =
    val handle = attach.getHandle.longValue
    val destination = attach.getSource match
      case source: Source if source.getAddress != null => place(source)
      case _ => throw IllegalStateException("a link from nowhere")
    val settles = attach.getSndSettleMode == SenderSettleMode.SETTLED
    val sender = AmqpSender(wire, this, peer, destination, destinations.memory, channel, handle, settles)
    senders(handle) = sender
    attach.setRole(Role.SENDER)
    attach.setInitialDeliveryCount(UnsignedInteger.ZERO)
    attach.setUnsettled(null)
    say(attach)
    destination.subscribe(sender)

  private def flowed(flow: Flow): Unit =
    val next = Option(flow.getNextIncomingId).fold(0L)(_.longValue)
    window = next + flow.getIncomingWindow.longValue - nextOutgoing
    if flow.getHandle != null then
      for sender <- senders.get(flow.getHandle.longValue) do
        val count = Option(flow.getDeliveryCount).fold(0L)(_.longValue)
        sender.grant(count + flow.getLinkCredit.longValue, flow.getDrain)
        if flow.getDrain then
          val drained = this.flow(sender.handle, sender.count, 0)
          drained.setDrain(true)
          say(drained)
    else if flow.getEcho then
      val answer = this.flow(0, 0, 0)
      answer.setHandle(null)
      answer.setDeliveryCount(null)
      answer.setLinkCredit(null)
      say(answer)
    pump()

  private def flow(handle: Long, count: Long, credit: Int): Flow =
    val flow = Flow()
    flow.setNextIncomingId(UnsignedInteger.valueOf(nextIncoming))
    flow.setIncomingWindow(Amqp.Unlimited)
    flow.setNextOutgoingId(UnsignedInteger.valueOf(nextOutgoing))
    flow.setOutgoingWindow(Amqp.Unlimited)
    flow.setHandle(UnsignedInteger.valueOf(handle))
    flow.setDeliveryCount(UnsignedInteger.valueOf(count))
    flow.setLinkCredit(UnsignedInteger.valueOf(credit.toLong))
    flow

  private def say(performative: Object): Unit = wire.say(Amqp.Plain, channel, performative)

  def close(): Unit =
    receivers.foreachValue(_.close(destinations))
    senders.foreachValue(s => s.destination.unsubscribe(s))
    receivers.clear()
    senders.clear()

private object AmqpSession:
  private val Topics = Set(Symbol.valueOf("topic"), Symbol.valueOf("temporary-topic")).map(_.toString)

  /** A disposition of five fields: by the receiver, first and last (behind this), settled, accepted. */
  private val Accept = Array(0x00, 0x53, 0x15, 0xc0, 17, 5, 0x41).map(_.toByte)
  private val AcceptEnd = Array(0x41, 0x00, 0x53, 0x24, 0x45).map(_.toByte)
