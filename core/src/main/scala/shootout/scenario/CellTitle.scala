package shootout.scenario

/** A cell in words: `10 async producers, 1 queue, 5 consumers, 20 B`. */
private[scenario] object CellTitle:
  def of(load: Load, part: LoadPart): String =
    val phase = part.phase.fold("")(name => s"${name.replace('_', ' ')}: ")
    val sizes = part.producers.map(p => ShortWords.varying(p.size, ShortWords.longSize)).distinct
    val words = List(
      clients(part.producers)(p => manner(p) ++ adjectives(p, ProducerGroup.keys), "producer"),
      ShortWords.count(load.destinations.count, ShortWords.kind(load.destinations.kind)),
      clients(part.consumers)(adjectives(_, ConsumerGroup.keys), "consumer")
    )
    val rates = part.producers.flatMap(_.rate).collect {
      case Rate.Each(Varying.Constant(perSecond)) if part.producers.map(_.count).sum == 1 =>
        s"${ShortWords.number(perSecond)}/s"
      case Rate.Each(Varying.Constant(perSecond)) => s"${ShortWords.number(perSecond)}/s each"
      case Rate.Total(Varying.Constant(perSecond)) => s"${ShortWords.number(perSecond)}/s"
      case Rate.Maximum => "as fast as possible"
      case Rate.Share(ofMaximum) => s"at ${ShortWords.percent(ofMaximum)} % of the maximum"
    }
    val kinds = part.producers.map(_.message).filter(_ != MessageKind()).map(kind).distinct
    phase + (words ++ Option.when(sizes.nonEmpty)(sizes.mkString(" and ")) ++ kinds ++ rates).mkString(", ")

  private def kind(m: MessageKind): String =
    val content = if m.content == Content.PriceUpdate then "price updates as " else ""
    val priority = m.priority.fold("")(n => s" of priority $n")
    s"$content${ShortWords.form(m.form)} messages$priority"

  private def clients[G <: ClientGroup](groups: List[G])(words: G => List[String], noun: String): String =
    if groups.isEmpty then ShortWords.count(0, noun)
    else
      val alike = groups.groupMapReduce(words)(_.count)(_ + _)
      groups.map(words).distinct.map(t => ShortWords.count(alike(t), (t :+ noun).mkString(" "))).mkString(" and ")

  private def adjectives[G](group: G, keys: List[Key[G]]): List[String] = keys.flatMap(_.adjective(group))

  private def manner(p: ProducerGroup): List[String] =
    val sends = (p.persistent, p.confirm, p.window) match
      case (false, Confirm.None, Window.Unbounded) => "async"
      case (true, Confirm.Receipt, Window.Of(1)) => "sync"
      case (persistent, _, _) => if persistent then "persistent" else "non-persistent"
    val atOnce = p.transactions.map(t => s"(${ShortWords.count(t.messages, "message")} per transaction)")
    if atOnce.isDefined then List(if p.persistent then "persistent" else "non-persistent") ++ atOnce
    else if p.requests then
      List(if p.persistent then "persistent" else "non-persistent") ++
        Option.when(p.confirm == Confirm.Receipt)("confirmed") :+ "requesting"
    else List(sends)
