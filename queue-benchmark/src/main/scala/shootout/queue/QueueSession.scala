package shootout.queue

import shootout.driver.*

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}

/** What the clients of a workload share. It makes and removes destinations. Any thread may call it, and every call
  * waits for the broker.
  */
private[queue] abstract class QueueSession extends Session:
  private val known = ConcurrentHashMap.newKeySet[DestinationName]()
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  /** Returns when the broker has answered. */
  def hello(): Unit = ()

  /** Makes a destination, unless it exists and is as it should be. */
  protected def make(spec: DestinationSpec): Unit

  /** Removes a destination with all its messages, if it exists. */
  protected def delete(destination: DestinationName): Unit

  /** Connects one client. */
  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection

  /** Ends what the clients shared. */
  protected def end(): Unit

  override def create(wanted: List[DestinationSpec]): Unit = for spec <- wanted if !known.contains(spec.name) do
    make(spec)
    known.add(spec.name)

  override def remove(unwanted: List[DestinationName]): Unit = for destination <- unwanted do
    delete(destination)
    known.remove(destination)

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, QueueLink(spec, this))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    end()

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
