package shootout.driver

import shootout.yaml.{Node, Problem}
import shootout.scenario.{Ack, Workload}
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.util.concurrent.{Executors, TimeUnit}
import scala.collection.mutable

/** Intended faults of an [[InMemoryBroker]], for every n-th message; 0 is never. */
final case class Faults(
    dropEvery: Int = 0,
    duplicateEvery: Int = 0,
    swapEvery: Int = 0,
    corruptEvery: Int = 0,
    strayEvery: Int = 0
)

final case class Message(producer: Int, sequence: Long, stamp: Long, bytes: Int)

/** An in-memory broker that passes the [[DriverContract]] unless it has faults. Its tasks run one at a time. */
final class InMemoryBroker(faults: Faults = Faults(), val scheduler: Scheduler = ThreadScheduler()):
  private val backlog = mutable.Map.empty[DestinationName, mutable.Queue[Message]]
  private val subscribers = mutable.Map.empty[DestinationName, Vector[InMemoryClient]]
  private var routed = 0L
  private var held = Option.empty[(DestinationName, Message)]

  val laidOut: mutable.Set[DestinationName] = mutable.Set.empty

  @volatile var deaf = false

  @volatile var ignoresClose = false

  @volatile var commitsAlways = false

  @volatile var mostConnections = Int.MaxValue
  private[driver] var connections = 0

  /** Whether the n-th attempt to connect, counted from 1, is refused. */
  @volatile var refuses: Int => Boolean = _ => false
  private[driver] var asked = 0

  /** The time at which it takes a message sent at a time, in nanoseconds. Messages wait in the network in order. */
  @volatile var takesAt: Long => Long = identity

  private[driver] def take(task: Runnable): Unit =
    val now = scheduler.nanos()
    scheduler.after(takesAt(now) - now, task)

  /** The reason why connections fail from now on. */
  @volatile var dead: Option[String] = None

  def route(to: DestinationName, message: Message): Unit =
    routed += 1
    def every(n: Int) = n > 0 && routed % n == 0
    if every(faults.dropEvery) then ()
    else if every(faults.swapEvery) then held = Some(to -> message)
    else
      deliver(to, if every(faults.corruptEvery) then message.copy(bytes = -message.bytes) else message)
      if every(faults.duplicateEvery) then deliver(to, message)
      if every(faults.strayEvery) then subscribers.keys.filter(_ != to).foreach(deliver(_, message))
      held.foreach((where, late) => deliver(where, late))
      held = None

  private def deliver(to: DestinationName, message: Message): Unit = to.kind match
    case DestinationType.Topic => subscribers.getOrElse(to, Vector.empty).foreach(_.accept(message))
    case DestinationType.Queue =>
      backlog.getOrElseUpdate(to, mutable.Queue.empty).enqueue(message)
      drain(to)

  /** Changes the waiting messages of a queue, as a crash does. */
  def afterCrash(queue: DestinationName)(change: Seq[Message] => Seq[Message]): Unit =
    val waiting = backlog.getOrElseUpdate(queue, mutable.Queue.empty)
    backlog(queue) = mutable.Queue.from(change(waiting.toSeq))

  def drain(queue: DestinationName): Unit =
    val waiting = backlog.getOrElseUpdate(queue, mutable.Queue.empty)
    var free = subscribers.getOrElse(queue, Vector.empty).filter(_.free)
    while waiting.nonEmpty && free.nonEmpty do
      free.head.accept(waiting.dequeue())
      free = (free.tail :+ free.head).filter(_.free)

  def subscribe(source: DestinationName, client: InMemoryClient): Unit =
    subscribers(source) = subscribers.getOrElse(source, Vector.empty) :+ client
    drain(source)

  def unsubscribe(source: DestinationName, client: InMemoryClient, unacknowledged: Seq[Message]): Unit =
    subscribers(source) = subscribers.getOrElse(source, Vector.empty).filterNot(_ eq client)
    if source.kind == DestinationType.Queue then
      backlog.getOrElseUpdate(source, mutable.Queue.empty).prependAll(unacknowledged)
      drain(source)

/** @param ignoresSelectors accepts selectors and delivers everything, as some brokers do */
final class InMemoryDriver(
    broker: InMemoryBroker,
    ignoresSelectors: Boolean = false,
    override val promise: DeliveryPromise = DeliveryPromise.plain
) extends Driver
    with Protocol:
  def protocol: String = "memory"
  def title: String = "memory"
  def api: String = "memory"
  def name: String = "in memory"
  override def settings: List[String] = Nil
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] = Right(this)
  def unsupported(workload: Workload): Option[String] =
    Option.when(!ignoresSelectors && workload.consumers.exists(_.selector.isDefined))("no selectors in memory")
  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    broker.dead.map(NoService(_, refused = false)).toLeft(())
  def open(endpoint: Endpoint): Session = new Session:
    override def create(destinations: List[DestinationSpec]): Unit =
      broker.laidOut ++= destinations.map(_.name)
    override def remove(destinations: List[DestinationName]): Unit = broker.laidOut --= destinations
    def client(spec: ClientSpec, listener: ClientListener): Client =
      InMemoryClient(broker, spec, listener)
    def close(): Unit = ()

