package shootout.scenario

import shootout.yaml.{Fields, Reader}
import shootout.units.Json

import Key.{of, option, same, summed}

/** Clients that send. With a `rate` the workload is an open loop. Otherwise it is a closed loop, slowed by `think`
  * (nanoseconds between two sends). A `window` limits both. A message that an open loop may not send yet keeps the time
  * at which it was due.
  */
case class ProducerGroup(
    name: String = "producers",
    count: Int = 1,
    size: Distribution,
    persistent: Boolean = false,
    confirm: Confirm = Confirm.None,
    window: Window = Window.Unbounded,
    rate: Option[Rate] = None,
    think: Option[Distribution] = None,
    headers: List[(String, String)] = Nil,

    /** The client reconnects after this many messages. */
    messagesPerConnection: Option[Int] = None,

    /** This many clients connect per second during the measurement, instead of all of them before. */
    rampPerSecond: Option[Double] = None,

    /** If true, each message asks for a reply on the producer's own queue. The window then counts unanswered requests.
      */
    requests: Boolean = false,
    message: MessageKind = MessageKind(),

    /** The commit is the publisher confirm. The window is then 1 and counts transactions. */
    transactions: Option[Transactions] = None,

    /** If true, replies go to a temporary queue, which only the request names. */
    temporaryReplies: Boolean = false,

    /** Each send is one call with a random number of messages, from 1 to this. The window is then 1 and counts sends.
      */
    batch: Option[Int] = None,

    /** Each message belongs to one of this many groups. All messages of a group go to one consumer. The producers of
      * this client group share the message groups.
      */
    messageGroups: Option[Int] = None
) extends ClientGroup derives Json.ReadWriter:
  /** Whether messages are due at fixed times, however slow the broker is. */
  def isOpenLoop: Boolean = rate.exists(_.isOpenLoop)

  /** Whether each message is confirmed separately, and not by the commit of its transaction. */
  def hasReceipts: Boolean = confirm == Confirm.Receipt && transactions.isEmpty

  /** Whether the stamp does not fit into the body. */
  def isSmall: Boolean = size match
    case Distribution.Constant(bytes) => bytes < Quantity.StampBytes
    case _ => false

  /** Whether a message is plain bytes, without anything else that a broker may count. */
  def isBare: Boolean = message == MessageKind() && headers.isEmpty && messageGroups.isEmpty && !isSmall

