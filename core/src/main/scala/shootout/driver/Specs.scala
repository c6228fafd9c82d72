package shootout.driver

import shootout.scenario.{Ack, MessageKind}
import shootout.units.DestinationType

/** A destination by its short name. The driver adds the dialect's prefix.
  *
  * @param temporary
  *   true for a queue of the client that receives from it, created when it connects. Its messages carry its address.
  *   A client that sends to a temporary destination replies to the address in the latest message.
  */
case class DestinationName(kind: DestinationType, name: String, temporary: Boolean = false)

/** A destination as the workload wants it created. The broker's dialect determines copies and the kind of queue.
  *
  * @param partitions
  *   the number that the workload asks for; none for as many as its receivers need
  * @param receivers
  *   the most clients that will share a queue at a time
  */
case class DestinationSpec(name: DestinationName, partitions: Option[Int], receivers: Int):
  /** For systems in which a partition has one receiver of a queue. Receivers of a topic do not share. */
  def partitionsNeeded: Int = partitions.getOrElse {
    if name.kind == DestinationType.Topic then 1 else math.max(1, receivers)
  }

/** The sending side of a client.
  *
  * @param targets
  *   destinations, addressed by index in [[Client.send]]
  * @param confirm
  *   true if the broker confirms every message
  * @param bodyBytes
  *   the size of every body, or none if it varies
  * @param pipelined
  *   with `confirm`: true if more than one message may be on its way to the broker
  * @param transacted
  *   true if [[Client.endTransaction]] commits or rolls back what was sent since the last one, and confirms it
  * @param timed
  *   true to report to [[ClientListener.onWritten]] how long it took to write each message
  * @param batched
  *   true if the messages of one [[Client.send]] go to the broker together, and the next call comes when all are
  *   confirmed
  * @param messageGroups
  *   names of groups; a message belongs to the one whose index is its sequence modulo their number, or to none if
  *   empty
  * @param senders
  *   the number of clients of the workload that send
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

/** The receiving side of a client.
  *
  * @param bodyBytes
  *   the size of every body that will arrive, or none if it varies or is not known
  * @param durable
  *   name of the durable subscription
  * @param shared
  *   name of the subscription that several clients share; if it is also durable, `durable` is the same name
  * @param listener
  *   true if the library calls back with each message, although it could also be asked for the next one
  * @param timed
  *   true to report to [[ClientListener.onRead]] how long it took to read each message
  * @param batch
  *   the most messages between [[ClientListener.onBatch]] and [[ClientListener.onBatchEnd]]; the library is asked for
  *   this many
  * @param wholeBodies
  *   true to check the whole body of a message; otherwise only stamp, length and last byte are checked
  * @param mayReadLater
  *   true if messages may be read slightly more than a millisecond after they arrived, if reading several together is
  *   cheaper
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
  /** The prefetch in bytes, for brokers that count bytes. The broker delivers a message as long as any of the prefetch
    * is left. Half a message is therefore subtracted, so that it allows exactly the wanted number.
    *
    * @param overhead
    *   bytes of a message in addition to its body and the destination's name, as the broker counts them
    * @param nameBytes
    *   bytes for each character of that name
    * @return
    *   none if no prefetch is asked for, or the bodies differ in size
    */
  def bytesAhead(overhead: Int, nameBytes: Int): Option[Long] = prefetch.zip(bodyBytes).map { (messages, body) =>
    val each = body + overhead + nameBytes * source.name.length
    messages.toLong * each - each / 2
  }

/** One client: one connection that sends, receives, or both. `name` is unique within the workload. */
case class ClientSpec(name: String, send: Option[SendSpec], receive: Option[ReceiveSpec])
