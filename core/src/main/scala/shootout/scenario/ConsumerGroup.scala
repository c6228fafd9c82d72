package shootout.scenario

import shootout.yaml.{Fields, Reader}
import shootout.units.Json

import Key.{flag, of, option, same, summed}

/** Clients that subscribe. */
case class ConsumerGroup(
    name: String = "consumers",
    count: Int = 1,
    ack: Ack = Ack.Auto,

    /** Messages between two acknowledgements or commits (1 unless `ack` is `Client` or `Transacted`). */
    ackEvery: Int = 1,

    /** Messages that the broker may deliver ahead of acknowledgements; none for the broker's default. */
    prefetch: Option[Int] = None,
    selector: Option[String] = None,
    durable: Boolean = false,

    /** Nanoseconds between the arrival of a message and that of the next. */
    think: Option[Distribution] = None,
    headers: List[(String, String)] = Nil,
    messagesPerConnection: Option[Int] = None,
    rampPerSecond: Option[Double] = None,

    /** If true, each message is answered on its producer's reply queue. */
    replies: Boolean = false,

    /** One of this many transactions is rolled back, and its messages come again; none to roll back none. */
    rollbackEvery: Option[Int] = None,

    /** If true, all consumers of the group share one subscription of each topic: a message goes to one of them. */
    shared: Boolean = false,

    /** If true, the library calls back with each message. Otherwise it is asked for the next one (JMS: a message
      * listener).
      */
    listener: Boolean = false,

    /** If true, a broker without a configurable prefetch keeps its own, and the result says so. */
    prefetchPreferred: Boolean = false,

    /** The most messages that are taken in one call and then acknowledged; none for the library's default. */
    batch: Option[Int] = None,

    /** If true, every byte of a body is checked, and not only its stamp, its length and its end. */
    wholeBodies: Boolean = false
) extends ClientGroup derives Json.ReadWriter:
  /** Whether a broker without a configurable prefetch cannot run the workload. */
  def insistsOnPrefetch: Boolean = prefetch.isDefined && !prefetchPreferred

