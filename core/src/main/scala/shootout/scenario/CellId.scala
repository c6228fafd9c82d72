package shootout.scenario

/** Derives ids such as `20b_1a_1queue_1`: size, producers + p (persistent) or a (not), destinations + type, consumers.
  *
  * `p` alone means persistent, confirmed one by one (a request: not confirmed, for it is replied to), and `a` alone means
  * neither; whatever differs from that, and every other setting in numbers, follows as a suffix, so `20b_1p_1queue_1_w200`
  * has 200 sends in flight.
  */
private[scenario] object CellId:
  /** Of every part of a load; phases with the same id get their name as well. */
  def of(load: Load): List[String] =
    val plain = load.parts.map(one(load, _))
    plain.zip(load.parts).map { (id, part) =>
      part.phase.filter(_ => plain.count(_ == id) > 1).fold(id)(name => s"${id}_$name")
    }

  private def one(load: Load, part: Part): String =
    val prefix = load.prefix.fold("")(p => if p.endsWith("_") then p else p + "-")
    val sending = if part.producers.isEmpty then load.parts.flatMap(_.producers) else part.producers
    val words = List(
      sending.map(p => Words.varying(p.size, Words.size)).distinct.mkString("+"),
      producers(part.producers),
      s"${load.destinations.count}${Words.kind(load.destinations.kind)}",
      part.consumers.map(_.count).sum.toString
    )
    val suffixes = part.producers.flatMap(producerSuffixes) ++ part.consumers.flatMap(consumerSuffixes)
    prefix + (words ++ suffixes.distinct ++ Option.when(load.crash)("crash")).mkString("_")

  private def producers(groups: List[ProducerGroup]): String =
    val (persistent, transient) = groups.partition(_.persistent)
    val parts = List(transient -> "a", persistent -> "p").collect {
      case (same, letter) if same.nonEmpty => s"${same.map(_.count).sum}$letter"
    }
    if parts.isEmpty then "0" else parts.mkString("+")

  private def producerSuffixes(p: ProducerGroup): List[String] =
    val expected = if !p.isOpenLoop && (p.requests || p.persistent) then Window.Of(1) else Window.Unbounded
    val confirmed = p.confirm == Confirm.Receipt
    List(
      Option.when(confirmed != (p.persistent && !p.requests))(if confirmed then "receipt" else "noreceipt"),
      Option.when(p.window != expected)(window(p.window)),
      p.rate.map(rate),
      p.think.map(t => "think" + Words.varying(t, Words.duration)),
      p.messagesPerConnection.map(n => s"churn$n"),
      p.rampPerSecond.map(r => "ramp" + Words.number(r)),
      p.transactions.map(t => s"tx${t.messages}"),
      p.transactions.flatMap(_.rollbackEvery).map(n => s"rollback$n"),
      Option.when(p.message.form != MessageForm.Bytes)(Words.form(p.message.form)),
      Option.when(p.message.content == Content.PriceUpdate)("price"),
      p.message.priority.map(n => s"priority$n"),
      Option.when(p.temporaryReplies)("temporary")
    ).flatten

  private def consumerSuffixes(c: ConsumerGroup): List[String] = List(
    c.ack match
      case Ack.Auto => None
      case Ack.Client => Some(s"ack${c.ackEvery}")
      case Ack.Individual => Some("ackeach")
      case Ack.DupsOk => Some("ackdups")
      case Ack.Transacted => Some(s"acktx${c.ackEvery}")
    ,
    c.prefetch.map(n => s"pre$n"),
    c.think.map(t => "think" + Words.varying(t, Words.duration)),
    c.messagesPerConnection.map(n => s"churn$n"),
    c.rampPerSecond.map(r => "ramp" + Words.number(r)),
    c.rollbackEvery.map(n => s"rollback$n"),
    Option.when(c.shared)("shared"),
    Option.when(c.listener)("listener")
  ).flatten

  /** `rate100`, `total100`, `max`, `rate25pct` */
  def rate(rate: Rate): String = rate match
    case Rate.Each(perSecond) => "rate" + Words.varying(perSecond, Words.number)
    case Rate.Total(perSecond) => "total" + Words.varying(perSecond, Words.number)
    case Rate.Maximum => "max"
    case Rate.Share(ofMaximum) => s"rate${Words.percent(ofMaximum)}pct"

  private def window(window: Window): String = window match
    case Window.Unbounded => "unbounded"
    case other => "w" + Words.window(other)
