package shootout.driver

import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.ServiceConfigurationError
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** A failure of a broker that understood us and refused: the password, the virtual host, or the version. */
trait Refusal:
  self: Throwable =>

/** Why a broker does not serve.
  *
  * @param refused
  *   true if it answered in its protocol, and refused
  */
final case class NoService(reason: String, refused: Boolean)

/** Connects once, to check whether a broker serves. */
object Handshake:
  /** Left says why the broker does not serve (yet). It closes the session, and takes no longer than `timeout`.
    *
    * @param open
    *   creates the session
    * @param queue
    *   a queue that it also subscribes to, and that no other client uses
    * @param refuses
    *   whether a failure, or one of its causes, is a [[Refusal]] or the library's equivalent
    * @throws DriverUnusable
    *   if a class is missing, because waiting does not help
    */
  def attempt(
      open: => Session,
      timeout: Nanos,
      queue: Option[DestinationName] = None,
      refuses: Throwable => Boolean = _.isInstanceOf[Refusal]
  ): Either[NoService, Unit] =
    val done = CompletableFuture[Unit]()
    val session = loaded(open)
    try
      val client = session.client(
        ClientSpec("handshake", None, queue.map(ReceiveSpec(_, Ack.Auto, None, None, None, Nil))),
        Waiting(done)
      )
      client.execute(() => client.connect())
      try Right(done.get(timeout.value, TimeUnit.NANOSECONDS))
      catch
        case e: ExecutionException =>
          val cause = e.getCause.nn
          for unusable <- DriverUnusable.of(cause) do throw unusable
          val refused = DriverUnusable.causes(cause).exists(refuses)
          Left(NoService(Option(cause.getMessage).getOrElse(cause.toString), refused))
        case _: TimeoutException => Left(NoService(s"no connection within ${timeout.seconds} s", refused = false))
      finally client.execute(() => client.abort())
    finally session.close()

  private def loaded(open: => Session): Session =
    try open
    catch case e: LinkageError => throw DriverUnusable(e)

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

/** A class of a driver, or of its library, cannot be loaded, so waiting for the broker is useless. */
final class DriverUnusable(cause: Throwable) extends RuntimeException(DriverUnusable.words(cause), cause)

object DriverUnusable:
  val Remedy = "remove the folder target/app and start again: this builds the tool again, with all its libraries"
  private val Uninitialised = "Could not initialize class "

  /** A failure, followed by its causes. */
  def causes(failure: Throwable): Iterator[Throwable] = Iterator.iterate(failure)(_.getCause).takeWhile(_ != null)

  /** Recognises such a failure; none if it is of another kind. */
  def of(failure: Throwable): Option[DriverUnusable] =
    causes(failure).collectFirst { case _: (LinkageError | ServiceConfigurationError) => DriverUnusable(failure) }

  private def words(failure: Throwable): String =
    val all = causes(failure).toList
    val said = all.collectFirst {
      case e: NoClassDefFoundError if e.getMessage != null && !e.getMessage.startsWith(Uninitialised) =>
        s"the class ${e.getMessage.replace('/', '.')} is missing"
      case e: ExceptionInInitializerError if e.getCause == null => s"a class could not be initialised: ${e.getMessage}"
      case e: IncompatibleClassChangeError => s"a library is there in another version: ${e.getMessage}"
    }
    s"the driver cannot be loaded: ${said.getOrElse(all.last.toString)}"
