package shootout.jms.nullpeer

import org.apache.qpid.proton.amqp.{Binary, Symbol, UnsignedInteger, UnsignedShort}
import org.apache.qpid.proton.amqp.messaging.Accepted
import org.apache.qpid.proton.amqp.security.{SaslCode, SaslInit, SaslMechanisms, SaslOutcome}
import org.apache.qpid.proton.amqp.transaction.{Declare, Declared, Discharge, TransactionalState}
import org.apache.qpid.proton.amqp.transport.{Begin, Close, DeliveryState, End, Open}
import org.apache.qpid.proton.codec.{AMQPDefinedTypes, DecoderImpl, EncoderImpl}

import java.nio.ByteBuffer
import scala.collection.mutable

/** AMQP 1.0. Transfers and dispositions are read and written by hand, everything else by proton's codec. */
final class Amqp(peer: Peer, destinations: Destinations) extends Wire:
  private val decoder = DecoderImpl()
  private val encoder = EncoderImpl(decoder)
  private val encoded = ByteBuffer.allocate(Amqp.MaxPerformative)
  private val reader = AmqpReader()
  private val sessions = mutable.LongMap[AmqpSession]()
  private val transactions = mutable.LongMap[AmqpTransaction]()
  private var transactionsMade = 0L

  /** What the client takes in one frame. */
  private[nullpeer] var maxFrame = 512

  AMQPDefinedTypes.registerAllTypes(decoder, encoder)
  encoder.setByteBuffer(encoded)

  def read(bytes: Array[Byte], from: Int, until: Int): Int =
    var at = from
    var whole = true
    while whole do
      val next = if until - at < 8 then Int.MaxValue else at + sizeAt(bytes, at)
      whole = next <= until && next > 0
      if whole then
        if bytes(at) == 'A' then header(bytes, at) else frame(bytes, at, next)
        at = next
    sessions.foreachValue(_.flush())
    at - from

  /** A frame's; the header that comes before all frames begins with letters, and no frame is that long. */
  private def sizeAt(bytes: Array[Byte], at: Int): Int = if bytes(at) == 'A' then 8 else Bytes.intAt(bytes, at)

  private def header(bytes: Array[Byte], at: Int): Unit =
    peer.output.put(bytes, at, 8)
    if bytes(at + 4) == Amqp.SaslHeader then
      val offered = SaslMechanisms()
      offered.setSaslServerMechanisms(Symbol.valueOf("PLAIN"), Symbol.valueOf("ANONYMOUS"))
      say(Amqp.Sasl, 0, offered)

  private def frame(bytes: Array[Byte], from: Int, until: Int): Unit =
    val performative = from + 4 * Bytes.unsigned(bytes, from + 4)
    val channel = Bytes.shortAt(bytes, from + 6)
    // an empty one says that the client is still there
    if performative < until then
      reader.begin(bytes, performative)
      reader.descriptor() match
        case Amqp.Transfer => session(channel).transfer(bytes, reader, until)
        case Amqp.Disposition => session(channel).disposition(reader)
        case _ => other(channel, decode(bytes, performative, until))

  private def session(channel: Int): AmqpSession =
    sessions.getOrElse(channel, throw IllegalStateException(s"no session on channel $channel"))

  private[nullpeer] def decode(bytes: Array[Byte], from: Int, until: Int): Object =
    decoder.setByteBuffer(ByteBuffer.wrap(bytes, from, until - from))
    decoder.readObject()

  private def other(channel: Int, performative: Object): Unit = performative match
    case _: SaslInit =>
      val outcome = SaslOutcome()
      outcome.setCode(SaslCode.OK)
      say(Amqp.Sasl, 0, outcome)
    case theirs: Open => open(theirs)
    case theirs: Begin =>
      val ours = Begin()
      ours.setRemoteChannel(UnsignedShort.valueOf(channel.toShort))
      ours.setNextOutgoingId(UnsignedInteger.ZERO)
      ours.setIncomingWindow(Amqp.Unlimited)
      ours.setOutgoingWindow(Amqp.Unlimited)
      sessions(channel) = AmqpSession(this, peer, destinations, channel, theirs)
      say(Amqp.Plain, channel, ours)
    case _: End =>
      sessions.remove(channel).foreach(_.close())
      say(Amqp.Plain, channel, End())
    case _: Close =>
      say(Amqp.Plain, 0, Close())
      peer.finish()
    case link => session(channel).link(link)

  private def open(theirs: Open): Unit =
    if theirs.getMaxFrameSize != null then maxFrame = math.min(theirs.getMaxFrameSize.longValue, Amqp.MaxFrame).toInt
    val ours = Open()
    ours.setContainerId("null")
    ours.setMaxFrameSize(UnsignedInteger.valueOf(Amqp.MaxFrame))
    ours.setChannelMax(UnsignedShort.MAX_VALUE)
    say(Amqp.Plain, 0, ours)
    if theirs.getIdleTimeOut != null then beat(theirs.getIdleTimeOut.longValue / 2)

  /** The client hangs up if it hears nothing for so long. */
  private def beat(millis: Long): Unit = if millis > 0 then
    peer.after(millis) {
      peer.output.long(Amqp.EmptyFrame)
      beat(millis)
    }

  private[nullpeer] def say(kind: Int, channel: Int, performative: Object): Unit =
    encoded.clear()
    encoder.writeObject(performative)
    val out = peer.output
    out.int(8 + encoded.position)
    out.byte(2)
    out.byte(kind)
    out.short(channel)
    out.put(encoded.array, 0, encoded.position)

  // ---- transactions

  private[nullpeer] def transaction(id: Long): AmqpTransaction =
    transactions.getOrElse(id, throw IllegalStateException(s"no transaction $id"))

  /** What a message to the coordinator asks for is done. @return the state to answer it with */
  private[nullpeer] def coordinate(request: Object): DeliveryState = request match
    case _: Declare =>
      transactionsMade += 1
      transactions(transactionsMade) = AmqpTransaction()
      val declared = Declared()
      declared.setTxnId(Amqp.binary(transactionsMade))
      declared
    case end: Discharge =>
      val id = end.getTxnId.asByteBuffer.getLong
      val transaction = this.transaction(id)
      transactions.remove(id)
      if end.getFail == true then transaction.rollback() else transaction.commit()
      Accepted.getInstance
    case other => throw IllegalStateException(s"the coordinator cannot $other")

  def writable(): Unit = sessions.foreachValue(_.pump())

  def closed(): Unit =
    sessions.foreachValue(_.close())
    sessions.clear()
    transactions.foreachValue(_.rollback())
    transactions.clear()

