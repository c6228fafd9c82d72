package shootout.jms.nullpeer

import org.apache.activemq.artemis.api.core.{ActiveMQBuffer, ActiveMQBuffers, Pair, TransportConfiguration}
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.*
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.*
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory as OldConnectorFactory

import java.util
import scala.collection.mutable

/** Artemis' own protocol, and HornetQ's, which it comes from. Messages and acknowledgements are read and written by hand, everything else by the vendor's
  * classes.
  *
  * @param old
  *   HornetQ's: without correlation of responses, and without addresses beside queues
  *
  * A packet: size of what follows (32 bits), type (8), channel (64), fields. A session has a channel of its own.
  */
final class Core(peer: Peer, destinations: Destinations, old: Boolean) extends Wire:
  private val sessions = mutable.LongMap[CoreSession]()
  private var greeted = false

  def read(bytes: Array[Byte], from: Int, until: Int): Int =
    var at = from
    if !greeted && until - from >= Core.Greeting then
      greeted = true
      at += Core.Greeting
    var whole = greeted
    while whole do
      val next = if until - at < 4 then Int.MaxValue else at + 4 + Bytes.intAt(bytes, at)
      whole = next <= until && next > 0
      if whole then
        packet(bytes, at, next)
        at = next
    at - from

  private def packet(bytes: Array[Byte], from: Int, until: Int): Unit =
    val kind = bytes(from + 4)
    val channel = Bytes.longAt(bytes, from + 5)
    val at = from + PACKET_HEADERS_SIZE
    sessions.get(channel) match
      case Some(session) =>
        kind match
          case SESS_SEND => session.message(bytes, at, until)
          case SESS_ACKNOWLEDGE => session.acknowledge(bytes, at, all = true)
          case SESS_INDIVIDUAL_ACKNOWLEDGE => session.acknowledge(bytes, at, all = false)
          case SESS_FLOWTOKEN => session.credit(Bytes.longAt(bytes, at), Bytes.intAt(bytes, at + 8))
          case SESS_SEND_LARGE => session.large(bytes, at, until)
          case SESS_SEND_CONTINUATION => session.continue(bytes, at, until)
          case _ => session.other(kind, buffer(bytes, at, until))
        session.window.came(kind, until - from)
      case None => beforeSession(kind, channel, bytes, from, until)

  private def buffer(bytes: Array[Byte], from: Int, until: Int): ActiveMQBuffer =
    val fields = ActiveMQBuffers.wrappedBuffer(util.Arrays.copyOfRange(bytes, from, until))
    fields.writerIndex(until - from)
    fields

  private def beforeSession(kind: Byte, channel: Long, bytes: Array[Byte], from: Int, until: Int): Unit = kind match
    case PING => peer.output.put(bytes, from, until - from)
    case CREATESESSION | CREATESESSION_V2 =>
      val wish = if kind == CREATESESSION then CreateSessionMessage() else CreateSessionMessage_V2()
      wish.decodeRest(buffer(bytes, from + PACKET_HEADERS_SIZE, until))
      sessions(wish.getSessionChannelID) =
        CoreSession(
          this,
          peer,
          destinations,
          wish.getSessionChannelID,
          old,
          !wish.isAutoCommitSends,
          !wish.isAutoCommitAcks,
          CoreWindow(this, wish.getSessionChannelID, if old then -1 else wish.getWindowSize)
        )
      say(channel, CreateSessionResponseMessage(wish.getVersion))
    case CHECK_FOR_FAILOVER => say(channel, CheckFailoverReplyMessage(true))
    case SUBSCRIBE_TOPOLOGY | SUBSCRIBE_TOPOLOGY_V2 => say(channel, topology)
    case PACKETS_CONFIRMED | DISCONNECT => ()
    case _ => throw IllegalStateException(s"packet of type $kind outside of a session")

  /** The client waits until it knows all servers; there is this one. */
  private def topology: PacketImpl =
    val parameters = util.Map.of[String, Object]("host", "127.0.0.1", "port", Integer.valueOf(peer.localPort))
    val server = TransportConfiguration(
      if old then classOf[OldConnectorFactory].getName else classOf[NettyConnectorFactory].getName,
      parameters
    )
    val none: TransportConfiguration | Null = null
    if old then ClusterTopologyChangeMessage_V2(1, "null", "", Pair(server, none), true)
    else ClusterTopologyChangeMessage_V4(1, "null", "", "", Pair(server, none), true, 1)

  private[nullpeer] def say(channel: Long, packet: PacketImpl): Unit =
    val fields = ActiveMQBuffers.dynamicBuffer(256)
    packet.encodeRest(fields)
    val out = peer.output
    val size = out.position
    out.int(0)
    out.byte(packet.getType)
    out.long(channel)
    val encoded = new Array[Byte](fields.readableBytes)
    fields.readBytes(encoded)
    out.put(encoded)
    out.sizeAt(size)

  private[nullpeer] def forget(channel: Long): Unit = sessions.remove(channel): Unit

  def writable(): Unit = sessions.foreachValue(_.pump())

  def closed(): Unit =
    sessions.foreachValue(_.close())
    sessions.clear()

private object Core:
  /** "ARTEMIS" or "HORNETQ", before the first packet. */
  private val Greeting = 7
