package shootout.engine

import shootout.driver.{ClientSpec, ReceiveSpec, SendSpec, Session, Stamp}
import shootout.result.LatencyKind
import shootout.scenario.{Ack, ClientGroup, Confirm, Content, Distribution, ProducerGroup, Window, Workload}

/** What open loops should have done in a stretch of time.
  *
  * @param sends
  *   messages that were due
  * @param deliveries
  *   deliveries of these messages to consumers; none if we cannot tell
  */
final case class Due(sends: Long, deliveries: Option[Long])

/** The clients of one workload, each with its engine side: all of them, or one load JVM's part. The account covers all
  * clients, whichever JVM runs them.
  */
final class WorkloadClients(
    workload: Workload,
    session: Session,
    linked: LinkedState,
    clock: Clock,
    part: GeneratorPart = GeneratorPart.whole
):
  private val names = DestinationNaming(workload, linked.base)
  private val firstProducer = linked.producers.size
  private val consumerEntries: List[ConsumerEntry] =
    for ((group, place), nth) <- places(workload.consumers).zipWithIndex yield
      val shared = Option.when(group.shared)(s"${linked.base}-${group.name}-${place % workload.destinations.count}")
      val audit = ConsumerAudit(linked.workloadTag)
      ConsumerEntry(group, place, nth, audit, names.destination(place), shared)

  private val producerEntries: List[ProducerEntry] =
    for ((group, place), nth) <- places(workload.producers).zipWithIndex yield
      val audit = ProducerAudit(firstProducer + nth, exact = workload.crash)
      val replies = Option.when(group.requests)(ConsumerAudit(linked.workloadTag))
      ProducerEntry(group, place, nth, audit, names.destination(place), replies)

  /** The group and the place of each client. */
  private def places[G <: ClientGroup](groups: List[G]): List[(G, Int)] =
    groups.flatMap(group => List.tabulate(group.count)(group -> _))

  private val replyQueues =
    if workload.producers.exists(_.requests) then
      producerEntries.map(e => names.reply(e.nth).copy(temporary = e.group.temporaryReplies)).toIndexedSeq
    else IndexedSeq.empty

  // The broker delivers again what waited for a consumer of an earlier phase.
  linked.consumers.foreach(_.audit.thinking = false)
  linked.consumers = consumerEntries ++ linked.consumers
  linked.producers = producerEntries ++ linked.producers
  private val expected = ExpectedDeliveries(workload, producerEntries, consumerEntries, linked)
  expected.note()
  private val copies = expected.copies

  private val ownConsumers = consumerEntries.filter(entry => part.hasConsumer(entry.nth, consumerEntries.size))
  private val ownProducers = producerEntries.filter(entry => part.hasProducer(entry.nth, producerEntries.size))

  val consumers: List[ConsumerLoop] = ownConsumers.map(consumer)
  val producers: List[ProducerLoop] = ownProducers.map(producer)

  /** All clients in this JVM. */
  def all: List[ClientLoop] = consumers ++ producers

  /** Messages per second that an open loop with a constant rate sends. If there are consumers, it is the messages per
    * second that they should get.
    */
  def expectedPerS: Option[Double] =
    workload.offeredPerS.map(_ * (if consumerEntries.isEmpty then 1 else workload.copies))

  /** Whether the workload has any producers, here or elsewhere. */
  def sends: Boolean = producerEntries.nonEmpty

  /** Whether the workload has any consumers, here or elsewhere. */
  def receives: Boolean = consumerEntries.nonEmpty

  /** How many messages the open loops in this JVM should have sent in a stretch of time, by the producers' indices.
    * Call it after they have ended.
    */
  def dueHere(from: Long, until: Long): List[(Int, Long)] =
    producers.map(loop => loop.audit.index -> loop.due(from, until))

  /** Adds up what was due from each producer. */
  def due(each: List[(Int, Long)]): Due =
    val paced = sends && workload.producers.forall(_.isOpenLoop)
    val deliveries = copies.filter(_ => paced).map(of => each.map((index, n) => n * of(index)).sum)
    Due(each.map(_._2).sum, deliveries.filter(_ > 0))

  /** What the clients in this JVM did. Call it after they have left. */
  def account: AuditState = AuditState(
    ownProducers.map(_.audit),
    ownConsumers.map(entry => entry.nth -> entry.audit) ++
      ownProducers.flatMap(entry => entry.replies.map(consumerEntries.size + entry.nth -> _))
  )

  /** Learns what clients in other JVMs did. */
  def learn(others: AuditState): Unit =
    val sent = producerEntries.toVector.map(_.audit)
    val received = consumerEntries.toVector.map(entry => Option(entry.audit)) ++ producerEntries.map(_.replies)
    for producer <- others.producers do sent(producer.index - firstProducer).restore(producer)
    for (client, consumer) <- others.consumers; audit <- received(client) do audit.restore(consumer)

  /** The note about message groups. Call it after all clients have stopped and [[learn]] was called. */
  def groupsNote: Option[String] = MessageGroups.note(workload, producerEntries, consumerEntries)

  private def consumer(entry: ConsumerEntry): ConsumerLoop =
    val group = entry.group
    // Commits of both sides would share one histogram.
    val commits = group.ack == Ack.Transacted && !workload.producers.exists(_.transactions.isDefined)
    val kinds = List(LatencyKind.EndToEnd -> true, LatencyKind.Commit -> commits, LatencyKind.Read -> timed)
      .collect { case (kind, true) => kind }
    val recorder = ClientRecorder().record(kinds*)
    val name = s"${linked.base}-${group.name}-${entry.place}"
    val receive = ReceiveSpec(
      entry.source,
      group.ack,
      group.prefetch,
      group.selector,
      durable = Option.when(group.durable)(entry.shared.getOrElse(name)),
      group.headers,
      entry.shared,
      group.listener,
      timed,
      fixedSize(workload.producers.map(_.size)),
      group.batch,
      group.wholeBodies,
      mayReadLater = workload.toleratesReadDelay
    )
    val send = Option.when(group.replies)(replySpec)
    ConsumerLoop(
      session,
      ClientSpec(name, send, Some(receive)),
      recorder,
      group,
      entry.audit,
      clock,
      seed = entry.place,
      replyTarget = index => index - firstProducer
    )

  /** Whether messages contain something that takes time to write and to read. */
  private def timed: Boolean = workload.producers.exists(isTimed)
  private def isTimed(group: ProducerGroup): Boolean = group.message.content == Content.PriceUpdate

  /** Replies are as durable and as large as the requests, and no client waits for their publisher confirms. */
  private def replySpec: SendSpec =
    SendSpec(
      replyQueues,
      workload.producers.exists(_.persistent),
      confirm = false,
      Nil,
      fixedSize(workload.producers.map(_.size))
    )

  private def fixedSize(sizes: List[Distribution]): Option[Int] = sizes.distinct match
    case List(Distribution.Constant(bytes)) => Some(bytes.toInt)
    case _ => None

  private def producer(entry: ProducerEntry): ProducerLoop =
    val group = entry.group
    val confirms = group.confirm == Confirm.Receipt
    val kinds = List(
      LatencyKind.Send -> confirms,
      LatencyKind.RoundTrip -> group.requests,
      LatencyKind.ScheduleDelay -> group.isOpenLoop,
      LatencyKind.Commit -> group.transactions.isDefined,
      LatencyKind.Write -> isTimed(group)
    ).collect { case (kind, true) => kind }
    val recorder = ClientRecorder().record(kinds*)
    val send = SendSpec(
      IndexedSeq(entry.target),
      group.persistent,
      confirms,
      group.headers,
      fixedSize(List(group.size)),
      pipelined = group.window != Window.Of(1),
      transacted = group.transactions.isDefined,
      group.message,
      isTimed(group),
      batched = group.batch.isDefined,
      messageGroups = Vector.tabulate(group.messageGroups.getOrElse(0))(n => s"${group.name}-$n"),
      senders = workload.producerCount
    )
    val receive = Option.when(group.requests)(ReceiveSpec(replyQueues(entry.nth), Ack.Auto, None, None, None, Nil))
    val id = Stamp.producer(linked.workloadTag, entry.audit.index)
    ProducerLoop(
      session,
      ClientSpec(s"${linked.base}-${group.name}-${entry.place}", Some(send), receive),
      recorder,
      group,
      entry.place,
      id,
      entry.audit,
      entry.replies,
      clock
    )
