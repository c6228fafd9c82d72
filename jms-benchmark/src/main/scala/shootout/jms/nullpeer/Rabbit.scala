package shootout.jms.nullpeer

import com.rabbitmq.client.impl.{AMQImpl, LongStringHelper, Method}

import java.io.{ByteArrayInputStream, DataInputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util
import scala.collection.mutable

/** AMQP 0-9-1 with RabbitMQ's confirms. Messages, acknowledgements and gets are read and written by hand, everything else
  * by the vendor's classes.
  *
  * A frame: type (8 bits), channel (16), size (32), payload, end (8). Exchanges send to queues by the exact routing key.
  */
final class Rabbit(peer: Peer, destinations: Destinations) extends Wire:
  private val channels = mutable.LongMap[RabbitChannel]()
  private val temporary = mutable.HashSet[Destination]()

  /** What the client takes in one frame. */
  private[nullpeer] var frameMax = Rabbit.FrameMax

  def read(bytes: Array[Byte], from: Int, until: Int): Int =
    var at = from
    var whole = true
    while whole do
      val next = at + sizeAt(bytes, at, until)
      whole = next > at && next <= until
      if whole then
        if bytes(at) == 'A' then say(0, Rabbit.start) else frame(bytes, at, next)
        at = next
    channels.foreachValue(_.flush())
    at - from

  /** Of a frame, or of the greeting, which begins with letters. @return 0: that cannot be known yet */
  private def sizeAt(bytes: Array[Byte], at: Int, until: Int): Int =
    if until - at < 8 then 0
    else if bytes(at) == 'A' then 8
    else 8 + Bytes.intAt(bytes, at + 3)

  private def frame(bytes: Array[Byte], from: Int, until: Int): Unit =
    val number = Bytes.shortAt(bytes, from + 1)
    val at = from + 7
    bytes(from) match
      case Rabbit.MethodFrame =>
        val method = Bytes.intAt(bytes, at)
        channels.get(number) match
          case Some(channel) =>
            method match
              case Rabbit.Publish => channel.publish(bytes, at + 4)
              case Rabbit.Ack => channel.acknowledge(Bytes.longAt(bytes, at + 4), bytes(at + 12) != 0)
              case Rabbit.Get => channel.get(bytes, at + 4)
              case _ => channel.other(parse(bytes, at, until - 1))
          case None => outside(number, parse(bytes, at, until - 1))
      case Rabbit.HeaderFrame => channel(number).header(bytes, at, until - 1)
      case Rabbit.BodyFrame => channel(number).body(bytes, at, until - 1)
      case _ => () // a heartbeat

  private def channel(number: Int) =
    channels.getOrElse(number, throw IllegalStateException(s"no channel $number"))

  private def parse(bytes: Array[Byte], from: Int, until: Int): Method =
    AMQImpl.readMethodFrom(DataInputStream(ByteArrayInputStream(bytes, from, until - from)))

  private def outside(number: Int, method: Method): Unit = method match
    case _: AMQImpl.Connection.StartOk => say(0, AMQImpl.Connection.Tune(Rabbit.ChannelMax, Rabbit.FrameMax, 0))
    case tuned: AMQImpl.Connection.TuneOk =>
      if tuned.getFrameMax > 0 then frameMax = tuned.getFrameMax
      beat(tuned.getHeartbeat * 500L)
    case _: AMQImpl.Connection.Open => say(0, AMQImpl.Connection.OpenOk(""))
    case _: AMQImpl.Connection.Close =>
      say(0, AMQImpl.Connection.CloseOk())
      peer.finish()
    case _: AMQImpl.Connection.CloseOk => peer.finish()
    case _: AMQImpl.Channel.Open =>
      channels(number) = RabbitChannel(this, peer, destinations, number)
      say(number, AMQImpl.Channel.OpenOk(LongStringHelper.asLongString("")))
    case other => throw IllegalStateException(s"outside of a channel: $other")

  /** The client hangs up if it hears nothing for twice as long. */
  private def beat(millis: Long): Unit = if millis > 0 then
    peer.after(millis) {
      peer.output.long(Rabbit.Heartbeat)
      beat(millis)
    }

  private[nullpeer] def say(channel: Int, method: Method): Unit =
    val payload = method.toFrame(channel).getPayload
    val out = peer.output
    out.byte(Rabbit.MethodFrame)
    out.short(channel)
    out.int(payload.length)
    out.put(payload)
    out.byte(Rabbit.FrameEnd)

  private[nullpeer] def close(channel: Int): Unit = channels.remove(channel).foreach(_.close())

  /** The queue ends with this connection. */
  private[nullpeer] def own(queue: Destination): Unit = temporary += queue

  private[nullpeer] def delete(queue: Destination): Unit =
    temporary -= queue
    destinations.routes.remove(queue)
    destinations.remove(queue)

  def writable(): Unit = channels.foreachValue(_.pump())

  def closed(): Unit =
    channels.foreachValue(_.close())
    channels.clear()
    temporary.toList.foreach(delete)

private object Rabbit:
  val MethodFrame: Byte = 1
  val HeaderFrame: Byte = 2
  val BodyFrame: Byte = 3
  val FrameEnd = 0xce

  // class and number of methods
  val Publish: Int = 60 << 16 | 40
  val Deliver: Int = 60 << 16 | 60
  val Get: Int = 60 << 16 | 70
  val GetOk: Int = 60 << 16 | 71
  val GetEmpty: Int = 60 << 16 | 72
  val Ack: Int = 60 << 16 | 80

  private val ChannelMax = 2047
  private val FrameMax = 131072
  private val Heartbeat = 0x08000000000000ceL

  private def start: Method =
    val yes = java.lang.Boolean.TRUE
    val can = util.Map.of[String, Object]("publisher_confirms", yes, "basic.nack", yes, "consumer_cancel_notify", yes)
    val about = util.Map.of[String, Object]("product", "null", "version", "0.0.0", "capabilities", can)
    AMQImpl.Connection.Start(
      0,
      9,
      about,
      LongStringHelper.asLongString("PLAIN"),
      LongStringHelper.asLongString("en_US")
    )

  /** A string with its length in 8 bits in front. */
  def short(text: String): Array[Byte] =
    val bytes = text.getBytes(UTF_8)
    bytes.length.toByte +: bytes

/** Which queues get what is sent to an exchange with a routing key. */
final class Routes:
  private val queues = mutable.HashMap[(String, String), Array[Destination]]()

  /** Counts changes. */
  var version = 0

  def to(exchange: String, key: String): Array[Destination] = queues.getOrElse((exchange, key), Array.empty)

  def add(exchange: String, key: String, queue: Destination): Unit =
    version += 1
    queues((exchange, key)) = (to(exchange, key) :+ queue).distinct

  def remove(queue: Destination): Unit =
    version += 1
    for (key, all) <- queues.toList if all.contains(queue) do queues(key) = all.filter(_ != queue)
