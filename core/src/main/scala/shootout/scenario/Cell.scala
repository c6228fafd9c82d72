package shootout.scenario

import shootout.units.{Bytes, Nanos}

enum DestinationType:
  case Queue, Topic

/** How a send is acknowledged by the broker: not at all, or by a receipt for each message. */
enum Confirm:
  case None, Receipt

/** Sends in flight without a confirmation. `Unbounded`: held back by TCP alone. */
enum Window:
  case Unbounded
  case Of(messages: Int)

  /** Each of these (no steps among them) holds from its time after the load's beginning until the next one's. */
  case Steps(from: List[(Nanos, Window)])

/** How a consumer acknowledges. */
enum Ack:
  /** The broker, or the client library, does it on delivery. */
  case Auto

  /** Every message up to this one. */
  case Client

  /** This message only. */
  case Individual

  /** As `Auto`, but the library may be lazy: after a failure messages may come twice (JMS). */
  case DupsOk

  /** A commit, of all that came since the last one. */
  case Transacted

/** The destinations that the clients of a cell are dealt to in turn: client i uses destination i modulo `count`. */
case class Destinations(kind: DestinationType, count: Int, name: Option[String])

/** Clients that send. With a `rate` the load is an open loop, else a closed loop, slowed by `think` (nanoseconds between
  * a send and the next). A `window` bounds both; what an open loop may not send yet keeps the time at which it was due.
  *
  * @param requests
  *   each message asks for a reply on a queue of the producer's own; the window then counts unanswered requests
  * @param messagesPerConnection
  *   reconnect after so many messages
  * @param rampPerSecond
  *   connect so many clients a second while measuring, instead of all of them before
  * @param transactions
  *   the commit confirms; the window, which is then 1, counts transactions
  * @param temporaryReplies
  *   replies come to a temporary queue, known to nobody but from the request
  */
case class ProducerGroup(
    name: String,
    count: Int,
    size: Varying,
    persistent: Boolean,
    confirm: Confirm,
    window: Window,
    rate: Option[Rate],
    think: Option[Varying],
    headers: List[(String, String)],
    messagesPerConnection: Option[Int],
    rampPerSecond: Option[Double],
    requests: Boolean,
    message: MessageKind = MessageKind(),
    transactions: Option[Transactions] = None,
    temporaryReplies: Boolean = false
):
  /** Whether messages are due at times of their own, however slow the broker is. */
  def isOpenLoop: Boolean = rate.exists(_.isOpenLoop)

/** Clients that subscribe.
  *
  * @param ackEvery
  *   messages between two acknowledgements or commits (1 unless `ack` is `Client` or `Transacted`)
  * @param prefetch
  *   messages that the broker may deliver ahead of acknowledgements; none: the broker's default
  * @param prefetchPreferred
  *   a broker that cannot be told how many keeps its own, and the result says so
  * @param think
  *   nanoseconds between the receipt of a message and that of the next
  * @param replies
  *   each message is answered on its producer's reply queue
  * @param rollbackEvery
  *   of so many one is undone, and its messages come again; none: never
  * @param shared
  *   all of the group share one subscription of each topic: a message goes to one of them
  * @param listener
  *   the library calls back with each message, instead of being asked for the next one (JMS: a message listener)
  */
case class ConsumerGroup(
    name: String,
    count: Int,
    ack: Ack,
    ackEvery: Int,
    prefetch: Option[Int],
    selector: Option[String],
    durable: Boolean,
    think: Option[Varying],
    headers: List[(String, String)],
    messagesPerConnection: Option[Int],
    rampPerSecond: Option[Double],
    replies: Boolean,
    rollbackEvery: Option[Int] = None,
    shared: Boolean = false,
    listener: Boolean = false,
    prefetchPreferred: Boolean = false
):
  /** Whether a broker that cannot be told of the prefetch cannot run it. */
  def insistsOnPrefetch: Boolean = prefetch.isDefined && !prefetchPreferred