object ProducerGroup:
  /** The plainest group: one client that sends non-persistent messages as fast as the network takes them. */
  def plain(bytes: Int): ProducerGroup = ProducerGroup(size = Distribution.Constant(bytes))

  private type P = ProducerGroup

  /** The limit exists because each client keeps their names. */
  private val MaxMessageGroups = 10_000

  /** What a scenario file can define for producers. Suffixes of ids follow this order. */
  lazy val keys: List[Key[P]] = List[Key[P]](
    ClientKeys.name((p, name) => p.copy(name = name)),
    ClientKeys.count((p, count) => p.copy(count = count)),
    of("size", ValueType.size, Key.Required)("*varying*: size of the message body")((p: P, size) => p.copy(size = size))
      .loaded(
        "sizes",
        (workload, all) => if workload.messageSize.isDefined then ujson.Null else words(all)(ValueType.size)(_.size)
      ),
    of("mode", mode, "`async`")("preset of the next three keys: `async` or `sync`")((p: P, mode) => mode(p)),
    of("persistent", ValueType.flag, "async: false, sync: true")(
      "whether messages must survive a restart of the broker"
    )((p: P, persistent) => p.copy(persistent = persistent)).needing("persistent")((_, p) => p.persistent)
      .needing("non_persistent")((_, p) => !p.persistent),
    confirm,
    window,
    option("rate", ValueType.rate)(
      "*varying*: offered rate of each producer, or `{total: 1000/s}`, `max` or `25%`"
    )((p: P) => p.rate, (p, rate) => p.copy(rate = Some(rate)))
      .suffixed(_.rate.map(ValueType.rate.word))
      // A share is another rate each time, so `offered` in the result contains it.
      .loaded(
        "rate",
        (workload, all) =>
          if workload.maximum.isDefined then ujson.Null else summed(all)(_.rate.map(ValueType.rate.word))
      )
      .copy(default = "closed loop"),
    ClientKeys.think[P]("producer")(_.think, (p, think) => p.copy(think = Some(think))),
    ClientKeys.churn[P]("producer")(_.messagesPerConnection, (p, n) => p.copy(messagesPerConnection = Some(n))),
    ClientKeys.ramp[P]("producer")(_.rampPerSecond, (p, ramp) => p.copy(rampPerSecond = Some(ramp))),
    ClientKeys.headers[P]("headers", "headers of each message")(_.headers, (p, headers) => p.copy(headers = headers)),
    of("requests", ValueType.flag, "false")(
      "request a reply to each message; `window` (default 1) counts unanswered requests"
    )((p: P, on) => p.copy(requests = on)).needing("request_reply")((_, p) => p.requests),
    transaction,
    rollback,
    option("batch", ValueType.whole(1))(
      "maximum messages per send call; each call sends a random number"
    )((p: P) => p.batch, (p, n) => p.copy(batch = Some(n)))
      .suffixed(_.batch.map(n => s"b$n"))
      .needing("send_batch")((_, p) => p.batch.isDefined)
  ) ++ MessageKind.keys ++ List[Key[P]](
    messageGroupsKey,
    of("reply_queue", ValueType.word("named" -> false, "temporary" -> true), "`named`")(
      "with `requests`: `named`, or `temporary` (known only from the request)"
    )((p: P, temporary) => p.copy(temporaryReplies = temporary))
      .suffixed(p => Option.when(p.temporaryReplies)("temporary"))
      .needing("temporary_queue")((_, p) => p.temporaryReplies)
      .loaded("reply_queue", (_, all) => summed(all)(p => Option.when(p.temporaryReplies)("temporary")))
  )

  /** `async` is not persistent, confirms nothing, and is limited by TCP alone. `sync` is persistent, and each send
    * waits for the publisher confirm of the previous one.
    */
  private def mode = ValueType.word[P => P](
    "async" -> (_.copy(persistent = false, confirm = Confirm.None, window = Window.Unbounded)),
    "sync" -> (_.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1)))
  )

  private def confirmations = ValueType.word("none" -> Confirm.None, "receipt" -> Confirm.Receipt)

  private def confirm: Key[P] = of("confirm", confirmations, "async: none, sync: receipt")(
    "`none`, or `receipt`: a publisher confirm for each message"
  )((p: P, confirm) => p.copy(confirm = confirm))
    .suffixed { p =>
      val confirmed = p.confirm == Confirm.Receipt
      Option.when(confirmed != (p.persistent && !p.requests))(if confirmed then "receipt" else "noreceipt")
    }
    .needing("async_send")((_, p) => p.hasReceipts && p.window != Window.Of(1))
    .needing("confirm_non_persistent")((_, p) => p.hasReceipts && !p.persistent)

  private def window: Key[P] = of("window", ValueType.window, "async: unbounded, sync: 1")(
    "maximum unconfirmed sends, `unbounded`, or `{steps: {0 s: 1, 10 s: 20}}`"
  )((p: P, window) => p.copy(window = window))
    .suffixed { p =>
      val expected = if !p.isOpenLoop && (p.requests || p.persistent) then Window.Of(1) else Window.Unbounded
      val word = if p.window == Window.Unbounded then "unbounded" else "w" + ShortWords.window(p.window)
      Option.when(p.window != expected)(word)
    }
    // In the result, `window` is a number, so the text has another name.
    .loaded(
      "windows",
      (_, all) =>
        all.map(_.window).distinct match
          case Nil | List(Window.Of(_) | Window.Unbounded) => ujson.Null
          case _ => words(all)(ValueType.window)(_.window)
    )

  private def transaction: Key[P] = of("transaction", ValueType.whole(0), "none")(
    "messages per transaction, confirmed by its commit; 0 for no transactions"
  )((p: P, messages) => p.copy(transactions = Option.when(messages > 0)(Transactions(messages, None))))
    .suffixed(_.transactions.map(t => s"tx${t.messages}"))
    .needing("transaction")((_, p) => p.transactions.isDefined)
    .needing("persistent_transaction")((_, p) => p.persistent && p.transactions.isDefined)
    .loaded("transaction", (_, all) => same(all.map(_.transactions.fold(ujson.Null)(t => ujson.Num(t.messages)))))

  private def rollback: Key[P] = option("rollback_every", ClientKeys.rollback)(
    "roll back every nth transaction and resend its messages"
  )(
    (p: P) => p.transactions.flatMap(_.rollbackEvery),
    (p, n) => p.copy(transactions = p.transactions.map(_.copy(rollbackEvery = Some(n))))
  ).suffixed(_.transactions.flatMap(_.rollbackEvery).map(n => s"rollback$n"))
    .needing("rollback_send")((_, p) => p.transactions.exists(_.rollbackEvery.isDefined))
    .copy(default = "never")

  private def messageGroupsKey: Key[P] = option("message_groups", ValueType.whole(1, MaxMessageGroups))(
    "number of message groups; each group goes to one consumer"
  )((p: P) => p.messageGroups, (p, n) => p.copy(messageGroups = Some(n)))
    .suffixed(_.messageGroups.map(n => s"groups$n"))
    .copy(adjective = _.messageGroups.map(n => s"grouping (by $n)"))
    .needing("message_groups")((_, p) => p.messageGroups.isDefined)

  private def words[A](groups: List[P])(value: ValueType[A])(of: P => A): ujson.Value =
    summed(groups)(p => Some(value.word(of(p))))

