package shootout.scenario

/** Derives ids such as `20b_1a_1queue_1`: size, producers + p (persistent) or a (not), destinations + type, consumers.
  *
  * `p` alone means persistent, confirmed one by one (a request: not confirmed, for it is replied to), and `a` alone means
  * neither; whatever differs from that follows as a suffix, as the keys have it ([[Key.suffix]]), so `20b_1p_1queue_1_w200`
  * has 200 sends in flight.
  */
private[scenario] object CellId:
  /** Of every part of a load; phases with the same id get their name as well. */
  def of(load: Load): List[String] =
    val plain = load.parts.map(one(load, _))
    plain.zip(load.parts).map { (id, part) =>
      part.phase.filter(_ => plain.count(_ == id) > 1).fold(id)(name => s"${id}_$name")
    }

  private def one(load: Load, part: LoadPart): String =
    val prefix = load.prefix.fold("")(p => if p.endsWith("_") then p else p + "-")
    val sending = if part.producers.isEmpty then load.parts.flatMap(_.producers) else part.producers
    val words = List(
      sending.map(p => ShortWords.varying(p.size, ShortWords.size)).distinct.mkString("+"),
      producers(part.producers),
      s"${load.destinations.count}${ShortWords.kind(load.destinations.kind)}",
      part.consumers.map(_.count).sum.toString
    )
    val differing =
      suffixes(
        load.destinations,
        LoadReader.destinationKeys
      ) ++ part.producers.flatMap(suffixes(_, ProducerGroup.keys)) ++
        part.consumers.flatMap(suffixes(_, ConsumerGroup.keys))
    prefix + (words ++ differing.distinct ++ Option.when(load.crash)("crash")).mkString("_")

  private def producers(groups: List[ProducerGroup]): String =
    val (persistent, transient) = groups.partition(_.persistent)
    val parts = List(transient -> "a", persistent -> "p").collect {
      case (same, letter) if same.nonEmpty => s"${same.map(_.count).sum}$letter"
    }
    if parts.isEmpty then "0" else parts.mkString("+")

  private def suffixes[G](group: G, keys: List[Key[G]]): List[String] = keys.flatMap(_.suffix(group))
