package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}

/** Reads the consumers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ConsumerReader:
  private val modes = Reader.word(
    "auto" -> Ack.Auto,
    "client" -> Ack.Client,
    "individual" -> Ack.Individual,
    "dups_ok" -> Ack.DupsOk,
    "transacted" -> Ack.Transacted
  )

  val reader: Reader[List[ConsumerGroup]] = ClientGroups.oneOrMore("consumers")(one)

  private def one(fields: Fields, problems: Problems): ConsumerGroup =
    val clients = ClientGroups.read(fields, "consumers")
    val (ack, ackEvery) = acknowledgement(fields, problems)
    val prefetch = fields.option("prefetch", this.prefetch)
    val consumers = ConsumerGroup(
      name = clients.name,
      count = clients.count,
      ack = ack,
      ackEvery = ackEvery,
      prefetch = prefetch.map(_._1),
      selector = fields.option("selector", Reader.text),
      durable = fields.getOrElse("durable", Reader.boolean)(false),
      think = fields.option("think", VaryingReader.think),
      headers = clients.headers,
      messagesPerConnection = clients.messagesPerConnection,
      rampPerSecond = clients.rampPerSecond,
      replies = fields.getOrElse("replies", Reader.boolean)(false),
      rollbackEvery = fields.option("rollback_every", MessageReader.rollback),
      shared = fields.getOrElse("shared", Reader.boolean)(false),
      prefetchPreferred = prefetch.exists(_._2),
      listener = fields.getOrElse("listener", Reader.boolean)(false)
    )
    refuse(consumers, fields, problems)
    consumers

  /** A number, or `{preferred: 1000}`. */
  private val prefetch: Reader[(Int, Boolean)] =
    val count = Reader.int(1)
    val preferred = Fields.reader("a whole number of at least 1, or a mapping: preferred") { (f, _) =>
      f.require("preferred", count)
    }
    Reader.of(preferred.expected) { (node, problems) =>
      node match
        case scalar: Node.Scalar => count.read(scalar, problems).map(_ -> false)
        case other => preferred.read(other, problems).map(_ -> true)
    }

  /** `transaction: 10` is short for a commit after every ten messages, and 0 for none, so that an axis may begin with it. */
  private def acknowledgement(fields: Fields, problems: Problems): (Ack, Int) =
    val mode = fields.getOrElse("ack", modes)(Ack.Auto)
    val every = fields.getOrElse("ack_every", Reader.int(1))(1)
    fields.option("transaction", Reader.int(0)) match
      case None => (mode, every)
      case Some(messages) =>
        for key <- List("ack", "ack_every"); node <- fields.node(key) do
          problems.add(node.place, s"transaction already says when to acknowledge; write either transaction or $key")
        if messages == 0 then (Ack.Auto, 1) else (Ack.Transacted, messages)

  private def refuse(consumers: ConsumerGroup, fields: Fields, problems: Problems): Unit =
    def problem(message: String) = problems.add(ClientGroups.place(fields, "ack_every"), message)
    val every = consumers.ackEvery
    if fields.node("ack_every").isDefined then
      consumers.ack match
        case Ack.Auto | Ack.DupsOk =>
          problem(
            "with ack: auto or dups_ok every delivery counts as acknowledged; write ack: client or transacted, or no ack_every"
          )
        case Ack.Individual if every > 1 =>
          problem(s"ack: individual acknowledges each message by itself; write ack: client to acknowledge every $every")
        case _ =>
    if consumers.rollbackEvery.isDefined && consumers.ack != Ack.Transacted then
      problems.add(
        ClientGroups.place(fields, "rollback_every"),
        "only transactions are rolled back; write ack: transacted, or no rollback_every"
      )
    if consumers.replies && consumers.ack == Ack.Transacted && every > 1 then
      problem("a reply is seen when it is committed, and the next request may wait for it; write ack_every: 1")
    if consumers.replies && consumers.rollbackEvery.isDefined then
      problems.add(
        ClientGroups.place(fields, "rollback_every"),
        "a request that comes again would be answered twice; write no replies, or no rollback_every"
      )
    for prefetch <- consumers.prefetch if every > prefetch do
      problem(
        s"ack_every $every is more than prefetch $prefetch: the broker would stop before the first acknowledgement; " +
          s"write an ack_every of at most $prefetch"
      )
