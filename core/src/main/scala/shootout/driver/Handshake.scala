package shootout.driver

import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** Connects once, to see whether a broker serves. */
object Handshake:
  /** Left: why it does not (yet). Closes the session; takes no longer than `timeout`.
    *
    * @param queue
    *   that nobody else uses: it subscribes to it too
    */
  def attempt(session: Session, timeout: Nanos, queue: Option[DestinationName] = None): Either[String, Unit] =
    val done = CompletableFuture[Unit]()
    try
      val client = session.client(
        ClientSpec("handshake", None, queue.map(ReceiveSpec(_, Ack.Auto, None, None, None, Nil))),
        Waiting(done)
      )
      client.execute(() => client.connect())
      try Right(done.get(timeout.value, TimeUnit.NANOSECONDS))
      catch
        case e: ExecutionException => Left(Option(e.getCause.getMessage).getOrElse(e.getCause.toString))
        case _: TimeoutException => Left(s"no connection within ${timeout.seconds} s")
      finally client.execute(() => client.abort())
    finally session.close()

  private final class Waiting(done: CompletableFuture[Unit]) extends ClientListener:
    def onReady(): Unit = done.complete(())
    def onFailure(cause: Throwable): Unit = done.completeExceptionally(cause)
    def onWritable(): Unit = ()
    def onConfirmed(sequence: Long): Unit = ()
    def onBatch(arrivalNanos: Long): Unit = ()
    def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean = true
    def onBatchEnd(): Unit = ()
    def onTransactionEnd(committed: Boolean): Unit = ()
    def onClosed(): Unit = ()
