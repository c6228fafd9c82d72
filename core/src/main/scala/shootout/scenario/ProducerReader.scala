package shootout.scenario

import shootout.input.{Fields, Problems, Reader}

/** Reads the producers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ProducerReader:
  /** What `mode: async` means: not persistent, nothing confirmed, held back by TCP alone. */
  private val async = Sending(persistent = false, Confirm.None, Window.Unbounded)

  /** What `mode: sync` means: persistent, the next send waits for the receipt of the last. */
  private val sync = Sending(persistent = true, Confirm.Receipt, Window.Of(1))

  private val mode = Reader.word("async" -> async, "sync" -> sync)
  private val confirm = Reader.word("none" -> Confirm.None, "receipt" -> Confirm.Receipt)

  private val replyQueue = Reader.word("named" -> false, "temporary" -> true)

  private case class Sending(persistent: Boolean, confirm: Confirm, window: Window)

  val reader: Reader[List[ProducerGroup]] = ClientGroups.oneOrMore("producers")(one)

  private def one(fields: Fields, problems: Problems): ProducerGroup =
    val requests = fields.getOrElse("requests", Reader.boolean)(false)
    val rate = fields.option("rate", RateReader)
    val think = fields.option("think", VaryingReader.think)
    val sending = readSending(fields, problems, requests, rate.exists(_.isOpenLoop))
    val clients = ClientGroups.read(fields, "producers")
    val message = MessageReader.read(fields)
    val producers = ProducerGroup(
      name = clients.name,
      count = clients.count,
      size = MessageReader.size(fields, message, problems),
      persistent = sending.persistent,
      confirm = sending.confirm,
      window = sending.window,
      rate = rate,
      think = think,
      headers = clients.headers,
      messagesPerConnection = clients.messagesPerConnection,
      rampPerSecond = clients.rampPerSecond,
      requests = requests,
      message = message,
      transactions = MessageReader.transactions(fields, problems),
      temporaryReplies = fields.getOrElse("reply_queue", replyQueue)(false)
    )
    refuse(producers, fields, problems)
    producers

  private def readSending(fields: Fields, problems: Problems, requests: Boolean, openLoop: Boolean): Sending =
    val named = fields.option("mode", mode)
    val persistent = fields.option("persistent", Reader.boolean)
    val confirmed = fields.option("confirm", confirm)
    val bounded = fields.option("window", WindowReader)
    val apart = List("persistent", "confirm", "window").filter(fields.node(_).isDefined)
    if fields.node("mode").isDefined && apart.nonEmpty then
      problems.add(
        ClientGroups.place(fields, apart.head),
        s"mode already says persistent, confirm and window; write either mode, or ${apart.mkString(" and ")} without it"
      )
    val base = named.getOrElse(async)
    Sending(
      persistent.getOrElse(base.persistent),
      confirmed.getOrElse(base.confirm),
      bounded.getOrElse(if requests && !openLoop then Window.Of(1) else base.window)
    )

  private def refuse(producers: ProducerGroup, fields: Fields, problems: Problems): Unit =
    def problem(key: String, message: String) = problems.add(ClientGroups.place(fields, key), message)
    val bounded = producers.window != Window.Unbounded
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
    if producers.transactions.isDefined then refuseTransactions(producers, problem)
    if producers.temporaryReplies && !producers.requests then
      problem("reply_queue", "without requests nothing is replied to; write requests: true, or no reply_queue")
    if producers.requests && !bounded && !producers.isOpenLoop then
      problem("window", "unanswered requests would pile up without limit; write a window, such as 1, or a rate")

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
