package shootout.scenario

import shootout.units.Json

/** How a message carries its body. An object is serialised by Java, and one that is externalizable writes its fields itself. */
enum MessageForm derives Json.ReadWriter:
  case Bytes, Text, Map, Object, Externalizable

/** What a body means. */
enum Content derives Json.ReadWriter:
  /** Nothing: bytes of the declared size. */
  case Filler

  /** A price update: time stamp, symbol, and price and volume of bid and ask. Made for every message, turned into the form
    * that was asked for, and read and checked by the consumer.
    */
  case PriceUpdate

object Content:
  /** A price update in binary: its declared size, whatever form it takes. */
  val PriceUpdateBytes = 44

/** What kind of messages a producer sends.
  *
  * @param priority
  *   0 (lowest) to 9; none: not said, which JMS takes for 4
  */
final case class MessageKind(
    form: MessageForm = MessageForm.Bytes,
    content: Content = Content.Filler,
    priority: Option[Int] = None
) derives Json.ReadWriter:
  /** Bytes that mean nothing. */
  def isPlain: Boolean = form == MessageForm.Bytes && content == Content.Filler

/** Sends that count all together, or not at all.
  *
  * @param messages
  *   of each transaction, at least 1
  * @param rollbackEvery
  *   of so many one is undone, and its messages are sent again; none: never
  */
final case class Transactions(messages: Int, rollbackEvery: Option[Int]) derives Json.ReadWriter