object ConsumerGroup:
  /** The plainest group: one client that takes what arrives. */
  val plain: ConsumerGroup = ConsumerGroup()

  /** What a scenario file can define for consumers. Suffixes of ids and words of titles follow this order. */
  lazy val keys: List[Key[ConsumerGroup]] = List(
    ClientKeys.name((c, name) => c.copy(name = name)),
    ClientKeys.count((c, count) => c.copy(count = count)),
    ack,
    of("ack_every", ValueType.whole(1), "1")(
      "messages per acknowledgement (`client`) or commit (`transacted`), at most `prefetch`"
    )((c: ConsumerGroup, n) => c.copy(ackEvery = n))
      .loaded("ack_every", (_, all) => same(all.map(c => ujson.Num(c.ackEvery)))),
    prefetch,
    option("batch", ValueType.whole(1))(
      "maximum messages per receive call, with `client` or `individual`"
    )((c: ConsumerGroup) => c.batch, (c, n) => c.copy(batch = Some(n)))
      .suffixed(_.batch.map(n => s"take$n"))
      .needing("receive_batch")((_, c) => c.batch.isDefined)
      .loaded("consumer_batch"),
    ClientKeys.think[ConsumerGroup]("consumer")(_.think, (c, think) => c.copy(think = Some(think))),
    ClientKeys.churn[ConsumerGroup]("consumer")(
      _.messagesPerConnection,
      (c, n) => c.copy(messagesPerConnection = Some(n))
    )
      .needing("leaving_subscriber")((workload, c) =>
        workload.onTopic && c.messagesPerConnection.isDefined && !c.durable
      ),
    ClientKeys.ramp[ConsumerGroup]("consumer")(_.rampPerSecond, (c, ramp) => c.copy(rampPerSecond = Some(ramp))),
    ClientKeys.headers[ConsumerGroup]("subscription_headers", "headers of the subscription")(
      _.headers,
      (c, headers) => c.copy(headers = headers)
    ).needing("subscription_headers")((_, c) => c.headers.nonEmpty),
    option("rollback_every", ClientKeys.rollback)(
      "with `transacted`: roll back every nth transaction; its messages come again"
    )((c: ConsumerGroup) => c.rollbackEvery, (c, n) => c.copy(rollbackEvery = Some(n)))
      .suffixed(_.rollbackEvery.map(n => s"rollback$n"))
      .needing("rollback_receive")((_, c) => c.rollbackEvery.isDefined)
      .loaded("consumer_rollback_every")
      .copy(default = "never"),
    of("durable", ValueType.flag, "false")("use a durable subscription to a topic")((c: ConsumerGroup, on) =>
      c.copy(durable = on)
    ).titled("durable")(_.durable).needing("durable")((_, c) => c.durable),
    flag("shared")("share one subscription of each topic within the group")(
      (c: ConsumerGroup) => c.shared,
      (c, on) => c.copy(shared = on)
    ).titled("sharing")(_.shared)
      .copy(needs = List("shared" -> ((_, c) => c.shared && !c.durable)))
      .needing("shared_durable")((_, c) => c.shared && c.durable),
    flag("listener")(
      "receive by callback (JMS: a message listener) instead of receive calls"
    )((c: ConsumerGroup) => c.listener, (c, on) => c.copy(listener = on))
      .titled("listening")(_.listener)
      .needing("listener_transaction")((_, c) => c.listener && c.ack == Ack.Transacted),
    of("transaction", ValueType.whole(0), "none")(
      "messages per transaction, instead of `ack` and `ack_every`; 0 for `auto`"
    )((c: ConsumerGroup, n) =>
      if n == 0 then c.copy(ack = Ack.Auto, ackEvery = 1) else c.copy(ack = Ack.Transacted, ackEvery = n)
    ).titled("transacted")(_.ack == Ack.Transacted),
    option("selector", ValueType.text)("filter expression on headers, evaluated by the broker")(
      (c: ConsumerGroup) => c.selector,
      (c, selector) => c.copy(selector = Some(selector))
    ).titled("selecting")(_.selector.isDefined)
      .needing("selector")((_, c) => c.selector.isDefined)
      .needing("selector_queue")((workload, c) => !workload.onTopic && c.selector.isDefined),
    of("replies", ValueType.flag, "false")("answer requests")((c: ConsumerGroup, on) => c.copy(replies = on))
      .titled("replying")(_.replies),
    of("verify", ValueType.word("end" -> false, "all" -> true), "`end`")(
      "check of each body: `end` (stamp, length, last byte) or `all` bytes"
    )((c: ConsumerGroup, all) => c.copy(wholeBodies = all))
      .suffixed(c => Option.when(c.wholeBodies)("verifyall"))
      .titled("verifying")(_.wholeBodies)
      .loaded("verify", (_, groups) => summed(groups)(c => Option.when(c.wholeBodies)("all")))
  )

  private def ack: Key[ConsumerGroup] =
    val modes = ValueType.word(
      "auto" -> Ack.Auto,
      "client" -> Ack.Client,
      "individual" -> Ack.Individual,
      "dups_ok" -> Ack.DupsOk,
      "transacted" -> Ack.Transacted
    )
    val key = of("ack", modes, "`auto`")(
      "`auto`, `dups_ok`, `client` (all up to a message), `individual` or `transacted`"
    )((c: ConsumerGroup, ack) => c.copy(ack = ack))
      .suffixed(c =>
        c.ack match
          case Ack.Auto => None
          case Ack.Client => Some(if c.batch.isDefined then "ackbatch" else s"ack${c.ackEvery}")
          case Ack.Individual => Some("ackeach")
          case Ack.DupsOk => Some("ackdups")
          case Ack.Transacted => Some(s"acktx${c.ackEvery}")
      )
      .needing("transaction")((_, c) => c.ack == Ack.Transacted)
      .loaded("ack", (_, all) => same(all.map(c => ujson.Str(modes.word(c.ack)))))
    List(Ack.Client, Ack.Individual, Ack.DupsOk)
      .foldLeft(key)((key, mode) => key.needing(s"ack_${modes.word(mode)}")((_, c) => c.ack == mode))

  private def prefetch: Key[ConsumerGroup] = of("prefetch", ValueType.prefetch, "the broker's")(
    "messages delivered ahead of acknowledgements; `{preferred: 1000}` if not required"
  )((c: ConsumerGroup, p) => c.copy(prefetch = Some(p._1), prefetchPreferred = p._2))
    .suffixed(_.prefetch.map(n => s"pre$n"))
    .needing("prefetch")((_, c) => c.insistsOnPrefetch)
    .needing("prefetch_auto")((_, c) => c.insistsOnPrefetch && c.ack == Ack.Auto)
    .needing("prefetch_any_size")((workload, c) => c.insistsOnPrefetch && !workload.isEven)
    .loaded("prefetch", (_, all) => same(all.map(_.prefetch.fold(ujson.Null)(n => ujson.Num(n)))))

