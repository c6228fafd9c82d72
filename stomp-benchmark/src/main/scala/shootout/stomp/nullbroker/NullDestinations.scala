package shootout.stomp.nullbroker

import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArrayList}
import java.util.concurrent.atomic.AtomicLong

/** Messages of one producer in one destination, of which only the number is kept: their sequences are 0, 1, 2 ...
  *
  * @param producer
  *   as [[shootout.driver.Stamp]] writes it
  */
final class Flow(val producer: Int, val bodyBytes: Int):
  private val received = AtomicLong()
  private val delivered = AtomicLong()

  /** The send time that the latest message carried. */
  @volatile var nanos = 0L
  @volatile private var endless = false

  /** The send time of messages that are given out now. */
  def stamp: Long = if endless then System.nanoTime() else nanos

  /** How many have come. */
  def count: Long = received.get

  def add(messages: Long): Unit = received.addAndGet(messages): Unit

  /** As if there were more messages than anybody could ever read. */
  def flood(): Unit =
    endless = true
    received.set(Flow.Endless)

  /** Takes up to `most` messages out of a queue. @return the first sequence; [[taken]] tells how many */
  def take(most: Int): Long =
    var first = delivered.get
    var wanted = math.min(most.toLong, count - first)
    while wanted > 0 && !delivered.compareAndSet(first, first + wanted) do
      first = delivered.get
      wanted = math.min(most.toLong, count - first)
    Flow.pack(first, math.max(wanted, 0).toInt)

object Flow:
  /** First sequence and number of messages in one word, so that nothing is allocated. */
  private val CountBits = 16
  private val Endless = Long.MaxValue >>> (CountBits + 1)
  def pack(first: Long, count: Int): Long = (first << CountBits) | count
  def first(packed: Long): Long = packed >>> CountBits
  def taken(packed: Long): Int = (packed & ((1 << CountBits) - 1)).toInt

/** A queue or topic, shared by all loops.
  *
  * @param topic
  *   every subscriber gets every message; else they share them
  */
final class Destination(val name: String, val topic: Boolean):
  @volatile private var all = Array.empty[Flow]
  private val feeds = CopyOnWriteArrayList[Outflow]()

  def flows: Array[Flow] = all

  /** What this producer sends here, in messages of this size. */
  def flow(producer: Int, bodyBytes: Int): Flow = synchronized {
    all.find(f => f.producer == producer && f.bodyBytes == bodyBytes).getOrElse {
      val flow = Flow(producer, bodyBytes)
      all = all :+ flow
      flow
    }
  }

  def subscribe(feed: Outflow): Unit = feeds.add(feed): Unit
  def unsubscribe(feed: Outflow): Unit = feeds.remove(feed): Unit

  /** Something came: wakes the subscribers that have run out of messages. */
  def arrived(): Unit =
    var i = 0
    while i < feeds.size do
      feeds.get(i).wake()
      i += 1

final class NullDestinations:
  private val byName = ConcurrentHashMap[String, Destination]()

  def of(name: String): Destination =
    byName.computeIfAbsent(name, _ => Destination(name, name.startsWith(NullDestinations.TopicPrefix)))

object NullDestinations:
  /** As `brokers/null/broker.yaml` has it. */
  private val TopicPrefix = "/topic/"
