package shootout.engine

import shootout.driver.{Client, ClientListener, ClientSpec, Session}

import java.util.concurrent.CompletableFuture

/** The engine's side of one client: how it reacts to what the driver reports. All methods run in the client's serial
  * context, unless they say otherwise.
  */
abstract class ClientLoop(session: Session, val spec: ClientSpec, val recorder: ClientRecorder) extends ClientListener:
  protected val client: Client = session.client(spec, this)

  /** Completes when the client can work for the first time, exceptionally if it cannot. */
  val ready = CompletableFuture[Unit]()

  /** Completes when the client is gone, whether it left in an orderly way or not. */
  val closed = CompletableFuture[Unit]()

  /** Why the connection was lost or refused. */
  @volatile var failure: Option[Throwable] = None
  protected var stopping = false
  @volatile private var doomed = false

  /** From any thread: the end of the connection will not count as an error. */
  def expectEnd(): Unit = doomed = true

  /** From any thread: connects. */
  def connect(): Unit = client.execute(() => client.connect())

  /** From any thread: cuts the connection and abandons what was outstanding. */
  def abort(): Unit = client.execute { () =>
    stopping = true
    recorder.connected = false
    client.abort()
    closed.complete(())
    ready.complete(())
  }

  /** From any thread: abandons a client that does not even react to [[abort]]. */
  def giveUp(): Unit =
    client.giveUp()
    recorder.connected = false
    closed.complete(())
    ready.complete(())

  def onReady(): Unit =
    recorder.connected = true
    ready.complete(())

  def onFailure(cause: Throwable): Unit =
    if !closed.isDone then
      recorder.connected = false
      if !doomed then recorder.errors.add(1)
      failure = Some(cause)
      ready.completeExceptionally(cause)
      closed.complete(())

  /** Handles a planned close. It is final if the client is stopping. Otherwise the client opens its next connection.
    */
  def onClosed(): Unit =
    recorder.connected = false
    if stopping then closed.complete(()) else client.connect()
