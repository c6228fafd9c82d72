package shootout.queue.kurrent

import io.grpc.Status
import io.kurrent.dbclient.CreatePersistentSubscriptionToStreamOptions
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin}
import shootout.units.Endpoint

import java.time.Duration

/** Makes and removes subscriptions, with the streams that they are on, for all clients of a session. From any thread; every call waits for
  * the server.
  */
private[kurrent] final class KurrentQueues(endpoint: Endpoint) extends QueueAdmin:
  private val client = CommonConnection[KurrentClient](KurrentClient.open(endpoint), !_.streams.isShutdown, _.close())

  def hello(): Unit = client.get.hello()

  protected def make(spec: DestinationSpec): Unit =
    val options = CreatePersistentSubscriptionToStreamOptions.get().fromStart()
      .messageTimeout(Duration.ofSeconds(KurrentQueues.TimeoutS)).maxRetryCount(Int.MaxValue)
    val made = client.get.subscriptions.createToStream(spec.name.name, KurrentQueues.Group, options)
    KurrentClient.unless(Status.Code.ALREADY_EXISTS)(made)

  /** A stream that comes again under the same name begins behind what it had. */
  protected def delete(destination: DestinationName): Unit =
    val name = destination.name
    KurrentClient.unless(Status.Code.NOT_FOUND)(client.get.subscriptions.deleteToStream(name, KurrentQueues.Group))
    KurrentClient.unless(Status.Code.NOT_FOUND)(client.get.streams.deleteStream(name))

  def close(): Unit = client.close()

private[kurrent] object KurrentQueues:
  /** Of all receivers of a queue. */
  val Group = "work"
  val TimeoutS = 10L