/** Reads the producers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ProducerReader:
  val reader: Reader[List[ProducerGroup]] = ClientGroups.oneOrMore("producers")(one)

  private def one(fields: Fields): ProducerGroup =
    val plain = ProducerGroup.plain(Quantity.StampBytes.toInt)
    val read = Key.read(ProducerGroup.keys, fields, plain)
    val waits = read.requests && !read.isOpenLoop && fields.node("window").isEmpty
    val producers = sized(if waits then read.copy(window = Window.Of(1)) else read, fields)
    refuse(producers, fields)
    producers

  /** A price update always has its own size. */
  private def sized(producers: ProducerGroup, fields: Fields): ProducerGroup =
    val written = fields.node("size").isDefined
    producers.message.content match
      case Content.Filler =>
        if !written then
          fields.refuse("size")(s"'size' is missing; expected ${DistributionReader.size.expected}")
        if mayBeTooSmall(producers.size) then
          fields.refuse("size")(
            s"sizes that vary begin at ${Quantity.StampBytes} B, for the stamp in the body " +
              "(producer, sequence, send time)"
          )
        producers
      case Content.PriceUpdate =>
        val own = Distribution.Constant(Content.PriceUpdateBytes.toDouble)
        if written && producers.size != own then
          fields.refuse("size")(s"a price update takes ${Content.PriceUpdateBytes} B; write that, or no size")
        producers.copy(size = own)

  /** A normal distribution is not checked, because it is cut off at this size. */
  private def mayBeTooSmall(size: Distribution): Boolean = size match
    case Distribution.Uniform(min, _) => min < Quantity.StampBytes
    case Distribution.Burst(quiet, busy, _, _) => math.min(quiet, busy) < Quantity.StampBytes
    case Distribution.Steps(from) =>
      from.map(_._2).exists {
        case Distribution.Constant(bytes) => bytes < Quantity.StampBytes
        case other => mayBeTooSmall(other)
      }
    case _ => false

  private def refuse(producers: ProducerGroup, fields: Fields): Unit =
    val bounded = producers.window != Window.Unbounded
    val apart = List("persistent", "confirm", "window").filter(fields.node(_).isDefined)
    if fields.node("mode").isDefined && apart.nonEmpty then
      fields.refuse(apart.head)(
        s"mode already says persistent, confirm and window; write either mode, or ${apart.mkString(" and ")} without it"
      )
    if producers.rate.isDefined && producers.think.isDefined then
      fields.refuse("think")("a rate already says when each message is sent; write either rate or think")
    val never = List(Rate.Each(Distribution.Constant(0)), Rate.Total(Distribution.Constant(0)))
    if producers.rate.exists(never.contains) then
      fields.refuse("rate")("at 0/s nothing would ever be sent; write a rate above 0/s")
    if producers.isOpenLoop && bounded && fields.node("window").isEmpty then
      fields.refuse("mode")(
        "with a rate, sends do not wait for receipts; write persistent and confirm in place of mode"
      )
    else if bounded && producers.confirm == Confirm.None && !producers.requests then
      fields.refuse("window")(
        "without receipts nothing would open the window again; write confirm: receipt or window: unbounded"
      )
    if fields.node("rollback_every").isDefined && fields.node("transaction").isEmpty then
      fields.refuse("rollback_every")(
        "only transactions are rolled back; write transaction: with the number of messages in each"
      )
    if producers.transactions.isDefined then refuseTransactions(producers, fields)
    if producers.batch.isDefined then refuseBatches(producers, fields)
    if producers.message.form == MessageForm.Externalizable && producers.message.content == Content.Filler then
      fields.refuse("message")(
        "filler has no fields to write; add content: price_update, or write message: object"
      )
    if producers.temporaryReplies && !producers.requests then
      fields.refuse("reply_queue")("without requests nothing is replied to; write requests: true, or no reply_queue")
    if producers.requests && !bounded && !producers.isOpenLoop then
      fields.refuse("window")("unanswered requests would pile up without limit; write a window, such as 1, or a rate")

  private def refuseBatches(producers: ProducerGroup, fields: Fields): Unit =
    if producers.confirm == Confirm.None || producers.window != Window.Of(1) then
      fields.refuse("batch")(
        "a batch is one send, and the next one follows when it is confirmed; " +
          "add mode: sync, or confirm: receipt and window: 1"
      )
    if producers.isOpenLoop || producers.think.isDefined then
      fields.refuse("batch")("with a rate or think, messages are sent one by one; write neither, or no batch")
    if producers.transactions.isDefined then
      fields.refuse("batch")(
        "a transaction says already how many messages go together; write either batch or transaction"
      )
    if producers.requests then
      fields.refuse("batch")("requests are answered one by one; write no requests, or no batch")
    producers.size match
      case Distribution.Constant(_) =>
      case _ => fields.refuse("batch")("the messages of a batch have one size; write a size that does not vary")

  private def refuseTransactions(producers: ProducerGroup, fields: Fields): Unit =
    if producers.confirm == Confirm.None || producers.window != Window.Of(1) then
      fields.refuse("transaction")(
        "a transaction is confirmed by its commit, and one follows the other; " +
          "write mode: sync, or add confirm: receipt and window: 1"
      )
    if producers.requests then
      fields.refuse("transaction")("a request that is not committed has no reply to wait for; write no transaction")
    if producers.isOpenLoop && producers.transactions.exists(_.rollbackEvery.isDefined) then
      fields.refuse("rollback_every")(
        "what is rolled back would count as sent at the rate; write no rate, or no rollback_every"
      )
