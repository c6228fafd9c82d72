package shootout.driver

import shootout.scenario.{Ack, Confirm, ConsumerGroup, MessageKind, ProducerGroup, Window}
import shootout.units.DestinationType

/** A destination by its short name; the driver adds the dialect's prefix.
  *
  * @param temporary
  *   a queue of the client that receives from it, made when it connects. Its messages carry its address, and a client that
  *   sends to a temporary destination answers the latest message at the address which that one carries
  */
case class DestinationName(kind: DestinationType, name: String, temporary: Boolean = false)

/** A destination as the load wants it laid out; copies and kind of queue are the broker's, and stand in its dialect.
  *
  * @param partitions
  *   as asked for; none: as many as its receivers need
  * @param receivers
  *   clients that will share a queue, the most at a time
  */
case class DestinationSpec(name: DestinationName, partitions: Option[Int], receivers: Int):
  /** For systems in which a partition has one receiver of a queue. A topic's receivers do not share. */
  def partitionsNeeded: Int = partitions.getOrElse {
    if name.kind == DestinationType.Topic then 1 else math.max(1, receivers)
  }

/** What a client sends.
  *
  * @param targets
  *   destinations, addressed by index in [[Client.send]]
  * @param confirm
  *   the broker confirms every message
  * @param bodyBytes
  *   the size of every body, or none if it varies
  * @param pipelined
  *   with `confirm`: more than one may be on its way to the broker
  * @param transacted
  *   [[Client.endTransaction]] decides about what was sent since the last one, and confirms it
  * @param timed
  *   [[ClientListener.onWritten]] is told how long each message took to be written
  * @param batched
  *   what one call of [[Client.send]] takes goes to the broker as one, and the next call comes when all of it is confirmed
  * @param messageGroups
  *   names of groups: a message is of the one whose place is its sequence modulo their number; empty: messages are of no group
  * @param senders
  *   clients of the workload that send
  */
case class SendSpec(
    targets: IndexedSeq[DestinationName],
    persistent: Boolean,
    confirm: Boolean,
    headers: List[(String, String)],
    bodyBytes: Option[Int],
    pipelined: Boolean = false,
    transacted: Boolean = false,
    message: MessageKind = MessageKind(),
    timed: Boolean = false,
    batched: Boolean = false,
    messageGroups: IndexedSeq[String] = IndexedSeq.empty,
    senders: Int = 1
)

object SendSpec:
  /** What a client of a group sends. */
  def of(group: ProducerGroup, target: DestinationName, timed: Boolean, bodyBytes: Option[Int]): SendSpec = SendSpec(
    IndexedSeq(target),
    group.persistent,
    group.confirm == Confirm.Receipt,
    group.headers,
    bodyBytes,
    pipelined = group.window != Window.Of(1),
    transacted = group.transactions.isDefined,
    group.message,
    timed,
    batched = group.batch.isDefined,
    messageGroups = Vector.tabulate(group.messageGroups.getOrElse(0))(n => s"${group.name}-$n")
  )

/** What a client subscribes to.
  *
  * @param bodyBytes
  *   the size of every body that will come, or none if it varies or is not known
  * @param durable
  *   name of the durable subscription
  * @param shared
  *   name of the subscription that several clients share; if it is durable too, of the same name
  * @param listener
  *   the library calls back with each message, where it could also be asked for the next one
  * @param timed
  *   [[ClientListener.onRead]] is told how long each message took to be read
  * @param batch
  *   messages between [[ClientListener.onBatch]] and [[ClientListener.onBatchEnd]], at most: the library is asked for so many
  * @param wholeBodies
  *   a message is intact only if all of its body is as it was sent; else only stamp, length and last byte are looked at
  * @param mayReadLater
  *   messages may be read a little more than a millisecond after they came, if reading several together is cheaper
  */
case class ReceiveSpec(
    source: DestinationName,
    ack: Ack,
    prefetch: Option[Int],
    selector: Option[String],
    durable: Option[String],
    headers: List[(String, String)],
    shared: Option[String] = None,
    listener: Boolean = false,
    timed: Boolean = false,
    bodyBytes: Option[Int] = None,
    batch: Option[Int] = None,
    wholeBodies: Boolean = false,
    mayReadLater: Boolean = false
):
  /** The prefetch for who counts bytes: those of so many messages, and no more, for as long as one of them is left the next
    * message is delivered.
    *
    * @param overhead
    *   bytes of a message beside its body and the destination's name, as the broker counts them
    * @param nameBytes
    *   bytes for each character of that name
    * @return
    *   none: no prefetch is asked for, or the bodies are not all of one size
    */
  def bytesAhead(overhead: Int, nameBytes: Int): Option[Long] = prefetch.zip(bodyBytes).map { (messages, body) =>
    val each = body + overhead + nameBytes * source.name.length
    messages.toLong * each - each / 2
  }

object ReceiveSpec:
  /** What a client of a group subscribes to. */
  def of(
      group: ConsumerGroup,
      source: DestinationName,
      durable: Option[String],
      shared: Option[String],
      timed: Boolean,
      bodyBytes: Option[Int],
      mayReadLater: Boolean = false
  ): ReceiveSpec = ReceiveSpec(
    source,
    group.ack,
    group.prefetch,
    group.selector,
    durable,
    group.headers,
    shared,
    group.listener,
    timed,
    bodyBytes,
    group.batch,
    group.wholeBodies,
    mayReadLater
  )

/** One client: one connection that sends, receives, or both. `name` is unique within the workload. */
case class ClientSpec(name: String, send: Option[SendSpec], receive: Option[ReceiveSpec])