final class InMemoryClient(broker: InMemoryBroker, spec: ClientSpec, listener: ClientListener) extends Client:
  private val ack = spec.receive.map(_.ack)
  private val unacknowledged = mutable.ArrayBuffer.empty[Message]
  private val inbox = mutable.Queue.empty[Message]
  private val uncommitted = mutable.ArrayBuffer.empty[(DestinationName, Message)]
  private var open = false
  private var paused = false
  private var taken = 0

  def execute(task: Runnable): Unit = broker.scheduler.execute(task)
  def after(delay: Nanos, task: Runnable): Unit = broker.scheduler.after(delay.value, task)

  def connect(): Unit =
    broker.asked += 1
    val refused = broker.refuses(broker.asked) || broker.connections >= broker.mostConnections
    connect(refused)

  private def connect(refused: Boolean): Unit = broker.dead match
    case Some(why) => execute(() => listener.onFailure(java.io.IOException(why)))
    case None if refused =>
      execute(() => listener.onFailure(java.io.IOException("too many connections")))
    case None =>
      broker.connections += 1
      open = true
      paused = false
      spec.receive.foreach(r => broker.subscribe(r.source, this))
      execute(() => listener.onReady())

  def free: Boolean =
    inbox.size + unacknowledged.size < spec.receive.flatMap(_.prefetch).getOrElse(1000)

  def accept(message: Message): Unit =
    inbox.enqueue(message)
    execute(() => deliver())

  private def deliver(): Unit = if open && !paused && inbox.nonEmpty then
    listener.onBatch(broker.scheduler.nanos())
    var left = spec.receive.flatMap(_.batch).getOrElse(Int.MaxValue)
    while open && !paused && inbox.nonEmpty && left > 0 do
      left -= 1
      val m = inbox.dequeue()
      if !ack.contains(Ack.Auto) && !ack.contains(Ack.DupsOk) then unacknowledged += m
      paused = !listener.onMessage(m.producer, m.sequence, m.stamp, math.abs(m.bytes), m.bytes > 0)
    listener.onBatchEnd()
    if left == 0 && inbox.nonEmpty then execute(() => deliver())
    spec.receive.foreach(r => broker.drain(r.source))

  /** Accepts a few messages and then none until it is writable, as a socket does. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Int =
    val accepted = if open && !broker.deaf then math.min(count, InMemoryClient.Room - taken) else 0
    val send = spec.send.get
    for s <- sequence until sequence + accepted do
      broker.take { () =>
        broker.dead match
          case Some(why) => fail(why)
          case None if send.transacted =>
            uncommitted += send.targets(target) -> Message(producer, s, stampNanos, bodyBytes)
          case None =>
            broker.route(send.targets(target), Message(producer, s, stampNanos, bodyBytes))
            if send.confirm && open then
              listener.onBatch(broker.scheduler.nanos())
              listener.onConfirmed(s)
              listener.onBatchEnd()
      }
    taken += accepted
    if accepted < count && open && !broker.deaf then
      execute { () =>
        taken = 0; if open then listener.onWritable()
      }
    accepted

  private def fail(why: String): Unit = if open then
    abort()
    listener.onFailure(java.io.IOException(why))

  def flush(): Unit = taken = 0

  def acknowledge(): Unit =
    if ack.contains(Ack.Individual) then unacknowledged.dropRightInPlace(1) else unacknowledged.clear()

  def endTransaction(commit: Boolean): Unit = execute { () =>
    if open then
      if commit || broker.commitsAlways then uncommitted.foreach(broker.route(_, _))
      uncommitted.clear()
      if !commit then inbox.prependAll(unacknowledged)
      unacknowledged.clear()
      listener.onTransactionEnd(commit)
      deliver()
  }

  def resume(): Unit = if paused then
    paused = false
    deliver()

  def close(unsubscribe: Boolean): Unit = if !broker.ignoresClose then
    execute { () =>
      abort()
      listener.onClosed()
    }

  def abort(): Unit = if open then
    broker.connections -= 1
    open = false
    val back = unacknowledged.toList ++ inbox
    unacknowledged.clear()
    uncommitted.clear()
    inbox.clear()
    spec.receive.foreach(r => broker.unsubscribe(r.source, this, back))

object InMemoryClient:
  private val Room = 64

/** Runs the tasks of an [[InMemoryBroker]] and its clients one at a time, and keeps their time. */
trait Scheduler:
  def nanos(): Long

  def after(delayNanos: Long, task: Runnable): Unit

  /** Runs after all earlier tasks. */
  def execute(task: Runnable): Unit = after(0, task)

final class ThreadScheduler extends Scheduler:
  private val thread = Executors.newSingleThreadScheduledExecutor { task =>
    val t = Thread(task, "in-memory-broker")
    t.setDaemon(true)
    t
  }
  def nanos(): Long = System.nanoTime()
  def after(delayNanos: Long, task: Runnable): Unit =
    thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS): Unit
