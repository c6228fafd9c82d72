package shootout.scenario

import shootout.input.{Fields, Problems, Reader}

/** Reads the producers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ProducerReader:
  val reader: Reader[List[ProducerGroup]] = ClientGroups.oneOrMore("producers")(one)

  private def one(fields: Fields, problems: Problems): ProducerGroup =
    val plain = ProducerGroup.plain(Quantity.StampBytes.toInt)
    val read = Key.read(ProducerGroup.keys, fields, plain)
    val waits = read.requests && !read.isOpenLoop && fields.node("window").isEmpty
    val producers = sized(if waits then read.copy(window = Window.Of(1)) else read, fields, problems)
    refuse(producers, fields, problems)
    producers

  /** A price update has the size that it has. */
  private def sized(producers: ProducerGroup, fields: Fields, problems: Problems): ProducerGroup =
    val written = fields.node("size").isDefined
    producers.message.content match
      case Content.Filler =>
        if !written then
          problems.add(fields.place, s"'size' is missing; expected ${VaryingReader.size.expected}")
        if mayBeTooSmall(producers.size) then
          problems.add(
            ClientGroups.place(fields, "size"),
            s"sizes that vary begin at ${Quantity.StampBytes} B, for the stamp in the body (producer, sequence, send time)"
          )
        producers
      case Content.PriceUpdate =>
        val own = Varying.Constant(Content.PriceUpdateBytes.toDouble)
        if written && producers.size != own then
          problems.add(
            ClientGroups.place(fields, "size"),
            s"a price update takes ${Content.PriceUpdateBytes} B; write that, or no size"
          )
        producers.copy(size = own)

  /** A normal distribution is cut off there. */
  private def mayBeTooSmall(size: Varying): Boolean = size match
    case Varying.Uniform(min, _) => min < Quantity.StampBytes
    case Varying.Burst(quiet, busy, _, _) => math.min(quiet, busy) < Quantity.StampBytes
    case Varying.Steps(from) =>
      from.map(_._2).exists {
        case Varying.Constant(bytes) => bytes < Quantity.StampBytes
        case other => mayBeTooSmall(other)
      }
    case _ => false

  private def refuse(producers: ProducerGroup, fields: Fields, problems: Problems): Unit =
    def problem(key: String, message: String) = problems.add(ClientGroups.place(fields, key), message)
    val bounded = producers.window != Window.Unbounded
    val apart = List("persistent", "confirm", "window").filter(fields.node(_).isDefined)
    if fields.node("mode").isDefined && apart.nonEmpty then
      problem(
        apart.head,
        s"mode already says persistent, confirm and window; write either mode, or ${apart.mkString(" and ")} without it"
      )
    if producers.rate.isDefined && producers.think.isDefined then
      problem("think", "a rate already says when each message is sent; write either rate or think")
    val never = List(Rate.Each(Varying.Constant(0)), Rate.Total(Varying.Constant(0)))
    if producers.rate.exists(never.contains) then
      problem("rate", "at 0/s nothing would ever be sent; write a rate above 0/s")
    if producers.isOpenLoop && bounded && fields.node("window").isEmpty then
      problem("mode", "with a rate, sends do not wait for receipts; write persistent and confirm in place of mode")
    else if bounded && producers.confirm == Confirm.None && !producers.requests then
      problem(
        "window",
        "without receipts nothing would open the window again; write confirm: receipt or window: unbounded"
      )
    if fields.node("rollback_every").isDefined && fields.node("transaction").isEmpty then
      problem(
        "rollback_every",
        "only transactions are rolled back; write transaction: with the number of messages in each"
      )
    if producers.transactions.isDefined then refuseTransactions(producers, problem)
    if producers.batch.isDefined then refuseBatches(producers, problem)
    if producers.message.form == MessageForm.Externalizable && producers.message.content == Content.Filler then
      problem("message", "filler has no fields to write; write content: price_update beside it, or message: object")
    if producers.temporaryReplies && !producers.requests then
      problem("reply_queue", "without requests nothing is replied to; write requests: true, or no reply_queue")
    if producers.requests && !bounded && !producers.isOpenLoop then
      problem("window", "unanswered requests would pile up without limit; write a window, such as 1, or a rate")

  private def refuseBatches(producers: ProducerGroup, problem: (String, String) => Unit): Unit =
    if producers.confirm == Confirm.None || producers.window != Window.Of(1) then
      problem(
        "batch",
        "a batch is one send, and the next one follows when it is confirmed; write mode: sync, or confirm: receipt and window: 1 " +
          "beside it"
      )
    if producers.isOpenLoop || producers.think.isDefined then
      problem("batch", "with a rate or think, messages are sent one by one; write neither, or no batch")
    if producers.transactions.isDefined then
      problem("batch", "a transaction says already how many messages go together; write either batch or transaction")
    if producers.requests then problem("batch", "requests are answered one by one; write no requests, or no batch")
    producers.size match
      case Varying.Constant(_) =>
      case _ => problem("batch", "the messages of a batch have one size; write a size that does not vary")

  private def refuseTransactions(producers: ProducerGroup, problem: (String, String) => Unit): Unit =
    if producers.confirm == Confirm.None || producers.window != Window.Of(1) then
      problem(
        "transaction",
        "a transaction is confirmed by its commit, and one follows the other; write mode: sync, or confirm: receipt and " +
          "window: 1 beside it"
      )
    if producers.requests then
      problem("transaction", "a request that is not committed has no reply to wait for; write no transaction")
    if producers.isOpenLoop && producers.transactions.exists(_.rollbackEvery.isDefined) then
      problem(
        "rollback_every",
        "what is rolled back would count as sent at the rate; write no rate, or no rollback_every"
      )
