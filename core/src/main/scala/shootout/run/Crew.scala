package shootout.run

import shootout.driver.{ClientSpec, DestinationName, ReceiveSpec, SendSpec, Session, Stamp}
import shootout.record.{Audit, ClientRecorder, ConsumerAudit, Latency, Obligation, ProducerAudit}
import shootout.scenario.{Ack, Cell, Confirm, ConsumerGroup, Content, DestinationType, ProducerGroup, Varying, Window}

/** What linked phases have in common: destinations, the audit, and who took part so far.
  *
  * @param guests
  *   indices of producers that are none of the cell's clients, as a peer that makes messages itself: each consumer may get
  *   them, and is owed none
  * @param sharing
  *   consumers of the phase that has most of them
  */
final class Ledger(
    val base: String,
    val cellTag: Int,
    private[run] val guests: List[Int] = Nil,
    private[run] val sharing: Int = 0
):
  val audit = Audit()
  private[run] var producers = List.empty[Crew.Sender]
  private[run] var consumers = List.empty[Crew.Taker]
  private[run] var obligations = List.empty[Obligation]

  /** Messages accepted and not yet consumed when this phase began. */
  var depth = 0L

/** What open loops should have done in a stretch of time.
  *
  * @param sends
  *   messages that were due
  * @param deliveries
  *   of these messages to consumers; none if nobody can tell
  */
final case class Due(sends: Long, deliveries: Option[Long])

