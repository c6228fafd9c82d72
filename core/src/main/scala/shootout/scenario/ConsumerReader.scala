package shootout.scenario

import shootout.input.{Fields, Problems, Reader}

/** Reads the consumers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ConsumerReader:
  val reader: Reader[List[ConsumerGroup]] = ClientGroups.oneOrMore("consumers")(one)

  private def one(fields: Fields, problems: Problems): ConsumerGroup =
    val consumers = Key.read(ConsumerGroup.keys, fields, ConsumerGroup.plain)
    refuse(consumers, fields, problems)
    consumers

  private def refuse(consumers: ConsumerGroup, fields: Fields, problems: Problems): Unit =
    def problem(message: String) = problems.add(ClientGroups.place(fields, "ack_every"), message)
    val every = consumers.ackEvery
    if fields.node("transaction").isDefined then
      for key <- List("ack", "ack_every"); node <- fields.node(key) do
        problems.add(node.place, s"transaction already says when to acknowledge; write either transaction or $key")
    else if fields.node("ack_every").isDefined then
      consumers.ack match
        case Ack.Auto | Ack.DupsOk =>
          problem(
            "with ack: auto or dups_ok every delivery counts as acknowledged; write ack: client or transacted, or no ack_every"
          )
        case Ack.Individual if every > 1 =>
          problem(s"ack: individual acknowledges each message by itself; write ack: client to acknowledge every $every")
        case _ =>
    for most <- consumers.batch do refuseBatch(consumers, most, fields, problems)
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

  private def refuseBatch(consumers: ConsumerGroup, most: Int, fields: Fields, problems: Problems): Unit =
    def problem(key: String, message: String) = problems.add(ClientGroups.place(fields, key), message)
    consumers.ack match
      case Ack.Client =>
        if fields.node("ack_every").isDefined then
          problem("ack_every", "a batch is acknowledged as it was taken; write either batch or ack_every")
      case Ack.Individual =>
      case _ => problem("batch", "a batch is taken and then acknowledged; write ack: client or individual beside it")
    if consumers.listener then
      problem("batch", "a listener is given messages one by one; write either batch or listener")
    for prefetch <- consumers.prefetch if most > prefetch do
      problem("batch", s"a batch of $most would never come with prefetch $prefetch; write a batch of at most $prefetch")
