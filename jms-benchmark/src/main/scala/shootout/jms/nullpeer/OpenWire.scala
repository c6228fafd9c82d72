package shootout.jms.nullpeer

import org.apache.activemq.command.*
import org.apache.activemq.openwire.OpenWireFormat
import org.apache.activemq.util.ByteSequence
import org.apache.activemq.command.CommandTypes.*

import scala.collection.mutable

/** ActiveMQ Classic's protocol. Messages and acknowledgements are read by hand, everything else by the vendor's classes.
  *
  * The peer offers neither tight encoding nor the cache of identifiers (every broker may refuse these, and the client
  * complies), because only then can a message go on as it is.
  */
final class OpenWire(peer: Peer, destinations: Destinations) extends Wire:
  private val format = OpenWire.plainFormat()
  private val subscriptions = mutable.LongMap[OpenWireSubscription]()
  private val transactions = mutable.LongMap[OpenWireTransaction]()
  private val temporary = mutable.HashSet[Destination]()
  private val names = mutable.ArrayBuffer[(Array[Byte], Destination)]()
  private val cursor = Loose()

  say(OpenWire.offer())

  def read(bytes: Array[Byte], from: Int, until: Int): Int =
    var at = from
    var whole = true
    while whole do
      val next = if until - at < 4 then Int.MaxValue else at + 4 + Bytes.intAt(bytes, at)
      whole = next <= until && next > 0
      if whole then
        frame(bytes, at, next)
        at = next
    at - from

  private def frame(bytes: Array[Byte], from: Int, until: Int): Unit =
    val kind = bytes(from + 4)
    if kind >= ACTIVEMQ_MESSAGE && kind <= ACTIVEMQ_BLOB_MESSAGE then message(bytes, from + 4, until)
    else if kind == MESSAGE_ACK then acknowledgement(bytes, from + 4)
    else
      format.unmarshal(ByteSequence(bytes, from, until - from)) match
        case command: Command => other(command)
        case _ => ()

  // ---- messages

  private def message(bytes: Array[Byte], from: Int, until: Int): Unit =
    peer.sends = true
    cursor.begin(bytes, from + Loose.CommandBytes)
    cursor.skipProducerId()
    val name = cursor.at
    cursor.skipDestination()
    val destination = destinationAt(bytes, name, cursor.at)
    val mark = cursor.at
    val transaction = cursor.transaction()
    if bytes(from + 5) != 0 then
      confirm(Bytes.intAt(bytes, from + 1))
      bytes(from + 5) = 0
    if transaction < 0 then destination.send(bytes, from, until - from)
    else
      // the consumer shall not believe that it is in a transaction
      val plain = new Array[Byte](until - from - (cursor.at - mark) + 1)
      System.arraycopy(bytes, from, plain, 0, mark - from)
      System.arraycopy(bytes, cursor.at, plain, mark - from + 1, until - cursor.at)
      transactionOf(transaction).sends.add(destination, plain)

  private def destinationAt(bytes: Array[Byte], from: Int, until: Int): Destination =
    var i = 0
    while i < names.length && !java.util.Arrays.equals(bytes, from, until, names(i)(0), 0, names(i)(0).length) do i += 1
    if i == names.length then
      if names.length >= OpenWire.MostNames then names.clear()
      cursor.begin(bytes, from)
      names += java.util.Arrays.copyOfRange(bytes, from, until) -> cursor.destination(destinations)
      i = names.length - 1
    names(i)(1)

  private def acknowledgement(bytes: Array[Byte], from: Int): Unit =
    cursor.begin(bytes, from + Loose.CommandBytes)
    cursor.skipDestination()
    val transaction = cursor.transaction()
    val consumer = cursor.consumerKey()
    val kind = cursor.byte()
    cursor.skipMessageId()
    cursor.skipMessageId()
    val count = cursor.int()
    for to <- subscriptions.get(consumer) do
      if kind == MessageAck.DELIVERED_ACK_TYPE then to.delivered(count)
      else if kind != MessageAck.REDELIVERED_ACK_TYPE then
        if transaction < 0 then to.acknowledged(count)
        else
          to.delivered(count)
          transactionOf(transaction).acknowledgements += to -> count
    if bytes(from + 5) != 0 then confirm(Bytes.intAt(bytes, from + 1))

  private def transactionOf(id: Long) = transactions.getOrElseUpdate(id, OpenWireTransaction())

  private def confirm(command: Int): Unit =
    val out = peer.output
    out.int(Loose.CommandBytes + 4)
    out.byte(RESPONSE)
    out.int(0)
    out.byte(0)
    out.int(command)

  // ---- everything else

  private def other(command: Command): Unit =
    command match
      case theirs: WireFormatInfo =>
        format.renegotiateWireFormat(theirs)
        say(OpenWire.broker)
      case consumer: ConsumerInfo => subscribe(consumer)
      case control: ConsumerControl => for to <- at(control.getConsumerId) do to.prefetch(control.getPrefetch)
      case pull: MessagePull => for to <- at(pull.getConsumerId) do to.pull(pull.getTimeout)
      case transaction: TransactionInfo => end(transaction)
      case removed: RemoveInfo => remove(removed.getObjectId)
      case info: DestinationInfo if info.isRemoveOperation => drop(OpenWire.of(info.getDestination, destinations))
      case info: DestinationInfo if info.getDestination.isTemporary =>
        temporary += OpenWire.of(info.getDestination, destinations)
      case _ => ()
    if command.isResponseRequired then answer(command)
    if command.isInstanceOf[ShutdownInfo] then peer.finish()

  private def answer(command: Command): Unit = command match
    case transaction: TransactionInfo if transaction.getType == TransactionInfo.RECOVER =>
      val none = DataArrayResponse(Array.empty[DataStructure])
      none.setCorrelationId(command.getCommandId)
      say(none)
    case _ => confirm(command.getCommandId)

  private def at(consumer: ConsumerId) = subscriptions.get(Loose.key(consumer.getSessionId, consumer.getValue))

  private def subscribe(info: ConsumerInfo): Unit =
    val id = info.getConsumerId
    val destination = OpenWire.of(info.getDestination, destinations)
    val head = OpenWire.dispatchHead(id, info.getDestination)
    val subscription = OpenWireSubscription(peer, destination, destinations.memory, head, info.getPrefetchSize)
    subscriptions(Loose.key(id.getSessionId, id.getValue)) = subscription
    destination.subscribe(subscription)

  private def end(info: TransactionInfo): Unit = info.getTransactionId match
    case id: LocalTransactionId =>
      info.getType match
        case TransactionInfo.COMMIT_ONE_PHASE => transactions.remove(id.getValue).foreach(_.commit())
        case TransactionInfo.ROLLBACK => transactions.remove(id.getValue)
        case _ => ()
    case _ => throw IllegalStateException("only local transactions")

  private def remove(what: DataStructure): Unit = what match
    case id: ConsumerId =>
      for gone <- subscriptions.remove(Loose.key(id.getSessionId, id.getValue)) do gone.destination.unsubscribe(gone)
    case id: SessionId =>
      val gone = subscriptions.keysIterator.filter(key => Loose.session(key) == id.getValue).toList
      for key <- gone; subscription <- subscriptions.remove(key) do subscription.destination.unsubscribe(subscription)
    case _: ConnectionId => closed()
    case _ => ()

  private def drop(destination: Destination): Unit =
    temporary -= destination
    names.clear()
    destinations.remove(destination)

  def writable(): Unit = subscriptions.foreachValue(_.pump())

  def closed(): Unit =
    subscriptions.foreachValue(s => s.destination.unsubscribe(s))
    subscriptions.clear()
    temporary.toList.foreach(drop)

  private def say(command: Command): Unit =
    val bytes = format.marshal(command)
    peer.output.put(bytes.getData, bytes.getOffset, bytes.getLength)