/** Reads the consumers of a scenario, and refuses settings that contradict each other. */
private[scenario] object ConsumerReader:
  val reader: Reader[List[ConsumerGroup]] = ClientGroups.oneOrMore("consumers")(one)

  private def one(fields: Fields): ConsumerGroup =
    val consumers = Key.read(ConsumerGroup.keys, fields, ConsumerGroup.plain)
    refuse(consumers, fields)
    consumers

  private def refuse(consumers: ConsumerGroup, fields: Fields): Unit =
    val every = consumers.ackEvery
    if fields.node("transaction").isDefined then
      for key <- List("ack", "ack_every") if fields.node(key).isDefined do
        fields.refuse(key)(s"transaction already says when to acknowledge; write either transaction or $key")
    else if fields.node("ack_every").isDefined then
      consumers.ack match
        case Ack.Auto | Ack.DupsOk =>
          fields.refuse("ack_every")(
            "with ack: auto or dups_ok every delivery counts as acknowledged; " +
              "write ack: client or transacted, or no ack_every"
          )
        case Ack.Individual if every > 1 =>
          val alone = "ack: individual acknowledges each message alone"
          fields.refuse("ack_every")(s"$alone; write ack: client to acknowledge every $every")
        case _ =>
    for most <- consumers.batch do refuseBatch(consumers, most, fields)
    if consumers.rollbackEvery.isDefined && consumers.ack != Ack.Transacted then
      fields.refuse("rollback_every")("only transactions are rolled back; write ack: transacted, or no rollback_every")
    if consumers.replies && consumers.ack == Ack.Transacted && every > 1 then
      fields.refuse("ack_every")(
        "a reply arrives only after its commit, and the next request may wait for it; write ack_every: 1"
      )
    if consumers.replies && consumers.rollbackEvery.isDefined then
      fields.refuse("rollback_every")(
        "a request that comes again would be answered twice; write no replies, or no rollback_every"
      )
    for prefetch <- consumers.prefetch if every > prefetch do
      fields.refuse("ack_every")(
        s"ack_every $every is more than prefetch $prefetch: the broker would stop before the first acknowledgement; " +
          s"write an ack_every of at most $prefetch"
      )

  private def refuseBatch(consumers: ConsumerGroup, most: Int, fields: Fields): Unit =
    consumers.ack match
      case Ack.Client =>
        if fields.node("ack_every").isDefined then
          fields.refuse("ack_every")("a batch is acknowledged as it was taken; write either batch or ack_every")
      case Ack.Individual =>
      case _ => fields.refuse("batch")("a batch is taken and then acknowledged; add ack: client or individual")
    if consumers.listener then
      fields.refuse("batch")("a listener is given messages one by one; write either batch or listener")
    for prefetch <- consumers.prefetch if most > prefetch do
      fields.refuse("batch")(
        s"a batch of $most would never come with prefetch $prefetch; write a batch of at most $prefetch"
      )
