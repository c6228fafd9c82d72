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

/** The sending side of a client. */
case class SendSpec(
    /** destinations, addressed by index in [[Client.send]] */
    targets: IndexedSeq[DestinationName],
    persistent: Boolean,
    /** true if the broker confirms every message */
    confirm: Boolean,
    headers: List[(String, String)],
    /** the size of every body, or none if it varies */
    bodyBytes: Option[Int],
    /** with `confirm`: true if more than one message may be on its way to the broker */
    pipelined: Boolean = false,
    /** true if [[Client.endTransaction]] commits or rolls back what was sent since the last one, and confirms it */
    transacted: Boolean = false,
    message: MessageKind = MessageKind(),
    /** true to report to [[ClientListener.onWritten]] how long it took to write each message */
    timed: Boolean = false,
    /** true if the messages of one [[Client.send]] go to the broker together, and the next call comes when all are
      * confirmed
      */
    batched: Boolean = false,
    /** names of groups; a message belongs to the one whose index is its sequence modulo their number, or to none if
      * empty
      */
    messageGroups: IndexedSeq[String] = IndexedSeq.empty,
    /** the number of clients of the workload that send */
    senders: Int = 1
)

/** The receiving side of a client. */
case class ReceiveSpec(
    source: DestinationName,
    ack: Ack,
    prefetch: Option[Int],
    selector: Option[String],
    /** name of the durable subscription */
    durable: Option[String],
    headers: List[(String, String)],
    /** name of the subscription that several clients share; if it is also durable, `durable` is the same name */
    shared: Option[String] = None,
    /** true if the library calls back with each message, although it could also be asked for the next one */
    listener: Boolean = false,
    /** true to report to [[ClientListener.onRead]] how long it took to read each message */
    timed: Boolean = false,
    /** the size of every body that will arrive, or none if it varies or is not known */
    bodyBytes: Option[Int] = None,
    /** the most messages between [[ClientListener.onBatch]] and [[ClientListener.onBatchEnd]]; the library is asked for
      * this many
      */
    batch: Option[Int] = None,
    /** true to check the whole body of a message; otherwise only stamp, length and last byte are checked */
    wholeBodies: Boolean = false,
    /** true if messages may be read slightly more than a millisecond after they arrived, if reading several together is
      * cheaper
      */
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
