package shootout.scenario

import shootout.yaml.Problems
import shootout.units.DestinationType

/** Rules for what no broker could do, although each setting alone is allowed. */
private[scenario] object LoadRules:
  /** The stamp of a message has 16 bits for its producer. */
  private val MaxProducers = 1 << 16

  def check(load: Load, problems: Problems): Unit =
    val first = load.parts.head
    if !load.parts.exists(_.producers.nonEmpty) then
      val where = if load.parts.size > 1 then " in at least one phase" else ""
      val missing =
        if load.parts.exists(_.producersWritten) then
          s"nothing sends a message, because the count of producers is 0; write a count of at least 1$where"
        else s"nothing sends a message; write producers$where"
      problems.add(load.parts.find(_.producersWritten).getOrElse(first).producersAt, missing)
    else if first.producers.isEmpty then
      problems.add(
        first.producersAt,
        "the first phase has no producers, so there would be nothing to consume; begin with a phase that sends"
      )
    if load.crash then checkCrash(load, first, problems)
    val producers = load.parts.flatMap(_.producers).map(_.count).sum
    if producers > MaxProducers then
      problems.add(
        first.producersAt,
        s"$producers producers, over all groups and phases, are more than messages can tell apart; " +
          s"write at most $MaxProducers"
      )
    for part <- load.parts do
      if part.producers.flatMap(_.rate).forall(_.perSecond.isDefined) &&
        part.producers.map(_.isOpenLoop).distinct.sizeIs > 1
      then
        problems.add(
          part.producersAt,
          "with a rate latency counts from the schedule, without one from the send: two things in one histogram; " +
            "write a rate for all producers or for none"
        )
      checkClients(load.destinations, part, problems)
      checkRequests(load.destinations, part, problems)
      checkMaximum(load, part, problems)

  private def checkClients(destinations: Destinations, part: LoadPart, problems: Problems): Unit =
    val producers = part.producers.map(_.count).sum
    if part.producers.isEmpty && part.consumers.isEmpty then
      problems.add(part.producersAt, "there are neither producers nor consumers; write at least one of them")
    if producers > 0 && producers < destinations.count then
      problems.add(
        part.producersAt,
        s"$producers producers cannot send to ${destinations.count} destinations (each sends to one); " +
          "write at least as many producers as destinations"
      )
    for because <- refusals(ProducerGroup.keys, destinations, part.producers) do
      problems.add(part.producersAt, because)
    for because <- refusals(ConsumerGroup.keys, destinations, part.consumers) do
      problems.add(part.consumersAt, because)
    for partitions <- destinations.partitions if destinations.kind == DestinationType.Queue do
      val sharing = math.ceil(part.consumers.map(_.count).sum.toDouble / destinations.count).toInt
      if sharing > partitions then
        problems.add(
          part.consumersAt,
          s"$sharing consumers of a queue with ${ShortWords.count(partitions, "partition")}: " +
            "each partition goes to one consumer, so the others would get nothing; " +
            s"write partitions: $sharing, or no partitions"
        )
    if part.consumers.sizeIs > 1 && part.consumers.exists(_.shared) then
      problems.add(part.consumersAt, "a shared subscription is shared by all consumers; write one group of consumers")

  private def refusals[G](keys: List[Key[G]], destinations: Destinations, groups: List[G]): List[String] =
    (for key <- keys; group <- groups; because <- key.refusal(destinations, group) yield because).distinct

  /** A message that may be dropped by agreement, or that was not confirmed, proves nothing if it is missing after a
    * crash.
    */
  private def checkCrash(load: Load, part: LoadPart, problems: Problems): Unit =
    if load.parts.size > 1 then
      problems.add(
        load.at,
        "a crash ends a load; write it without phases, with producers and consumers as they should be then"
      )
    if load.destinations.kind == DestinationType.Topic then
      problems.add(load.at, "a topic keeps nothing for consumers that come after a crash; write type: queue")
    if part.producers.exists(p => !p.persistent || p.confirm == Confirm.None || p.requests) then
      problems.add(
        part.producersAt,
        "a crash shows what became of confirmed persistent messages; write persistent: true and confirm: receipt"
      )
    if part.producers.exists(_.transactions.isDefined) then
      problems.add(part.producersAt, "what a crash leaves of a transaction is not audited yet; write no transaction")
    if part.consumers.exists(_.ack.isAutomatic) then
      problems.add(
        part.consumersAt,
        "with ack: auto, a crash may lose messages that are on their way to a consumer; write ack: client"
      )

  private def checkMaximum(load: Load, part: LoadPart, problems: Problems): Unit =
    val related = part.producers.flatMap(_.rate).exists {
      case Rate.Maximum | Rate.Share(_) => true
      case _ => false
    }
    if related && part.producers.size > 1 then
      problems.add(part.producersAt, "max and shares of it are rates of a whole load; write one group of producers")
    if related && load.parts.size > 1 then
      problems.add(
        part.producersAt,
        "max and shares of it are rates of loads of their own; write a rate without phases"
      )

  private def checkRequests(destinations: Destinations, part: LoadPart, problems: Problems): Unit =
    val asking = part.producers.exists(_.requests)
    val answering = part.consumers.exists(_.replies)
    if asking && destinations.kind == DestinationType.Topic then
      problems.add(part.producersAt, "requests need a queue, where each has one reader; write type: queue")
    if asking && (part.consumers.isEmpty || !part.consumers.forall(_.replies)) then
      problems.add(
        part.consumersAt,
        "requests that reach consumers without replies stay unanswered; write replies: true for all consumers"
      )
    if answering && (part.producers.isEmpty || !part.producers.forall(_.requests)) then
      problems.add(
        part.consumersAt,
        "replies answer requests only; write requests: true for all producers, or no replies"
      )
