package shootout.queue

import shootout.driver.*

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}

/** Makes and removes destinations for all clients of a session. Any thread may call it, and every call waits for the
  * broker.
  */
private[queue] abstract class QueueAdmin extends AutoCloseable:
  private val known = ConcurrentHashMap.newKeySet[DestinationName]()

  /** Returns when the broker has answered. */
  def hello(): Unit = ()

  /** Makes a destination, unless it exists and is as it should be. */
  protected def make(spec: DestinationSpec): Unit

  /** Removes a destination with all its messages, if it exists. */
  protected def delete(destination: DestinationName): Unit

  final def create(spec: DestinationSpec): Unit = if !known.contains(spec.name) then
    make(spec)
    known.add(spec.name)

  /** Makes a destination for one receiver, unless it was made before. */
  final def ensure(destination: DestinationName): Unit = create(DestinationSpec(destination, None, 1))

  final def remove(destination: DestinationName): Unit =
    delete(destination)
    known.remove(destination): Unit

/** A connection for requests that belong to no client. It is opened when it is needed, and again when it was lost. Any
  * thread may use it.
  *
  * @param serves
  *   whether a connection is still of use
  */
private[queue] final class CommonConnection[C](open: => C, serves: C => Boolean, end: C => Unit):
  private var opened = Option.empty[C]

  def get: C = ask(identity)

  /** Asks one question at a time. */
  def ask[A](question: C => A): A = synchronized {
    val connection = opened.filter(serves).getOrElse(open)
    opened = Some(connection)
    question(connection)
  }

  def close(): Unit = synchronized(opened.foreach(end))

/** What the clients of a workload share.
  *
  * @param link
  *   makes the library's objects for one client
  */
private[queue] final class QueueSession(destinations: QueueAdmin, link: ClientSpec => PollingLink) extends Session:
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(wanted: List[DestinationSpec]): Unit = wanted.foreach(destinations.create)
  override def remove(unwanted: List[DestinationName]): Unit = unwanted.foreach(destinations.remove)

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, link(spec))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    destinations.close()