/** What was sent and accepted in a transaction that has not ended. */
private final class AmqpTransaction:
  val sends = Sends()
  private val accepted = mutable.LinkedHashMap[AmqpSender, Backlog]()

  /** The oldest message that the consumer was given. */
  def accept(consumer: AmqpSender): Unit =
    consumer.moveHanded(1, accepted.getOrElseUpdate(consumer, consumer.backlogOfItsOwn()))

  def commit(): Unit =
    sends.commit()
    accepted.values.foreach(_.clear())

  def rollback(): Unit =
    for (consumer, messages) <- accepted do consumer.takeBack(messages)
    for consumer <- accepted.keys do consumer.destination.wake()

private object Amqp:
  // numbers of described types (parts 2, 3 and 4 of the standard)
  val Transfer = 0x14
  val Disposition = 0x15
  val AcceptedState = 0x24
  val Released = 0x26
  val Modified = 0x27
  val Transactional = 0x34

  // types of frames
  val Plain = 0
  val Sasl = 1

  /** In the header that comes before the frames. */
  private val SaslHeader = 3

  val Unlimited: UnsignedInteger = UnsignedInteger.valueOf(Int.MaxValue)
  private val MaxFrame = 1024 * 1024
  private val MaxPerformative = 64 * 1024
  private val EmptyFrame = 0x0000000802000000L

  def binary(id: Long): Binary = Binary(ByteBuffer.allocate(8).putLong(id).array)

  def transactional(id: Long): TransactionalState =
    val state = TransactionalState()
    state.setTxnId(binary(id))
    state.setOutcome(Accepted.getInstance)
    state
