package shootout.scenario

import shootout.units.{Bytes, DestinationType, Json, Nanos}

/** How a send is acknowledged by the broker: not at all, or by a receipt for each message. */
enum Confirm derives Json.ReadWriter:
  case None, Receipt

/** Sends in flight without a confirmation. `Unbounded`: held back by TCP alone. */
enum Window derives Json.ReadWriter:
  case Unbounded
  case Of(messages: Int)

  /** Each of these (no steps among them) holds from its time after the load's beginning until the next one's. */
  case Steps(from: List[(Nanos, Window)])

/** How a consumer acknowledges. */
enum Ack derives Json.ReadWriter:
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

  /** Nobody but the library, or the broker, acknowledges. */
  def isAutomatic: Boolean = this == Auto || this == DupsOk

/** The destinations that the clients of a workload are dealt to in turn: client i uses destination i modulo `count`.
  *
  * @param partitions
  *   of each; none: as many as its consumers need
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

/** One fully resolved load: what is measured once for each broker and repetition. */
case class Workload(
    /** Stable and readable, as `20b_1a_1queue_1`: size, producers + p (persistent, confirmed one by one) or a
      * (asynchronous), destinations + type, consumers.
      */
    id: String,
    group: String,
    title: String,

    /** The matrix values that made this workload, by axis name, in the order of the matrix. */
    axes: List[(String, String)],
    destinations: Destinations,
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: Timing,
    phase: Option[Phase],

    /** Id of the workload of whose rate this one's is a share. */
    maximum: Option[String] = None,

    /** After the last sample the broker is killed under load, started again, and asked for what it has. */
    crash: Boolean = false,

    /** It runs only if the workloads below it were held. */
    rateSweep: Option[RateSweep] = None
) derives Json.ReadWriter:
  /** Producers over all groups. */
  def producerCount: Int = producers.map(_.count).sum

  /** Consumers over all groups. */
  def consumerCount: Int = consumers.map(_.count).sum

  def onTopic: Boolean = destinations.kind == DestinationType.Topic

  /** Whether a broker that counts bytes can be told how many messages that is: all are one plain body of the same size. */
  def isEven: Boolean = messageSize.isDefined && producers.forall(_.isBare)

  /** Whether any producer is an open loop. */
  def isOpenLoop: Boolean = producers.exists(_.isOpenLoop)

  /** Whether the load is the same from the first sample to the last. */
  def isSteady: Boolean =
    val ramps = producers.flatMap(_.rampPerSecond) ++ consumers.flatMap(_.rampPerSecond)
    val varying = producers.flatMap(p => p.size :: p.rate.flatMap(_.perSecond).toList ++ p.think) ++
      consumers.flatMap(_.think)
    ramps.isEmpty && producers.forall(p => !p.window.isInstanceOf[Window.Steps]) && varying.forall {
      case Distribution.Burst(_, _, _, _) | Distribution.Steps(_) => false
      case _ => true
    }

  /** Whether consumers may read a little later than they could: no sender waits for them, and no latency is measured at an offered rate. */
  def toleratesReadDelay: Boolean = producers.forall(p => !p.isOpenLoop && !p.requests && p.think.isEmpty)

  /** Whether its rate is the broker's, who has to warm up, and stays the same for as long as one looks; else what it takes is
    * declared.
    */
  def findsItsRate: Boolean =
    val free = producers.nonEmpty && producers.forall(p => !p.isOpenLoop && p.think.isEmpty)
    free && consumers.forall(_.think.isEmpty) && isSteady && !crash && phase.isEmpty

  /** Whether it sends at a rate of its own, which stays the same. The broker has to warm up for that too, and then to catch up. */
  def keepsARate: Boolean =
    isOpenLoop && producers.forall(_.isOpenLoop) && consumers.forall(
      _.think.isEmpty
    ) && isSteady && !crash && phase.isEmpty

  /** Messages a second of all producers together, where each has a mean rate that is known and stays the same. */
  def offeredPerS: Option[Double] =
    val rates = producers.map(group => group.rate.flatMap(_.mean(group.count)))
    Option.when(rates.nonEmpty && rates.forall(_.isDefined))(rates.flatten.sum)

  /** How often each message is consumed: a topic's by all its consumers, unless these share a subscription. */
  def copies: Double =
    if destinations.kind == DestinationType.Queue then 1
    else consumers.map(c => if c.shared then 1.0 else c.count.toDouble / destinations.count).sum

  /** Ids of workloads that are the same load but for the rate: the maximum of a share, and what is lower in a rate sweep, the lowest first. */
  def sameButRate: List[String] = maximum.toList ++ rateSweep.toList.flatMap(_.below.reverse)

  /** The share of the `maximum` at which it runs. */
  def share: Option[Double] = producers.flatMap(_.rate).collectFirst { case Rate.Share(ofMaximum) => ofMaximum }

  /** What its result tells of the load beside the fields of its own, as [[Key.load]] has it. */
  def settings: List[(String, ujson.Value)] =
    def told[G](keys: List[Key[G]], groups: List[G]) =
      for key <- keys; (name, value) <- key.load yield name -> value(this, groups)
    told(LoadReader.destinationKeys, List(destinations)) ++ told(ProducerGroup.keys, producers) ++
      told(ConsumerGroup.keys, consumers)

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