/** What one transaction has sent and acknowledged so far. Rolled back, the client gives its consumers again what they had. */
private final class OpenWireTransaction:
  val sends = Sends()
  val acknowledgements = mutable.ArrayBuffer[(OpenWireSubscription, Int)]()

  def commit(): Unit =
    sends.commit()
    for (to, count) <- acknowledgements do to.acknowledged(count)

private object OpenWire:
  private val MostNames = 200

  private def plainFormat(): OpenWireFormat =
    val format = OpenWireFormat()
    format.setCacheEnabled(false)
    format.setTightEncodingEnabled(false)
    format.setPreferedWireFormatInfo(offer())
    format

  private def offer(): WireFormatInfo =
    val info = WireFormatInfo()
    info.setVersion(PROTOCOL_VERSION)
    info.setCacheEnabled(false)
    info.setCacheSize(1024)
    info.setTightEncodingEnabled(false)
    info.setSizePrefixDisabled(false)
    info.setStackTraceEnabled(true)
    info.setTcpNoDelayEnabled(true)
    // nobody asks whether the other is still there
    info.setMaxInactivityDuration(0)
    info.setMaxInactivityDurationInitalDelay(0)
    info

  private def broker: BrokerInfo =
    val info = BrokerInfo()
    info.setBrokerId(BrokerId("null"))
    info.setBrokerName("null")
    info.setPeerBrokerInfos(Array.empty)
    info

  def of(destination: ActiveMQDestination, destinations: Destinations): Destination =
    if destination.isTopic then destinations.topic(destination.getPhysicalName)
    else destinations.queue(destination.getPhysicalName)

  /** Everything of a MessageDispatch between its size and the message's own bytes. */
  def dispatchHead(consumer: ConsumerId, destination: ActiveMQDestination): Array[Byte] =
    val dispatch = MessageDispatch()
    dispatch.setConsumerId(consumer)
    dispatch.setDestination(destination)
    val bytes = plainFormat().marshal(dispatch)
    // it ends with "no message" and the redelivery counter
    val head = java.util.Arrays.copyOfRange(bytes.getData, bytes.getOffset + 4, bytes.getOffset + bytes.getLength - 4)
    head(head.length - 1) = 1
    head