/** All clients of one cell, each with its engine side. */
final class Crew(cell: Cell, session: Session, ledger: Ledger, clock: Clock):
  private val names = Naming(cell, ledger.base)
  private val firstProducer = ledger.producers.size
  private val replyQueues =
    if cell.producers.exists(_.requests) then
      cell.producers.flatMap(g => List.fill(g.count)(g.temporaryReplies)).zipWithIndex.map((temporary, i) =>
        names.reply(i).copy(temporary = temporary)
      ).toIndexedSeq
    else IndexedSeq.empty

  val consumers: List[(ConsumerGroup, ConsumerLoop)] =
    for (group, g) <- cell.consumers.zipWithIndex; i <- (0 until group.count).toList
    yield group -> consumer(group, cell.producers.size + g, i)

  val producers: List[(ProducerGroup, ProducerLoop)] =
    val groups = for (group, g) <- cell.producers.zipWithIndex; i <- 0 until group.count yield (group, g, i)
    groups.zipWithIndex.map { case ((group, g, i), nth) => group -> producer(group, g, i, nth) }

  /** How many deliveries each message of a producer owes; none if some consumer has no claim to every one of its messages. */
  private val copies: Option[Map[ProducerAudit, Int]] = owe()

  def all: List[ClientLoop] = consumers.map(_._2) ++ producers.map(_._2)

  /** What was due in a stretch of time; after the producers' end. */
  def due(from: Long, until: Long): Due =
    val each = producers.map((_, loop) => loop.audit -> loop.due(from, until))
    val paced = producers.nonEmpty && producers.forall((group, _) => group.isOpenLoop)
    val deliveries = copies.filter(_ => paced).map(of => each.map((audit, n) => n * of(audit)).sum)
    Due(each.map(_._2).sum, deliveries.filter(_ > 0))

  private def consumer(group: ConsumerGroup, g: Int, i: Int): ConsumerLoop =
    val source = names.destination(i)
    val audit = ConsumerAudit(ledger.cellTag)
    // commits of both sides would share one histogram
    val commits = group.ack == Ack.Transacted && !cell.producers.exists(_.transactions.isDefined)
    val kinds = Latency.EndToEnd :: List(Latency.Commit).filter(_ => commits) ++ List(Latency.Read).filter(_ => timed)
    val recorder = ClientRecorder(g).record(kinds*)
    val name = s"${ledger.base}-${group.name}-$i"
    val shared = Option.when(group.shared)(s"${ledger.base}-${group.name}-${i % cell.destinations.count}")
    val durable = Option.when(group.durable)(shared.getOrElse(name))
    val receive = ReceiveSpec.of(group, source, durable, shared, timed, fixedSize(cell.producers.map(_.size)))
    val send = Option.when(group.replies)(replySpec)
    ledger.consumers ::= Crew.Taker(audit, source, group.selector)
    val receiving = Receiving(group, audit, recorder, clock, i, index => index - firstProducer)
    ConsumerLoop(
      session,
      ClientSpec(name, send, Some(receive)),
      recorder,
      receiving,
      audit,
      group.messagesPerConnection
    )

  /** Whether messages hold something that takes time to write and to read. */
  private def timed: Boolean = cell.producers.exists(isTimed)
  private def isTimed(group: ProducerGroup): Boolean = group.message.content == Content.PriceUpdate

  /** Replies are as durable as the requests and as large, and nobody waits for their confirmation. */
  private def replySpec: SendSpec =
    SendSpec(
      replyQueues,
      cell.producers.exists(_.persistent),
      confirm = false,
      Nil,
      fixedSize(cell.producers.map(_.size))
    )

  private def fixedSize(sizes: List[Varying]): Option[Int] = sizes.distinct match
    case List(Varying.Constant(bytes)) => Some(bytes.toInt)
    case _ => None

  private def producer(group: ProducerGroup, g: Int, i: Int, nth: Int): ProducerLoop =
    val index = firstProducer + nth
    val target = names.destination(i)
    val audit = ProducerAudit(index, exact = cell.crash)
    val confirms = group.confirm == Confirm.Receipt
    val kinds = Option.when(confirms)(Latency.Send) ++ Option.when(group.requests)(Latency.RoundTrip) ++
      Option.when(group.isOpenLoop)(Latency.ScheduleDelay) ++ group.transactions.map(_ => Latency.Commit) ++
      Option.when(isTimed(group))(Latency.Write)
    val recorder = ClientRecorder(g).record(kinds.toSeq*)
    val send = SendSpec(
      IndexedSeq(target),
      group.persistent,
      confirms,
      group.headers,
      fixedSize(List(group.size)),
      pipelined = group.window != Window.Of(1),
      transacted = group.transactions.isDefined,
      group.message,
      isTimed(group),
      batched = group.batch.isDefined
    )
    val replies = Option.when(group.requests)(ConsumerAudit(ledger.cellTag))
    val receive = Option.when(group.requests)(ReceiveSpec(replyQueues(nth), Ack.Auto, None, None, None, Nil))
    ledger.producers ::= Crew.Sender(audit, target, group.headers)
    val id = Stamp.producer(ledger.cellTag, index)
    val sending = (began: Long, wake: Runnable) => Sending(group, i, began, 0, id, audit, recorder, clock, wake)
    ProducerLoop(
      session,
      ClientSpec(s"${ledger.base}-${group.name}-$i", Some(send), receive),
      recorder,
      sending,
      audit,
      replies
    )

  /** Who owes what to whom; a consumer with a selector is owed what the selector lets through, if we can tell. */
  private def owe(): Option[Map[ProducerAudit, Int]] =
    val requests = producers.flatMap((_, loop) => loop.replies.map(r => Obligation(loop.audit, List(r))))
    val deliveries = cell.destinations.kind match
      case DestinationType.Topic =>
        for
          (producerGroup, producer) <- producers
          (consumerGroup, sharing) <- subscriptions
          if steady(consumerGroup) && sharing.head.spec.receive.exists(r =>
            producer.spec.send.exists(_.targets.contains(r.source))
          )
          if Selector.admits(consumerGroup.selector, producerGroup.headers).contains(true)
        yield Obligation(producer.audit, sharing.map(_.audit))
      case DestinationType.Queue =>
        for sender <- ledger.producers yield
          val takers = ledger.consumers.filter(t => t.source == sender.target && !sender.refusedBy(t))
          Obligation(sender.audit, takers.map(_.audit))
    ledger.obligations = deliveries ++ requests
    // some may get messages and have no claim to every one of them
    for sender <- ledger.producers; taker <- ledger.consumers if taker.source == sender.target do
      if !sender.refusedBy(taker) then taker.audit.accept(sender.audit.index)
    for taker <- ledger.consumers; index <- ledger.guests do taker.audit.accept(index)
    ledger.audit.expect(ledger.obligations, consumers.map(_._2.audit) ++ producers.flatMap(_._2.replies))
    val owed = deliveries.filter(_.consumers.nonEmpty).groupBy(_.producer).map((of, all) => of -> all.size)
    val claims = cell.destinations.kind == DestinationType.Queue || consumers.forall((group, _) => claimsAll(group))
    Option.when(claims)(owed.withDefaultValue(0))

  /** Consumers of topics: each by itself, or those that share a subscription together. */
  private def subscriptions: List[(ConsumerGroup, List[ConsumerLoop])] =
    val (sharing, alone) = consumers.partition((group, _) => group.shared)
    alone.map((group, loop) => group -> List(loop)) ++
      sharing.groupBy((_, loop) => loop.spec.receive.flatMap(_.shared)).values.map(same =>
        same.head._1 -> same.map(_._2)
      )

  /** Whether all that a topic's consumer may get is owed to it. */
  private def claimsAll(group: ConsumerGroup): Boolean =
    steady(group) && cell.producers.forall(p => Selector.admits(group.selector, p.headers).isDefined)

  /** Consumers of a topic that come late or leave in between have no claim to every message. */
  private def steady(group: ConsumerGroup): Boolean =
    group.rampPerSecond.isEmpty && (group.messagesPerConnection.isEmpty || group.durable)

private object Crew:
  /** A producer of this or an earlier phase. */
  final case class Sender(audit: ProducerAudit, target: DestinationName, headers: List[(String, String)]):
    /** Whether the consumer's selector surely keeps these messages out. */
    def refusedBy(taker: Taker): Boolean = Selector.admits(taker.selector, headers).contains(false)

  /** A consumer of this or an earlier phase. */
  final case class Taker(audit: ConsumerAudit, source: DestinationName, selector: Option[String])
