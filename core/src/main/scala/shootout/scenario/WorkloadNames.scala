package shootout.scenario

import shootout.units.{Bytes, DestinationType}

/** Derives ids such as `20b_1a_1queue_1`: size, producers + p (persistent) or a (not persistent), destinations + type,
  * consumers.
  *
  * `p` alone means persistent and confirmed one by one (a request is not confirmed, because it gets a reply). `a` alone
  * means neither. Each deviation follows as a suffix, which the keys define ([[Key.suffix]]): `20b_1p_1queue_1_w200`
  * has 200 sends in flight.
  */
private[scenario] object WorkloadId:
  /** The ids of all parts of a workload. Phases with the same id get their name as a suffix. */
  def of(load: Load): List[String] =
    val plain = load.parts.map(one(load, _))
    plain.zip(load.parts).map { (id, part) =>
      part.phase.filter(_ => plain.count(_ == id) > 1).fold(id)(name => s"${id}_$name")
    }

  private def one(load: Load, part: LoadPart): String =
    val prefix = load.prefix.fold("")(p => if p.endsWith("_") then p else p + "-")
    val sending = if part.producers.isEmpty then load.parts.flatMap(_.producers) else part.producers
    val words = List(
      sending.map(p => ShortWords.distribution(p.size, ShortWords.size)).distinct.mkString("+"),
      producers(part.producers),
      s"${load.destinations.count}${ShortWords.kind(load.destinations.kind)}",
      part.consumers.map(_.count).sum.toString
    )
    val differing = LoadReader.destinationKeys.flatMap(_.suffix(load.destinations)) ++
      part.producers.flatMap(p => ProducerGroup.keys.flatMap(_.suffix(p))) ++
      part.consumers.flatMap(c => ConsumerGroup.keys.flatMap(_.suffix(c)))
    prefix + (words ++ differing.distinct ++ Option.when(load.crash)("crash")).mkString("_")

  private def producers(groups: List[ProducerGroup]): String =
    val (persistent, transient) = groups.partition(_.persistent)
    val parts = List(transient -> "a", persistent -> "p").collect {
      case (same, letter) if same.nonEmpty => s"${same.map(_.count).sum}$letter"
    }
    if parts.isEmpty then "0" else parts.mkString("+")

/** Describes a workload in words, such as `10 async producers, 1 queue, 5 consumers, 20 B`. */
private[scenario] object WorkloadTitle:
  def of(load: Load, part: LoadPart): String =
    val phase = part.phase.fold("")(name => s"${name.replace('_', ' ')}: ")
    val sizes = part.producers.map(p => ShortWords.distribution(p.size, ShortWords.longSize)).distinct
    val words = List(
      clients(part.producers)(p => manner(p) ++ adjectives(p, ProducerGroup.keys), "producer"),
      ShortWords.count(load.destinations.count, ShortWords.kind(load.destinations.kind)),
      clients(part.consumers)(adjectives(_, ConsumerGroup.keys), "consumer")
    )
    val rates = part.producers.flatMap(_.rate).collect {
      case Rate.Each(Distribution.Constant(perSecond)) if part.producers.map(_.count).sum == 1 =>
        s"${ShortWords.number(perSecond)}/s"
      case Rate.Each(Distribution.Constant(perSecond)) => s"${ShortWords.number(perSecond)}/s each"
      case Rate.Total(Distribution.Constant(perSecond)) => s"${ShortWords.number(perSecond)}/s"
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
    val stored = if p.persistent then "persistent" else "non-persistent"
    val sends = (p.persistent, p.confirm, p.window) match
      case (false, Confirm.None, Window.Unbounded) => "async"
      case (true, Confirm.Receipt, Window.Of(1)) => "sync"
      case _ => stored
    val atOnce = p.transactions.map(t => s"(${ShortWords.count(t.messages, "message")} per transaction)")
    if atOnce.isDefined then stored :: atOnce.toList
    else if p.requests then List(stored) ++ Option.when(p.confirm == Confirm.Receipt)("confirmed") :+ "requesting"
    else List(sends)

/** Converts numbers and settings to short words, for ids and titles. */
private[scenario] object ShortWords:
  def kind(kind: DestinationType): String = kind.toString.toLowerCase(java.util.Locale.ROOT)

  /** A form such as `text`. */
  def form(form: MessageForm): String = form.toString.toLowerCase(java.util.Locale.ROOT)

  /** A size such as `20b` or `1k`. */
  def size(bytes: Double): String = Bytes(bytes.toLong).short

  /** A size such as `20 B` or `1 KiB`. */
  def longSize(bytes: Double): String = Bytes(bytes.toLong).short match
    case s"${n}m" => s"$n MiB"
    case s"${n}k" => s"$n KiB"
    case short => s"${short.dropRight(1)} B"

  /** A number such as `1000` or `0.5`. */
  def number(n: Double): String = java.math.BigDecimal.valueOf(n).stripTrailingZeros.toPlainString

  /** A percentage such as `25` for a share of 0.25. */
  def percent(share: Double): String =
    val rounded = java.math.BigDecimal.valueOf(share * 100).setScale(6, java.math.RoundingMode.HALF_UP)
    rounded.stripTrailingZeros.toPlainString

  /** Converts nanoseconds to `10ms` or `1s`. */
  def duration(nanos: Double): String =
    val units = List("s" -> 1e9, "ms" -> 1e6, "us" -> 1e3, "ns" -> 1.0)
    val (unit, factor) = units.find((_, f) => nanos % f == 0).getOrElse(units.last)
    number(nanos / factor) + unit

  /** One word such as `20b`, `uniform-20b-1k` or `steps-0s-20b-10s-1k`, with each number in the form of `word`. */
  def distribution(v: Distribution, word: Double => String): String = v match
    case Distribution.Constant(value) => word(value)
    case Distribution.Uniform(min, max) => s"uniform-${word(min)}-${word(max)}"
    case Distribution.Normal(mean, stdev) => s"normal-${word(mean)}-${word(stdev)}"
    case Distribution.Poisson(mean) => s"poisson-${word(mean)}"
    case Distribution.Burst(quiet, busy, quietFor, busyFor) =>
      val times = List(quietFor, busyFor).map(n => duration(n.value.toDouble))
      s"burst-${word(quiet)}-${word(busy)}-${times.mkString("-")}"
    case Distribution.Steps(from) =>
      from.map((at, step) => s"${duration(at.value.toDouble)}-${distribution(step, word)}").mkString("steps-", "-", "")

  /** A window such as `200`, `unbounded` or `1-5-20`. */
  def window(window: Window): String = window match
    case Window.Of(messages) => messages.toString
    case Window.Unbounded => "unbounded"
    case Window.Steps(from) => from.map((_, step) => this.window(step)).mkString("-")

  /** A count such as `1 queue`, `10 queues` or `no queues`. */
  def count(n: Int, noun: String): String = n match
    case 0 => s"no ${noun}s"
    case 1 => s"1 $noun"
    case _ => s"$n ${noun}s"
