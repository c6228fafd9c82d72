package shootout.jms.nullpeer

import com.rabbitmq.client.impl.{AMQImpl, Method}

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util
import scala.collection.mutable

/** One channel: its consumers, its transaction, and what was delivered and not acknowledged. */
private final class RabbitChannel(wire: Rabbit, peer: Peer, destinations: Destinations, number: Int):
  private val consumers = mutable.LinkedHashMap[String, RabbitConsumer]()
  private val getters = mutable.HashMap[Destination, RabbitConsumer]()
  private val left = mutable.ArrayBuffer[RabbitConsumer]()
  private var prefetch = 0
  private var made = 0

  // who was given the delivery of which tag, in order
  private val owners = mutable.ArrayDeque[(Long, RabbitConsumer)]()
  private var tag = 0L

  private var transacted = false
  private val sends = Sends()

  // confirmations: how many messages came, and how many of them have been confirmed
  private var confirms = false
  private var came = 0L
  private var confirmed = 0L

  // the message under way
  private var routeName = Array.emptyByteArray
  private var routeVersion = -1
  private var route = Array.empty[Destination]
  private val message = ByteArrayOutputStream()
  private var bodyLeft = 0L

  // ---- messages from the client

  def publish(bytes: Array[Byte], from: Int): Unit =
    peer.sends = true
    // a number without meaning, the exchange, the routing key
    val exchange = from + 2
    val key = exchange + 1 + Bytes.unsigned(bytes, exchange)
    val until = key + 1 + Bytes.unsigned(bytes, key)
    val known = util.Arrays.equals(bytes, exchange, until, routeName, 0, routeName.length)
    if !known || routeVersion != destinations.routes.version then
      routeName = util.Arrays.copyOfRange(bytes, exchange, until)
      routeVersion = destinations.routes.version
      val name = RabbitChannel.text(bytes, key)
      val to = RabbitChannel.text(bytes, exchange)
      route = if to.isEmpty then Array(destinations.queue(name)) else destinations.routes.to(to, name)

  /** Class and weight, size of the body, properties. */
  def header(bytes: Array[Byte], from: Int, until: Int): Unit =
    bodyLeft = Bytes.longAt(bytes, from + 4)
    message.reset()
    val size = ByteBuffer.allocate(4).putInt(until - from)
    message.write(size.array, 0, 4)
    message.write(bytes, from, until - from)
    if bodyLeft == 0 then take()

  def body(bytes: Array[Byte], from: Int, until: Int): Unit =
    message.write(bytes, from, until - from)
    bodyLeft -= until - from
    if bodyLeft <= 0 then take()

  private def take(): Unit =
    val whole = message.toByteArray
    for to <- route do if transacted then sends.add(to, whole) else to.send(whole, 0, whole.length)
    came += 1

  /** Confirms, in one frame, what has come. */
  def flush(): Unit = if confirms && came > confirmed then
    confirmed = came
    val out = begin(13)
    out.int(Rabbit.Ack)
    out.long(came)
    out.byte(1)
    out.byte(Rabbit.FrameEnd)

  // ---- messages to the client

  private def begin(size: Int): Out =
    val out = peer.output
    out.byte(Rabbit.MethodFrame)
    out.short(number)
    out.int(size)
    out

  private def nextTag(owner: RabbitConsumer): Long =
    tag += 1
    if !owner.automatic then owners += tag -> owner
    tag

  def deliver(to: RabbitConsumer, bytes: Array[Byte], from: Int, length: Int): Unit =
    val out = begin(4 + to.name.length + 9 + to.origin.length)
    out.int(Rabbit.Deliver)
    out.put(to.name)
    out.long(nextTag(to))
    out.byte(0)
    out.put(to.origin)
    out.byte(Rabbit.FrameEnd)
    content(bytes, from, length)

  private def content(bytes: Array[Byte], from: Int, length: Int): Unit =
    val out = peer.output
    val head = Bytes.intAt(bytes, from)
    out.byte(Rabbit.HeaderFrame)
    out.short(number)
    out.int(head)
    out.put(bytes, from + 4, head)
    out.byte(Rabbit.FrameEnd)
    var at = from + 4 + head
    while at < from + length do
      val part = math.min(wire.frameMax - 8, from + length - at)
      out.byte(Rabbit.BodyFrame)
      out.short(number)
      out.int(part)
      out.put(bytes, at, part)
      out.byte(Rabbit.FrameEnd)
      at += part

  /** One message, if there is one now. */
  def get(bytes: Array[Byte], from: Int): Unit =
    val queue = destinations.queue(RabbitChannel.text(bytes, from + 2))
    val automatic = bytes(from + 3 + Bytes.unsigned(bytes, from + 2)) != 0
    val owner = getters.getOrElseUpdate(queue, RabbitConsumer(this, peer, queue, destinations.memory, "", automatic, 0))
    val found = queue.take()
    if found == null then
      val out = begin(5)
      out.int(Rabbit.GetEmpty)
      out.byte(0)
      out.byte(Rabbit.FrameEnd)
    else
      owner.give(found)
      val out = begin(4 + 9 + owner.origin.length + 4)
      out.int(Rabbit.GetOk)
      out.long(nextTag(owner))
      out.byte(0)
      out.put(owner.origin)
      out.int(0)
      out.byte(Rabbit.FrameEnd)
      content(found, 0, found.length)

  // ---- acknowledgements

  def acknowledge(tag: Long, multiple: Boolean): Unit =
    each(tag, multiple)(owner => if transacted then owner.accept() else owner.forget(1))
    pump()

  /** All up to the tag, or the one that has it. */
  private def each(tag: Long, multiple: Boolean)(done: RabbitConsumer => Unit): Unit =
    if multiple then while owners.nonEmpty && (tag == 0 || owners.head(0) <= tag) do done(owners.removeHead()(1))
    else
      val at = if owners.nonEmpty && owners.head(0) == tag then 0 else owners.indexWhere(_(0) == tag)
      if at >= 0 then done(owners.remove(at)(1))

  private def refuse(tag: Long, multiple: Boolean, again: Boolean): Unit =
    val touched = mutable.LinkedHashSet[Destination]()
    each(tag, multiple) { owner =>
      if again then owner.giveBack(1) else owner.forget(1)
      touched += owner.destination
    }
    touched.foreach(_.wake())

  // ---- everything else

  def other(method: Method): Unit = method match
    case wish: AMQImpl.Queue.Declare => declare(wish)
    case wish: AMQImpl.Queue.Bind =>
      destinations.routes.add(wish.getExchange, wish.getRoutingKey, destinations.queue(wish.getQueue))
      say(AMQImpl.Queue.BindOk())
    case wish: AMQImpl.Queue.Delete =>
      wire.delete(destinations.queue(wish.getQueue))
      say(AMQImpl.Queue.DeleteOk(0))
    case wish: AMQImpl.Basic.Consume => consume(wish)
    case wish: AMQImpl.Basic.Cancel =>
      // what was delivered can still be acknowledged, so it is not given back yet
      for gone <- consumers.remove(wish.getConsumerTag) do
        gone.destination.leave(gone)
        left += gone
      say(AMQImpl.Basic.CancelOk(wish.getConsumerTag))
    case wish: AMQImpl.Basic.Qos =>
      prefetch = wish.getPrefetchCount
      say(AMQImpl.Basic.QosOk())
    case wish: AMQImpl.Basic.Nack => refuse(wish.getDeliveryTag, wish.getMultiple, wish.getRequeue)
    case wish: AMQImpl.Basic.Reject => refuse(wish.getDeliveryTag, false, wish.getRequeue)
    case _: AMQImpl.Basic.Recover =>
      refuse(0, true, true)
      say(AMQImpl.Basic.RecoverOk())
    case _: AMQImpl.Confirm.Select =>
      confirms = true
      say(AMQImpl.Confirm.SelectOk())
    case _: AMQImpl.Exchange.Declare => say(AMQImpl.Exchange.DeclareOk())
    case _: AMQImpl.Channel.Close =>
      wire.close(number)
      say(AMQImpl.Channel.CloseOk())
    case _ => transaction(method)

  private def transaction(method: Method): Unit = method match
    case _: AMQImpl.Tx.Select =>
      transacted = true
      say(AMQImpl.Tx.SelectOk())
    case _: AMQImpl.Tx.Commit =>
      sends.commit()
      for owner <- takers do owner.commit()
      say(AMQImpl.Tx.CommitOk())
    case _: AMQImpl.Tx.Rollback =>
      sends.rollback()
      for owner <- takers do owner.rollback()
      say(AMQImpl.Tx.RollbackOk())
      for owner <- takers do owner.destination.wake()
    case other => throw IllegalStateException(s"$other")

  private def takers: List[RabbitConsumer] = consumers.values.toList ++ getters.values ++ left

  private def say(method: Method): Unit = wire.say(number, method)

  private def declare(wish: AMQImpl.Queue.Declare): Unit =
    made += 1
    val name = if wish.getQueue.isEmpty then util.UUID.randomUUID.toString else wish.getQueue
    val queue = destinations.queue(name)
    if wish.getExclusive || wish.getAutoDelete then wire.own(queue)
    say(AMQImpl.Queue.DeclareOk(name, 0, 0))

  private def consume(wish: AMQImpl.Basic.Consume): Unit =
    made += 1
    val name = if wish.getConsumerTag.isEmpty then s"consumer-$made" else wish.getConsumerTag
    val queue = destinations.queue(wish.getQueue)
    val most = if wish.getNoAck then 0 else prefetch
    val consumer = RabbitConsumer(this, peer, queue, destinations.memory, name, wish.getNoAck, most)
    consumers(name) = consumer
    say(AMQImpl.Basic.ConsumeOk(name))
    queue.subscribe(consumer)

  def pump(): Unit = consumers.values.foreach(_.pump())

  def close(): Unit =
    for owner <- takers do
      owner.rollback()
      owner.destination.unsubscribe(owner)
    consumers.clear()
    getters.clear()
    left.clear()
    owners.clear()

private object RabbitChannel:
  def text(bytes: Array[Byte], at: Int): String = String(bytes, at + 1, Bytes.unsigned(bytes, at), UTF_8)
