package shootout.scenario

import shootout.units.DestinationType
import shootout.yaml.Problems

/** Rules for what no broker could do, although each setting alone is allowed. */
private[scenario] object LoadRules:
  /** The stamp of a message has 16 bits for its producer. */
  private val MaxProducers = 1 << 16

  def check(load: Load, problems: Problems): Unit =
    val first = load.parts.head
    if !load.parts.exists(_.producers.nonEmpty) then
      val where = if load.parts.size > 1 then " in at least one phase" else ""
      problems.add(first.producersAt, s"nothing sends a message; write producers, with a count of at least 1$where")
    else if first.producers.isEmpty then
      val missing = "the first phase has no producers, so there would be nothing to consume"
      problems.add(first.producersAt, s"$missing; begin with a phase that sends")
    val producers = load.parts.flatMap(_.producers).map(_.count).sum
    if producers > MaxProducers then
      val many = s"$producers producers, over all groups and phases, are more than messages can tell apart"
      problems.add(first.producersAt, s"$many; write at most $MaxProducers")
    if load.crash then PartRules(load, first, problems).checkCrash()
    for part <- load.parts do PartRules(load, part, problems).check()

/** The rules for a load, or for one of its linked phases. */
final private class PartRules(load: Load, part: LoadPart, problems: Problems):
  private val destinations = load.destinations
  private val onTopic = destinations.kind == DestinationType.Topic
  private val linked = load.parts.size > 1
  private val rates = part.producers.flatMap(_.rate)

  private def wrong(message: String): Unit = problems.add(load.at, message)
  private def producers(message: String): Unit = problems.add(part.producersAt, message)
  private def consumers(message: String): Unit = problems.add(part.consumersAt, message)

  def check(): Unit =
    if rates.forall(_.perSecond.isDefined) && part.producers.map(_.isOpenLoop).distinct.sizeIs > 1 then
      producers(
        "with a rate latency counts from the schedule, without one from the send: two things in one histogram; " +
          "write a rate for all producers or for none"
      )
    checkClients()
    checkRequests()
    checkMaximum()

  private def checkClients(): Unit =
    val sending = part.producers.map(_.count).sum
    if part.producers.isEmpty && part.consumers.isEmpty then
      producers("there are neither producers nor consumers; write at least one of them")
    if sending > 0 && sending < destinations.count then
      producers(
        s"$sending producers cannot send to ${destinations.count} destinations (each sends to one); " +
          "write at least as many producers as destinations"
      )
    if onTopic && part.producers.exists(_.messageGroups.isDefined) then
      val all = "on a topic every consumer gets every message, in groups or not"
      producers(s"$all; write type: queue, or no message_groups")
    if !onTopic && part.consumers.exists(c => c.durable || c.shared) then
      consumers("only a topic has subscriptions to keep or to share; write type: topic, or no durable or shared")
    for partitions <- destinations.partitions if !onTopic do
      val sharing = math.ceil(part.consumers.map(_.count).sum.toDouble / destinations.count).toInt
      if sharing > partitions then
        consumers(
          s"$sharing consumers of a queue with ${ShortWords.count(partitions, "partition")}: each partition goes to " +
            s"one consumer, so the others would get nothing; write partitions: $sharing, or no partitions"
        )
    if part.consumers.sizeIs > 1 && part.consumers.exists(_.shared) then
      consumers("a shared subscription is shared by all consumers; write one group of consumers")

  /** A message that may be dropped by agreement, or that was not confirmed, proves nothing if it is missing after a
    * crash.
    */
  def checkCrash(): Unit =
    if linked then
      wrong("a crash ends a load; write it without phases, with producers and consumers as they should be then")
    if onTopic then wrong("a topic keeps nothing for consumers that come after a crash; write type: queue")
    if part.producers.exists(p => !p.persistent || p.confirm == Confirm.None || p.requests) then
      val shown = "a crash shows what became of confirmed persistent messages"
      producers(s"$shown; write persistent: true and confirm: receipt")
    if part.producers.exists(_.transactions.isDefined) then
      producers("what a crash leaves of a transaction is not audited yet; write no transaction")
    if part.consumers.exists(_.ack.isAutomatic) then
      consumers("with ack: auto, a crash may lose messages that are on their way to a consumer; write ack: client")

  private def checkMaximum(): Unit =
    val related = rates.exists(rate => rate == Rate.Maximum || rate.isInstanceOf[Rate.Share])
    if related && part.producers.size > 1 then
      producers("max and shares of it are rates of a whole load; write one group of producers")
    if related && linked then
      producers("max and shares of it are rates of loads of their own; write a rate without phases")

  private def checkRequests(): Unit =
    val asking = part.producers.exists(_.requests)
    val answering = part.consumers.exists(_.replies)
    if asking && onTopic then producers("requests need a queue, where each has one reader; write type: queue")
    if asking && (part.consumers.isEmpty || !part.consumers.forall(_.replies)) then
      consumers("requests that reach consumers without replies stay unanswered; write replies: true for all consumers")
    if answering && (part.producers.isEmpty || !part.producers.forall(_.requests)) then
      consumers("replies answer requests only; write requests: true for all producers, or no replies")
