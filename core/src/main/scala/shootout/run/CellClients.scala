package shootout.run

import shootout.driver.{ClientSpec, ReceiveSpec, SendSpec, Session, Stamp}
import shootout.record.{AuditState, ClientRecorder, ConsumerAudit, ProducerAudit}
import shootout.result.LatencyKind
import shootout.scenario.{Ack, Cell, ClientGroup, Confirm, ConsumerGroup, Content, ProducerGroup, Distribution}

/** What open loops should have done in a stretch of time.
  *
  * @param sends
  *   messages that were due
  * @param deliveries
  *   of these messages to consumers; none if nobody can tell
  */
final case class Due(sends: Long, deliveries: Option[Long])

/** The clients of one cell, each with its engine side: all of them, or one load JVM's part. The account is of all of them, whoever runs
  * them.
  */
final class CellClients(
    cell: Cell,
    session: Session,
    linked: LinkedState,
    clock: Clock,
    part: GeneratorPart = GeneratorPart.whole
):
  private val names = Naming(cell, linked.base)
  private val firstProducer = linked.producers.size
  private val replyQueues =
    if cell.producers.exists(_.requests) then
      cell.producers.flatMap(g => List.fill(g.count)(g.temporaryReplies)).zipWithIndex.map((temporary, i) =>
        names.reply(i).copy(temporary = temporary)
      ).toIndexedSeq
    else IndexedSeq.empty

  private val takers: List[ConsumerEntry] =
    CellClients.members(cell.consumers).map { case (group, g, i, nth) =>
      val shared = Option.when(group.shared)(s"${linked.base}-${group.name}-${i % cell.destinations.count}")
      ConsumerEntry(group, cell.producers.size + g, i, nth, ConsumerAudit(linked.cellTag), names.destination(i), shared)
    }

  private val senders: List[ProducerEntry] =
    CellClients.members(cell.producers).map { case (group, g, i, nth) =>
      val audit = ProducerAudit(firstProducer + nth, exact = cell.crash)
      val replies = Option.when(group.requests)(ConsumerAudit(linked.cellTag))
      ProducerEntry(group, g, i, nth, audit, names.destination(i), replies)
    }

  linked.consumers = takers ++ linked.consumers
  linked.producers = senders ++ linked.producers
  private val obligations = ExpectedDeliveries(cell, senders, takers, linked)
  obligations.note()
  private val copies = obligations.copies

  private val ownTakers = takers.filter(taker => part.hasConsumer(taker.nth, takers.size))
  private val ownSenders = senders.filter(sender => part.hasProducer(sender.nth, senders.size))

  val consumers: List[(ConsumerGroup, ConsumerLoop)] = ownTakers.map(taker => taker.group -> consumer(taker))
  val producers: List[(ProducerGroup, ProducerLoop)] = ownSenders.map(sender => sender.group -> producer(sender))

  /** Here. */
  def all: List[ClientLoop] = consumers.map(_._2) ++ producers.map(_._2)

  /** Messages a second that an open loop of a rate that stays the same sends, and consumers, if there are any, are to get. */
  def owedPerS: Option[Double] = cell.offeredPerS.map(_ * (if takers.isEmpty then 1 else cell.copies))

  /** Whether the cell has any producers, here or elsewhere. */
  def sends: Boolean = senders.nonEmpty

  /** Whether the cell has any consumers, here or elsewhere. */
  def receives: Boolean = takers.nonEmpty

  /** How many messages the open loops that are here should have sent in a stretch of time, by the producers' indices; after their end. */
  def dueHere(from: Long, until: Long): List[(Int, Long)] =
    producers.map((_, loop) => loop.audit.index -> loop.due(from, until))

  /** What was due, from what was of each producer. */
  def due(each: List[(Int, Long)]): Due =
    val paced = sends && cell.producers.forall(_.isOpenLoop)
    val deliveries = copies.filter(_ => paced).map(of => each.map((index, n) => n * of(index)).sum)
    Due(each.map(_._2).sum, deliveries.filter(_ > 0))

  /** What the clients that are here did; after they have left. */
  def account: AuditState = AuditState(
    ownSenders.map(_.audit.state),
    ownTakers.map(taker => taker.audit.state(taker.nth)) ++
      ownSenders.flatMap(sender => sender.replies.map(_.state(takers.size + sender.nth)))
  )

  /** What clients did that are elsewhere. */
  def learn(others: AuditState): Unit =
    val sent = senders.toVector.map(_.audit)
    val received = takers.toVector.map(taker => Option(taker.audit)) ++ senders.map(_.replies)
    for state <- others.producers do sent(state.index - firstProducer).restore(state)
    for state <- others.consumers; audit <- received(state.client) do audit.restore(state)

  /** What a reader must know of message groups; after all clients have stopped, and what others did was learned. */
  def groupsNote: Option[String] = MessageGroups.note(cell, senders, takers)

  private def consumer(taker: ConsumerEntry): ConsumerLoop =
    val group = taker.group
    // commits of both sides would share one histogram
    val commits = group.ack == Ack.Transacted && !cell.producers.exists(_.transactions.isDefined)
    val kinds =
      LatencyKind.EndToEnd :: List(LatencyKind.Commit).filter(_ => commits) ++ List(LatencyKind.Read).filter(_ => timed)
    val recorder = ClientRecorder(taker.groupIndex).record(kinds*)
    val name = s"${linked.base}-${group.name}-${taker.place}"
    val durable = Option.when(group.durable)(taker.shared.getOrElse(name))
    val size = fixedSize(cell.producers.map(_.size))
    val receive = ReceiveSpec.of(group, taker.source, durable, taker.shared, timed, size)
    val send = Option.when(group.replies)(replySpec)
    val receiving =
      Receiving(group, taker.audit, recorder, clock, taker.place, index => index - firstProducer)
    ConsumerLoop(
      session,
      ClientSpec(name, send, Some(receive)),
      recorder,
      receiving,
      taker.audit,
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

  private def fixedSize(sizes: List[Distribution]): Option[Int] = sizes.distinct match
    case List(Distribution.Constant(bytes)) => Some(bytes.toInt)
    case _ => None

  private def producer(sender: ProducerEntry): ProducerLoop =
    val group = sender.group
    val kinds =
      Option.when(group.confirm == Confirm.Receipt)(LatencyKind.Send) ++ Option.when(group.requests)(
        LatencyKind.RoundTrip
      ) ++
        Option.when(group.isOpenLoop)(LatencyKind.ScheduleDelay) ++ group.transactions.map(_ => LatencyKind.Commit) ++
        Option.when(isTimed(group))(LatencyKind.Write)
    val recorder = ClientRecorder(sender.groupIndex).record(kinds.toSeq*)
    val send = SendSpec.of(group, sender.target, isTimed(group), fixedSize(List(group.size)))
    val receive = Option.when(group.requests)(ReceiveSpec(replyQueues(sender.nth), Ack.Auto, None, None, None, Nil))
    val id = Stamp.producer(linked.cellTag, sender.audit.index)
    val sending = (began: Long, wake: Runnable) =>
      Sending(group, sender.place, began, 0, id, sender.audit, recorder, clock, wake)
    ProducerLoop(
      session,
      ClientSpec(s"${linked.base}-${group.name}-${sender.place}", Some(send), receive),
      recorder,
      sending,
      sender.audit,
      sender.replies
    )

private object CellClients:
  /** Of all groups: the group, its index, the place in it, and the place among all of them. */
  private def members[G <: ClientGroup](groups: List[G]): List[(G, Int, Int, Int)] =
    val each = for (group, g) <- groups.zipWithIndex; i <- (0 until group.count).toList yield (group, g, i)
    each.zipWithIndex.map { case ((group, g, i), nth) => (group, g, i, nth) }
