package shootout.engine

import shootout.driver.DestinationName
import shootout.scenario.{ConsumerGroup, ProducerGroup, Workload}
import shootout.units.DestinationType

/** The state that linked phases share: destinations, the audit, and the clients that took part so far. */
final class LinkedState(
    val base: String,
    val workloadTag: Int,

    /** Indices of producers that are not clients of the workload, such as a peer that creates messages itself. Each
      * consumer may get their messages, but is owed none.
      */
    private[engine] val guests: List[Int] = Nil,

    /** The number of consumers of the phase that has most of them. */
    private[engine] val sharing: Int = 0
):
  val audit = Audit()
  private[engine] var producers = List.empty[ProducerEntry]
  private[engine] var consumers = List.empty[ConsumerEntry]

  /** Messages accepted and not yet consumed when this phase began. */
  var depth = 0L

/** A producer of this or an earlier phase, whichever load JVM runs it. */
private[engine] final case class ProducerEntry(
    group: ProducerGroup,

    /** The producer's index among the clients of its group. */
    place: Int,

    /** The producer's index among the producers of its workload. */
    nth: Int,
    audit: ProducerAudit,
    target: DestinationName,

    /** The answers that the producer gets, if it asks for any. */
    replies: Option[ConsumerAudit]
):
  /** Whether the consumer's selector certainly excludes these messages. */
  def refusedBy(consumer: ConsumerEntry): Boolean =
    Selector.admits(consumer.group.selector, group.headers).contains(false)

/** A consumer of this or an earlier phase, whichever load JVM runs it. Fields are as in [[ProducerEntry]]. */
private[engine] final case class ConsumerEntry(
    group: ConsumerGroup,
    place: Int,
    nth: Int,
    audit: ConsumerAudit,
    source: DestinationName,

    /** The name of the subscription that it shares. */
    shared: Option[String]
)

/** Which messages each consumer must get. A consumer with a selector must get what the selector admits, if we can tell.
  */
private[engine] final class ExpectedDeliveries(
    workload: Workload,
    /** the producers of this workload; so are the `consumers` */
    producers: List[ProducerEntry],
    consumers: List[ConsumerEntry],
    linked: LinkedState
):
  private val deliveries: List[ExpectedDelivery] = workload.destinations.kind match
    case DestinationType.Topic =>
      for
        producer <- producers
        sharing <- subscriptions
        if steady(sharing.head.group) && sharing.head.source == producer.target
        if Selector.admits(sharing.head.group.selector, producer.group.headers).contains(true)
      yield ExpectedDelivery(producer.audit, sharing.map(_.audit))
    case DestinationType.Queue =>
      for producer <- linked.producers yield
        val theirs = linked.consumers.filter(t => t.source == producer.target && !producer.refusedBy(t))
        ExpectedDelivery(producer.audit, theirs.map(_.audit))

  /** Passes the obligations to the audit of the linked phases. */
  def note(): Unit =
    val requests = producers.flatMap(producer => producer.replies.map(r => ExpectedDelivery(producer.audit, List(r))))
    // Some consumers may get messages without a claim to every one of them.
    for producer <- linked.producers; consumer <- linked.consumers if consumer.source == producer.target do
      if !producer.refusedBy(consumer) then consumer.audit.accept(producer.audit.index)
    for consumer <- linked.consumers; index <- linked.guests do consumer.audit.accept(index)
    linked.audit.expect(deliveries ++ requests, consumers.map(_.audit) ++ producers.flatMap(_.replies))

  /** How many deliveries each message of a producer owes, by the producer's index. None if some consumer has no claim
    * to every one of its messages.
    */
  def copies: Option[Map[Int, Int]] =
    val owed = deliveries.filter(_.consumers.nonEmpty).groupBy(_.producer.index).map((of, all) => of -> all.size)
    val claims = workload.destinations.kind == DestinationType.Queue || workload.consumers.forall(claimsAll)
    Option.when(claims)(owed.withDefaultValue(0))

  /** The consumers of topics, one group for each subscription: a single consumer, or those that share it. */
  private def subscriptions: List[List[ConsumerEntry]] =
    val (sharing, alone) = consumers.partition(_.shared.isDefined)
    alone.map(List(_)) ++ sharing.groupBy(_.shared).values

  /** Whether everything that a topic's consumer may get is owed to it. */
  private def claimsAll(group: ConsumerGroup): Boolean =
    steady(group) && workload.producers.forall(p => Selector.admits(group.selector, p.headers).isDefined)

  /** Consumers of a topic that join late or leave in between have no claim to every message. */
  private def steady(group: ConsumerGroup): Boolean =
    group.rampPerSecond.isEmpty && (group.messagesPerConnection.isEmpty || group.durable)

/** The part of the selector grammar that the audit understands: `name = 'value'`, joined by AND. */
object Selector:
  private val Equals = """\s*([A-Za-z_$][\w$]*)\s*=\s*'([^']*)'\s*""".r

  /** Whether a message with these headers passes; none if the selector is beyond what we understand. */
  def admits(selector: Option[String], headers: List[(String, String)]): Option[Boolean] = selector match
    case None => Some(true)
    case Some(text) =>
      val terms = text.split("(?i)\\sand\\s").toList.map {
        case Equals(name, value) => Some(headers.contains(name -> value))
        case _ => None
      }
      if terms.forall(_.isDefined) then Some(terms.flatten.forall(identity)) else None

/** Checks whether a broker kept the message groups of a workload: all messages of a group go to one consumer, as long
  * as it stays.
  */
private[engine] object MessageGroups:
  /** The note about groups that were not kept. A group may move when its consumer leaves, so workloads with leaving
    * consumers get no note. Call it only after the consumers have stopped.
    */
  def note(workload: Workload, producers: List[ProducerEntry], consumers: List[ConsumerEntry]): Option[String] =
    val stay = workload.consumers.forall(c => c.messagesPerConnection.isEmpty && c.rampPerSecond.isEmpty)
    val kept =
      for sharing <- producers.groupBy(s => (s.group.name, s.target)).values.toList yield
        val theirs = consumers.filter(_.source == sharing.head.target)
        val seen = theirs.map(consumer => sharing.map(s => consumer.audit.of(s.audit.index)))
        split(sharing.head.group.messageGroups.getOrElse(0), seen)
    val (groups, both) = (kept.map(_._1).sum, kept.map(_._2).sum)
    Option.when(stay && !workload.crash && workload.phase.isEmpty && both > 0)(
      s"$both of $groups message groups went to more than one consumer, though no consumer came late or left"
    )

  /** @param seen
    *   what each consumer of a queue got from each producer that names these groups
    * @return
    *   the number of groups, and the number of those that went to several consumers
    */
  def split(groups: Int, seen: List[List[SequenceSet]]): (Int, Int) =
    val ofConsumers = if groups > 0 then seen.map(_.flatMap(_.remainders(groups)).distinct) else Nil
    (groups, ofConsumers.flatten.groupBy(identity).count((_, consumers) => consumers.sizeIs > 1))
