package shootout.run

import shootout.driver.DestinationName
import shootout.record.{ConsumerAudit, Obligation, ProducerAudit}
import shootout.scenario.{Cell, ConsumerGroup, ProducerGroup}
import shootout.units.DestinationType

/** A producer of this or an earlier phase, whoever runs it.
  *
  * @param group
  *   and its index among all groups of the cell
  * @param place
  *   among the clients of its group
  * @param nth
  *   among the producers of its cell
  * @param replies
  *   of a producer that gets answers
  */
private[run] final case class Sender(
    group: ProducerGroup,
    groupIndex: Int,
    place: Int,
    nth: Int,
    audit: ProducerAudit,
    target: DestinationName,
    replies: Option[ConsumerAudit]
):
  /** Whether the consumer's selector surely keeps these messages out. */
  def refusedBy(taker: Taker): Boolean = Selector.admits(taker.group.selector, group.headers).contains(false)

/** A consumer of this or an earlier phase, whoever runs it; as [[Sender]].
  *
  * @param shared
  *   name of the subscription that it shares
  */
private[run] final case class Taker(
    group: ConsumerGroup,
    groupIndex: Int,
    place: Int,
    nth: Int,
    audit: ConsumerAudit,
    source: DestinationName,
    shared: Option[String]
)

/** Who owes what to whom; a consumer with a selector is owed what the selector lets through, if we can tell.
  *
  * @param senders
  *   and `takers`: of this cell
  */
private[run] final class Obligations(cell: Cell, senders: List[Sender], takers: List[Taker], linked: LinkedState):
  private val deliveries: List[Obligation] = cell.destinations.kind match
    case DestinationType.Topic =>
      for
        sender <- senders
        sharing <- subscriptions
        if steady(sharing.head.group) && sharing.head.source == sender.target
        if Selector.admits(sharing.head.group.selector, sender.group.headers).contains(true)
      yield Obligation(sender.audit, sharing.map(_.audit))
    case DestinationType.Queue =>
      for sender <- linked.producers yield
        val theirs = linked.consumers.filter(t => t.source == sender.target && !sender.refusedBy(t))
        Obligation(sender.audit, theirs.map(_.audit))

  /** Tells the audit of the linked phases. */
  def note(): Unit =
    val requests = senders.flatMap(sender => sender.replies.map(r => Obligation(sender.audit, List(r))))
    // some may get messages and have no claim to every one of them
    for sender <- linked.producers; taker <- linked.consumers if taker.source == sender.target do
      if !sender.refusedBy(taker) then taker.audit.accept(sender.audit.index)
    for taker <- linked.consumers; index <- linked.guests do taker.audit.accept(index)
    linked.audit.expect(deliveries ++ requests, takers.map(_.audit) ++ senders.flatMap(_.replies))

  /** How many deliveries each message of a producer owes, by the producer's index; none if some consumer has no claim to every one of
    * its messages.
    */
  def copies: Option[Map[Int, Int]] =
    val owed = deliveries.filter(_.consumers.nonEmpty).groupBy(_.producer.index).map((of, all) => of -> all.size)
    val claims = cell.destinations.kind == DestinationType.Queue || cell.consumers.forall(claimsAll)
    Option.when(claims)(owed.withDefaultValue(0))

  /** Consumers of topics: each by itself, or those that share a subscription together. */
  private def subscriptions: List[List[Taker]] =
    val (sharing, alone) = takers.partition(_.shared.isDefined)
    alone.map(List(_)) ++ sharing.groupBy(_.shared).values

  /** Whether all that a topic's consumer may get is owed to it. */
  private def claimsAll(group: ConsumerGroup): Boolean =
    steady(group) && cell.producers.forall(p => Selector.admits(group.selector, p.headers).isDefined)

  /** Consumers of a topic that come late or leave in between have no claim to every message. */
  private def steady(group: ConsumerGroup): Boolean =
    group.rampPerSecond.isEmpty && (group.messagesPerConnection.isEmpty || group.durable)
