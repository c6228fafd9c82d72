package shootout.jms.nullpeer

import org.apache.activemq.artemis.api.core.{ActiveMQBuffer, QueueConfiguration, RoutingType, SimpleString}
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.*
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.*
import org.apache.activemq.artemis.core.server.QueueQueryResult

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_16LE
import java.util
import scala.collection.mutable

/** One session: its consumers, and what it has sent in a transaction. */
private final class CoreSession(
    wire: Core,
    peer: Peer,
    destinations: Destinations,
    channel: Long,
    old: Boolean,
    transactedSends: Boolean,
    transactedAcks: Boolean,
    val window: CoreWindow
):
  private val consumers = mutable.LongMap[CoreSubscription]()
  private val left = mutable.ArrayBuffer[CoreSubscription]()
  private val sends = Sends()
  // what messages go to that do not say so: where the first one went
  private var usual: Destination | Null = null
  private var usualName = Array.emptyByteArray
  private val names = mutable.ArrayBuffer[(Array[Byte], Destination)]()

  // a large message under way: its head, and what has come of its body
  private var head = Array.emptyByteArray
  private val body = java.io.ByteArrayOutputStream()

  // ---- messages

  def message(bytes: Array[Byte], from: Int, until: Int): Unit =
    peer.sends = true
    val tail = until - (if old then 1 else CoreMessages.SendTail)
    val address = from + CoreMessages.headersAt(bytes, from) + 8
    if bytes(tail) != 0 then confirm(if old then -1 else Bytes.longAt(bytes, tail + 1))
    if bytes(address) == 0 then
      val complete = addressed(bytes, from, address, tail)
      send(usual.nn, complete, 0, complete.length)
    else
      val destination = destinationAt(bytes, address)
      // the byte before is the channel's last, which nobody needs any more
      bytes(from - 1) = CoreMessages.Whole
      send(destination, bytes, from - 1, tail)

  /** HornetQ's client names the first address that it sends to only once. */
  private def addressed(bytes: Array[Byte], from: Int, address: Int, until: Int): Array[Byte] =
    if usual == null then throw IllegalStateException("a message without an address")
    val complete = ByteBuffer.allocate(until - from + usualName.length)
    complete.put(CoreMessages.Whole).put(bytes, from, address - from)
    complete.put(usualName).put(bytes, address + 1, until - address - 1)
    // where the message ends stands before its headers
    val end = 1 + address - 8 - from - 4
    complete.putInt(end, complete.getInt(end) + usualName.length - 1)
    complete.array

  private def send(to: Destination, bytes: Array[Byte], from: Int, until: Int): Unit =
    if transactedSends then sends.add(to, util.Arrays.copyOfRange(bytes, from, until))
    else to.send(bytes, from, until - from)

  def large(bytes: Array[Byte], from: Int, until: Int): Unit =
    peer.sends = true
    head = util.Arrays.copyOfRange(bytes, from, until)
    body.reset()

  def continue(bytes: Array[Byte], from: Int, until: Int): Unit =
    val size = Bytes.intAt(bytes, from)
    body.write(bytes, from + 4, size)
    val continues = bytes(from + 4 + size) != 0
    if !continues then
      // behind the message's size
      val confirmed = from + 4 + size + 1 + 8
      if bytes(confirmed) != 0 then confirm(if old then -1 else Bytes.longAt(bytes, confirmed + 1))
      val sized = CoreMessages.sized(head, body.size, old, usual)
      val whole = ByteBuffer.allocate(5 + sized.length + body.size)
      whole.put(CoreMessages.Large).putInt(sized.length).put(sized).put(body.toByteArray)
      body.reset()
      send(destinationAt(whole.array, 5 + 8), whole.array, 0, whole.capacity)

  private def destinationAt(bytes: Array[Byte], at: Int): Destination =
    val until = at + 5 + Bytes.intAt(bytes, at + 1)
    var i = 0
    while i < names.length && !util.Arrays.equals(bytes, at, until, names(i)(0), 0, names(i)(0).length) do i += 1
    if i == names.length then
      if names.length >= CoreSession.MostNames then names.clear()
      val name = String(bytes, at + 5, until - at - 5, UTF_16LE)
      names += util.Arrays.copyOfRange(bytes, at, until) -> destinationNamed(name)
      i = names.length - 1
    if usual == null then
      usual = names(i)(1)
      usualName = names(i)(0)
    names(i)(1)

  private def destinationNamed(name: String): Destination =
    destinations.declare(name, old && (name.startsWith("jms.topic.") || name.startsWith("jms.temptopic.")))

  def acknowledge(bytes: Array[Byte], at: Int, all: Boolean): Unit =
    for to <- consumers.get(Bytes.longAt(bytes, at)) do to.acknowledge(Bytes.longAt(bytes, at + 8), all, transactedAcks)
    if bytes(at + 16) != 0 then confirm(-1)

  def credit(consumer: Long, bytes: Int): Unit = for to <- consumers.get(consumer) do to.credit(bytes)

  private def confirm(correlation: Long): Unit =
    val out = peer.output
    out.int(PACKET_HEADERS_SIZE - 4 + (if old then 0 else 8))
    out.byte(NULL_RESPONSE)
    out.long(channel)
    if !old then out.long(correlation)

  // ---- everything else

  def other(kind: Byte, fields: ActiveMQBuffer): Unit = kind match
    case SESS_CREATECONSUMER => subscribe(read(SessionCreateConsumerMessage(), fields))
    case SESS_CONSUMER_CLOSE =>
      for gone <- consumers.remove(fields.readLong()) do
        gone.destination.unsubscribe(gone)
        // what it has acknowledged waits for the end of the transaction
        if transactedAcks then left += gone
      confirm(-1)
    case SESS_FORCE_CONSUMER_DELIVERY =>
      val force = read(SessionForceConsumerDelivery(), fields)
      for to <- consumers.get(force.getConsumerID) do to.force(force.getSequence)
    case SESS_PRODUCER_REQUEST_CREDITS =>
      val wish = read(SessionRequestProducerCreditsMessage(), fields)
      wire.say(channel, SessionProducerCreditsMessage(wish.getCredits, wish.getAddress))
    case SESS_COMMIT =>
      sends.commit()
      for consumer <- takers do consumer.commit()
      left.clear()
      confirm(if fields.readable then fields.readLong() else -1)
    case SESS_ROLLBACK =>
      sends.rollback()
      giveBack()
      confirm(-1)
      consumers.foreachValue(_.destination.wake())
    case SESS_CLOSE =>
      close()
      wire.forget(channel)
      confirm(-1)
    case SESS_START | CREATE_PRODUCER | REMOVE_PRODUCER | SESS_EXPIRED | PACKETS_CONFIRMED => ()
    case SESS_STOP | SESS_ADD_METADATA | SESS_ADD_METADATA2 | SESS_UNIQUE_ADD_METADATA => confirm(-1)
    case _ => naming(kind, fields)

  private def naming(kind: Byte, fields: ActiveMQBuffer): Unit = kind match
    case SESS_BINDINGQUERY => binding(fields.readSimpleString)
    case SESS_QUEUEQUERY => wire.say(channel, queueAnswer(fields.readSimpleString))
    case CREATE_QUEUE =>
      val wish = read(CreateQueueMessage(), fields)
      destinations.bind(wish.getQueueName.toString, destinationNamed(wish.getAddress.toString))
      if wish.isRequiresResponse then confirm(-1)
    case CREATE_ADDRESS =>
      val wish = read(CreateAddressMessage(), fields)
      destinations.declare(wish.getAddress.toString, wish.getRoutingTypes.contains(RoutingType.MULTICAST))
      if wish.isRequiresResponse then confirm(-1)
    case CREATE_QUEUE_V2 =>
      val wish = read(CreateQueueMessage_V2(), fields)
      val queue = wish.toQueueConfiguration
      destinations.bind(
        queue.getName.toString,
        destinations.declare(queue.getAddress.toString, queue.getRoutingType == RoutingType.MULTICAST)
      )
      if wish.isRequiresResponse then confirm(-1)
    case DELETE_QUEUE =>
      destinations.unbind(fields.readSimpleString.toString)
      confirm(-1)
    case _ => throw IllegalStateException(s"packet of type $kind")

  private def read[A <: PacketImpl](packet: A, fields: ActiveMQBuffer): A =
    packet.decodeRest(fields)
    packet

  private def binding(address: SimpleString): Unit =
    val exists = old || destinations.knows(address.toString)
    val queues = if exists then util.List.of(address) else util.List.of[SimpleString]()
    if old then wire.say(channel, SessionBindingQueryResponseMessage(exists, queues))
    else wire.say(channel, detailed(exists, queues))

  private def detailed(exists: Boolean, queues: util.List[SimpleString]): PacketImpl =
    val any = java.lang.Boolean.FALSE
    SessionBindingQueryResponseMessage_V5(
      exists,
      queues,
      true,
      true,
      false,
      -1,
      any,
      any,
      null,
      any,
      null,
      null,
      true,
      true
    )

  private def queueAnswer(name: SimpleString): PacketImpl =
    val destination = destinations.bound(name.toString)
    val address = destination.fold(name)(d => SimpleString.of(d.name))
    val routing = if destination.exists(_.topic) then RoutingType.MULTICAST else RoutingType.ANYCAST
    val queue = QueueConfiguration.of(name).setAddress(address).setRoutingType(routing).setDurable(true)
    queue.setMaxConsumers(-1).setPurgeOnNoConsumers(false).setAutoCreated(true).setTemporary(false)
    val answer = QueueQueryResult(queue, 0, 0L, true, old || destination.isDefined, null)
    if old then SessionQueueQueryResponseMessage(answer) else SessionQueueQueryResponseMessage_V3(answer)

  private def subscribe(wish: SessionCreateConsumerMessage): Unit =
    val name = wish.getQueueName.toString
    val destination = destinations.bound(name).getOrElse(destinationNamed(name))
    val consumer = CoreSubscription(peer, destination, destinations.memory, channel, wish.getID, old)
    consumers(wish.getID) = consumer
    destination.subscribe(consumer)
    if wish.isRequiresResponse then wire.say(channel, queueAnswer(wish.getQueueName))

  private def takers: List[CoreSubscription] = left.toList ++ consumers.values

  private def giveBack(): Unit =
    for consumer <- takers do consumer.rollback()
    val gone = left.map(_.destination)
    left.clear()
    gone.foreach(_.wake())

  def pump(): Unit = consumers.foreachValue(_.pump())

  def close(): Unit =
    giveBack()
    consumers.foreachValue(c => c.destination.unsubscribe(c))
    consumers.clear()

private object CoreSession:
  private val MostNames = 200
