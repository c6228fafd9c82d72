package shootout.scenario

import shootout.units.{Bytes, DestinationType, Json, Nanos}

/** How the broker confirms a send: not at all, or by a publisher confirm for each message. */
enum Confirm derives Json.ReadWriter:
  case None, Receipt

/** How many sends may be in flight without a publisher confirm. `Unbounded` is limited by TCP alone. */
enum Window derives Json.ReadWriter:
  case Unbounded
  case Of(messages: Int)

  /** Each window (not a step itself) applies from its time after the workload's beginning until the next one's. */
  case Steps(from: List[(Nanos, Window)])

/** How a consumer acknowledges. */
enum Ack derives Json.ReadWriter:
  /** The broker, or the client library, acknowledges on delivery. */
  case Auto

  /** An acknowledgement covers every message up to this one. */
  case Client

  /** An acknowledgement covers this message only. */
  case Individual

  /** Like `Auto`, but the library may delay it. After a failure messages may come twice (JMS). */
  case DupsOk

  /** A commit covers all messages that came since the last one. */
  case Transacted

  /** Whether only the library, or the broker, acknowledges. */
  def isAutomatic: Boolean = this == Auto || this == DupsOk

/** The destinations of a workload. Clients get them in turn: client i uses destination i modulo `count`.
  *
  * @param partitions
  *   partitions of each destination; none for as many as its consumers need
  */
case class Destinations(kind: DestinationType, count: Int, name: Option[String], partitions: Option[Int] = None)
    derives Json.ReadWriter

/** The place of a workload in a scenario of linked phases, which share their destinations and one audit.
  *
  * @param scenario
  *   id common to all phases
  * @param index
  *   0, 1, ... in order of execution
  */
case class Phase(scenario: String, index: Int, count: Int, name: String) derives Json.ReadWriter

/** One completely resolved workload, which is measured once for each broker and repetition. */
case class Workload(
    /** A stable and readable id, such as `20b_1a_1queue_1`: size, producers + p (persistent, confirmed one by one) or a
      * (asynchronous), destinations + type, consumers.
      */
    id: String,
    group: String,
    title: String,

    /** The matrix values of this workload, by axis name, in the order of the matrix. */
    axes: List[(String, String)],
    destinations: Destinations,
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: Timing,
    phase: Option[Phase],

    /** The id of the maximum, if this workload's rate is a share of it. */
    maximum: Option[String] = None,

    /** If true, the broker is killed while messages flow after the last sample. It is then restarted and asked for what
      * it has.
      */
    crash: Boolean = false,

    /** The place in a rate sweep. The workload runs only if the workloads below it were sustained. */
    rateSweep: Option[RateSweep] = None
) derives Json.ReadWriter:
  /** The number of producers in all groups. */
  def producerCount: Int = producers.map(_.count).sum

  /** The number of consumers in all groups. */
  def consumerCount: Int = consumers.map(_.count).sum

  def onTopic: Boolean = destinations.kind == DestinationType.Topic

  /** Whether a prefetch in messages can be converted for a broker that counts bytes: all messages have a plain body of
    * the same size.
    */
  def isEven: Boolean = messageSize.isDefined && producers.forall(_.isBare)

  /** Whether any producer is an open loop. */
  def isOpenLoop: Boolean = producers.exists(_.isOpenLoop)

  /** Whether the workload is the same from the first sample to the last. */
  def isSteady: Boolean =
    val ramps = producers.flatMap(_.rampPerSecond) ++ consumers.flatMap(_.rampPerSecond)
    val varying = producers.flatMap(p => p.size :: p.rate.flatMap(_.perSecond).toList ++ p.think) ++
      consumers.flatMap(_.think)
    ramps.isEmpty && producers.forall(p => !p.window.isInstanceOf[Window.Steps]) && varying.forall {
      case Distribution.Burst(_, _, _, _) | Distribution.Steps(_) => false
      case _ => true
    }

  /** Whether consumers may read a little later than possible. No sender waits for them, and no latency is measured at
    * an offered rate.
    */
  def toleratesReadDelay: Boolean = producers.forall(p => !p.isOpenLoop && !p.requests && p.think.isEmpty)

  /** Whether the broker determines the rate and the rate stays constant after its warm-up. Otherwise the workload
    * declares its rate.
    */
  def findsItsRate: Boolean =
    val free = producers.nonEmpty && producers.forall(p => !p.isOpenLoop && p.think.isEmpty)
    free && consumers.forall(_.think.isEmpty) && isSteady && !crash && phase.isEmpty

  /** Whether the workload sends at its own constant rate. The broker must warm up for that, too, and then catch up. */
  def keepsARate: Boolean =
    isOpenLoop && producers.forall(_.isOpenLoop) && consumers.forall(
      _.think.isEmpty
    ) && isSteady && !crash && phase.isEmpty

  /** Messages per second of all producers together, if each has a known and constant mean rate. */
  def offeredPerS: Option[Double] =
    val rates = producers.map(group => group.rate.flatMap(_.mean(group.count)))
    Option.when(rates.nonEmpty && rates.forall(_.isDefined))(rates.flatten.sum)

  /** How often each message is consumed. All consumers of a topic get it, unless they share a subscription. */
  def copies: Double =
    if destinations.kind == DestinationType.Queue then 1
    else consumers.map(c => if c.shared then 1.0 else c.count.toDouble / destinations.count).sum

  /** Ids of workloads that only differ in the rate: the maximum of a share, and the lower ones of a rate sweep, the
    * lowest first.
    */
  def sameButRate: List[String] = maximum.toList ++ rateSweep.toList.flatMap(_.below.reverse)

  /** The share of the `maximum` at which it runs. */
  def share: Option[Double] = producers.flatMap(_.rate).collectFirst { case Rate.Share(ofMaximum) => ofMaximum }

  /** The settings in its result, in addition to the other fields, as defined by [[Key.load]]. */
  def settings: List[(String, ujson.Value)] =
    def loaded[G](keys: List[Key[G]], groups: List[G]) =
      for key <- keys; (name, value) <- key.load yield name -> value(this, groups)
    loaded(LoadReader.destinationKeys, List(destinations)) ++ loaded(ProducerGroup.keys, producers) ++
      loaded(ConsumerGroup.keys, consumers)

  /** The capabilities that its keys need. */
  def needs: List[String] =
    def needed[G](keys: List[Key[G]], groups: List[G]) =
      for key <- keys; (word, holds) <- key.needs if groups.exists(holds(this, _)) yield word
    needed(LoadReader.destinationKeys, List(destinations)) ++ needed(ProducerGroup.keys, producers) ++
      needed(ConsumerGroup.keys, consumers)

  /** The declared size if it is the same for every message. */
  def messageSize: Option[Bytes] =
    producers.map(_.size).distinct match
      case List(Distribution.Constant(bytes)) => Some(Bytes(bytes.toLong))
      case _ => None

object Workload:
  /** All capabilities that keys may need. */
  lazy val capabilities: List[String] =
    def needed[G](keys: List[Key[G]]) = keys.flatMap(_.needs.map(_._1))
    needed(LoadReader.destinationKeys) ++ needed(ProducerGroup.keys) ++ needed(ConsumerGroup.keys)
