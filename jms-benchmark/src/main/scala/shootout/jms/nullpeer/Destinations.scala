package shootout.jms.nullpeer

import scala.collection.mutable

/** One consumer of a destination.
  *
  * What it is given is remembered until it is acknowledged, in the order of delivery, whichever message the client names: a
  * benchmark's clients acknowledge in order.
  */
abstract class Subscription(val destination: Destination, memory: Memory):
  /** Of a topic: what came when there was no credit, and what came back. Queues have their own. */
  private[nullpeer] lazy val backlog = Backlog(memory)
  private[nullpeer] lazy val returned = Backlog(memory)
  private lazy val handed = Backlog(memory)

  /** Whether the client wants, and its socket takes, a message now. */
  def ready: Boolean

  /** Sends an encoded message to the client. */
  def deliver(bytes: Array[Byte], from: Int, length: Int): Unit

  /** Remembers a message until it is acknowledged. */
  protected final def remember(bytes: Array[Byte], from: Int, length: Int): Unit = handed.add(bytes, from, length)

  /** How many messages it was given and has not acknowledged. */
  final def unacknowledged: Long = handed.size

  /** The oldest so many are done with. */
  final def forget(count: Int): Unit =
    var left = math.min(count.toLong, handed.size)
    while left > 0 do
      handed.skip()
      left -= 1

  /** Moves the oldest so many elsewhere. */
  final def moveHanded(count: Int, to: Backlog): Unit =
    var left = math.min(count.toLong, handed.size)
    while left > 0 do
      to.add(handed.take())
      left -= 1

  /** Gives back what came first and was not acknowledged; it is delivered before all else. */
  final def giveBack(count: Int): Unit = moveHanded(count, if destination.topic then returned else destination.returned)

  /** There is credit again, or room: delivers what waits. */
  final def pump(): Unit =
    if destination.topic then
      pump(returned)
      pump(backlog)
    else
      pump(destination.returned)
      pump(destination.backlog)

  private def pump(waiting: Backlog): Unit = while !waiting.isEmpty && ready do
    val bytes = waiting.take()
    deliver(bytes, 0, bytes.length)

  private[nullpeer] def end(): Unit =
    if destination.topic then
      backlog.clear()
      returned.clear()
      handed.clear()
    else giveBack(Int.MaxValue)

/** A queue or a topic. */
final class Destination(val name: String, val topic: Boolean, memory: Memory):
  private[nullpeer] val backlog = Backlog(memory)
  private[nullpeer] val returned = Backlog(memory)
  private val subscriptions = mutable.ArrayBuffer[Subscription]()
  private var turn = 0

  def subscribe(subscription: Subscription): Unit =
    subscriptions += subscription
    subscription.pump()

  /** What it has not acknowledged goes to the others. */
  def unsubscribe(subscription: Subscription): Unit =
    subscriptions -= subscription
    subscription.end()
    wake()

  /** It gets no more, but may still acknowledge what it has. */
  def leave(subscription: Subscription): Unit = subscriptions -= subscription

  /** Takes the oldest message out of a queue. @return null: there is none */
  def take(): Array[Byte] | Null =
    if !returned.isEmpty then returned.take() else if !backlog.isEmpty then backlog.take() else null

  /** Something came back. */
  def wake(): Unit = for other <- subscriptions do other.pump()

  private[nullpeer] def clear(): Unit =
    backlog.clear()
    returned.clear()

  /** A message has come: a topic's go to all, a queue's to one after the other. */
  def send(bytes: Array[Byte], from: Int, length: Int): Unit =
    if topic then
      var i = 0
      while i < subscriptions.length do
        val to = subscriptions(i)
        if to.backlog.isEmpty && to.returned.isEmpty && to.ready then to.deliver(bytes, from, length)
        else to.backlog.add(bytes, from, length)
        i += 1
    else
      val to = if backlog.isEmpty && returned.isEmpty then next() else null
      if to != null then to.deliver(bytes, from, length) else backlog.add(bytes, from, length)

  private def next(): Subscription | Null =
    var tries = subscriptions.length
    var found: Subscription | Null = null
    while found == null && tries > 0 do
      turn = if turn + 1 < subscriptions.length then turn + 1 else 0
      if subscriptions(turn).ready then found = subscriptions(turn)
      tries -= 1
    found

/** All destinations of one peer; used by its one thread only. */
final class Destinations(val memory: Memory):
  private val queues = mutable.HashMap[String, Destination]()
  private val topics = mutable.HashMap[String, Destination]()

  def queue(name: String): Destination = queues.getOrElseUpdate(name, Destination(name, false, memory))
  def topic(name: String): Destination = topics.getOrElseUpdate(name, Destination(name, true, memory))

  /** Of protocols that have exchanges. */
  private[nullpeer] val routes = Routes()

  // of protocols that have one kind of name for both
  private val declared = mutable.HashMap[String, Destination]()
  private val bindings = mutable.HashMap[String, Destination]()

  /** From now on the name means a queue or a topic. */
  def declare(name: String, asTopic: Boolean): Destination =
    declared.getOrElseUpdate(name, if asTopic then topic(name) else queue(name))

  def knows(name: String): Boolean = declared.contains(name)

  /** What was declared; if nothing, a queue. */
  def named(name: String): Destination = declare(name, false)

  /** Consumers of that queue are consumers of this destination. */
  def bind(queue: String, to: Destination): Unit = bindings(queue) = to
  def unbind(queue: String): Unit = bindings.remove(queue): Unit
  def bound(queue: String): Option[Destination] = bindings.get(queue).orElse(declared.get(queue).filter(!_.topic))

  /** A temporary one ends; nobody may use it any more. */
  def remove(destination: Destination): Unit =
    destination.clear()
    (if destination.topic then topics else queues).remove(destination.name): Unit

/** What was sent in a transaction, until its end. */
final class Sends:
  private val kept = mutable.ArrayBuffer[(Destination, Array[Byte])]()

  /** @param bytes are kept as they are */
  def add(to: Destination, bytes: Array[Byte]): Unit = kept += to -> bytes

  def commit(): Unit =
    for (to, bytes) <- kept do to.send(bytes, 0, bytes.length)
    kept.clear()

  def rollback(): Unit = kept.clear()