object ProducerGroup:
  /** Everything at its plainest: one client that sends non-persistent messages as fast as the network takes them. */
  def plain(bytes: Int): ProducerGroup = ProducerGroup(
    name = "producers",
    count = 1,
    size = Varying.Constant(bytes),
    persistent = false,
    confirm = Confirm.None,
    window = Window.Unbounded,
    rate = None,
    think = None,
    headers = Nil,
    messagesPerConnection = None,
    rampPerSecond = None,
    requests = false
  )

object ConsumerGroup:
  /** Everything at its plainest: one client that takes what comes. */
  val plain: ConsumerGroup = ConsumerGroup(
    name = "consumers",
    count = 1,
    ack = Ack.Auto,
    ackEvery = 1,
    prefetch = None,
    selector = None,
    durable = false,
    think = None,
    headers = Nil,
    messagesPerConnection = None,
    rampPerSecond = None,
    replies = false
  )

/** The place of a cell in a scenario of linked phases, which share their destinations and one audit.
  *
  * @param scenario
  *   id common to all phases
  * @param index
  *   0, 1, ... in order of execution
  */
case class Phase(scenario: String, index: Int, count: Int, name: String)

/** One fully resolved load: what is measured once for each broker and repetition.
  *
  * @param id
  *   stable and readable, as `20b_1a_1queue_1`: size, producers + p (persistent, confirmed one by one) or a
  *   (asynchronous), destinations + type, consumers
  * @param axes
  *   the matrix values that made this cell, by axis name, in the order of the matrix
  * @param maximum
  *   id of the cell of whose rate this one's is a share
  * @param crash
  *   behind the last sample the broker is killed under load, started again, and asked for what it has
  * @param climb
  *   it runs only if the cells below it were held
  */
case class Cell(
    id: String,
    group: String,
    title: String,
    axes: List[(String, String)],
    destinations: Destinations,
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: Timing,
    phase: Option[Phase],
    maximum: Option[String] = None,
    crash: Boolean = false,
    climb: Option[Climb] = None
):
  /** Producers over all groups. */
  def producerCount: Int = producers.map(_.count).sum

  /** Consumers over all groups. */
  def consumerCount: Int = consumers.map(_.count).sum

  /** Whether any producer is an open loop. */
  def isOpenLoop: Boolean = producers.exists(_.isOpenLoop)

  /** Whether the load is the same from the first sample to the last. */
  def isSteady: Boolean =
    val ramps = producers.flatMap(_.rampPerSecond) ++ consumers.flatMap(_.rampPerSecond)
    val varying = producers.flatMap(p => p.size :: p.rate.flatMap(_.perSecond).toList ++ p.think) ++
      consumers.flatMap(_.think)
    ramps.isEmpty && producers.forall(p => !p.window.isInstanceOf[Window.Steps]) && varying.forall {
      case Varying.Burst(_, _, _, _) | Varying.Steps(_) => false
      case _ => true
    }

  /** Whether its rate is the broker's, who has to warm up, and stays the same for as long as one looks; else what it takes is
    * declared.
    */
  def findsItsRate: Boolean =
    val free = producers.nonEmpty && producers.forall(p => !p.isOpenLoop && p.think.isEmpty)
    free && consumers.forall(_.think.isEmpty) && isSteady && !crash && phase.isEmpty

  /** How often each message is consumed: a topic's by all its consumers, unless these share a subscription. */
  def copies: Double =
    if destinations.kind == DestinationType.Queue then 1
    else consumers.map(c => if c.shared then 1.0 else c.count.toDouble / destinations.count).sum

  /** The share of the `maximum` at which it runs. */
  def share: Option[Double] = producers.flatMap(_.rate).collectFirst { case Rate.Share(ofMaximum) => ofMaximum }

  /** The declared size if it is the same for every message. */
  def messageSize: Option[Bytes] =
    producers.map(_.size).distinct match
      case List(Varying.Constant(bytes)) => Some(Bytes(bytes.toLong))
      case _ => None
