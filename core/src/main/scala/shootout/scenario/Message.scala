package shootout.scenario

import Key.{of, option, same}

import shootout.units.Json

/** How a message carries its body. Java serialises an object, and an externalizable object writes its own fields. */
enum MessageForm derives Json.ReadWriter:
  case Bytes, Text, Map, Object, Externalizable

/** The meaning of a body. */
enum Content derives Json.ReadWriter:
  /** Bytes of the declared size without a meaning. */
  case Filler

  /** A price update: time stamp, symbol, and price and volume of bid and ask. It is created for every message,
    * converted to the wanted form, and read and checked by the consumer.
    */
  case PriceUpdate

object Content:
  /** The size of a binary price update. It is the declared size in every form. */
  val PriceUpdateBytes = 44

/** The kind of messages that a producer sends. */
final case class MessageKind(
    form: MessageForm = MessageForm.Bytes,
    content: Content = Content.Filler,

    /** 0 (lowest) to 9. None leaves it out, which JMS takes for 4. */
    priority: Option[Int] = None
) derives Json.ReadWriter:
  /** Whether the body is bytes without a meaning. */
  def isPlain: Boolean = form == MessageForm.Bytes && content == Content.Filler

object MessageKind:
  private type P = ProducerGroup

  /** What a scenario file can define for the messages of producers. Suffixes of ids follow this order. */
  private[scenario] lazy val keys: List[Key[P]] = List(
    of("message", form, "`bytes`")(
      "`bytes`, `text`, `map`, `object` (Java serialization) or `externalizable` (price updates only)"
    )((p: P, form) => p.copy(message = p.message.copy(form = form)))
      .suffixed(p => Option.when(p.message.form != MessageForm.Bytes)(form.word(p.message.form)))
      .loaded("message", (_, all) => same(all.map(p => ujson.Str(form.word(p.message.form)))))
      .copy(needs = forms),
    of("content", content, "`filler`")(
      s"`filler`, or a `price_update` of ${Content.PriceUpdateBytes} B"
    )((p: P, content) => p.copy(message = p.message.copy(content = content)))
      .suffixed(p => Option.when(p.message.content == Content.PriceUpdate)("price"))
      .needing("small_body")((_, p) => p.isSmall && p.message.content == Content.Filler)
      .needing("price_update")((_, p) => p.message.content == Content.PriceUpdate)
      .loaded("content", (_, all) => same(all.map(p => ujson.Str(content.word(p.message.content))))),
    option("priority", ValueType.whole(0, 9))("priority of each message: 0 (lowest) to 9")(
      (p: P) => p.message.priority,
      (p, priority) => p.copy(message = p.message.copy(priority = Some(priority)))
    ).suffixed(_.message.priority.map(n => s"priority$n"))
      .needing("priority")((_, p) => p.message.priority.isDefined)
  )

  private def form = ValueType.word(MessageForm.values.toList.map(form => ShortWords.form(form) -> form)*)
  private def content = ValueType.word("filler" -> Content.Filler, "price_update" -> Content.PriceUpdate)

  private def forms: List[(String, (Workload, P) => Boolean)] =
    MessageForm.values.toList.filter(_ != MessageForm.Bytes).map(form =>
      s"message_${Json.snake(form.toString)}" -> ((_, p) => p.message.form == form)
    )

/** Sends that take effect together, or not at all.
  *
  * @param messages
  *   messages of each transaction, at least 1
  * @param rollbackEvery
  *   one of this many is rolled back, and its messages are sent again; none to roll back none
  */
final case class Transactions(messages: Int, rollbackEvery: Option[Int]) derives Json.ReadWriter
